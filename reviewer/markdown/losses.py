"""Links, footnote marks and table cells that an edit would lose by accident.

A fluent correction that drops ``[doc](a.md)`` to ``doc`` reads well and is wrong. Only a person may take one away, with
an edit of kind ``structure`` or ``link``, or by deleting text outright (which the deletion policy guards).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.edited import EditMap, SafetyEdit
from reviewer.markdown.table_rows import CONTAINED, TableRows
from reviewer.markdown.tables import cells
from reviewer.model.parsed import Block, BlockKind, Link, ParsedDocument
from reviewer.model.position import Span

_TEXT_BLOCKS = frozenset({BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.TABLE})
_FOOTNOTE_MARK = lazy_pattern(r"\[\^[^\]\s\[]{1,80}\]")
_FREE_KINDS = frozenset({"structure", "link"})


class Losses:
    """Compares each touched paragraph, heading and table with what stands in its place afterwards."""

    def __init__(self, before: ParsedDocument, after: ParsedDocument, edits: EditMap) -> None:
        self.before = before
        self.after = after
        self.edits = edits
        self.before_links = _Links(before.links)
        self.after_links = _Links(after.links)

    def found(self) -> Iterator[tuple[str, Sequence[int]]]:
        """Each loss in words, with the places of the edits to blame."""
        damages = list(TableRows(self.before, self.after, self.edits).damages())
        yield from damages
        told = {place for _, places in damages for place in places}
        for block in self.before.blocks:
            if block.kind in _TEXT_BLOCKS and self.edits.any_touching(block.span, borders=False):
                places = [p for p in self.edits.touching(block.span, borders=False) if not _free(self.edits.edits[p])]
                if places:
                    region = self.edits.region(block.span)
                    yield from self._links(block, region)
                    yield from self._marks(block, region, places)
                    yield from self._cells(block, region, [place for place in places if place not in told])

    def _links(self, block: Block, region: Span) -> Iterator[tuple[str, Sequence[int]]]:
        there = self.after_links.within(region)
        here = self.before_links.within(block.span)
        lost = Counter(map(_key, here)) - Counter(map(_key, there))
        if not lost:
            return
        for link in here:
            touching = self.edits.touching(link.span, borders=False)
            blamed = [p for p in touching if not _free(self.edits.edits[p])]
            if lost[_key(link)] and blamed and not (len(there) >= len(here) and self._is_repaired(link)):
                lost[_key(link)] -= 1
                yield f"the edit would drop the link {_quoted(self.before, link.span)}", blamed

    def _is_repaired(self, link: Link) -> bool:
        """Whether only repairs of links touch its target; its text may be edited at the same time."""
        there = [self.edits.edits[place] for place in self.edits.touching(link.target, borders=False)]
        return bool(there) and all(edit.kind == "link" for edit in there)

    def _marks(self, block: Block, region: Span, places: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
        here = Counter(_FOOTNOTE_MARK.findall(self.before.document.text, *block.span))
        if here:
            lost = here - Counter(_FOOTNOTE_MARK.findall(self.after.document.text, *region))
            for mark in sorted(lost):
                yield f"the edit would drop the footnote mark {mark}", places

    def _cells(self, block: Block, region: Span, places: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
        """Cells that go from lines in which no free edit stands: what such a one drops in its lines is decided.

        What it writes there counts for the others, so that in doubt nobody is blamed for it.
        """
        if not places or block.kind is not BlockKind.TABLE:
            return
        if _cell_count(self.before, block.span, self._is_decided) > _cell_count(self.after, region):
            yield f"the edit would drop a cell of the table on line {block.line_start}", places

    def _is_decided(self, line: Span) -> bool:
        return any(_free(self.edits.edits[place]) for place in self.edits.touching(line, borders=False))


class _Links:
    def __init__(self, links: Sequence[Link]) -> None:
        self.links = sorted(links, key=lambda link: link.span)
        self.starts = [link.span.start for link in self.links]

    def within(self, span: Span) -> list[Link]:
        return self.links[bisect_left(self.starts, span.start) : bisect_left(self.starts, span.end)]


def _free(edit: SafetyEdit) -> bool:
    return edit.source == "human" and (edit.kind in _FREE_KINDS or edit.after_length == 0)


def _key(link: Link) -> tuple[bool, str]:
    """What makes it the same link: where it leads. Its text may be corrected."""
    return link.reference is None, link.href if link.reference is None else link.reference


def _cell_count(parsed: ParsedDocument, span: Span, is_left_out: Callable[[Span], bool] = lambda _: False) -> int:
    if span.end <= span.start:
        return 0
    document = parsed.document
    first, last = document.lines_of(span)
    total = 0
    for line in range(first, last + 1):
        place = document.line_span(line)
        if not is_left_out(place):
            row = document.text[slice(*place)].lstrip(CONTAINED).rstrip("\r\n")
            total += len(cells(row, Span(0, len(row))))
    return total


def _quoted(parsed: ParsedDocument, span: Span) -> str:
    text = " ".join(parsed.document.text[span.start : min(span.end, span.start + 60)].split())
    return repr(text)
