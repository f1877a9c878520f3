"""Which corrections of one text need each other: each of them alone would say what nobody means."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from reviewer.plan.hanging_together import agree, weighs
from reviewer.scan.language import has_function_words
from reviewer.validate.preserve.edit_words import alike

_Key = TypeVar("_Key")

_PAIRS = {mark: pair[0] for pair in ('"“”„«»', "'‘’", "()", "[]", "{}", "<>", "–—-", *",*_~`|$") for mark in pair}
"""Marks that stand in pairs, by one that stands for them: one of the two alone says something else."""


@dataclass(frozen=True)
class Correction:
    """Tokens that go and tokens that come; ``beside``: up to two on either side of those that go."""

    gone: tuple[str, ...]
    come: tuple[str, ...]
    beside: tuple[str, ...] = ()

    @cached_property
    def is_slip(self) -> bool:
        """Whether it is one word that becomes one like it. Short ones that share no letter are none (*in*, *by*)."""
        words = len(self.gone) == len(self.come) == 1 and is_word(self.gone[0]) and is_word(self.come[0])
        shared = words and set(self.gone[0].casefold()) & set(self.come[0].casefold())
        return bool(shared) and alike(self.gone[0], self.come[0])

    @cached_property
    def left(self) -> frozenset[str]:
        """What goes and does not come; a word that goes beside its like did not move away."""
        return frozenset(self._folded[0] - self._folded[1]) - {token.casefold() for token in self.beside}

    @cached_property
    def entered(self) -> frozenset[str]:
        """What comes and does not go."""
        return frozenset(self._folded[1] - self._folded[0])

    @cached_property
    def marks(self) -> frozenset[str]:
        """The kinds of its marks that stand in pairs."""
        return frozenset(_PAIRS[mark] for mark in (*self.left, *self.entered) if mark in _PAIRS)

    @cached_property
    def weighs(self) -> bool:
        """As ``hanging_together.weighs``."""
        return weighs(self.gone, self.come)

    @cached_property
    def agrees(self) -> bool:
        """As ``hanging_together.agree``."""
        return agree(self.gone, self.come)

    @cached_property
    def is_stray(self) -> bool:
        """Whether words go and come, and none of them became another: they may have moved, mended on the way."""
        return bool(self.left and self.entered) and not any(
            alike(one, other) for one in self.left for other in self.entered
        )

    @cached_property
    def _folded(self) -> tuple[Counter[str], Counter[str]]:
        return Counter(map(str.casefold, self.gone)), Counter(map(str.casefold, self.come))


def bound(one: Correction, other: Correction, *, near: bool) -> bool:
    """Whether two corrections need each other; ``near``: they stand in one sentence."""
    there, back = one.left & other.entered, one.entered & other.left
    slips = (one.is_slip or other.is_slip) and not (there and back)
    moved = [word for word in there | back if is_word(word) and (not slips or word[0].isdigit())]
    if any(near or not has_function_words(word) for word in moved):
        return True
    if not near:
        return bool((one.marks & other.marks) - {","})
    if (one.weighs and other.weighs) or (one.agrees and other.agrees) or one.marks & other.marks:
        return True
    return _crossed(one, other)


def _crossed(one: Correction, other: Correction) -> bool:
    """Whether each takes what went at the other one, mended on the way (lenght … widht, width … length)."""
    return (
        one.is_stray
        and other.is_stray
        and all(
            any(is_word(word) and alike(word, put) for word in gone.left for put in come.entered)
            for gone, come in ((one, other), (other, one))
        )
    )


def any_near(corrections: Sequence[Correction]) -> bool:
    """Whether two corrections of one sentence are ``bound``. But for words that changed on their way, work is linear
    in their tokens."""
    if len(corrections) < 2:
        return False
    found = Counter(mark for item in corrections for mark in item.marks)
    found["weighs"] = sum(item.weighs for item in corrections)
    found["agrees"] = sum(item.agrees for item in corrections)
    if any(times > 1 for times in found.values()):
        return True
    if _Moves(corrections, range(len(corrections))).any(near=True):
        return True
    return any(_crossed(*pair) for pair in combinations([item for item in corrections if item.is_stray], 2))


def any_far(blocks: Iterable[Sequence[Correction]]) -> bool:
    """Whether two corrections of different blocks, which stand in different sentences, are ``bound``. Linear."""
    placed = [(number, item) for number, block in enumerate(blocks) for item in block]
    places, corrections = [number for number, _ in placed], [item for _, item in placed]
    marks = _by((mark, number) for number, item in placed for mark in item.marks if mark != ",")
    return any(len(numbers) > 1 for numbers in marks.values()) or _Moves(corrections, places).any(near=False)


class _Moves:
    """Words that go in one place and come in another; only such in different ``places`` count."""

    def __init__(self, corrections: Sequence[Correction], places: Sequence[int]) -> None:
        self._corrections, self._places = corrections, places
        self._gone = _by((word, at) for at, item in enumerate(corrections) for word in item.left)
        self._come = _by((word, at) for at, item in enumerate(corrections) for word in item.entered)

    def any(self, *, near: bool) -> bool:
        """Whether a word moved, as ``bound`` looks at it. A slip moves no word but a number, or in exchange."""
        for word in self._gone.keys() & self._come.keys():
            if is_word(word) and _counts(word, near):
                sides = self._gone[word], self._come[word]
                gone, come = sides if word[0].isdigit() else map(self._without_slips, sides)
                if self._apart(gone, come):
                    return True
        return self._exchanged(near)

    def _exchanged(self, near: bool) -> bool:
        """Whether a slip takes what went in another place, where what went in it comes."""
        slips = _by(((*item.left, *item.entered), at) for at, item in enumerate(self._corrections) if _exchanges(item))
        for (old, new), found in slips.items():
            there = self._come.get(old, set()) & self._gone.get(new, set())
            if (_counts(old, near) or _counts(new, near)) and self._apart(found, there):
                return True
        return False

    def _without_slips(self, found: set[int]) -> set[int]:
        return {at for at in found if not self._corrections[at].is_slip}

    def _apart(self, some: set[int], others: set[int]) -> bool:
        """Whether one of the some and one of the others stand in different places."""
        return bool(some and others) and len({self._places[at] for at in some | others}) > 1


def _exchanges(item: Correction) -> bool:
    return item.is_slip and bool(item.left and item.entered)


def _counts(word: str, near: bool) -> bool:
    return near or not has_function_words(word)


def _by(pairs: Iterable[tuple[_Key, int]]) -> Mapping[_Key, set[int]]:
    found: dict[_Key, set[int]] = defaultdict(set)
    for key, number in pairs:
        found[key].add(number)
    return found


def is_word(token: str) -> bool:
    """Whether a token is a word or number, not a gap or mark."""
    return token[0].isalnum()
