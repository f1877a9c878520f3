"""Ops of a file that overlapped another op of it, which was made: applied again, they are refused again.

Applied in place, the op that was made has changed what stands there, so that the other one may be found beside it, in
the same word: two answers to one question, and only one is made, however often the file is run.
"""

from collections.abc import Mapping

from reviewer.ledger.fold import History
from reviewer.ledger.whole_words import words_of
from reviewer.model.edit import EditOp, EditPlan, Overlapped
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View

RivalsByPlace = Mapping[int, frozenset[str]]
"""Changes in force, by the place in its file of an op that overlapped them."""


def without_rivals_of_file(plan: EditPlan, rivals: RivalsByPlace, history: History, shown: frozenset[str]) -> EditPlan:
    """The plan without ops that still stand where their rival does; those are recorded as overlapped, with their group.

    ``shown`` is the active set of the text in which all spans are. An op that stands elsewhere by now (the document was
    mended) is judged like any other.
    """
    if not rivals:
        return plan
    places = View(history.replay, shown)
    asked = (*plan.ops, *(item.op for item in plan.overlapped))
    lost = {op.op_id: name for op in asked if (name := _beside(op, rivals, places))}
    groups = {op.group: lost[op.op_id] for op in asked if op.group and op.op_id in lost}
    lost = {op.op_id: groups[op.group] for op in asked if op.group in groups} | lost
    gone = tuple(Overlapped(op=op, winner=lost[op.op_id]) for op in asked if op.op_id in lost)
    kept = tuple(op for op in plan.ops if op.op_id not in lost)
    waiting = tuple(item for item in plan.overlapped if item.op.op_id not in lost)
    return plan.model_copy(update={"ops": kept, "overlapped": (*waiting, *gone)})


def _beside(op: EditOp, rivals: RivalsByPlace, places: View) -> str:
    """The first rival whose place the op's words share or touch; none where there is no such."""
    names = rivals.get(op.index, frozenset())
    if not names:
        return ""
    words = words_of(places.text, TextEdit(op.span, op.before_text, op.after_text))
    standing = ((name, places.place_of(name)) for name in sorted(names))
    return next((name for name, place in standing if words.start <= place.end and place.start <= words.end), "")
