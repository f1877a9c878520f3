"""A document: exact bytes, decoded text, line table. The one place where positions are converted."""

from bisect import bisect_right
from dataclasses import dataclass

from reviewer.model.position import Position, Span


@dataclass(frozen=True, slots=True)
class Document:
    """A UTF-8 text with its exact bytes.

    ``text`` is without the BOM, with every CR kept. ``line_starts[i]`` is the offset of line ``i + 1``; a line ends at
    LF, CRLF or CR, and an empty line after the last newline is not counted (DESIGN §2).
    """

    source_id: str
    raw: bytes
    text: str
    bom: bool
    line_starts: tuple[int, ...]
    terminators: tuple[str, ...]
    doc_hash: str

    @property
    def line_count(self) -> int:
        """Number of lines."""
        return len(self.line_starts)

    def position(self, offset: int) -> Position:
        """Line and column of a code point offset; the end of the text is a valid offset."""
        if not self.line_starts:
            return Position(1, 1 + offset)
        index = max(bisect_right(self.line_starts, offset) - 1, 0)
        if offset == len(self.text) and self.terminators[index] and offset > self.line_starts[index]:
            return Position(index + 2, 1)
        return Position(index + 1, offset - self.line_starts[index] + 1)

    def line_span(self, line: int) -> Span:
        """Span of a 1-based line with its terminator."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return Span(start, end)

    def lines_span(self, first: int, last: int) -> Span:
        """Span of the 1-based inclusive lines ``first`` to ``last`` with their terminators."""
        return Span(self.line_span(first).start, self.line_span(last).end)

    def line_text(self, line: int) -> str:
        """Text of a 1-based line without its terminator."""
        start, end = self.line_span(line)
        return self.text[start : end - len(self.terminators[line - 1])]

    def lines_of(self, span: Span) -> tuple[int, int]:
        """1-based inclusive first and last line that a span touches; an empty span touches the line it stands in."""
        starts, count = self.line_starts, max(len(self.line_starts), 1)
        first = min(max(bisect_right(starts, span.start), 1), count)
        last = max(span.end - 1, span.start)
        if first == count or last < starts[first]:  # most spans stand in one line
            return first, first
        return first, bisect_right(starts, last, first)
