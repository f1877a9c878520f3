"""Protocols of what the pure core is given from outside."""

from collections.abc import Collection, Mapping
from typing import Protocol


class Speller(Protocol):
    """Knows misspellings. Promises nothing about words it does not list."""

    @property
    def identity(self) -> str:
        """Program and version, part of cache keys."""
        ...

    def corrections(self, words: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """Corrections of each misspelt word among ``words``; words it has nothing against are missing."""
        ...


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> str:
        """ISO 8601 with offset, microseconds."""
        ...
