"""A change is no larger than its kind allows: what calls itself a typo and rewrites a sentence is no typo."""

from collections.abc import Sequence

from reviewer.model.edit import Action, EditOp
from reviewer.scan.language import has_function_words
from reviewer.validate.preserve import edit_words
from reviewer.validate.preserve.around import CORRECTIONS, Around, Rule
from reviewer.validate.preserve.edit_words import Touched
from reviewer.validate.preserve.irregular_verbs import same_verb

_MARKUP = frozenset("*_`[]<>|#~")


def _number_changed(op: EditOp, view: Touched, _: Around) -> str | None:
    if op.action is Action.INSERT or op.kind not in CORRECTIONS:
        return None
    if edit_words.numbers(view.before) == edit_words.numbers(view.after):
        return None
    return f"it would change a number, and says that it is about {op.kind}"


def _markup_changed(op: EditOp, view: Touched, _: Around) -> str | None:
    if op.action is Action.INSERT or op.kind not in CORRECTIONS:
        return None
    old, new = (sorted(mark for mark in text if mark in _MARKUP) for text in (view.before, view.after))
    return None if old == new else f"it would change markup, and says that it is about {op.kind}"


def _not_its_kind(op: EditOp, view: Touched, _: Around) -> str | None:
    if op.kind not in CORRECTIONS:
        return None
    if op.action is Action.INSERT:
        reason = f"it says that it is about {op.kind}, and would put in whole lines"
        return reason if edit_words.words(op.after_text) else None
    if edit_words.same_letters(view.old, view.new):
        return None
    gone, come = (_contents(found, view) for found in edit_words.unmatched(edit_words.once(view.old), view.new))
    if (not gone and not come) or (op.kind == "grammar" and _one_word(gone, come)):
        return None
    done = [f"{verb} “{word}”" for verb, found in (("take away", gone), ("put in", come)) for word in found[:1]]
    return f"it says that it is about {op.kind}, and would {' and '.join(done)}"


def _one_word(gone: Sequence[str], come: Sequence[str]) -> bool:
    if len(gone) == len(come) == 1:
        return gone[0][:2].casefold() == come[0][:2].casefold() or same_verb(gone[0], come[0])
    return len(gone) + len(come) == 1


def _contents(found: Sequence[str], view: Touched) -> list[str]:
    """Words that carry content: no function words, and none that only repeats its neighbour."""
    beside = {word.casefold() for word in (*view.lead[-1:], *view.tail[:1])}
    return [word for word in found if not has_function_words(word) and word.casefold() not in beside]


RULES = (
    Rule("number_changed", _number_changed),
    Rule("markup_changed", _markup_changed),
    Rule("not_its_kind", _not_its_kind),
)
"""``number_changed``: whole numbers or their order would change, in what calls itself a typo, punctuation,
capitalization, spacing or grammar. ``markup_changed``: marks of emphasis, links, tables or headings would, likewise.
``not_its_kind``: what calls itself a typo (or punctuation, capitalization, spacing) would put a word in the place of
one that is not like it, add or remove one; function words may. A grammar edit may add or remove one word, or change its
form as far as the first two letters stay or both are forms of one irregular verb. An insertion, which adds whole lines,
corrects nothing."""
