"""Prose: the text that rules read, with protected characters replaced and a way back to the document."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from reviewer.model.parsed import FILLER, SEPARATOR, BlockKind, Prose, ProseBlock
from reviewer.model.position import Span

_GAP = len(SEPARATOR)


Segment = tuple[int, str]
"""A run of text that stands unbroken in the document: its offset there, and itself. There is one a line."""
Cell = tuple[int, int]
"""Row and column in a table."""
NO_CELL = (0, 0)
_new = tuple.__new__
"""What a named tuple's class calls; to call it oneself takes half the time, and here it is called for every cell."""


class Piece:
    """One paragraph, heading or table cell: its text, and where each of its lines stands."""

    __slots__ = ("_starts", "segments", "text")

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = segments
        self._starts: list[int] = []
        if len(segments) == 1:
            self.text = segments[0][1]
            return
        self.text = "\n".join([text for _, text in segments])
        position = 0
        for _, text in segments:
            self._starts.append(position)
            position += len(text) + 1

    def span(self, start: int, end: int) -> Span:
        """Document span of a span of the piece; one that ends at a line's start ends there."""
        segments = self.segments
        if len(segments) == 1:
            offset = segments[0][0]
            return Span(offset + start, offset + end)
        return Span(self._offset(start), self._offset(end - 1) + 1 if end > start else self._offset(start))

    def _offset(self, position: int) -> int:
        line = bisect_right(self._starts, position) - 1
        return self.segments[line][0] + position - self._starts[line]

    def masked(self, spans: Sequence[tuple[int, int]]) -> str:
        """The text with every character of the spans replaced; spans may nest and overlap."""
        return masked(self.text, spans)


def masked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """``text`` with every character of the spans replaced by ``FILLER``."""
    if not spans:
        return text
    parts = []
    position = 0
    for start, end in sorted(spans):
        if end <= position:
            continue
        first = max(start, position)
        parts.append(text[position:first])
        parts.append(FILLER * (end - first))
        position = end
    parts.append(text[position:])
    return "".join(parts)


class ProseBuilder:
    """Collects pieces in document order."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[ProseBlock] = []
        self._line_starts: list[int] = []
        self._line_offsets: list[int] = []

    def add(self, piece: Piece, text: str, place: "Place", cell: Cell = NO_CELL) -> None:
        """Append a piece; ``text`` is its text with protected characters replaced."""
        position = self._length
        for offset, line in piece.segments:
            self._line_starts.append(position)
            self._line_offsets.append(offset)
            position += len(line) + 1
        self._append(text, place, cell)

    def add_cell(self, offset: int, text: str, place: "Place", cell: Cell) -> None:
        """Append a table's cell in which nothing is protected."""
        self._line_starts.append(self._length)
        self._line_offsets.append(offset)
        self._append(text, place, cell)

    def _append(self, text: str, place: "Place", cell: Cell) -> None:
        start = self._length
        end = start + len(text)
        self._parts.append(text)
        self._length = end + _GAP
        kind, block, section, quoted = place
        self._blocks.append(_new(ProseBlock, (kind, start, end, block, section, quoted, *cell)))

    def build(self) -> Prose:
        """The finished prose."""
        blocks = tuple(self._blocks)
        starts = tuple([block.start for block in blocks])
        return Prose(SEPARATOR.join(self._parts), blocks, starts, tuple(self._line_starts), tuple(self._line_offsets))


class Place(NamedTuple):
    """Where a piece belongs; the cells of a table have it in common."""

    kind: BlockKind
    block: int
    section: int
    quoted: bool = False
