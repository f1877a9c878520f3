"""The walk back from a reference to the name of the document that it belongs to: ``NIST SP 800-53 rev. 5, section 4``.

Between the name and the reference stand only numbers, dates, and places of the same document (``annex A``). Reads at
most ``_MOST_WORDS`` words.
"""

import re
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import FILLER
from reviewer.scan.references.document_names import LAW, STANDARD, WORK, Surroundings, stands_alone
from reviewer.scan.references.number_words import FUNCTION_WORDS, OTHER_LABELS, STRUCTURE_WORDS, words
from reviewer.scan.references.whose import Whose

_MOST_WORDS = 14
_NUMBER = lazy_pattern(r"\d[\w./:°+–-]*|v\d[\w.]*|n[°º]s?\.?(?:\d[\w./-]*)?|EU|UE|CE|EC|CEE|EEC", re.IGNORECASE)
_LONG = lazy_pattern(r"\d[/:-]\d|\d{3}")
"""A publication's number or year, rather than a part's."""
_COUNTED = ("RFC", "ISO", "IEC", "PEP", "BIP", "EIP", "KEP")
_GLUE = words(
    """
    no no. nos rev rev. revision révision ed ed. éd. edition édition version release page pages january february
    march april may june july august september october november december janvier février mars avril mai juin
    juillet août septembre octobre novembre décembre
    """
)
_DATE_GLUE = words("of du de des la le")
_LOOSE = words("and et or ou see voir cf cf. also aussi notably notamment e.g. i.e.")
_PARTS = words("annex annexe appendix article articles art art. part partie vol vol. volume tome")
_ABBREVIATIONS = words(
    """
    no. rev. reg. vol. ed. éd. art. sec. ch. chap. fig. al. cf. p. pp. e.g. i.e. st. dr. u.s.c.
    """
)
_OWN = words("this our present current same ce cet cette notre présent présente")
_EMPHATIC = FUNCTION_WORDS | words("note required warning important todo tbd fixme optional recommended")
_ONLY_CAPITALISED = words("act code decision convention statute décision")
_FRENCH_TITLE = lazy_pattern(
    r"\b[Cc]ahier\sdes\s(?:charges|clauses)(?:\s[^\W\d_]+){0,4}\s?[,(]?\s?\Z"
    r"|\b[Cc]ode\s(?:p[ée]nal|civil|rural|mon[ée]taire|g[ée]n[ée]ral|[ée]lectoral|(?:de\s(?:la\s|l['’])?|du\s|des\s)[^\W\d_]+)"
    r"(?:\s[^\W\d_]+){0,4}\s?[,(]?\s?\Z"
)
_LONGEST_REMARK = 40
_EDGES = "()[],;:#*_«»“”\"'‘’`" + FILLER
_OPENERS = "([*_«“\"‘' \t\n\u00a0\u202f"
_CLOSERS = ')*_»”"'
_WINDOW = 160
_REMARK = lazy_pattern(
    r"\((?:(?:and|et)\s)?(?:in particular|especially|particularly|notably|mainly|en particulier|notamment"
    r"|surtout|particulièrement)\b,?\s(?:(?:in|à|en|dans)\s)?(?:(?:the|la|le|les)\s|l['’])?\Z",
    re.IGNORECASE,
)
"""Between a name and the part of it that matters: "EN 805 (in particular section 7.3)"."""


def named_before(text: str, start: int, lowest: int, around: Surroundings) -> Whose | None:
    """What the words before a reference say, not looking below ``lowest``; None for nothing."""
    lowest = max(lowest, start - _WINDOW)
    first = start
    while first > lowest and text[first - 1] in _OPENERS:
        first -= 1
    near = max(lowest, first - 80)
    if ("ode" in text[near:first] or "ahier" in text[near:first]) and _FRENCH_TITLE.search(text, near, first):
        return Whose.UNCLEAR
    remark = _REMARK.search(text, max(lowest, start - _LONGEST_REMARK), start)
    first = remark.start() if remark else first
    walk = _Walk(text, lowest, around, inside_brackets="(" in text[first:start], loose=remark is not None)
    end = first
    for _ in range(_MOST_WORDS):
        word = _word_before(text, end, lowest)
        if word is None:
            break
        found = walk.step(word)
        if found is not None or walk.stopped:
            return None if found is Whose.OURS else found or walk.inside_part
        end = word.start
    return walk.inside_part


class _Word(NamedTuple):
    raw: str
    plain: str
    low: str
    start: int


def _word_before(text: str, end: int, lowest: int) -> _Word | None:
    window = text[lowest:end].rstrip()
    if not window:
        return None
    raw = window.rsplit(None, 1)[-1]
    plain = raw.strip(_EDGES).removesuffix("'s").removesuffix("’s")
    plain = plain[2:] if plain[1:2] in ("'", "’") and plain[0] in "dlDL" else plain
    return _Word(raw, plain, plain.casefold(), lowest + len(window) - len(raw))


class _Walk:
    """Takes one word after the other. OURS as a step's answer ends the walk without a name."""

    def __init__(self, text: str, lowest: int, around: Surroundings, *, inside_brackets: bool, loose: bool) -> None:
        self._text, self._lowest, self._around = text, lowest, around
        self._inside_brackets = inside_brackets
        self._first = True
        self._digits = False
        self._long = False
        self._loose = loose
        self.inside_part: Whose | None = None
        self.stopped = False

    def step(self, word: _Word) -> Whose | None:
        """The answer, or None to go on; ``stopped`` says that there is none."""
        first, self._first = self._first, False
        if _ends_sentence(word):
            self.stopped = True
            return None
        found = self._directly_before(word) if first else None
        found = found or self._name(word, first=first)
        self.stopped = found is None and not self._passes(word)
        return found

    def _directly_before(self, word: _Word) -> Whose | None:
        """A source in brackets, code, or a title in emphasis or quotation marks right before the reference."""
        raw = word.raw.rstrip(f",({FILLER}")
        if raw.endswith("]"):
            opener = self._text.rfind("[", self._lowest, word.start + len(raw))
            return self._around.bracketed(opener) if opener >= 0 else Whose.UNCLEAR
        if FILLER in word.raw[-3:]:
            return Whose.UNCLEAR
        marked = raw[-1:] in tuple('*_”»"') and word.low not in _EMPHATIC
        return Whose.UNCLEAR if marked and word.plain else None

    def _name(self, word: _Word, *, first: bool) -> Whose | None:
        plain, low = word.plain.rstrip("."), word.low
        if STANDARD.fullmatch(plain):
            counted = self._digits and plain.startswith(_COUNTED)
            return self._named(word, numbered=any(c.isdigit() for c in plain) or stands_alone(plain) or counted)
        if LAW.fullmatch(plain) and (low not in _ONLY_CAPITALISED or plain[0].isupper()):
            return self._named(word, numbered=False)
        if low in ("al", "al.") or WORK.fullmatch(plain):
            return self._named(word, numbered=False, unclear=True)
        return self._capitalised(word, plain, first=first)

    def _capitalised(self, word: _Word, plain: str, *, first: bool) -> Whose | None:
        """An acronym, a name with a year or version behind it, or a name right before the reference."""
        if any(word.low in known for known in (FUNCTION_WORDS, STRUCTURE_WORDS, OTHER_LABELS, _GLUE)):
            return None
        if len(plain) < 2 or not plain[0].isupper() or _NUMBER.fullmatch(plain):
            return None
        if self._digits or plain.isupper() or any(c.isdigit() for c in plain):
            return Whose.UNCLEAR
        adjacent = first and not self._inside_brackets and not self._opens_sentence(word)
        return Whose.UNCLEAR if adjacent else None

    def _named(self, word: _Word, *, numbered: bool, unclear: bool = False) -> Whose:
        """``this guide (section 4)`` is the document's own, whatever it is called."""
        before = _word_before(self._text, word.start, self._lowest)
        if before is not None and before.low in _OWN:
            return Whose.OURS
        sure = (numbered or self._long) and not (self._loose or unclear)
        return Whose.ANOTHERS if sure and not self._around.calls_itself(word.plain) else Whose.UNCLEAR

    def _opens_sentence(self, word: _Word) -> bool:
        before = _word_before(self._text, word.start, self._lowest)
        return before is None or before.raw.rstrip(_CLOSERS)[-1:] in tuple(".!?:;")

    def _passes(self, word: _Word) -> bool:
        """Whether the walk may go on over this word."""
        low = word.low
        if low in _LOOSE:
            self._loose = True
        elif low in _PARTS:
            self.inside_part = None if self._loose else Whose.UNCLEAR
        elif _NUMBER.fullmatch(word.plain):
            self._digits = self._digits or any(c.isdigit() for c in word.plain)
            self._long = self._long or _LONG.search(word.plain) is not None
        elif low in _DATE_GLUE:
            return self._digits
        elif low in OTHER_LABELS:
            return low in _GLUE
        else:
            capital = len(word.plain.rstrip(".")) == 1 and word.plain[0].isupper()
            return capital or low in STRUCTURE_WORDS or low in _GLUE or not word.plain.strip("§")
        return True


def _ends_sentence(word: _Word) -> bool:
    bare = word.raw.rstrip(_CLOSERS)
    if bare.endswith((":", ";", "!", "?")):
        return True
    letter = len(word.plain) == 2 and word.plain[0].isupper()
    return bare.endswith(".") and not letter and f"{word.low.rstrip('.')}." not in _ABBREVIATIONS
