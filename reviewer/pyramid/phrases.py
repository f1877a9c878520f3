"""Which of many phrases stand in a text, in time linear in the text."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

_WORD = re.compile(r"\w+")


class Phrases:
    """Phrases to look for as whole words, in any case; those that begin with two capitals are taken by the letter.

    (``IT`` is not "it", ``ITs`` is not "its".) A phrase without a letter or digit is never found.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._exact = _Index()
        self._folded = _Index()
        for phrase in phrases:
            if phrase[:2].isupper():
                self._exact.add(phrase, phrase)
            else:
                self._folded.add(phrase.casefold(), phrase)

    def used_in(self, text: str) -> set[str]:
        """The phrases that stand in the text, as they were given. White space in the text counts as one space."""
        flat = " ".join(text.split())
        return self._exact.used_in(flat) | self._folded.used_in(flat.casefold())

    def all_in(self, text: str) -> list[tuple[str, str]]:
        """Every place where a phrase stands, as pairs of the phrase as it was given and as it is written there."""
        flat = " ".join(text.split())
        folded = flat.casefold()
        written = flat if len(folded) == len(flat) else folded
        return [*self._exact.all_in(flat, flat), *self._folded.all_in(folded, written)]


class _Wanted(NamedTuple):
    """A phrase as it is looked for and as it was given; its first word begins at ``head``."""

    text: str
    head: int
    given: str


class _Index:
    """Phrases by their first word."""

    def __init__(self) -> None:
        self._by_word: dict[str, list[_Wanted]] = defaultdict(list)

    def add(self, wanted: str, given: str) -> None:
        if first := _WORD.search(wanted):
            self._by_word[first[0]].append(_Wanted(wanted, first.start(), given))

    def used_in(self, text: str) -> set[str]:
        left = dict(self._by_word)
        found: set[str] = set()
        for match in _WORD.finditer(text) if left else ():
            if candidates := left.get(match[0]):
                here = {wanted for wanted in candidates if _stands_at(wanted, text, match.start())}
                found.update(wanted.given for wanted in here)
                left[match[0]] = [wanted for wanted in candidates if wanted not in here] if here else candidates
        return found

    def all_in(self, text: str, written: str) -> list[tuple[str, str]]:
        if not self._by_word:
            return []
        return [
            (wanted.given, written[start : start + len(wanted.text)])
            for match in _WORD.finditer(text)
            for wanted in self._by_word.get(match[0], ())
            if _stands_at(wanted, text, match.start())
            for start in (match.start() - wanted.head,)
        ]


def _stands_at(wanted: _Wanted, text: str, offset: int) -> bool:
    """Whether a phrase stands where its first word does, and no word goes on at its ends."""
    start = offset - wanted.head
    if start < 0 or not text.startswith(wanted.text, start):
        return False
    end = start + len(wanted.text)
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return not _is_one_word(before + wanted.text[0]) and not _is_one_word(wanted.text[-1] + after)


def _is_one_word(two: str) -> bool:
    return len(two) == 2 and _WORD.fullmatch(two) is not None
