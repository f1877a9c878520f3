"""Whether work grows with its input, measured so that a busy machine does not change the answer."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

FLOOR = 0.001
"""Seconds that the small input is taken to need at least: below them clock and caches are measured, not the work."""
MOST_ROUNDS = 12
"""What a machine is given to be quiet for one short and one long measure."""
LAST_ROUNDS = 3
"""Of a last look at an input ``factor**2`` times as long, where a growth still looks too large."""

Prepare = Callable[[int], Callable[[], object]]


@dataclass(frozen=True)
class Growth:
    """Least processor time in seconds of an input and of one ``factor`` times as long; true if it grows linearly.

    The limit lies as far above ``factor`` as below its square: 8 for a factor of 4, where a square takes 16; and 64 for
    a factor of 16, where a square takes 256.
    """

    small: float
    large: float
    factor: int
    rounds: int

    def __bool__(self) -> bool:
        return self.large <= self.factor * sqrt(self.factor) * max(self.small, FLOOR)


def grows_linearly(
    prepare: Prepare, size: int, factor: int = 4, *, clock: Callable[[], float] = time.process_time
) -> Growth:
    """Compare the work on ``factor * size`` with the work on ``size``; use it as ``assert grows_linearly(...)``.

    ``prepare(size)`` makes the input and returns the work on it; it is called anew for each measure and is not timed.
    Choose a size that takes 10 ms or more: where the small input takes less than ``FLOOR``, less is noticed.
    Others who use the processor only ever make a measure longer, so the least of each side counts, the sides are
    measured in turn, and measuring goes on while the growth looks too large: a quiet machine pays for one round.
    A machine that runs twice as fast at one moment as for the rest of the minute (seen: 4 times the input took 8.2
    times in the best of 12 rounds) makes linear work look like too much at any number of rounds. So what looks too
    large is looked at once more with the factor squared, where a machine would have to be four times as fast.
    """
    growth = _measured(prepare, size, factor, MOST_ROUNDS, clock)
    return growth or _measured(prepare, size, factor**2, LAST_ROUNDS, clock)


def _measured(prepare: Prepare, size: int, factor: int, most: int, clock: Callable[[], float]) -> Growth:
    smalls, larges = [], []
    for rounds in range(1, most + 1):
        smalls.append(_seconds(prepare(size), clock))
        larges.append(_seconds(prepare(factor * size), clock))
        smalls.append(_seconds(prepare(size), clock))  # the first one of all paid for what is loaded and cached
        growth = Growth(min(smalls), min(larges), factor, rounds)
        if growth:
            break
    return growth


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    """One measure; a collection in it would walk whatever earlier tests have left, so the collector rests."""
    collects = gc.isenabled()
    gc.disable()
    try:
        start = clock()
        work()
        return clock() - start
    finally:
        if collects:
            gc.enable()
