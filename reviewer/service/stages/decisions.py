"""Every decision of a run's validators, from the plan: of what is made, of what gave way, of what was refused, and of
what was neither, because an equal edit is made or a proofreader left it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from reviewer.model.edit import EditOp, EditPlan, Judged, Rejection
from reviewer.model.validation import Operation
from reviewer.model.verdict import Verdict, compact


def decided(plan: EditPlan) -> list[tuple[Verdict, ...]]:
    """The verdicts on each op that validators saw."""
    return [verdicts for _, _, verdicts in _judged(plan)]


def validation_lines(plan: EditPlan, operations: Sequence[Operation]) -> list[dict[str, Any]]:
    """The lines of ``stage2/validation.jsonl``: one for each op that validators saw, then one for each model batch."""
    decisions = [
        {"type": "decision", "op_id": op_id, "kind": kind, "verdicts": list(compact(verdicts))}
        for op_id, kind, verdicts in _judged(plan)
    ]
    return [*decisions, *({"type": "operation", **one.model_dump(mode="json")} for one in operations)]


def _judged(plan: EditPlan) -> Iterator[tuple[str, str, tuple[Verdict, ...]]]:
    ops: list[EditOp] = [*plan.ops, *(lost.op for lost in plan.overlapped)]
    for op in ops:
        if op.verdicts:
            yield op.op_id, op.kind, op.verdicts
    for refusal in plan.rejected:
        if refusal.verdicts:
            yield refusal.op_id, _kind(refusal), refusal.verdicts
    for one in plan.also_judged:
        yield one.op_id, one.kind, one.verdicts


def dropped(duplicates: Iterable[tuple[EditOp, str]]) -> tuple[Judged, ...]:
    """What was said of ops that equal another one."""
    return tuple(
        Judged(op_id=op.op_id, kind=op.kind, verdicts=op.verdicts, equals=kept, fingerprint=op.fingerprint)
        for op, kept in duplicates
        if op.verdicts
    )


def with_left(plan: EditPlan, left: Iterable[Rejection]) -> EditPlan:
    """The plan with what was said of candidates that a proofreader ``left``: these are no refused proposals."""
    more = (Judged(op_id=one.op_id, kind=_kind(one), verdicts=one.verdicts) for one in left if one.verdicts)
    return plan.model_copy(update={"also_judged": (*plan.also_judged, *more)})


def _kind(refusal: Rejection) -> str:
    return str((refusal.op or {}).get("kind", ""))
