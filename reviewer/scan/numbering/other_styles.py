"""Headings that count with a sequence, but whose number is written otherwise: III, iii, three, ③, 3a, 2 bis or 3–4.

What such a number stands for is not certain (C is 3 or 100), so all readings are kept: where one of them is missing in
the sequence beside it, nothing is missing. Only the openings of titles are read, which no parser takes for numbers.
"""

import re
import unicodedata
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.numbering import roman_value
from reviewer.scan.references.number_words import STRUCTURE_WORDS

CARDINALS = {
    word: value
    for names in (
        "one two three four five six seven eight nine ten eleven twelve",
        "un deux trois quatre cinq six sept huit neuf dix onze douze",
    )
    for value, word in enumerate(names.split(), 1)
}
_ORDINALS = {
    word: value
    for names in (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
        "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième",
    )
    for value, word in enumerate(names.split(), 1)
}
_WORDS = CARDINALS | _ORDINALS | {"une": 1, "première": 1}
_LABEL = r"(?:chapter|chapitre|section|part|partie|article|clause|title|titre)"
_PREFIX = lazy_pattern(r"\(?(?P<prefix>(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.(?=[^\W_])")
_LETTERS = lazy_pattern(
    r"\(?(?P<number>[ivxlc]{1,7}|[a-z])[.)](?=\s|$)|(?P<numeral>[IVX]{2,7}|(?<=\.)[IVXA-Z])(?=[\s.:)]|$)"
)
_WORD = lazy_pattern(
    rf"(?:{_LABEL}\s+(?P<labelled>[^\W\d_]+)\b|(?P<ordinal>[^\W\d_]+)\s+{_LABEL}\b|\(?(?P<marked>[^\W\d_]+)(?:\s?[.:)]|\s[–—-])(?=\s|$))",
    re.IGNORECASE,
)
_DIGITS = lazy_pattern(
    r"\(?(?P<first>\d{1,3})(?:(?P<inserted>\s?(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies)\b"
    r"|[°º](?!\w)|(?P<letter>[A-Za-z])(?!\w))|\.?(?P<join>\s?[-–—/&+]\s?|\s(?:and|to|et|à)\s)(?:\d{1,3}\.)*(?P<last>\d{1,3})(?![\w-]))",
    re.IGNORECASE,
)
_FILLED_IN = ("{{", "{%", "${", "<%", "#{")
"""A template puts the number in."""
_FIRST_LETTERS = ("a", "A")
_MARK = (".", ")")
_CALLED = lazy_pattern(r"(?P<word>[^\W\d_]+)\.?[ \u00a0]+(?=\d)")
_WIDEST = 20
"""Numbers in a range that are counted one by one; a wider one is of years or amounts."""


class OtherNumber(NamedTuple):
    """A number beside a sequence: as it is written, and what it may stand for."""

    shown: str
    values: frozenset[int]

    @property
    def is_compound(self) -> bool:
        """More than a number: several at once (``3–4``), or one put in behind another (``2 bis``, ``2A``, ``2-1``)."""
        return self.shown[0].isdigit() and not self.shown.isdigit()


class Opening(NamedTuple):
    """What a title opens with: the word before the number (``Article``), its prefix and itself."""

    word: str
    prefix: str
    number: OtherNumber


def values_of(last: str) -> frozenset[int]:
    """All that a number's last component may stand for: a digit itself, a letter its place or a roman numeral."""
    if last.isdigit():
        return frozenset({int(last)})
    found = {roman_value(last.upper())}
    if len(last) == 1:
        found.add(ord(last.upper()) - ord("A") + 1)
    return frozenset(value for value in found if value is not None)


def opening_number(title: str) -> Opening | None:
    """The number that an otherwise unnumbered title opens with (``2`` and II for ``2.II Data``).

    It stands for nothing where it is a word as well (``3D models``, ``5G``): such a letter is a number's only as the
    first of its row (``3a``) or with a mark (``3b.``).
    """
    text = title.strip().lstrip("*_~§ ")
    called = _CALLED.match(text)
    word = called["word"] if called is not None and called["word"].casefold() in STRUCTURE_WORDS else ""
    begin = called.end() if called is not None and word else 0
    lead = _PREFIX.match(text, begin)
    prefix, start = (lead["prefix"], lead.end()) if lead else ("", begin)
    values, end = _read(text, start)
    number = OtherNumber(text[begin:end].strip("( "), values)
    glued = end > start and text[start].isdigit() and text[end - 1].isalpha()
    filled_in = text.startswith(_FILLED_IN, start)
    if filled_in:
        number = OtherNumber(f"{text[start : start + 2]}…", frozenset())
    return Opening(word, prefix, number) if values or glued or filled_in else None


def _read(text: str, start: int) -> tuple[frozenset[int], int]:
    if match := _LETTERS.match(text, start):
        return values_of(match["number"] or match["numeral"]), match.end(match.lastgroup or 0)
    if match := _DIGITS.match(text, start):
        glued = match["letter"] and not (match["letter"] in _FIRST_LETTERS or text.startswith(_MARK, match.end()))
        return frozenset() if glued else _values(match), match.end()
    if match := _WORD.match(text, start):
        group = match.lastgroup or ""
        return frozenset({_WORDS[word]} if (word := match[group].casefold()) in _WORDS else ()), match.end(group)
    sign = text[start : start + 1]
    value = 0 if not sign or sign.isascii() else int(unicodedata.numeric(sign, 0))
    return (frozenset({value}), start + 1) if value else (frozenset(), start)


def _values(match: re.Match[str]) -> frozenset[int]:
    first = int(match["first"])
    last = int(match["last"] or first)
    if last - first >= _WIDEST:
        return frozenset()
    return frozenset(range(first, last + 1)) or frozenset({first} if match["join"] == "-" else ())
