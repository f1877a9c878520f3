"""Segments: what a validator looks at as one piece. A top-level block, a list item, a speaker turn."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.validate.transcripts import is_transcript, turns

_LISTS = frozenset({BlockKind.LIST, BlockKind.LIST_ITEM})


class Segment(NamedTuple):
    """A piece of a document: ``kind`` is its block's, ``section`` the title above it, ``speaker`` who says it."""

    span: Span
    kind: str
    section: str
    speaker: str = ""


class Segments:
    """The segments of one document, in order; found by bisection. What stands between blocks belongs to none."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self.is_transcript = is_transcript(parsed)
        self._parsed = parsed
        self._all = tuple(self._segments())
        self._starts = [segment.span.start for segment in self._all]
        self._ends = [segment.span.end for segment in self._all]

    def around(self, span: Span) -> tuple[Segment, ...]:
        """The segments that a span touches; an empty one at a border stands in the later. Beside all of them: none."""
        first = bisect_right(self._ends, span.start)
        found = self._all[first : bisect_left(self._starts, max(span.end, span.start + 1))]
        at_end = not found and first > 0 and self._ends[first - 1] == span.start
        return self._all[first - 1 : first] if at_end else found

    def before(self, segment: Segment, within: Span) -> Segment | None:
        """The segment before one, as far as it stands within a chunk."""
        place = bisect_left(self._starts, segment.span.start) - 1
        return self._within(place, within)

    def behind(self, segment: Segment, within: Span) -> Segment | None:
        """The segment behind one, as far as it stands within a chunk."""
        return self._within(bisect_right(self._starts, segment.span.start), within)

    def _within(self, place: int, within: Span) -> Segment | None:
        if not 0 <= place < len(self._all) or not within.contains(self._all[place].span):
            return None
        return self._all[place]

    def _segments(self) -> Iterator[Segment]:
        """Blocks in order; a list item ends where one inside it begins."""
        blocks, listed = self._parsed.blocks, set()
        starts: list[tuple[int, int, str]] = []
        for number, block in enumerate(blocks):
            in_list = block.depth == 0 or block.parent in listed
            if in_list and block.kind in _LISTS:
                listed.add(number)
            if in_list and block.kind is not BlockKind.LIST and (block.depth == 0 or block.kind in _LISTS):
                starts.append((*block.span, block.kind.value))
        for number, (start, end, kind) in enumerate(starts):
            stop = min(end, starts[number + 1][0]) if number + 1 < len(starts) else end
            if start < stop:
                yield from self._said(Span(start, stop), kind)

    def _said(self, span: Span, kind: str) -> Iterator[Segment]:
        """A block, or the turns of which it is made."""
        section = self._parsed.sections[self._parsed.section_at(span.start)].title
        found = list(turns(self._parsed.document.text[slice(*span)])) if self.is_transcript else []
        if not found:
            yield Segment(span, kind, section)
            return
        at = [span.start + start for start, _ in found]
        if at[0] > span.start:
            yield Segment(Span(span.start, at[0]), kind, section)
        for (_, name), start, end in zip(found, at, [*at[1:], span.end], strict=True):
            yield Segment(Span(start, end), kind, section, name)
