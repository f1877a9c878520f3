"""Ops of a file that overlapped a change in force: applied again, they are refused again.

It was another op of the file, or the document did not show it. A run in place writes what is in force into the
document, so that the refused op may be found beside it, in the same word: two answers to one question, and only one is
made, however often the file is run.
"""

from collections.abc import Mapping, Sequence

from reviewer.ledger.fold import History
from reviewer.ledger.placed import placed
from reviewer.ledger.whole_words import whole_words, words_of
from reviewer.model.edit import Action, EditOp, EditPlan, Overlapped
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View
from reviewer.plan.minimise import least_edit

RivalsByPlace = Mapping[int, frozenset[str]]
"""Changes in force, by the place in its file of an op that overlapped them."""


def overlapped_unseen(
    ops: Sequence[EditOp], history: History, view: frozenset[str], at: int
) -> dict[str, frozenset[str]]:
    """By op id, which changes an op overlaps that the document with this active set does not show.

    Only those that are in force and were so after ``at`` entries: what was edited since is no old answer.
    """
    hidden = (history.active_at(at) & history.active) - view
    if not ops or not hidden:
        return {}
    places = View(history.replay, view)
    edits = {op.op_id: whole_words(places, [_edit_of(op)])[0] for op in ops if op.action is not Action.FLAG_ONLY}
    return {op_id: hidden.intersection(placed(places, edit).blocked_by) for op_id, edit in edits.items()}


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
    words = words_of(places.text, _edit_of(op))
    standing = ((name, places.place_of(name)) for name in sorted(names))
    return next((name for name, place in standing if words.start <= place.end and place.start <= words.end), "")


def _edit_of(op: EditOp) -> TextEdit:
    """What the op changes, without what it only quotes."""
    return TextEdit(*least_edit(op))
