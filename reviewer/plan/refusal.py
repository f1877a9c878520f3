"""The record of an op that was not applied: the same wherever it was refused."""

from collections.abc import Sequence

from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.plan.op_fields import as_stored


def rejection(op: EditOp, code: RejectCode, message: str) -> Rejection:
    """The record of a refusal, with the op as it was given."""
    given = as_stored(op.model_dump(mode="json"))
    return Rejection(op_id=op.op_id, id=op.id, code=code, message=message, op=given, index=op.index, quote=op.quote)


def refused_by_tutor(op: EditOp, reason: str) -> Rejection:
    """The record of a proposal that the tutor did not accept."""
    message = f"rejected by the tutor: {' '.join(reason.split())[:200] or 'no reason given'}"
    return rejection(op, RejectCode.OTHER, message)


def left_out_by_tutor(ops: Sequence[EditOp], corrected: Sequence[EditOp]) -> list[Rejection]:
    """Records of the worker's proposals that the tutor's list no longer has."""
    kept = {(op.action, op.span, op.after_text) for op in corrected}
    gone = (op for op in ops if (op.action, op.span, op.after_text) not in kept)
    return [refused_by_tutor(op, "left out of its correction") for op in gone]
