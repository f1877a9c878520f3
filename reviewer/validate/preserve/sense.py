"""What turns a sentence round in a few letters is never silent, whatever the edit calls itself.

What is a slip of the pen in other words ("may not", "must", "avec", "mg") turns a rule into its opposite. No list is
complete; the tutor and the person who reads the notes are the judges, this only makes sure that somebody is told.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection
from itertools import pairwise

from reviewer.model.edit import EditOp
from reviewer.scan.language import has_function_words
from reviewer.validate.preserve import edit_words
from reviewer.validate.preserve.around import Around, Rule
from reviewer.validate.preserve.edit_words import Touched, alike
from reviewer.validate.preserve.irregular_verbs import same_verb
from reviewer.validate.preserve.sense_words import (
    DATES,
    DIRECTIONS,
    MODALS,
    NEGATIONS,
    QUANTITIES,
    UNITS,
    decides,
    opposite,
)

_CONTENT = 4
"""Letters from which a word that comes or goes is looked at though no list has it."""

_CONTRACTED = re.compile(r"(?:n['’]t|^n['’].*)$")
_NUMBER = re.compile(r"[+\-−±]?\d(?:[\d.,'’\u00a0\u202f]*\d)?\s?[%‰°€$£]?")
_SIGN = re.compile(r"[<>≤≥≠≈±=×÷+]|(?<=\b\w\s)[-−–](?=\s\w\b)|[-−–](?=\d)")
_UNIT = re.compile(r"\d[ \u00a0\u202f]?([^\W\d_]{1,4})\b")
_NAME = re.compile(r"[B-HJ-Z]|[A-Z][A-Z0-9]+")
"""What names a thing by its letters: option B, class II, HTML; "A" and "I" are words."""

_ENDS = frozenset('.!?…:*_#>-"“«(')
"""Behind these a sentence or a title may begin."""

_CASED = re.compile(r"\w*[a-z]\w*[A-Z]\w*")
"""A name whose capitals count: myVar."""


def _numbers(view: Touched) -> bool:
    return _NUMBER.findall(view.before) != _NUMBER.findall(view.after)


def _signs(view: Touched) -> bool:
    """Signs of comparison and arithmetic."""
    old, new = ([sign.replace("−", "-").replace("–", "-") for sign in _SIGN.findall(side)] for side in _sides(view))
    return old != new


def _units(view: Touched) -> bool:
    """Units that follow a number, capitals and all, and names of units anywhere."""
    units = zip(*(_UNIT.findall(side) for side in _sides(view)), strict=False)
    return any(one != other and _is_unit(one, other) for one, other in units) or _weighs(view, UNITS)


def _is_unit(one: str, other: str) -> bool:
    if one.casefold() == other.casefold():
        return not has_function_words(one)
    return bool({one.casefold(), other.casefold()} & UNITS)


def _weighs(view: Touched, decisive: frozenset[str]) -> bool:
    """Whether one of these words comes or goes, and no slip or form of it stands on the other side."""
    gone, come = _changed(view)
    return any(_is_among(word, decisive) and decides(word, come) for word in gone) or any(
        _is_among(word, decisive) and decides(word, gone) for word in come
    )


def _is_among(word: str, decisive: frozenset[str]) -> bool:
    return word.casefold() in decisive


def _order(view: Touched) -> bool:
    """Whether words and commas that stand as often as before stand in another order; plurals are their singulars."""
    rows = [
        [_folded(word).rstrip("s") for word in side if word[0].isalnum() or word in ",;:"]
        for side in (view.old, view.new)
    ]
    old, new = (Counter(row) for row in rows)
    same = {word for word, times in old.items() if new[word] == times}
    first, second = ([word for word in row if word in same] for row in rows)
    return first != second


def _exchanged(view: Touched) -> bool:
    gone, come = _changed(view)
    beside = {word.casefold() for word in (*view.lead[-1:], *view.tail[:1])}
    if _same_letters(view):
        return False
    if len(gone) * len(come) <= edit_words.WINDOW**2:
        pairs = [(one, other) for one in map(_bare, gone) for other in map(_bare, come)]
        if any(opposite(one, other) for one, other in pairs):
            return True
    return _strange(gone, come, beside) or _strange(come, gone, beside)


def _strange(words: Collection[str], others: Collection[str], beside: Collection[str]) -> bool:
    """Whether a content word has nothing on the other side that is a slip or a form of it."""
    near = list(others)[: edit_words.WINDOW]
    return any(
        _is_content(_bare(word)) and word not in beside and not any(_akin(word, other) for other in near)
        for word in words
    )


def _is_content(word: str) -> bool:
    return len(word) >= _CONTENT and word.replace("-", "").isalpha() and not has_function_words(word)


def _akin(word: str, other: str) -> bool:
    if same_verb(word, other):
        return True
    one, two = _plain(word), _plain(other)
    stem = one[: max(3, len(min(one, two, key=len)) * 3 // 5)]
    return one[:1] == two[:1] and (alike(one, two) or two.startswith(stem))


def _named(view: Touched) -> bool:
    gone, come = _changed(view)
    if _loses_accent(view, gone):
        return True
    cased = [sorted(filter(_CASED.fullmatch, side)) for side in (view.old, view.new)]
    if cased[0] != cased[1] or _proper(view, view.old, gone) != _proper(view, view.new, come):
        return True
    return any(
        _NAME.fullmatch(token) and token.casefold() in changed
        for side, changed in ((view.old, gone), (view.new, come))
        for token in side
    )


def _loses_accent(view: Touched, gone: Collection[str]) -> bool:
    """Whether a word with a capital, wherever it stands, becomes the same without an accent (Müller, Muller)."""
    come = {_bare(word).casefold() for word in view.new}
    lost = (_bare(word) for word in view.old if word.casefold() in gone)
    return any(
        word[:1].isupper() and not word.isascii() and _plain(word) != word and _plain(word).casefold() in come
        for word in lost
    )


def _proper(view: Touched, side: tuple[str, ...], changed: Collection[str]) -> list[str]:
    """Words with a capital inside a sentence, without regard to case: names as far as capitals tell."""
    row = (*view.lead[-1:], *side)
    return sorted(
        word.casefold()
        for before, word in pairwise(row)
        if word[0].isupper() and len(word) > 1 and before not in _ENDS and word.casefold() in changed
    )


def _cut(view: Touched) -> bool:
    """Whether the borders of words changed alone; an apostrophe is none."""
    old, new = (edit_words.words(re.sub("['’]", "", " ".join(side))) for side in (view.old, view.new))
    return old != new and _same_letters(view)


def _foreign(view: Touched) -> bool:
    old, new = (set("".join(side)) for side in (view.old, view.new))
    if any(view.after.count(mark) > view.before.count(mark) for mark in "\t\\"):
        return True
    scripts = {_script(letter) for letter in view.before if letter.isalpha()} if new - old else set()
    return bool(scripts) and any(letter.isalpha() and _script(letter) not in scripts for letter in new - old)


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0]


def _same_letters(view: Touched) -> bool:
    return edit_words.same_letters(view.old, view.new)


def _sides(view: Touched) -> tuple[str, str]:
    return view.before, view.after


def _changed(view: Touched) -> tuple[Counter[str], Counter[str]]:
    """Words that stand less often afterwards, and more often."""
    old, new = Counter(map(_folded, view.old)), Counter(map(_folded, view.new))
    return old - new, new - old


def _folded(token: str) -> str:
    word = token if token.casefold() in UNITS and len(token) > 1 and not token.islower() else token.casefold()
    return "n't" if _CONTRACTED.search(word) else word


def _bare(word: str) -> str:
    """A word without what French writes before it with an apostrophe."""
    return re.split("['’]", word)[-1]


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFD", _bare(word))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _rule(key: str, test: Callable[[Touched], bool], what: str) -> Rule:
    def look(_: EditOp, view: Touched, __: Around) -> str | None:
        return f"it would change {what}" if test(view) else None

    return Rule(key, look)


def _of_words(key: str, words: frozenset[str], what: str) -> Rule:
    return _rule(key, lambda view: _weighs(view, words), what)


RULES = (
    _rule("numbers", _numbers, "a number"),
    _rule("units", _units, "a unit"),
    _rule("signs", _signs, "a sign"),
    _of_words("dates", DATES, "a date"),
    _of_words("negation", NEGATIONS, "a negation or an exception"),
    _of_words("modal_verbs", MODALS, "a modal verb"),
    _of_words("quantities", QUANTITIES, "a quantity"),
    _of_words("directions", DIRECTIONS, "a word of direction, order or condition"),
    _rule("word_order", _order, "the order of words that stay"),
    _rule("other_words", _exchanged, "a word to one that is no slip and no form of it"),
    _rule("names", _named, "a name"),
    _rule("word_borders", _cut, "where words begin and end"),
    _rule("foreign_letters", _foreign, "the script, or put in a tab or a backslash"),
)
"""English and French; ``un`` and ``une`` are taken for articles.

``numbers``, ``units`` (their capitals too) and ``signs`` of comparison and arithmetic differ; ``dates`` (months, days),
``negation``, ``modal_verbs``, ``quantities`` and ``directions``: a word of the list comes or goes. ``word_order``:
words that stay stand in another order. ``other_words``: a word becomes its opposite, or another that is no slip and no
form of it; a content word comes or goes. ``names``: what names a thing by its letters differs (option B, class II), or
a word with a capital inside a sentence; or one with a capital loses its accents. ``word_borders``: a word is cut in
two, or two become one. ``foreign_letters``: a tab, a backslash or letters of another script come in."""
