"""Where text that no edit touches stands before and after a set of edits."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from reviewer.model.position import Span


@dataclass(frozen=True, slots=True)
class SafetyEdit:
    """One edit of a transaction. ``span`` is in the text before; ``after_length`` the length of what replaces it.

    ``index`` is the caller's own number, given back in violations; ``source`` is the source's type (``fixer``, …).
    ``quoted`` is what a person quoted for this edit, at least ``span``: there the person decides. None: nobody did.
    """

    index: int
    span: Span
    after_length: int
    kind: str
    source: str
    quoted: Span | None = None


def undone(edits: Sequence[SafetyEdit]) -> list[SafetyEdit]:
    """What turns the text after the edits, which stand in order, back into the one before; nobody quotes for it."""
    found, shift = [], 0
    for edit in edits:
        (start, end), start_after = edit.span, edit.span.start + shift
        back = Span(start_after, start_after + edit.after_length)
        found.append(SafetyEdit(edit.index, back, end - start, edit.kind, edit.source))
        shift += edit.after_length - (end - start)
    return found


class EditMap:
    """Edits in document order, and positions from the text before to the text after. Edits never overlap."""

    def __init__(self, edits: Sequence[SafetyEdit]) -> None:
        self.edits = tuple(sorted(edits, key=lambda edit: edit.span))
        self._starts = [edit.span.start for edit in self.edits]
        self._ends = [edit.span.end for edit in self.edits]
        self._shifts = [0, *accumulate(e.after_length - (e.span.end - e.span.start) for e in self.edits)]
        self._after_starts = [s + shift for s, shift in zip(self._starts, self._shifts, strict=False)]

    def start(self, offset: int) -> int:
        """Where text that begins at ``offset`` begins afterwards: behind everything that edits put before it."""
        return offset + self._shifts[bisect_right(self._ends, offset)]

    def end(self, offset: int) -> int:
        """Where text that ends at ``offset`` ends afterwards: before everything that edits put behind it."""
        return offset + self._shifts[bisect_left(self._starts, offset)]

    def region(self, span: Span) -> Span:
        """What stands where ``span`` stood, with everything that edits put at its borders or across them."""
        return Span(self._outer(span.start, first=True), self._outer(span.end, first=False))

    def _outer(self, offset: int, *, first: bool) -> int:
        place = bisect_right(self._ends, offset)
        if place < len(self.edits) and self._starts[place] < offset:
            start = self._after_starts[place]
            return start if first else start + self.edits[place].after_length
        return self.end(offset) if first else self.start(offset)

    def touching(self, span: Span, *, borders: bool) -> tuple[int, ...]:
        """Places (in ``edits``) of those that change ``span``; with ``borders`` also insertions at its two ends."""
        found = []
        for place in range(bisect_left(self._ends, span.start), len(self.edits)):
            edit = self.edits[place].span
            if edit.start > span.end:
                break
            inserted = borders and edit.start == edit.end
            if inserted or (edit.start < span.end and span.start < edit.end):
                found.append(place)
        return tuple(found)

    def any_touching(self, span: Span, *, borders: bool) -> bool:
        """True when ``touching`` finds any; cheap."""
        place = bisect_left(self._ends, span.start)
        while place < len(self.edits) and self._starts[place] <= span.end:
            edit = self.edits[place].span
            if (borders and edit.start == edit.end) or (edit.start < span.end and span.start < edit.end):
                return True
            place += 1
        return False

    def nearest(self, span: Span) -> tuple[int, ...]:
        """Places of the edits that meet the span's borders, else of the last one before it, else of the first."""
        first, last = bisect_left(self._ends, span.start), bisect_right(self._starts, span.end)
        if first < last:
            return tuple(range(first, last))
        return (max(first - 1, 0),) if self.edits else ()

    def in_after(self, span: Span) -> tuple[int, ...]:
        """Places of the edits whose new text meets ``span`` of the text after."""
        last = bisect_right(self._after_starts, span.end)
        first = last
        while first and self._after_starts[first - 1] + self.edits[first - 1].after_length >= span.start:
            first -= 1
        return tuple(range(first, last))
