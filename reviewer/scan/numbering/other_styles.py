"""Headings that count with a sequence, but whose number is written otherwise: III, iii, three, ③, 3a or 3–4 for 3.

What such a number stands for is not certain (C is 3 or 100), so all readings are kept: where one of them is missing in
the sequence beside it, nothing is missing. Only the openings of titles are read, which no parser takes for numbers.
"""

import re
import unicodedata
from typing import NamedTuple

from reviewer.markdown.numbering import roman_value

_WORDS = {
    word: value
    for value, row in enumerate(
        (
            "one un une first premier première",
            "two deux second deuxième",
            "three trois third troisième",
            "four quatre fourth quatrième",
            "five cinq fifth cinquième",
            "six sixth sixième",
            "seven sept seventh septième",
            "eight huit eighth huitième",
            "nine neuf ninth neuvième",
            "ten dix tenth dixième",
            "eleven onze eleventh onzième",
            "twelve douze twelfth douzième",
        ),
        1,
    )
    for word in row.split()
}
_LABEL = r"(?:chapter|chapitre|section|part|partie|article|clause|title|titre)"
_PREFIX = re.compile(r"\(?(?P<prefix>(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.(?=[^\W_])")
_LETTERS = re.compile(
    r"\(?(?P<number>[ivxlc]{1,7}|[a-z])[.)](?=\s|$)|(?P<numeral>[IVX]{2,7}|(?<=\.)[IVXA-Z])(?=[\s.:)]|$)"
)
_WORD = re.compile(
    rf"(?:{_LABEL}\s+(?P<labelled>[^\W\d_]+)\b|(?P<ordinal>[^\W\d_]+)\s+{_LABEL}\b|\(?(?P<marked>[^\W\d_]+)(?:\s?[.:)]|\s[–—-])(?=\s|$))",
    re.IGNORECASE,
)
_DIGITS = re.compile(
    r"\(?(?P<first>\d{1,3})(?:\s?(?:bis|ter|quater)\b|[a-z](?!\w)"
    r"|(?:\s?[-–—/&+]\s?|\s(?:and|to|et|à)\s)(?:\d{1,3}\.)*(?P<last>\d{1,3})(?![\w-]))"
)
_WIDEST = 20
"""Numbers in a range that are counted one by one; a wider one is of years or amounts."""


class OtherNumber(NamedTuple):
    """A number beside a sequence: as it is written, and what it may stand for."""

    shown: str
    values: frozenset[int]

    @property
    def is_range(self) -> bool:
        """Several numbers at once: ``3–4``."""
        return self.shown[0].isdigit() and len(self.values) > 1


def values_of(last: str) -> frozenset[int]:
    """All that a number's last component may stand for: a digit itself, a letter its place or a roman numeral."""
    if last.isdigit():
        return frozenset({int(last)})
    found = {roman_value(last.upper())}
    if len(last) == 1:
        found.add(ord(last.upper()) - ord("A") + 1)
    return frozenset(value for value in found if value is not None)


def opening_number(title: str) -> tuple[str, OtherNumber] | None:
    """The prefix and the number that an otherwise unnumbered title opens with (``2`` and II for ``2.II Data``)."""
    text = title.strip().lstrip("*_~§ ")
    lead = _PREFIX.match(text)
    prefix, start = (lead["prefix"], lead.end()) if lead else ("", 0)
    values, end = _read(text, start)
    return (prefix, OtherNumber(text[:end].strip("( "), values)) if values else None


def _read(text: str, start: int) -> tuple[frozenset[int], int]:
    if match := _LETTERS.match(text, start):
        return values_of(match["number"] or match["numeral"]), match.end(match.lastgroup or 0)
    if match := _DIGITS.match(text, start):
        first = int(match["first"])
        last = int(match["last"] or first)
        return frozenset(range(first, last + 1) if last - first < _WIDEST else ()), match.end()
    if match := _WORD.match(text, start):
        group = match.lastgroup or ""
        return frozenset({_WORDS[word]} if (word := match[group].casefold()) in _WORDS else ()), match.end(group)
    sign = text[start : start + 1]
    value = 0 if not sign or sign.isascii() else int(unicodedata.numeric(sign, 0))
    return (frozenset({value}), start + 1) if value else (frozenset(), start)
