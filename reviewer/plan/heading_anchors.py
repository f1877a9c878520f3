"""An edit that changes the anchor of a heading is never silent: links to it break, and those of other files are unseen.

The anchor is GitHub's slug of the heading's words (``markdown.slug``), so every other word, letter or figure there
changes it; capitals and most punctuation do not. Links are not rewritten with the edit: the person who decides on it is
told on which lines they stand. Only a renumbering rewrites links itself, in the group of its headings
(``scan.numbering.renumber``).
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from reviewer.config import ReviewerConfig
from reviewer.markdown.parse import parse
from reviewer.markdown.slug import slug
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, EditOp
from reviewer.model.parsed import BlockKind, ParsedDocument, Section
from reviewer.model.position import Span
from reviewer.plan.attention import loud
from reviewer.plan.heading_links import HeadingLinks, OwnLink

_MOST = 5
"""Lines and headings that are named; of more the number is told."""


_LOOKED_AT = 50
"""So many headings of the same words are looked at for links: else each of a thousand would look at all others."""


def with_anchors_told(ops: Sequence[EditOp], parsed: ParsedDocument, config: ReviewerConfig) -> tuple[EditOp, ...]:
    """The ops in order; each that changes an anchor asks for attention, and its note says which and what breaks.

    Each is judged alone, on the document as it is, whose spans it has. A heading that keeps an id of its own
    (``{#id}``, ``<a id>``) is left alone as long as nothing in the document uses the anchor that changes. So is a
    renumbering by the rules, which asks for attention and rewrites the links, as far as it does.
    """
    anchors = _Anchors(parsed, ops)
    return tuple(loud(op, config, [why]) if (why := anchors.why(op)) else op for op in ops)


class _Change(NamedTuple):
    """What becomes of the headings that an op touches: anchors that go, and slugs that come.

    ``own_id``: they had an id of their own, and keep it.
    """

    sections: Sequence[Section]
    gone: Sequence[str]
    new: Sequence[str]
    own_id: bool


class _Anchors:
    def __init__(self, parsed: ParsedDocument, ops: Iterable[EditOp]) -> None:
        self._parsed = parsed
        self._headings = [block for block in parsed.blocks if block.kind is BlockKind.HEADING]
        self._starts = [block.span.start for block in self._headings]
        self._ends = [block.span.end for block in self._headings]
        self._rewritten: dict[tuple[str, str], list[Span]] = defaultdict(list)
        for op in ops:
            if op.group and op.kind == "link":
                self._rewritten[op.source.type, op.group].append(op.span)
        for spans in self._rewritten.values():
            spans.sort()

    @cached_property
    def _links(self) -> HeadingLinks:
        return HeadingLinks(self._parsed)

    @cached_property
    def _sections(self) -> dict[int, Section]:
        """By where their heading begins."""
        return {self._parsed.blocks[one.block].span.start: one for one in self._parsed.sections[1:]}

    @cached_property
    def _numbered(self) -> dict[str, list[Section]]:
        """Sections whose anchor has a number because another heading has the same words, by those."""
        found: dict[str, list[Section]] = defaultdict(list)
        for section in self._sections.values():
            words = slug(section.title)
            if section.anchor.startswith(f"{words}-") and section.anchor[len(words) + 1 :].isdigit():
                found[words].append(section)
        return found

    def why(self, op: EditOp) -> str:
        """What becomes of anchors; empty where they stay, or where nobody need be told."""
        change = self._change(op)
        if change is None:
            return ""
        told = list(self._in_document(op, change))
        renumbered = op.kind == "numbering" and op.source.type == "fixer"
        if not told and (renumbered or change.own_id):
            return ""
        gone, new = (", ".join(f"#{one}" for one in some[:_MOST]) for some in (change.gone, change.new))
        becomes = f"becomes {new}" if new else "goes"
        return "; ".join((f"the anchor {gone} {becomes}, which breaks links to it from other files", *told))

    def _change(self, op: EditOp) -> _Change | None:
        touched = self._touched(op)
        if not touched:
            return None
        start = min(op.span.start, self._starts[touched[0]])
        end = max(op.span.end, self._ends[touched[-1]])
        text = self._parsed.document.text
        before = self._read(text[start:end])
        after = self._read(text[start : op.span.start] + op.after_text + text[op.span.end : end])
        lost = before.anchors - after.anchors
        if not lost:
            return None
        found = (self._sections.get(self._starts[place]) for place in touched)
        sections = [one for one in found if one is not None and slug(one.title) in lost]
        names = {slug(one.title): one.anchor for one in sections}
        gone = sorted({names.get(one, one) for one in lost})
        return _Change(
            sections,
            gone,
            sorted(after.anchors - before.anchors),
            bool(before.html_ids) and before.html_ids <= after.html_ids,
        )

    def _touched(self, op: EditOp) -> range:
        """Places of the headings whose lines an op touches."""
        if op.action is Action.FLAG_ONLY:
            return range(0)
        first = bisect_left(self._ends, op.span.start)
        return range(first, bisect_left(self._starts, max(op.span.end, op.span.start + 1)))

    def _read(self, passage: str) -> ParsedDocument:
        """A passage by itself, with the definitions that links in it may use."""
        parts = [passage.lstrip(" \t")]
        if "[" in passage:
            text, folded = self._parsed.document.text, passage.casefold()
            used = (one for one in self._parsed.definitions if one.label.casefold() in folded)
            parts += [text[slice(*one.span)] for one in used]
        return parse(read_document("\n\n".join(parts).encode("utf-8", "surrogatepass"), ""))

    def _in_document(self, op: EditOp, change: _Change) -> Iterator[str]:
        """What breaks, or changes its place, in the document itself."""
        inherited, lost = self._broken(op, change)
        if lost:
            yield f"{_lines(lost)} of this document would lead nowhere"
        if inherited:
            yield f"{_lines(inherited)} of this document would lead to the next heading of the same words"
        taken = [one for one in change.new if one in self._parsed.anchors.difference(change.gone)]
        if taken:
            yield f"#{taken[0]} is taken, so that one of the two headings gets a number"
        others = [other for one in change.sections for other in self._numbered_behind(one)]
        if others:
            names = ", ".join(f"#{other.anchor}" for other in others[:_MOST])
            moved = [link for other in others for link in self._links.to(other.anchor)]
            there = f"; see {_lines(moved)}" if moved else ""
            yield f"{names} may get another number{there}"

    def _numbered_behind(self, section: Section) -> list[Section]:
        """The next headings of the same words further down: their numbers count this one."""
        same = self._numbered[slug(section.title)]
        first = bisect_right(same, section.span.start, key=lambda one: one.span.start)
        return same[first : first + _LOOKED_AT]

    def _broken(self, op: EditOp, change: _Change) -> tuple[list[OwnLink], list[OwnLink]]:
        """Links to what goes that no op of the same group rewrites: whose anchor another heading gets, and the others.

        The first heading of its words has an anchor without a number; where it goes, the next one gets that.
        """
        rewritten = self._rewritten.get((op.source.type, op.group), []) if op.group else []
        heirs = {one.anchor for one in change.sections if one.anchor == slug(one.title) and self._numbered_behind(one)}
        found: tuple[list[OwnLink], list[OwnLink]] = ([], [])
        for gone in change.gone:
            links = (link for link in self._links.to(gone) if not _is_rewritten(link, rewritten))
            found[gone not in heirs].extend(links)
        return found


def _is_rewritten(link: OwnLink, spans: Sequence[Span]) -> bool:
    last = bisect_left(spans, link.span.end, key=lambda span: span.start) - 1
    return last >= 0 and spans[last].end > link.span.start


def _lines(links: Iterable[OwnLink]) -> str:
    lines = sorted({link.line for link in links})
    shown = ", ".join(map(str, lines[:_MOST]))
    more = f" and {len(lines) - _MOST} more" if len(lines) > _MOST else ""
    return f"the links on lines {shown}{more}" if len(lines) > 1 else f"the link on line {shown}"
