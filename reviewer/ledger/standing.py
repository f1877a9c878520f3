"""Is an op in the ledger already? In force, undone, or the same slip made once more (DESIGN §4)."""

from dataclasses import dataclass

from reviewer.ledger.flags import shows_all, stands
from reviewer.ledger.fold import History
from reviewer.markdown.locate import Located
from reviewer.model.edit import PEOPLE, Action, EditOp, RejectCode
from reviewer.model.entry import LedgerEntry
from reviewer.model.position import Span
from reviewer.patch.view import View
from reviewer.plan.minimise import least_edit, minimise
from reviewer.plan.op_fields import Refused


@dataclass(frozen=True, slots=True)
class Already:
    """The entry that already does what the op asks for."""

    id: str


def standing(history: History, op: EditOp, view: View | None, *, again: bool = False) -> Already | EditOp:
    """The entry that has the op, or the op to go on with; ``view`` is the text it is located in, None the current one.

    Raises:
        Refused: ``REJECT_LEDGER``: the id belongs to something else, or the same op was undone.
    """
    taken = history.entry(op.id) if op.id else None
    if taken is not None:
        if not _same_content(taken.op_id, least_texts(taken), op):
            raise Refused(RejectCode.LEDGER, f"id {op.id} is already in the ledger with other content")
        if taken.id in history.active or taken.id in history.flags:
            return Already(taken.id)
        raise _undone(taken.id)
    active = history.active_op_ids.get(op.op_id)
    if active is not None:
        if not _made_once_more(history, op, active, view):
            return Already(active)
        there = same_flag(history, op, view) or _mended_since(history, op, view)
        return _anew(history, op) if there is None else Already(there)
    if op.op_id in history.reverted_op_ids and not again:
        raise _undone(history.reverted_op_ids[op.op_id])
    there = _put_here(history, op, view) if op.source.type in PEOPLE else same_flag(history, op, view)
    there = there or _mended_since(history, op, view) or _replaced_since(history, op, view)
    return Already(there) if there and (there in history.active or there in history.flags) else op


def _put_here(history: History, op: EditOp, view: View | None) -> str | None:
    """The change in force that put the same text at this very place, in a text that shows it.

    The op of an ops file that is applied again, where another edit has since changed the section's anchor, which is
    part of the op id.
    """
    least = least_edit(op)
    if view is not None or least.before or not least.after:
        return None
    replay = history.replay
    offsets = [at for at in (least.span.start, least.span.start - 1) if 0 <= at < replay.length]
    for name in {replay.tape.find(offset)[0].owner for offset in offsets} - {""}:
        stands = replay.span_of(name)
        beside = least.span.start in (stands.start, stands.end)
        ours = history.by_id[name].event == "change" and name in history.active
        if beside and ours and _same_edit(history.by_id[name], op):
            return name
    return None


def same_flag(history: History, op: EditOp, view: View | None) -> str | None:
    """The flag, in force or not, that the same rule raised about the very characters that the op is about.

    Op ids and fingerprints hold the section's anchor, which an edit of the heading (a new number, a repaired word)
    changes; the characters stay the same.
    """
    names = history.flags_about.get((op.source.rule, op.before_text), ()) if op.action is Action.FLAG_ONLY else ()
    if not names:
        return None
    span = op.span if view is None else view.translate(op.span).span
    return next((name for name in names if history.replay.span_of(name) == span), None)


def _made_once_more(history: History, op: EditOp, active: str, view: View | None) -> bool:
    """Whether a program found, in a text that shows the change ``active``, the same slip at another place.

    Not where a person took the change back by hand: that text stands on the change. An ops file that is applied again
    means the edits that it made before.
    """
    shown = history.active if view is None else view.active
    if active in history.flags:
        is_flag = op.action is Action.FLAG_ONLY
        return is_flag and not stands(history, history.by_id[active]) and not shows_all(history, active, shown)
    if op.source.type in PEOPLE or op.action is Action.FLAG_ONLY or active not in shown:
        return False
    if view is not None:
        return True
    replay = history.replay
    owners = {replay.tape.find(offset)[0].owner for offset in range(op.span.start, min(op.span.end, replay.length))}
    stands_on = {name for owner in owners if owner for name in replay.records[owner].depends}
    return not any(name == active or _same_edit(history.by_id[name], op) for name in stands_on)


def _same_edit(entry: LedgerEntry, op: EditOp) -> bool:
    """Whether an entry made this edit, here or at another place: which of equal words is the first one changes."""
    least = least_edit(op)
    return least_texts(entry) == (least.before, least.after)


def least_texts(entry: LedgerEntry) -> tuple[str, str]:
    """What an entry took away and put there, without the rest of the word that was recorded with it."""
    made = minimise(Located(Span(0, len(entry.before_text)), entry.before_text, entry.after_text))
    return made.before, made.after


def _mended_since(history: History, op: EditOp, view: View | None) -> str | None:
    """The change in force, not shown in ``view``, that made this edit of the very characters that the op is about.

    Op ids hold what was quoted: the same comma, asked for in other words, is the same edit.
    """
    if view is None or op.action is Action.FLAG_ONLY or not history.replay.records:
        return None
    least = least_edit(op)
    if least.before:
        piece = view.piece_at(least.span.start)
        names = [] if piece is None else [n for n in piece.deleters if history.replay.records[n].deleted[0] is piece]
    else:
        names = view.put_at(least.span.start)
    found = (name for name in names if name in history.active and name not in view.active)
    return next((name for name in found if _same_edit(history.by_id[name], op)), None)


def _replaced_since(history: History, op: EditOp, view: View | None) -> str | None:
    """The change in force, not shown in ``view``, that took away all that a rule would flag there."""
    if view is None or op.action is not Action.FLAG_ONLY or not op.source.rule:
        return None
    pieces = [view.piece_at(offset) for offset in range(*op.span)]
    if any(piece is None or piece.live for piece in pieces):
        return None
    takers = (name for piece in pieces if piece is not None for name in piece.deleters)
    return next((name for name in takers if name in history.active), None)


def _anew(history: History, op: EditOp) -> EditOp:
    """The op under a free op id."""
    number = 2
    while f"{op.op_id}.{number}" in history.op_ids:
        number += 1
    return op.model_copy(update={"op_id": f"{op.op_id}.{number}"})


def _undone(entry_id: str) -> Refused:
    return Refused(
        RejectCode.LEDGER, f"the same edit is in the ledger as {entry_id} and was undone; reapply {entry_id}"
    )


def _same_content(op_id: str, texts: tuple[str, str], op: EditOp) -> bool:
    if op.op_id and op_id == op.op_id:
        return True
    least = least_edit(op)
    return op.action is not Action.FLAG_ONLY and texts == (least.before, least.after)
