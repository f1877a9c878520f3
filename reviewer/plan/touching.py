"""Ops that only touch, and between which one word would stand: two answers to it, of which one is made.

Many ops can be put in at one place. So those that are made there are kept by what tells whether a word goes on over
their border, the marks there and the kind of letter behind these: that takes few forms, however many ops there are.
"""

from collections.abc import Callable, Iterator

from reviewer.markdown.word_reach import MARKS, NEAR, are_joined, is_letter
from reviewer.model.edit import EditOp
from reviewer.plan.reach import are_parts_of_one

Order = tuple[int, bool, int, int]
"""What ops are sorted by in the document."""

_Ordered = tuple[Order, EditOp]
_SPACE = frozenset(" \t\r\n")


class Touching:
    """Ops that are made, found by the offsets at which they begin and end. ``text`` is the document of all spans."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ending: dict[int, list[_Ordered]] = {}
        self._beginning: dict[int, list[_Ordered]] = {}
        self._kept: dict[tuple[int, bool], _Kept] = {}

    def take(self, order: Order, op: EditOp) -> None:
        """Note that an op is made."""
        start, end = op.span
        self._ending.setdefault(end, []).append((order, op))
        self._beginning.setdefault(start, []).append((order, op))

    def winner(self, order: Order, op: EditOp) -> str | None:
        """The op id of one with which this op would make one word: they share no character, and at most marks that
        neither of them changes stand between.

        Never a part of the same proposal: those were told apart in one comparison.
        """
        start, end = op.span
        for at in range(start, start - MARKS - 1, -1):
            if at in self._ending and not any(map(is_letter, marks := self._text[at:start])):
                head = self._head(op)
                for tail, other in self._beside(at, (order, op), last=False):
                    if are_joined(tail + marks, head):
                        return other.op_id
        for at in range(end, end + MARKS + 1):
            if at in self._beginning and not any(map(is_letter, marks := self._text[end:at])):
                tail = self._tail(op)
                for head, other in self._beside(at, (order, op), last=True):
                    if are_joined(tail, marks + head):
                        return other.op_id
        return None

    def _beside(self, offset: int, one: _Ordered, *, last: bool) -> Iterator[tuple[str, EditOp]]:
        """What tells of ops that end at an offset before this one, or begin there behind it, each with such an op."""
        kept = self._kept.get((offset, last))
        if kept is None:
            waiting, telling = (self._beginning, self._head) if last else (self._ending, self._tail)
            kept = self._kept[offset, last] = _Kept(waiting[offset], telling, last=last)
        return kept.beside(*one)

    def _head(self, op: EditOp) -> str:
        return _telling((op.after_text + self._text[op.span.end : op.span.end + NEAR])[:NEAR])

    def _tail(self, op: EditOp) -> str:
        before = self._text[max(op.span.start - NEAR, 0) : op.span.start] + op.after_text
        return _telling(before[: -NEAR - 1 : -1])[::-1]


class _Kept:
    """Ops at one offset by what ``telling`` gives of them: those that stand first there, or ``last``.

    The first of its form tells as much as all of them, but for parts of its own proposal: so one of another is kept.
    ``waiting`` are those that nobody has asked about yet.
    """

    def __init__(self, waiting: list[_Ordered], telling: Callable[[EditOp], str], *, last: bool) -> None:
        self._waiting = waiting
        self._telling = telling
        self._last = last
        self._kept: dict[str, list[_Ordered]] = {}

    def beside(self, order: Order, op: EditOp) -> Iterator[tuple[str, EditOp]]:
        """Forms, each with an op of it that would stand on this side of ``op``."""
        for one in self._waiting:
            told = self._telling(one[1])
            first, *rest = sorted([*self._kept.get(told, ()), one], key=lambda kept: kept[0], reverse=self._last)
            self._kept[told] = [first, *[other for other in rest if not are_parts_of_one(first[1], other[1])][:1]]
        self._waiting.clear()
        for told, kept in self._kept.items():
            for at, other in kept:
                if (at > order if self._last else at < order) and not are_parts_of_one(other, op):
                    yield told, other
                    break


def _telling(text: str) -> str:
    """What of some characters, nearest first, tells whether a word goes on: up to a letter or a space, and its kind."""
    for at, char in enumerate(text):
        if char in _SPACE or is_letter(char):
            plain = char.isascii() and char.isalnum()
            return text[:at] + (("0" if char.isdigit() else "a") if plain else char)
    return text
