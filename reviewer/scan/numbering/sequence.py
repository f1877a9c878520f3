"""What is wrong with a sequence of numbers that should count upwards by one.

The members that are out of order are those that have to move: all but a longest rising run, so that ``1, 9, 2, 3, 4``
blames 9 and not the three after it. Time n log n.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

_PER_GAP = 5
_PAIR = 2


class FaultKind(StrEnum):
    """A number given before, one out of order, one with a number missing before it."""

    REPEATED = "repeated"
    MISPLACED = "misplaced"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class Fault:
    """``index`` is the member at fault; ``before`` the one it is measured against (None for a gap at the start)."""

    kind: FaultKind
    index: int
    before: int | None


def _never(_first: int, _second: int) -> bool:
    return False


def sequence_faults(
    numbers: Sequence[int],
    first: int | None = None,
    accounted: frozenset[int] = frozenset(),
    differ: Callable[[int, int], bool] = _never,
) -> Iterator[Fault]:
    """At most one fault a member, in order. ``first`` is the number to begin with; None means any.

    No gap is one that consists of ``accounted`` numbers only: given in another style, or withdrawn. Nothing is repeated
    where numbers come in pairs, one right after the other (once in each of two languages, or question and answer): all
    of them, or two in a row at least where ``differ`` says of half of the pairs (indices) that their languages differ.
    """
    present = set(numbers)
    seen: dict[int, int] = {}
    fresh = []
    repeated = []
    paired = _paired(numbers, differ)
    for index, number in enumerate(numbers):
        if number in seen:
            if number not in paired:
                repeated.append(Fault(FaultKind.REPEATED, index, seen[number]))
        else:
            seen[number] = index
            fresh.append(index)
    rising = {fresh[i] for i in _longest_rising([numbers[i] for i in fresh])}
    faults = [*repeated]
    expected, before = first, None
    for index in fresh:
        if index not in rising:
            faults.append(Fault(FaultKind.MISPLACED, index, before))
            continue
        number = numbers[index]
        # Looking at the number just before is enough: what is missing further back shows at its own follower.
        gap = range(number if expected is None else expected, number)
        if gap and number - 1 not in present and not _is_filled(gap, accounted):
            faults.append(Fault(FaultKind.GAP, index, before))
        expected, before = number + 1, index
    yield from sorted(faults, key=lambda fault: fault.index)


def _paired(numbers: Sequence[int], differ: Callable[[int, int], bool]) -> frozenset[int]:
    counts = Counter(numbers)
    twice = {
        number: place for place, (a, number) in enumerate(pairwise(numbers)) if a == number and counts[number] == _PAIR
    }
    known = {number: place for number, place in twice.items() if number - 1 in twice or number + 1 in twice}
    if len(known) < len(counts) and _PAIR * sum(differ(at, at + 1) for at in known.values()) < max(len(known), 1):
        return frozenset()
    return frozenset(known)


def _is_filled(gap: range, accounted: frozenset[int]) -> bool:
    return len(gap) <= len(accounted) and all(number in accounted for number in gap)


def only_renumbering(numbers: Sequence[int], first: int | None = None) -> tuple[int, ...] | None:
    """The numbers that mend a sequence, where exactly one way is plausible.

    The order must be right, at most one number be repeated, and no two numbers in a row be missing; several gaps only
    in a sequence at least five times as long (more of them look meant), and not beside a repetition.
    """
    if not numbers:
        return None
    start = numbers[0] if first is None else first
    steps = [b - a for a, b in pairwise((start - 1, *numbers))]
    repeats, gaps = steps.count(0), sum(step > 1 for step in steps)
    if min(steps) < 0 or max(steps) > 2 or repeats > 1 or repeats + gaps == 0:
        return None
    if gaps > 1 and (repeats or _PER_GAP * gaps > len(numbers)):
        return None
    return tuple(range(start, start + len(numbers)))


def _longest_rising(numbers: Sequence[int]) -> list[int]:
    """Indices of a longest strictly rising subsequence (patience sorting)."""
    tails: list[int] = []
    tops: list[int] = []
    previous: list[int] = []
    for index, number in enumerate(numbers):
        pile = bisect_left(tails, number)
        previous.append(tops[pile - 1] if pile else -1)
        if pile == len(tails):
            tails.append(number)
            tops.append(index)
        else:
            tails[pile], tops[pile] = number, index
    chain = []
    index = tops[-1] if tops else -1
    while index >= 0:
        chain.append(index)
        index = previous[index]
    return chain[::-1]
