"""Small words that decide what a sentence demands: an edit that changes one of them is never silent.

What is a slip of the pen in other words ("may not", "must", "avec", "mg") turns a rule into its opposite. No list is
complete; the tutor and the person who reads the notes are the judges, this only makes sure that somebody is told.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from reviewer.config import ReviewerConfig
from reviewer.model.edit import Action, EditOp, ReviewNote
from reviewer.model.position import Span
from reviewer.plan.edit_words import Touched, alike, touched

_NEGATION = (
    "no not never none nor neither nobody nothing without cannot unless ne pas jamais aucun aucune ni rien sans "
    "sauf non"
)
_MODAL = (
    "must may might can could shall should will would need ought doit doivent devra devront devrait devraient "
    "peut peuvent pourra pourront pourrait pourraient faut faudra"
)
_QUANTITY = (
    "all any each every some few many most more less least fewer only both either half double twice once one two "
    "three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred thousand million billion "
    "tous toutes tout toute chaque quelques plusieurs plus moins seul seule seulement deux trois quatre cinq sept "
    "huit neuf dix onze douze vingt trente cinquante cent mille milliard demi"
)
_DIRECTION = (
    "and or but if before after until since above below over under up down in out on off left right with within "
    "minimum maximum min max first last open close opens closes opened closed increase decrease increases "
    "decreases increased decreased raise lower safe unsafe true false yes allow deny allowed denied et ou mais si "
    "avant après depuis jusque dessus dessous gauche droite avec dans hors premier dernier ouvrir fermer ouvert "
    "fermé augmenter diminuer augmente diminue vrai faux oui autorisé interdit"
)
_UNITS = (
    "ng µg μg mg g kg t nm µm μm mm cm dm m km ml cl l ms s min h hz khz mhz ghz w kw mw v kv ma pa hpa kpa bar k "
    "kb mb gb tb"
)
_MODALS = frozenset(_MODAL.split())
_WEIGHTY = frozenset({"n't"}).union(" ".join((_NEGATION, _MODAL, _QUANTITY, _DIRECTION, _UNITS)).split())
_CONTRACTED = re.compile(r"(?:n['’]t|^n['’].*)$")
_NUMBER = re.compile(r"[+\-−±]?\d(?:[\d.,'’\u00a0\u202f]*\d)?\s?[%‰°€$£]?")
_OPPOSITE = ("un", "in", "im", "ir", "il", "dis", "non", "mis", "dé", "més", "a")


def tell_what_alters_sense(ops: Sequence[EditOp], text: str, chunk: Span, config: ReviewerConfig) -> tuple[EditOp, ...]:
    """The ops, those that alter the sense made to ask for attention. ``text`` is what their spans are in."""
    return tuple(loud(op, config) if alters_sense(touched(op, text, chunk)) else op for op in ops)


def alters_sense(view: Touched) -> bool:
    """Whether negations, modal verbs, quantities, numbers, units or directions differ, or a word becomes its opposite.

    English and French. ``un`` and ``une`` are taken for articles.
    """
    if _numbers(view.before) != _numbers(view.after):
        return True
    old, new = Counter(map(_folded, view.old)), Counter(map(_folded, view.new))
    gone, come = old - new, new - old
    if any(_decides(word, come) for word in gone) or any(_decides(word, gone) for word in come):
        return True
    return any(
        prefix + word in other for one, other in ((gone, come), (come, gone)) for word in one for prefix in _OPPOSITE
    )


def loud(op: EditOp, config: ReviewerConfig) -> EditOp:
    """The op as one that asks for attention, with a note."""
    if op.needs_attention or op.action is Action.FLAG_ONLY:
        return op
    alert = config.severity_alert_map.get(op.severity.value, "NOTE")
    note = op.review_note or ReviewNote(alert=alert, text=op.rationale or f"{op.action.value} ({op.kind})")
    return op.model_copy(update={"needs_attention": True, "review_note": note})


def _folded(token: str) -> str:
    word = token.casefold()
    return "n't" if _CONTRACTED.search(word) else word


def _decides(word: str, others: Collection[str]) -> bool:
    """Whether a word that came or went weighs, and none on the other side is a slip or a form of it (untill, until)."""
    if word not in _WEIGHTY:
        return False
    return not any(
        len(word) > 3 and word[:3] == other[:3] and {word, other} - _MODALS and alike(word, other) for other in others
    )


def _numbers(text: str) -> list[str]:
    return _NUMBER.findall(text)
