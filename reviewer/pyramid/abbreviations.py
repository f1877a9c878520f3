"""Abbreviations and what they stand for: "service level objective (SLO)", "SLO (service level objective)"."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reviewer.model.parsed import FILLER

_IN_PARENTHESES = re.compile(r"\(([^()]{2,100})\)")
_BEFORE = 160
"""Characters before a parenthesis that are looked at."""

_WORD = re.compile(r"[^\W_]+")
_BREAK = re.compile(rf"[.;:!?()\[\]{{}}|,\"“”«»`{FILLER}]")
_ASIDE = re.compile(r"[,;:]|\s[–—-]\s")
_QUOTES = " \"'“”«»*_"
_SHORT = re.compile(r"[^\W\d_](?:[^\W_]|[-&/.](?=[^\W_])){1,9}")

_SMALL = frozenset({
    "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with",
    "au", "aux", "d", "dans", "de", "des", "du", "en", "et", "l", "la", "le", "les", "ou", "par", "pour", "sous", "sur",
    "un", "une",
})  # fmt: skip
"""Words that an abbreviation may pass over, English and French, without accents."""


class Abbreviation(NamedTuple):
    """``SLO`` and ``service level objective``."""

    short: str
    long: str


def abbreviations(text: str) -> Iterator[Abbreviation]:
    """Abbreviations that a paragraph explains, in its order.

    After Schwartz and Hearst (2003), but stricter: every word of the long form gives at least its first letter, small
    words may give none; a long form has two words or more.
    """
    for match in _IN_PARENTHESES.finditer(text):
        inside = match[1].strip(_QUOTES)
        before = text[max(match.start() - _BEFORE, 0) : match.start()].rstrip(_QUOTES)
        if short := short_form(inside):
            if long := _long_form_at_end(before, short):
                yield Abbreviation(short, long)
        elif short := short_form(_last_word(before)):
            long = _ASIDE.split(inside, maxsplit=1)[0].strip(_QUOTES)
            if _stands_for(_words(long), short):
                yield Abbreviation(short, long)


def short_form(word: str) -> str:
    """The abbreviation that a word is, without the s of its plural; "" where it is none (two capitals at least)."""
    singular = word[:-1] if word.endswith("s") and word[-2:-1].isupper() else word
    capitals = sum(character.isupper() for character in singular)
    return singular if capitals >= 2 and _SHORT.fullmatch(singular) else ""


def _last_word(text: str) -> str:
    return text[text.rfind(" ") + 1 :].lstrip(_QUOTES)


def _long_form_at_end(before: str, short: str) -> str:
    """The fewest last words before a parenthesis that the abbreviation is made of."""
    breaks = list(_BREAK.finditer(before))
    start = breaks[-1].end() if breaks else 0
    places = [match.start() for match in _WORD.finditer(before, start)]
    most = min(len(short) + 5, 2 * len(short))  # Schwartz and Hearst's bound
    for initials_only in (True, False):
        for place in reversed(places[-most:]):
            long = before[place:]
            if _stands_for(_words(long), short, initials_only=initials_only):
                return long.replace("*", "")
    return ""


def _words(text: str) -> list[str]:
    return _WORD.findall(_plain(text))


def _plain(text: str) -> str:
    """Lower case, without accents: É is abbreviated as E."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def _stands_for(words: Sequence[str], short: str, *, initials_only: bool = False) -> bool:
    """Whether the letters of an abbreviation are taken from these words, in order."""
    letters = [letter for letter in _plain(short) if letter.isalpha()]
    if len(words) < 2 or words[0] in _SMALL or words[-1] in _SMALL:
        return False
    reached = {0}
    for word in words:
        after = set(reached) if word in _SMALL else set()
        for count in reached:
            after.update(count + taken for taken in _takeable(word, letters[count:], initials_only))
        reached = after
    return len(letters) in reached


def _takeable(word: str, letters: Sequence[str], initials_only: bool) -> Iterator[int]:
    """How many letters a word may give: its first, then further ones in their order."""
    position = 0
    for taken, letter in enumerate(letters[:1] if initials_only else letters):
        position = word.find(letter, position) if taken else 0
        if position < 0 or word[position : position + 1] != letter:
            return
        yield taken + 1
        position += 1
