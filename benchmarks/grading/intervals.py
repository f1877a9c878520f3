"""Clopper-Pearson intervals: exact for a binomial share, never too narrow, also at 0 of n.

C. J. Clopper, E. S. Pearson: The use of confidence or fiducial limits illustrated in the case of the binomial,
Biometrika 26 (1934). The limits are where the binomial tail is (1 - level) / 2; found by bisection, so that no
statistics package is needed.
"""

import math
from collections.abc import Callable
from typing import NamedTuple


class Share(NamedTuple):
    """``count`` of ``total`` and the limits of its share."""

    count: int
    total: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself; 0 of 0 is 0."""
        return self.count / self.total if self.total else 0.0


def clopper_pearson(count: int, total: int, level: float = 0.95) -> Share:
    """The share with its two-sided limits. Nothing seen says nothing: 0 of 0 is 0 to 1.

    Raises:
        ValueError: ``count`` is not between 0 and ``total``.
    """
    if not 0 <= count <= total:
        raise ValueError(f"{count} is no part of {total}")
    tail = (1 - level) / 2
    low = 0.0 if count == 0 else _where(lambda share: 1 - _at_most(count - 1, total, share), tail)
    high = 1.0 if count == total else _where(lambda share: 1 - _at_most(count, total, share), 1 - tail)
    return Share(count, total, low, high)


def _where(rising: Callable[[float], float], wanted: float) -> float:
    """The share at which a rising function has a value."""
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2


def _at_most(count: int, total: int, share: float) -> float:
    """The chance of at most ``count`` of ``total``."""
    if share <= 0 or count >= total:
        return 1.0
    if share >= 1:
        return 0.0
    odds, none = math.log(share), math.log1p(-share)
    whole = math.lgamma(total + 1)
    terms = (
        whole - math.lgamma(k + 1) - math.lgamma(total - k + 1) + k * odds + (total - k) * none
        for k in range(count + 1)
    )
    return min(math.fsum(math.exp(term) for term in terms), 1.0)
