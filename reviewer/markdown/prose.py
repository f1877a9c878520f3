"""Prose: the text that rules read, with protected characters replaced and a way back to the document."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from reviewer.model.parsed import FILLER, SEPARATOR, BlockKind, Prose, ProseBlock
from reviewer.model.position import Span

_GAP = len(SEPARATOR)


class Segment(NamedTuple):
    """A run of text that stands unbroken in the document."""

    offset: int
    text: str


class Piece:
    """One paragraph, heading or table cell: its text, and where each of its lines stands."""

    __slots__ = ("_starts", "segments", "text")

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = segments
        self._starts: list[int] = []
        if len(segments) == 1:
            self.text = segments[0].text
            return
        self.text = "\n".join(segment.text for segment in segments)
        position = 0
        for segment in segments:
            self._starts.append(position)
            position += len(segment.text) + 1

    def span(self, start: int, end: int) -> Span:
        """Document span of a span of the piece; one that ends at a line's start ends there."""
        segments = self.segments
        if len(segments) == 1:
            offset = segments[0].offset
            return Span(offset + start, offset + end)
        return Span(self._offset(start), self._offset(end - 1) + 1 if end > start else self._offset(start))

    def _offset(self, position: int) -> int:
        line = bisect_right(self._starts, position) - 1
        return self.segments[line].offset + position - self._starts[line]

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

    def add(self, piece: Piece, text: str, place: "Place") -> None:
        """Append a piece; ``text`` is its text with protected characters replaced."""
        start = position = self._length
        for offset, line in piece.segments:
            self._line_starts.append(position)
            self._line_offsets.append(offset)
            position += len(line) + 1
        self._append(start, text, place)

    def add_line(self, line: Segment, place: "Place") -> None:
        """Append a piece of one line in which nothing is protected."""
        self._line_starts.append(self._length)
        self._line_offsets.append(line.offset)
        self._append(self._length, line.text, place)

    def _append(self, start: int, text: str, place: "Place") -> None:
        self._parts.append(text)
        end = start + len(text)
        self._length = end + _GAP
        kind, block, section, quoted, row, column = place
        self._blocks.append(ProseBlock(kind, start, end, block, section, quoted, row, column))

    def build(self) -> Prose:
        """The finished prose."""
        blocks = tuple(self._blocks)
        starts = tuple(block.start for block in blocks)
        return Prose(SEPARATOR.join(self._parts), blocks, starts, tuple(self._line_starts), tuple(self._line_offsets))


class Place(NamedTuple):
    """Where a piece belongs: the fields of ``ProseBlock`` without its offsets, in the same order."""

    kind: BlockKind
    block: int
    section: int
    quoted: bool = False
    row: int = 0
    column: int = 0
