"""The background of one chunk: the seed's priorities and budgets (§5, Context Injection; §7, Context tiering)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reviewer.model.finding import Finding
from reviewer.model.position import Span
from reviewer.model.pyramid import ChunkContext, GlossaryEntry, Pyramid, PyramidNode
from reviewer.pyramid.outline import ROOT, NodeJob, node_of

_SHARES = {
    "Abstract": 0.14, "Section": 0.10, "Findings": 0.06, "Subsection": 0.05, "Neighbours": 0.10, "Glossary": 0.05,
}  # fmt: skip
"""Part of the context that each component may have at most."""

_LEAST_TIER = {"Section": 1, "Abstract": 2, "Findings": 2, "Subsection": 3, "Neighbours": 3, "Glossary": 3}
"""From which tier on each is given (seed: tiers 0 to 3)."""

_TERMS = 40


@dataclass(frozen=True, slots=True)
class Background:
    """What is known about a document. ``budget``: tokens for background and passage; ``count`` counts tokens."""

    pyramid: Pyramid
    jobs: tuple[NodeJob, ...]
    findings: tuple[Finding, ...]
    tier: int
    budget: int
    count: Callable[[str], int]

    def of(self, span: Span, text: str) -> ChunkContext:
        """The background of a chunk, most important first; what does not fit is dropped, the least important first.

        A summary that stands word for word in the passage is left out: it says nothing new.
        """
        wanted = self._wanted(span, text)
        left = self.budget - self.count(text)
        parts: list[tuple[str, str]] = []
        dropped: list[str] = []
        for label, told in wanted:
            fitting = self._fitted(told, min(int(self.budget * _SHARES[label]), left))
            if fitting:
                parts.append((label, fitting))
                left -= self.count(fitting)
            else:
                dropped.append(label)
        return ChunkContext(tier=self.tier, parts=tuple(parts), dropped=tuple(dropped))

    def _wanted(self, span: Span, text: str) -> list[tuple[str, str]]:
        own = node_of(self.jobs, span.start)
        node = self.pyramid.node(own.node_id) if own else None
        path = self._path(node)
        found = {
            "Section": _titled(node),
            "Abstract": self._summary(ROOT),
            "Findings": self._findings_in(span),
            "Subsection": _titled(path[1]) if len(path) > 1 and path[1] is not node else "",
            "Neighbours": self._neighbours(path[0] if path else None),
            "Glossary": self._terms(text),
        }
        order = ("Abstract", "Section", "Findings", "Subsection", "Neighbours", "Glossary")
        return [
            (label, found[label])
            for label in order
            if self.tier >= _LEAST_TIER[label] and found[label] and found[label].split(": ", 1)[-1] not in text
        ]

    def _fitted(self, told: str, room: int) -> str:
        """The text cut to a number of tokens at a sentence's or a word's end; nothing where little would be left."""
        if room <= 0:
            return ""
        size = self.count(told)
        if size <= room:
            return told
        cut = told[: len(told) * room // size]
        end = max(cut.rfind(". ") + 1, cut.rfind(" "))
        return cut[:end].rstrip() if end > 20 else ""

    def _path(self, node: PyramidNode | None) -> list[PyramidNode]:
        """Nodes from level 1 down to this one."""
        path = [node] if node is not None and node.level else []
        while path and (parent := self._parent(path[0])) is not None and parent.level:
            path.insert(0, parent)
        return path

    def _parent(self, node: PyramidNode) -> PyramidNode | None:
        return next((other for other in self.pyramid.nodes if node.node_id in other.children), None)

    def _neighbours(self, top: PyramidNode | None) -> str:
        """The two nearest sections of level 1."""
        tops = [node for node in self.pyramid.nodes if node.level == 1]
        if top is None or top not in tops:
            return ""
        at = tops.index(top)
        near = [*tops[max(at - 1, 0) : at], *tops[at + 1 : at + 2]]
        return " ".join(_titled(node) for node in near)

    def _summary(self, node_id: str) -> str:
        node = self.pyramid.node(node_id)
        return node.summary if node else ""

    def _findings_in(self, span: Span) -> str:
        inside = (found for found in self.findings if span.start <= found.span.start < span.end)
        return "; ".join(found.message for found in inside)

    def _terms(self, text: str) -> str:
        """Terms of the glossary that the passage uses."""
        folded = text.casefold()
        used = [entry for entry in self.pyramid.glossary if _is_used(entry, folded)]
        return "; ".join(
            f"{entry.name}: {entry.definition}" if entry.definition else entry.name for entry in used[:_TERMS]
        )


def _titled(node: PyramidNode | None) -> str:
    return f"{node.heading}: {node.summary}" if node and node.summary else ""


def _is_used(entry: GlossaryEntry, folded: str) -> bool:
    names: Sequence[str] = (entry.name, *entry.aliases, *entry.plurals)
    return any(name.casefold() in folded for name in names)
