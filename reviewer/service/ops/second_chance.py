"""What gave way to an op that is then refused is taken after all: one bad op never stops the rest (DESIGN §7)."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from reviewer.ledger.commit import CommitResult
from reviewer.model.edit import EditPlan, Overlapped, Rejection
from reviewer.plan.merge import merge

ROUNDS = 8
"""So many refused ops at one place are passed over. Each costs a dry run; a plan without such ops pays for none."""


def committed(
    plan: EditPlan, commit: Callable[[EditPlan], CommitResult], text: str, left_out: Iterable[str] = ()
) -> tuple[EditPlan, CommitResult]:
    """The dry run of ``plan``, and the plan that was run: with the ops whose stronger rivals were refused.

    ``text`` is that of the plan's spans, ``left_out`` are ids of ops that are not in the plan any more. The result
    tells all refusals of all rounds.
    """
    gone = frozenset(left_out)
    earlier: tuple[Rejection, ...] = ()
    result = commit(plan)
    for _ in range(ROUNDS):
        gone |= {item.op_id for item in result.rejected}
        freed = [item for item in plan.overlapped if item.winner in gone]
        if not freed:
            break
        earlier = (*earlier, *result.rejected)
        plan = _without(plan, text, gone, freed)
        result = commit(plan)
    return plan, replace(result, rejected=(*earlier, *result.rejected))


def _without(plan: EditPlan, text: str, gone: frozenset[str], freed: list[Overlapped]) -> EditPlan:
    """``plan`` without what was refused; those who are freed may overlap each other and those who stayed."""
    merged = merge((*(op for op in plan.ops if op.op_id not in gone), *(item.op for item in freed)), text)
    waiting = (item for item in plan.overlapped if item.winner not in gone)
    return plan.model_copy(update={"ops": merged.ops, "overlapped": (*waiting, *merged.overlapped)})
