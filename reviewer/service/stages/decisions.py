"""Every decision of a run's validators, from the plan: of what is made, of what gave way, of what was refused."""

from collections.abc import Iterator, Sequence
from typing import Any

from reviewer.model.edit import EditOp, EditPlan
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
            yield refusal.op_id, str((refusal.op or {}).get("kind", "")), refusal.verdicts
