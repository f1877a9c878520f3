"""Which unsure numbers of headings count sections: those that the headings beside, above and below agree with.

"404 Not Found" among status codes, "3 ways to fail" and "1.4.0" in a change log are no section numbers; "4 Terms" after
"3 Scope", "5 Methods" over "5.1 Data" and "2.1" under "2 Rules" are.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.numbering import Numbering, Sign, roman_value

_SECTIONS = frozenset({"", "section", "chapter", "chapitre"})
_RELEASES = lazy_pattern(r"change|release|version|histor|what.?s new|nouveaut|journal", re.IGNORECASE)
_MISSING = {Sign.SURE: 2, Sign.BARE: 2, Sign.LOOSE: 1, Sign.ALONE: 1}
"""So many numbers may be missing between two that confirm each other."""


class Heading(NamedTuple):
    """One heading of the tree; ``parent`` is the index of the heading above, or -1."""

    title: str
    parent: int
    numbering: Numbering


def counted(headings: Sequence[Heading]) -> list[Numbering]:
    """The numbering of each heading, without the numbers that its neighbours do not confirm. Linear in the headings."""
    return _Counting(headings).result()


class _Counting:
    def __init__(self, headings: Sequence[Heading]) -> None:
        self.headings = headings
        self.numbers = [heading.numbering.number or "" for heading in headings]
        self.sure = [h.numbering.number is not None and h.numbering.sign is Sign.SURE for h in headings]
        self.children: dict[int, list[int]] = {}
        for index, heading in enumerate(headings):
            if self.numbers[index]:
                self.children.setdefault(heading.parent, []).append(index)

    def result(self) -> list[Numbering]:
        lists = [(p, siblings) for p, siblings in self.children.items() if not all(self.sure[i] for i in siblings)]
        for parent, siblings in lists:
            self._dotted(parent, [i for i in siblings if "." in self.numbers[i]])
        for parent, siblings in lists:
            self._repeated(parent, siblings)
            self._letters(siblings)
            self._integers(self._countable(siblings))
        return [h.numbering if sure else Numbering() for h, sure in zip(self.headings, self.sure, strict=True)]

    def _repeated(self, parent: int, siblings: Sequence[int]) -> None:
        """A number that a sure one beside or below it begins with: 5 over 5.1. Not a letter: "P: Philosophy"."""
        beside = self._prefixes(parent)
        for i in siblings:
            if not self.sure[i] and not self.numbers[i].isalpha():
                self.sure[i] = self.numbers[i] in beside or self.numbers[i] in self._prefixes(i)

    def _prefixes(self, parent: int) -> set[str]:
        found: set[str] = set()
        for index in self.children.get(parent, ()):
            parts = self.numbers[index].split(".") if self.sure[index] else []
            found.update(".".join(parts[:size]) for size in range(1, len(parts)))
        return found

    def _sign(self, index: int) -> Sign:
        return self.headings[index].numbering.sign

    def _dotted(self, parent: int, siblings: Sequence[int]) -> None:
        """``2.1`` that is all of a heading: under a 2, beside a "2.2 Data", or one of a sequence that begins at .1."""
        places = [_place(self.numbers[i]) for i in siblings]
        falls = sum(b < a for a, b in pairwise(places))
        if falls and 2 * falls > len(places) - 1:
            return
        beside = {self._above(i) for i in siblings if self.sure[i]}
        if parent >= 0:
            beside.add(self.numbers[parent])
        if not falls and not self._is_history(parent) and _is_sequence(places):
            beside.update(self._above(i) for i in siblings)
        for i in siblings:
            self.sure[i] = self.sure[i] or self._above(i) in beside

    def _above(self, index: int) -> str:
        return self.numbers[index].rpartition(".")[0]

    def _is_history(self, parent: int) -> bool:
        return parent >= 0 and _RELEASES.search(self.headings[parent].title) is not None

    def _letters(self, siblings: Sequence[int]) -> None:
        """``(B)`` and ``II:`` where a list begins ``(A), (B)`` or ``I:, II:``; others are short for words.

        However they are marked, one right after or before a sure one is sure: ``I.``, ``II -``, ``III)``.
        """
        found = [i for i in siblings if self._sign(i) is Sign.BARE and not self.numbers[i].isdigit()]
        if [self.numbers[i] for i in found[:2]] in (["A", "B"], ["I", "II"]):
            for i in found:
                self.sure[i] = True
        elif found:
            letters = [i for i in siblings if self.numbers[i].isalpha()]
            for before, after in pairwise(letters):
                self.sure[after] = self.sure[after] or (self.sure[before] and self._is_next(before, after))
            for after, before in pairwise(reversed(letters)):
                self.sure[before] = self.sure[before] or (self.sure[after] and self._is_next(before, after))

    def _is_next(self, before: int, after: int) -> bool:
        """``B`` after ``A``, or ``V`` after ``IV``."""
        one, two = self.numbers[before], self.numbers[after]
        if len(one) == len(two) == 1 and ord(two) == ord(one) + 1:
            return True
        values = roman_value(one), roman_value(two)
        return values[0] is not None and values[1] == values[0] + 1

    def _countable(self, siblings: Sequence[int]) -> list[int]:
        """Integers, without those that count things: "2 players", "3 players"."""
        words = Counter(self.headings[i].numbering.word for i in siblings)
        return [
            i
            for i in siblings
            if self.numbers[i].isdigit()
            and (self.headings[i].numbering.label or "").casefold() in _SECTIONS
            and (self.sure[i] or not self.headings[i].numbering.word or words[self.headings[i].numbering.word] == 1)
        ]

    def _integers(self, items: Sequence[int]) -> None:
        """A bare integer counts in a list that has a 0 or 1; it and a loose one count where they follow on another."""
        plain = [i for i in items if self.sure[i] or self._sign(i) is Sign.BARE]
        if not {"0", "1"}.isdisjoint(self.numbers[i] for i in plain):
            for i in plain:
                self.sure[i] = True
        for before, after in pairwise(items):
            if int(self.numbers[before]) <= 1 and self._step(before, after) == 1:
                self.sure[before] = True
        for before, after in pairwise(items):
            self.sure[after] = self.sure[after] or (self.sure[before] and self._follows(before, after))
        for after, before in pairwise(reversed(items)):
            self.sure[before] = self.sure[before] or (self.sure[after] and self._follows(before, after))

    def _step(self, before: int, after: int) -> int:
        return int(self.numbers[after]) - int(self.numbers[before])

    def _follows(self, before: int, after: int) -> bool:
        """Close enough to count on; where the two are not written alike, only the very next number is."""
        sign, step = self._sign(after), self._step(before, after)
        if self._sign(before) is not sign:
            return step == 1
        return 0 <= step <= _MISSING[sign] + 1


def _place(number: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else ord(part) for part in number.split("."))


def _is_sequence(places: Sequence[tuple[int, ...]]) -> bool:
    """``1.1, 1.2, 2.1``: at least two, from .1 on, each the next one or the first of a later section."""
    if len(places) < 2 or places[0][0] == 0 or any(len(place) != 2 for place in places):
        return False
    steps = all(b[1] <= a[1] + 2 if a[0] == b[0] else b[1] == 1 for a, b in pairwise(places))
    return places[0][1] == 1 and steps
