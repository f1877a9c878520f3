"""What turns a sentence round in a few letters is never silent, whatever the edit calls itself.

What is a slip of the pen in other words ("may not", "must", "avec", "mg") turns a rule into its opposite. No list is
complete; the tutor and the person who reads the notes are the judges, this only makes sure that somebody is told.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Sequence

from reviewer.config import ReviewerConfig
from reviewer.model.edit import Action, EditOp, ReviewNote
from reviewer.model.position import Span
from reviewer.plan import edit_words
from reviewer.plan.edit_words import Touched, alike, touched
from reviewer.plan.sense_words import UNITS, decides, opposite
from reviewer.scan.language import has_function_words

_CONTENT = 4
"""Letters from which a word that comes or goes is looked at though no list has it."""

_CONTRACTED = re.compile(r"(?:n['’]t|^n['’].*)$")
_NUMBER = re.compile(r"[+\-−±]?\d(?:[\d.,'’\u00a0\u202f]*\d)?\s?[%‰°€$£]?")
_SIGN = re.compile(r"[<>≤≥≠≈±=×÷+]|(?<=\b\w\s)[-−–](?=\s\w\b)|[-−–](?=\d)")
_UNIT = re.compile(r"\d[ \u00a0\u202f]?([^\W\d_]{1,4})\b")
_NAME = re.compile(r"[B-HJ-Z]|[A-Z][A-Z0-9]+")
"""What names a thing by its letters: option B, class II, HTML; "A" and "I" are words."""

_CASED = re.compile(r"\w*[a-z]\w*[A-Z]\w*")
"""A name whose capitals count: myVar."""


def tell_what_alters_sense(ops: Sequence[EditOp], text: str, chunk: Span, config: ReviewerConfig) -> tuple[EditOp, ...]:
    """The ops, those that alter the sense made to ask for attention. ``text`` is what their spans are in."""
    return tuple(
        loud(op, config) if not op.needs_attention and alters_sense(touched(op, text, chunk)) else op for op in ops
    )


def alters_sense(view: Touched) -> bool:
    """Whether an edit changes what its sentences say, as far as their words can tell.

    - Negations, modal verbs, quantities, numbers, units (their capitals too), signs, directions or exceptions differ.
    - Words that stay stand in another order.
    - A word becomes its opposite, or another that is no slip and no form of it; a content word comes or goes.
    - What names a thing by its letters differs: option B, class II.
    - A word is cut in two, or two become one; a tab, a backslash or letters of another script come in.

    English and French. ``un`` and ``une`` are taken for articles.
    """
    return any(test(view) for test in _TESTS)


def loud(op: EditOp, config: ReviewerConfig) -> EditOp:
    """The op as one that asks for attention, with a note."""
    if op.needs_attention or op.action is Action.FLAG_ONLY:
        return op
    alert = config.severity_alert_map.get(op.severity.value, "NOTE")
    note = op.review_note or ReviewNote(alert=alert, text=op.rationale or f"{op.action.value} ({op.kind})")
    return op.model_copy(update={"needs_attention": True, "review_note": note})


def _figures(view: Touched) -> bool:
    """Numbers, signs of comparison and arithmetic, and units that follow a number, capitals and all."""
    if _NUMBER.findall(view.before) != _NUMBER.findall(view.after):
        return True
    old, new = ([sign.replace("−", "-").replace("–", "-") for sign in _SIGN.findall(side)] for side in _sides(view))
    if old != new:
        return True
    units = zip(*(_UNIT.findall(side) for side in _sides(view)), strict=False)
    return any(one != other and _is_unit(one, other) for one, other in units)


def _is_unit(one: str, other: str) -> bool:
    if one.casefold() == other.casefold():
        return not has_function_words(one)
    return bool({one.casefold(), other.casefold()} & UNITS)


def _decisive(view: Touched) -> bool:
    gone, come = _changed(view)
    return any(decides(word, come) for word in gone) or any(decides(word, gone) for word in come)


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
    one, two = _plain(word), _plain(other)
    stem = one[: max(3, len(min(one, two, key=len)) * 3 // 5)]
    return one[:1] == two[:1] and (alike(one, two) or two.startswith(stem))


def _named(view: Touched) -> bool:
    gone, come = _changed(view)
    cased = [sorted(filter(_CASED.fullmatch, side)) for side in (view.old, view.new)]
    return cased[0] != cased[1] or any(
        _NAME.fullmatch(token) and token.casefold() in changed
        for side, changed in ((view.old, gone), (view.new, come))
        for token in side
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


_TESTS: tuple[Callable[[Touched], bool], ...] = (_figures, _decisive, _order, _exchanged, _named, _cut, _foreign)
