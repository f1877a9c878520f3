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


class Lexicon(Protocol):
    """Knows words. Says nothing of languages that it has no list for."""

    @property
    def identity(self) -> str:
        """Source and version of the lists, part of cache keys."""
        ...

    @property
    def languages(self) -> frozenset[str]:
        """Codes of the languages that it has lists for."""
        ...

    def knows(self, word: str, language: str) -> bool:
        """Whether the list of one of ``languages`` has a word, which is in lower case."""
        ...

    def same_word(self, one: str, other: str, language: str) -> bool:
        """Whether two words in lower case are one word in two spellings (*colour*, *color*)."""
        ...
