"""The record of an op that was not applied: the same wherever it was refused."""

import re
from collections.abc import Sequence

from reviewer.model.edit import Action, EditOp, RejectCode, Rejection
from reviewer.plan.op_fields import as_stored
from reviewer.plan.proposal_fields import shortened

_LAST_WORD, _FIRST_WORD = re.compile(r"\w*\Z"), re.compile(r"\w*")


def rejection(op: EditOp, code: RejectCode, message: str) -> Rejection:
    """The record of a refusal, with the op as it was given."""
    given = as_stored(op.model_dump(mode="json", exclude={"verdicts"}))
    before, after = _in_words(op)
    return Rejection(
        op_id=op.op_id, id=op.id, code=code, message=message, op=given, index=op.index, quote=op.quote,
        line=op.target.line_start, before=shortened(before), after=shortened(after),
        verdicts=op.verdicts,
    )  # fmt: skip


def _in_words(op: EditOp) -> tuple[str, str]:
    """Before and after with the rest of the words that the op cuts, as far as its quote holds them; a flag has one."""
    at, quote = op.around[0], op.quote
    left, right = "", ""
    if quote[at : at + len(op.before_text)] == op.before_text:  # else it was shortened before
        left = _LAST_WORD.findall(quote[:at])[0]
        right = _FIRST_WORD.findall(quote[at + len(op.before_text) :])[0]
    after = "" if op.action is Action.FLAG_ONLY else left + op.after_text + right
    return left + op.before_text + right, after


def refused_by_tutor(op: EditOp, reason: str) -> Rejection:
    """The record of a proposal that the tutor did not accept."""
    message = f"rejected by the tutor: {' '.join(reason.split())[:200] or 'no reason given'}"
    return rejection(op, RejectCode.OTHER, message)


def unjudged(op: EditOp, why: str) -> Rejection:
    """The record of a proposal of which the tutor said nothing that can be used: it failed, or its reply did."""
    return rejection(op, RejectCode.OTHER, f"not made, because the tutor did not judge it: {why}")


def without_repeated(again: Sequence[EditOp], rejected: Sequence[EditOp]) -> tuple[EditOp, ...]:
    """What a worker proposes after a rejection, without what was rejected where that is all there again."""
    names, gone = {op.op_id for op in again}, {op.op_id for op in rejected}
    return tuple(op for op in again if not gone <= names or op.op_id not in gone)


def left_out_by_tutor(ops: Sequence[EditOp], corrected: Sequence[EditOp], *, cut: bool = False) -> list[Rejection]:
    """Records of the worker's proposals that the tutor's list no longer has; ``cut``: that list broke off."""
    kept = {(op.action, op.span, op.after_text) for op in corrected}
    gone = (op for op in ops if (op.action, op.span, op.after_text) not in kept)
    if cut:
        return [unjudged(op, "its reply broke off") for op in gone]
    return [refused_by_tutor(op, "left out of its correction") for op in gone]
