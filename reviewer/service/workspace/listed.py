"""Ids in a sentence for people: all of them where they are few, and never only some without saying so."""

from collections.abc import Iterable

SHOWN = 10
"""So many ids are named; the rest is counted."""


def listed(names: Iterable[str]) -> str:
    """``RVW-0002, RVW-0003``, each id once; beyond ``SHOWN`` ids ``… and 4 more``."""
    known = list(dict.fromkeys(names))
    more = len(known) - SHOWN
    return ", ".join(known[:SHOWN]) + (f" and {more} more" if more > 0 else "")
