"""The background of one chunk: the seed's priorities and budgets (§5, Context Injection; §7, Context tiering)."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from reviewer.hashing import json_hash
from reviewer.model.finding import Finding
from reviewer.model.position import Span
from reviewer.model.pyramid import ChunkContext, GlossaryEntry, Pyramid, PyramidNode
from reviewer.pyramid.outline import ROOT, NodeIndex, NodeJob
from reviewer.pyramid.phrases import Phrases
from reviewer.pyramid.shorten import leading, sentences

INSTRUCTIONS = 0.08
"""Part of the budget that is kept for the instructions (seed §5: about 8 %)."""

_ON_LINE = re.compile(r"\b(?:on|in) line \d+")
"""Models see no positions (DESIGN §7); and a line that is put in above must not change what is told here."""

_NEIGHBOURS = 2
_TERMS = 40
_LEAST = 8
"""Tokens below which a part of something is not worth telling."""


class _Kind(NamedTuple):
    """A component: from which tier on it is given, and which part of the budget it may have (seed §5 and §7)."""

    label: str
    tier: int
    share: float


_KINDS = (
    _Kind("Abstract", 2, 0.14),
    _Kind("Section", 1, 0.10),
    _Kind("Findings", 2, 0.06),
    _Kind("Subsection", 3, 0.05),
    _Kind("Neighbours", 3, 0.10),
    _Kind("Glossary", 3, 0.05),
)
"""The most important first."""


def tier_share(tier: int) -> float:
    """Part of the budget that the components of a tier may have together."""
    return sum(kind.share for kind in _KINDS if kind.tier <= tier)


class _Told(NamedTuple):
    """What there is to say: pieces of which the first ones are kept, and what stands between them."""

    pieces: Sequence[str]
    joint: str = " "


_NOTHING = _Told(())


class _Chunk(NamedTuple):
    """A chunk: where it stands, its text, the same on one line, the ids of the nodes around it from level 1 down."""

    span: Span
    text: str
    flat: str
    path: Sequence[str]


@dataclass(frozen=True)
class Background:
    """What is known about a document.

    ``budget``: tokens of a whole prompt, passage and instructions with it; ``count`` counts tokens. ``standing`` is the
    pyramid that abstract, neighbours and glossary are taken from where it is not ``pyramid`` (issue C: at tiers 2 and 3
    they are those of the last complete run, so that one changed section does not change every prompt).
    """

    pyramid: Pyramid
    jobs: tuple[NodeJob, ...]
    findings: tuple[Finding, ...]
    tier: int
    budget: int
    count: Callable[[str], int]
    standing: Pyramid | None = None

    def of(self, span: Span, text: str, tier: int | None = None) -> ChunkContext:
        """The background of a chunk, most important first; what does not fit is dropped, the least important first.

        ``tier`` is ``self.tier`` where it is None. A part that is too long is cut to its share. A summary that stands
        word for word in the passage is left out: it says nothing new.
        """
        tier = self.tier if tier is None else tier
        kinds = [kind for kind in _KINDS if kind.tier <= tier]
        if not kinds:
            return ChunkContext(tier=tier)
        left = self.budget - int(self.budget * INSTRUCTIONS) - self.count(text)
        chunk = _Chunk(span, text, " ".join(text.split()), self._path(span.start))
        parts: list[tuple[str, str]] = []
        dropped: list[str] = []
        for kind in kinds:
            wanted = self._told(kind.label, chunk)
            if not wanted.pieces:
                continue
            fitting, size = self._fitted(wanted, min(int(self.budget * kind.share), left))
            left -= size
            if fitting:
                parts.append((kind.label, fitting))
            else:
                dropped.append(kind.label)
        return ChunkContext(tier=tier, parts=tuple(parts), dropped=tuple(dropped))

    def digest(self, span: Span, text: str, tier: int) -> str:
        """Changes with all that a chunk may be told up to a tier, before it is cut to its share. Counts no token."""
        chunk = _Chunk(span, text, " ".join(text.split()), self._path(span.start))
        kinds = [kind for kind in _KINDS if kind.tier <= tier]
        return json_hash([self.budget, [[kind.label, list(self._told(kind.label, chunk).pieces)] for kind in kinds]])

    def has_findings(self, span: Span) -> bool:
        """Whether the rules found anything in a chunk."""
        return bool(self._findings_in(span).pieces)

    def _told(self, label: str, chunk: _Chunk) -> _Told:
        match label:
            case "Abstract":
                return _summary(self._standing.get(ROOT), chunk)
            case "Section":
                return self._around(chunk, chunk.path[:1])
            case "Findings":
                return self._findings_in(chunk.span)
            case "Subsection":
                return self._around(chunk, chunk.path[1:])
            case "Neighbours":
                return self._neighbours(chunk.path[:1])
            case _:
                return self._terms(chunk.text)

    def _around(self, chunk: _Chunk, path: Sequence[str]) -> _Told:
        """Summaries of sections that the chunk is part of."""
        return _Told([piece for name in path for piece in _summary(self._nodes.get(name), chunk).pieces])

    def _fitted(self, told: _Told, room: int) -> tuple[str, int]:
        """As much as a number of tokens holds, and how many it takes; nothing where little would be left."""
        if room <= 0:
            return "", 0
        whole = told.joint.join(told.pieces)
        size = self.count(whole)
        if size <= room:
            return whole, size
        length = len(whole) * room // size
        while room >= _LEAST and length > 0:
            kept = leading(told.pieces, told.joint, length)
            size = self.count(kept)
            if size <= room:
                return kept, size
            length = min(length, len(kept)) * 9 // 10
        return "", 0

    def _path(self, offset: int) -> list[str]:
        """Ids of the nodes that hold a place, from level 1 down."""
        node = self._index.at(offset)
        path: list[str] = []
        name = node.node_id if node else ROOT
        while name != ROOT:
            path.append(name)
            name = self._parents.get(name, ROOT)
        return path[::-1]

    def _neighbours(self, top: Sequence[str]) -> _Told:
        """The sections of level 1 that are nearest, in their order; before goes before behind."""
        if not top:
            return _NOTHING
        at = self._tops.index(top[0])
        around = range(max(at - _NEIGHBOURS, 0), min(at + _NEIGHBOURS + 1, len(self._tops)))
        near = sorted((other for other in around if other != at), key=lambda other: abs(other - at))[:_NEIGHBOURS]
        nodes = (self._standing.get(self._tops[other]) for other in sorted(near))
        return _Told([_titled(node) for node in nodes if node and node.summary])

    def _findings_in(self, span: Span) -> _Told:
        """What the rules found in this chunk: each finding belongs to the chunk where it begins."""
        found = self._findings
        first, last = (bisect_left(found, offset, key=lambda finding: finding.span.start) for offset in span)
        messages = (_ON_LINE.sub("elsewhere", finding.message) for finding in found[first:last])
        return _Told(list(dict.fromkeys(messages)), "; ")

    def _terms(self, text: str) -> _Told:
        """Terms of the glossary that the passage uses."""
        used = self._phrases.used_in(text)
        entries = (entry for entry in self._glossary if not used.isdisjoint(_names(entry)))
        told = [f"{entry.name}: {entry.definition}" if entry.definition else entry.name for entry in entries]
        return _Told(told[:_TERMS], "; ")

    @cached_property
    def _index(self) -> NodeIndex:
        return NodeIndex(self.jobs)

    @cached_property
    def _parents(self) -> dict[str, str]:
        return {child: job.node_id for job in self.jobs for child in job.children}

    @cached_property
    def _tops(self) -> list[str]:
        """The sections of level 1, in document order."""
        return [job.node_id for job in self.jobs if job.level == 1]

    @cached_property
    def _nodes(self) -> dict[str, PyramidNode]:
        return {node.node_id: node for node in self.pyramid.nodes}

    @cached_property
    def _standing(self) -> dict[str, PyramidNode]:
        return {node.node_id: node for node in (self.standing or self.pyramid).nodes}

    @cached_property
    def _glossary(self) -> tuple[GlossaryEntry, ...]:
        return (self.standing or self.pyramid).glossary

    @cached_property
    def _phrases(self) -> Phrases:
        return Phrases(name for entry in self._glossary for name in _names(entry))

    @cached_property
    def _findings(self) -> list[Finding]:
        return sorted(self.findings, key=lambda finding: finding.span.start)


def _summary(node: PyramidNode | None, chunk: _Chunk) -> _Told:
    if node is None or not node.summary or node.summary in chunk.flat:
        return _NOTHING
    return _Told(sentences(_titled(node)))


def _titled(node: PyramidNode) -> str:
    return f"{node.heading}: {node.summary}" if node.heading else node.summary


def _names(entry: GlossaryEntry) -> tuple[str, ...]:
    return (entry.name, *entry.aliases, *entry.plurals)
