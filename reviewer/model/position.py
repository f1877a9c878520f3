"""Positions in a document: half-open spans of code points inside, 1-based lines and columns for people (DESIGN §4)."""

from typing import NamedTuple


class Span(NamedTuple):
    """``[start, end)`` in code points of the decoded text; CR counted, BOM not."""

    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        """True when they share a character, or an empty span lies strictly inside the other."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: "Span") -> bool:
        """True when every character of ``other`` is in this span."""
        return self.start <= other.start and other.end <= self.end


class Position(NamedTuple):
    """1-based line and 1-based column in code points."""

    line: int
    column: int
