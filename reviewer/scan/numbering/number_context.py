"""What the words around a number say it is: a section's, a figure's, a quantity, a version, a name.

Read is a window of ``_WINDOW`` characters on either side. In a list ("articles 2, 3 et 4") the label of the first
number counts for all.
"""

import re
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import FILLER, BlockKind
from reviewer.scan.numbering.dates import is_day
from reviewer.scan.numbering.number_tokens import Place, joins_numbers
from reviewer.scan.references.number_words import (
    FUNCTION_WORDS,
    OTHER_LABELS,
    REFERRING_PAIRS,
    REFERRING_WORDS,
    STRUCTURE_WORDS,
    words,
)

_WINDOW = 160
_NEAR = 80
"""Characters that a label, or a number of a list with what joins it to the next, may take."""
_DIGIT = lazy_pattern("[0-9]")
_FAR = 2000
"""Characters looked back over for the tag or the enumeration that a number stands in."""
_MOST_LISTED = 16
_SPACE = r"(?:[ \t\n\u00a0\u202f]|&nbsp;|&\#160;)"
_JOIN = (
    rf"(?:{_SPACE}*(?:[,;&/+…–—-]|\.{{2,3}}|\b(?:and|or|et|ou|to|à|through|until|bis|und|y|e|as well as|plus|but not"
    rf"|except|excluding|including|sauf|ainsi que|then|puis)\b))+{_SPACE}*"
)
_ASIDE = rf"(?:{_SPACE}?\([^()\n]{{1,40}}\)|,?{_SPACE}[“«\"*][^“”«»\"*\n]{{1,40}}[”»\"*])?"
_LISTED = lazy_pattern(
    rf"(?<![\w.])(?:[A-Z][.-]?)?\d[\d.]*[a-z]?[)\]*_]{{0,4}}{_ASIDE}{_JOIN}"
    rf"(?:(?:the|les?|la|also)\s+|l['’])?[(*_\[]{{0,4}}\Z"
)
_LABEL = lazy_pattern(
    rf"(?:(?P<word>[^\W\d_]+)(?P<dot>\.?))?(?P<glue>(?:{_SPACE}|[*_~(\[«“\"'‘`\#°º№§¶{FILLER}<>-])*)\Z"
)
_WORD_BEFORE = lazy_pattern(r"([^\W\d_]+)\s+\Z")
_NUMBER_SIGN = frozenset({"n", "no", "nos", "nr", "num", "numéro", "number", "par", "s", "ss"})
"""With a dot or ``°`` behind: ``no. 4``, ``n° 4``, ``par. 4``, ``s. 4``."""
_LEAD = lazy_pattern(rf"(?:{_SPACE}|[*_~(\[\\\#§{FILLER}«“\"'>|+-])*\Z")
_LINE_LEAD = lazy_pattern(rf"\n(?:{_SPACE}|[*_~\[\\\#§|])*\Z")
_HTML_LEAD = lazy_pattern(r"(?:<!--|>)[\s*_]*\Z")
_UNIT = lazy_pattern(
    r"[ \u00a0\u202f-]?(?:[%‰°€$£¥×]|(?:[µnm]?s|min|h|[kMGT]?Hz|bits?|[kKMGTP]i?[Bbo]|[kMG]?bps|[kMG]?bit/s|[mcknµ]?m"
    r"|[mk]?g|[mk]?V|m?A|[kM]?Wh?|k?Ω|dBm?|px|pt|r?em|x|million|billion|thousand|millions|milliards?|fois|times|percent"
    r"|pour cent|seconds?|secondes?|minutes?|hours?|heures?|days?|jours?|weeks?|semaines?|months?|mois|years?|ans?"
    r"|années?|euros?|dollars?|[ap]\.?m|o['’]clock)(?![\w'’]))"
)
_NOUN = lazy_pattern(r"[*_)]{0,3}[ \u00a0\u202f\n-]{1,3}[*_]{0,3}(?P<word>[^\W\d_]+)")
_MORE_AMOUNTS = lazy_pattern(r"(?:\s?(?:,|[-–—]|\b(?:or|to|and|ou|à|et)\b)\s?\d[\d.,]*){1,4}")
_MOST_ADJECTIVES = 3
_COUNTED = words("people persons children men women data media feet criteria phenomena")
"""Plurals that do not end like one."""
_BEFORE_COUNTED = words("more other such same different last next first new autres nouveaux")
_OF_BEHIND = lazy_pattern(r"\s+(?:de|du|des)\b")
_SUFFIX = lazy_pattern(r"[a-z](?!\w)")
_ORDINAL = lazy_pattern(r"(?:st|nd|rd|th|ème|eme|e|è)[ \u00a0\n](?P<word>[^\W\d_]+)")
_ORDINAL_ENDS = ("third", "second", "fth", "rth", "xth", "nth", "hth", "ième")
_DECIMAL = lazy_pattern(r"[0-9],")
_LONGER_BEFORE = lazy_pattern(r"[0-9][ \u00a0\u202f:/’']\Z|[0-9]{4}-\Z")
_LONGER_BEHIND = lazy_pattern(r"[ \u00a0\u202f/’'][0-9]|-[0-9]+(?:-|[0-9]{3})")
_DATE_BEFORE, _DATE_BEHIND = lazy_pattern(r"[0-9][-/]\Z"), lazy_pattern(r"[-/][0-9]")
_SPOKEN = lazy_pattern(r"\s(?:alt|title|aria-label|caption)\s?=\s?(?:\"[^\"<>]{0,120}|'[^'<>]{0,120})\Z", re.IGNORECASE)
"""An attribute that is text."""
_SENTENCE = lazy_pattern(r"[^\W\d_]{3}[.!?][\s*_(\[“«\"]+\Z")
_GOES_ON = lazy_pattern(r"[,:]\d|-[a-z]{2}")
_OPERATORS = frozenset("€$£¥<>=≈~±×^+≤≥@&")
_ARROWS = ("→", "->", "=>", "⇒", "↗")
_EMPHASISED = lazy_pattern(r"[*_]{1,3}\Z")

ALONE_IN_CELL = lazy_pattern(
    r"[\s*_~`\\(\[§]*(?:n[°º]|no\.)?\s?(?P<number>\d[\d.]*?)[.)\]:]?[\s*_~`\\]*", re.IGNORECASE
)


class Label(NamedTuple):
    """The word before a number, lower case; ``start`` is where it begins if it names the number, else where it ends.

    ``name`` is True for a proper name or an identifier (``Python 3``, ``REQ-4``), ``sign`` for ``§`` and ``n°``,
    ``listed`` where other numbers stand between. ``pair`` is the word with the one before it.
    """

    word: str
    start: int
    name: bool = False
    sign: bool = False
    pair: str = ""
    listed: bool = False

    @property
    def structural(self) -> bool:
        """Whether it calls the number a part of a text."""
        return self.sign or self.word in STRUCTURE_WORDS

    @property
    def other(self) -> bool:
        """Whether it calls the number something else: a figure, a page. "Table 3 and 4.1" leaves 4.1 open."""
        return self.word in OTHER_LABELS and (not self.listed or self.word[-1] in "sx")


def label_of(place: Place) -> Label:
    """What stands before the number, or before the list that it ends."""
    lowest = max(place.lowest, place.start - _WINDOW)
    window = place.text[lowest : place.start]
    whole = len(window)
    for _ in range(_MOST_LISTED):
        before = _LISTED.search(window, max(len(window) - _NEAR, 0)) if _DIGIT.search(window[-_NEAR:]) else None
        if before is None:
            break
        window = window[: before.start()]
    match = _LABEL.search(window, max(len(window) - _NEAR, 0))
    assert match is not None  # noqa: S101 - every part of the pattern is optional
    word, glue, start = match["word"] or "", match["glue"], lowest + match.start("glue")
    low = word.casefold()
    start = start if low not in STRUCTURE_WORDS and low not in OTHER_LABELS else lowest + match.start()
    if "§" in glue or "¶" in glue or (low in _NUMBER_SIGN and (match["dot"] or re.search("[°º]", glue))):
        return Label(low, start, sign=True)
    if match["dot"] and glue and low not in STRUCTURE_WORDS and low not in OTHER_LABELS:
        return Label("", place.start)
    listed = len(window) < whole
    if low in STRUCTURE_WORDS or low in OTHER_LABELS or low in FUNCTION_WORDS:
        earlier = _WORD_BEFORE.search(window[: match.start()])
        return Label(low, start, pair=f"{earlier[1].casefold()} {low}" if earlier else "", listed=listed)
    name = not listed and _is_name(window, word, match.start(), glue)
    return Label(low, start, name=name, listed=listed)


def _is_name(window: str, word: str, start: int, glue: str) -> bool:
    """A capitalised word inside a sentence, capitals, or what a hyphen or ``#`` ties to the number."""
    if not word:
        return False
    if glue in ("-", "#", "") or (len(word) > 1 and word.isupper()) or any(c.isupper() for c in word[1:]):
        return True
    before = window[:start].rstrip(' \t\n*_(“"«')
    return word[0].isupper() and before[-1:] not in ("", ".", "!", "?", ":", ";", "|")


def is_quantity(place: Place) -> bool:
    """A unit or a mark of amounts stands beside the number, or it is a part of a decimal, a time or ``4-way``."""
    before = place.text[max(place.start - 2, place.lowest) : place.start]
    if (before[-1:] in _OPERATORS and place.kind is None) or _DECIMAL.fullmatch(before):
        return True
    return has_unit(place)


def has_unit(place: Place) -> bool:
    """A unit stands behind the number, or it goes on: ``4 ms``, ``4:30``, ``4-way``."""
    after = place.text[place.end : min(place.end + 12, place.highest)]
    return _UNIT.match(after) is not None or _GOES_ON.match(after) is not None


def noun_behind(place: Place) -> bool:
    """Things that are counted ("4 users", "4 or 5 new users"); not a sentence that goes on ("4 is", "4 too")."""
    highest = min(place.end + 80, place.highest)
    more = _MORE_AMOUNTS.match(place.text, place.end, highest)
    end = more.end() if more else place.end
    for _ in range(_MOST_ADJECTIVES):
        match = _NOUN.match(place.text, end, highest)
        word = match["word"] if match else ""
        if match is None or not word[0].islower() or (word in FUNCTION_WORDS and word not in _BEFORE_COUNTED):
            return False
        if word not in FUNCTION_WORDS and (_is_plural(word) or (place.number == "1" and len(word) > 1)):
            return True
        end = match.end()
    return False


def _is_plural(word: str) -> bool:
    return (word[-1] in "sx" and len(word) > 2) or word in _COUNTED


def is_other_number(place: Place) -> bool:
    """Certainly no part of a text: an amount, a date, a part of a longer number or word, an item, an ordinal."""
    counted = noun_behind(place) and "." not in place.number
    if counted or is_quantity(place) or is_day(place.text, place.start, place.end) or _counts_up(place):
        return True
    before = place.text[max(place.start - 6, place.lowest) : place.start]
    behind = place.text[place.end : min(place.end + 12, place.highest)]
    if behind[:1].isalpha() or _LONGER_BEFORE.search(before) or _LONGER_BEHIND.match(behind):
        return True
    return _DATE_BEFORE.search(before) is not None and _DATE_BEHIND.match(behind) is not None


def is_alone_in_cell(place: Place) -> bool:
    """Whether a table cell holds nothing else: what such a column counts is said by its header and its other rows."""
    cell = place.block
    if cell is None or cell.kind is not BlockKind.TABLE:
        return False
    return ALONE_IN_CELL.fullmatch(place.text, cell.start, cell.end) is not None


def opens_sentence(place: Place) -> bool:
    """``5 governs the use``: amounts are hardly written so."""
    return _SENTENCE.search(place.text[max(place.start - 8, place.lowest) : place.start]) is not None


def is_cut_short(place: Place) -> bool:
    """Letters follow without a space, other than one as in 4a: the number is a part of a word."""
    after = place.text[place.end : min(place.end + 24, place.highest)]
    return joins_numbers(after[:1]) and _SUFFIX.match(after) is None


def is_ordinal(place: Place) -> bool:
    """``4th section``, ``4e partie``, ``fourth section``."""
    in_words = is_ordinal_word(place)
    pattern = _NOUN if in_words else _ORDINAL
    match = pattern.match(place.text, place.end, min(place.end + 40, place.highest))
    return match is not None and match["word"].casefold() in STRUCTURE_WORDS


def is_ordinal_word(place: Place) -> bool:
    """``fourth``, ``quatrième``."""
    return place.number.casefold().endswith(_ORDINAL_ENDS)


def leads(place: Place, *, counted: bool, cell: bool) -> bool:
    """The number opens its block, or a line where a capital follows: a clause, or an entry of a list of contents.

    ``counted`` says that amounts open such blocks too ("- 4 users"); in a table ``cell`` more text must follow, for
    many tables number their rows.
    """
    text = place.text
    before = text[max(place.lowest, place.start - 24) : place.start]
    if is_quantity(place):
        return False
    if _LEAD.fullmatch(before) is not None and place.start - place.lowest <= 24:
        rest = text[place.end : place.highest].strip(".):*_ \t")
        return not (counted and noun_behind(place)) and (bool(rest) or not cell)
    if opener := _HTML_LEAD.search(before):
        return opener.group().startswith("<!--") or not noun_behind(place)
    return _LINE_LEAD.search(before) is not None and _capital_follows(place)


def _capital_follows(place: Place) -> bool:
    rest = place.text[place.end : min(place.end + 12, place.highest)].lstrip(".):*_ \u00a0\t—–-[")
    return rest[:1].isupper()


def stands_bare(place: Place, label: Label) -> bool:
    """``in 4``, ``see 4``, ``according to 4``, ``(4)``, ``**4**``: a number that is meant as a name, without a noun."""
    if noun_behind(place) or is_quantity(place):
        return False
    text = place.text
    if label.word in REFERRING_WORDS or label.pair in REFERRING_PAIRS:
        return True
    if label.word in ("le", "du", "les", "des") and _OF_BEHIND.match(text, place.end):
        return True
    before = text[max(place.lowest, place.start - 4) : place.start]
    if before.rstrip(" *_[(").endswith(_ARROWS):
        return True
    if text[place.start - 1 : place.start] == "(" and text[place.end : place.end + 1] == ")":
        return not _counts_up(place)
    marks = _EMPHASISED.search(before)
    return marks is not None and text.startswith(marks.group()[::-1], place.end)


def _counts_up(place: Place) -> bool:
    """``(4)`` or ``4)`` after ``3)`` in one block: an enumeration."""
    if not place.number.isdigit() or place.number == "0" or place.text[place.end : place.end + 1] != ")":
        return False
    lowest = max(place.lowest, place.start - _FAR)
    before = place.text.rfind(f"{int(place.number) - 1})", lowest, place.start)
    return before >= 0 and not place.text[before - 1 : before].isdigit()


def in_tag(place: Place) -> bool:
    """Inside an HTML tag, where numbers are addresses and sizes; not in a comment, nor in an attribute that is text."""
    opener = place.text.rfind("<", max(place.lowest, place.start - _FAR), place.start)
    if opener < 0 or place.text.startswith("<!--", opener) or place.text.rfind(">", opener, place.start) >= 0:
        return False
    return _SPOKEN.search(place.text, max(opener, place.start - _WINDOW), place.start) is None
