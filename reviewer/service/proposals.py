"""What a program proposes is not proposed again once a person undid or rejected it, unless they ask (``--again``)."""

from collections.abc import Iterable

from reviewer.ledger.fold import History
from reviewer.ledger.policy import PEOPLE
from reviewer.model.edit import EditOp, EditPlan

SHOWN = 10
"""So many ids are named in the note."""


def without_refused(plan: EditPlan, history: History, *, again: bool) -> tuple[EditPlan, tuple[str, ...]]:
    """The plan without proposals of fixers and models that were undone or rejected before, and a note that says so.

    They are known by their content or by their fingerprint (rule, snippet, section, which occurrence; never a line
    number). What is grouped with one falls too. Ops of people and other tools stay in: those are refused one by one.
    """
    if again:
        return plan, ()
    refused = {op.op_id: name for op in plan.ops if (name := _refused(op, history)) is not None}
    if not refused:
        return plan, ()
    groups = {op.group for op in plan.ops if op.op_id in refused and op.group}
    kept = tuple(op for op in plan.ops if op.op_id not in refused and (op.group not in groups))
    return plan.model_copy(update={"ops": kept}), (_note(len(plan.ops) - len(kept), refused.values()),)


def _refused(op: EditOp, history: History) -> str | None:
    """The entry that was undone or rejected and proposed the same."""
    if op.source.type in PEOPLE or op.op_id in history.active_op_ids:
        return None
    undone = history.reverted_op_ids.get(op.op_id)
    if undone is None and op.fingerprint in history.refused_fingerprints:
        same = (entry.id for entry in history.entries if entry.fingerprint == op.fingerprint)
        undone = next(same, "")
    return undone


def _note(count: int, names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    listed = ", ".join(known[:SHOWN]) + (" …" if len(known) > SHOWN else "")
    proposals = "1 proposal was" if count == 1 else f"{count} proposals were"
    return f"{proposals} left out, because a person undid or rejected the same before ({listed}); see --again, reapply"
