"""What becomes of ops by their verdicts: some go on, some of these louder, the others are refused."""

from collections.abc import Sequence

from reviewer.config import ReviewerConfig
from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.model.verdict import Verdict
from reviewer.plan.attention import loud
from reviewer.plan.refusal import rejection
from reviewer.validate.verdicts import attention_reasons, refusing


def by_verdicts(ops: Sequence[EditOp], config: ReviewerConfig) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops that may go on, and a refusal for each other one, both in order; nothing is dropped without one.

    The message of a refusal ends in the validator's key in brackets. What is grouped with a refused op falls with it.
    Each op is decided by its own verdicts: the same edit that is proposed twice, once too unsure, has one id.
    """
    broken = {(op.source.type, op.group) for op in ops if op.group and refusing(op.verdicts) is not None}
    kept: list[EditOp] = []
    refused: list[Rejection] = []
    for op in ops:
        verdict = refusing(op.verdicts)
        if verdict is not None:
            refused.append(rejection(op, RejectCode.OTHER, f"{_reason(verdict)} ({verdict.validator})"))
        elif (op.source.type, op.group) in broken:
            refused.append(rejection(op, RejectCode.OTHER, f"another op of its group {op.group[:40]!r} was refused"))
        else:
            why = attention_reasons(op.verdicts)
            kept.append(loud(op, config, why) if why else op)
    return tuple(kept), tuple(refused)


def _reason(verdict: Verdict) -> str:
    """What a validator says; that it rejects where it gives no reason, as models may."""
    return verdict.reason if verdict.reason.strip() else "rejected without a reason"
