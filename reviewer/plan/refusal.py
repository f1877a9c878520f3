"""The record of an op that was not applied: the same wherever it was refused."""

from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.plan.op_fields import as_stored


def rejection(op: EditOp, code: RejectCode, message: str) -> Rejection:
    """The record of a refusal, with the op as it was given."""
    given = as_stored(op.model_dump(mode="json"))
    return Rejection(op_id=op.op_id, id=op.id, code=code, message=message, op=given, index=op.index, quote=op.quote)
