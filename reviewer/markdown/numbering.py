"""Explicit numbering of headings: ``2.3 Methods``, ``4.2. Data``, ``§ 3 Scope``, ``Annexe A — x``, ``III. Fin``.

What one title says; whether an unsure number is one is for its neighbours to tell (``counted``).
"""

import re
from enum import Enum, auto
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern

_ROMAN = r"(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_LABELLED = lazy_pattern(
    rf"(Annexe|Annex|Appendix|Appendice|Chapter|Chapitre|Section|Part|Partie|Article|Titre|Title)\s+"
    rf"((?-i:\d{{1,3}}(?:\.\d{{1,9}})*|[A-Z](?:\.\d{{1,9}})*|{_ROMAN}))(?=$|[\s.:)\u2013\u2014-])",
    re.IGNORECASE,
)
_DOTTED = lazy_pattern(
    r"(?:((?:\d{1,3}|[A-Z])(?:\.\d{1,3})+)[.):]?|\((\d{1,3}(?:\.\d{1,3})+)\))"
    r"(?=\s+\S)(?!\s+(?:\(?\d{4}-|[-\u2013\u2014]\s*\d{4}-))"
)
_MARKED = lazy_pattern(rf"(\d{{1,3}}|[A-Z]|{_ROMAN})[.)](?=\s|$)")
_SIGNED = lazy_pattern(r"§[ \u00a0]?(\d{1,3}(?:\.\d{1,3})*)[.):]?(?=\s|$)")
_ALONE = lazy_pattern(r"(\d{1,3}|(?:\d{1,3}|[A-Z])(?:\.\d{1,3})+)[.):]?$")
_SET_APART = lazy_pattern(
    rf"(?:\((\d{{1,3}}|[A-Z]|{_ROMAN})\)(?=\s|$)|(\d{{1,3}})[:/\u2013\u2014-](?=\s)"
    rf"|([A-Z]|{_ROMAN})(?::|[ \u00a0]?[/\u2013\u2014-])(?=\s))"
)
_BARE = lazy_pattern(r"(\d{1,3})\s+(\S)[^\W\d_]*")
_UNITS = "%°€$£‰"
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


class Sign(Enum):
    """How a title shows its number, from the surest to the least sure."""

    SURE = auto()
    """A dot or bracket behind it, a dot within it, a word or ``§`` before it."""
    BARE = auto()
    """Before a capital, or between marks: ``4 Terms``, ``4: Terms``, ``(3) Terms``, ``(B) Terms``, ``II - Terms``."""
    LOOSE = auto()
    """An integer before a small letter: ``1 overview``, ``3 ways``."""
    ALONE = auto()
    """All of the heading: ``2.1``, ``4``."""


class Numbering(NamedTuple):
    """A heading's number without trailing punctuation, and the word before it.

    ``word`` is what a loose number may count, without the ending of a plural.
    """

    number: str | None = None
    label: str | None = None
    sign: Sign = Sign.SURE
    word: str = ""


def roman_value(numeral: str) -> int | None:
    """``4`` for ``IV``; None for what has other letters. Whether ``C`` is a numeral at all is for others to say."""
    if not numeral or not set(numeral) <= _ROMAN_DIGITS.keys():
        return None
    values = [_ROMAN_DIGITS[letter] for letter in numeral]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


_PATTERNS = (
    (_DOTTED, Sign.SURE), (_MARKED, Sign.SURE), (_SIGNED, Sign.SURE), (_ALONE, Sign.ALONE), (_SET_APART, Sign.BARE),
)  # fmt: skip


def explicit_number(title: str) -> Numbering:
    """What a heading's text says, sure or not.

    An integer has at most three digits, and no unit behind it: "2024 results" and "5 %" have none. One letter or a
    roman numeral needs a mark: not "I am", "A Guide". A dotted number with a date behind it is a release.
    """
    if labelled := _LABELLED.match(title):
        return Numbering(labelled[2], labelled[1])
    for pattern, sign in _PATTERNS:
        if match := pattern.match(title):
            return Numbering(next(group for group in match.groups() if group), None, sign)
    match = _BARE.match(title)
    if match is None or match[2] in _UNITS:
        return Numbering()
    if not match[2].islower():
        return Numbering(match[1], None, Sign.BARE)
    return Numbering(match[1], None, Sign.LOOSE, title[match.start(2) : match.end()].rstrip("sx"))
