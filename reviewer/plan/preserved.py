"""What the rules of preservation make of a model's proposals: ops that go on, some louder, and refusals."""

from collections.abc import Sequence

from reviewer.config import ReviewerConfig
from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.plan.attention import loud
from reviewer.plan.refusal import rejection
from reviewer.validate.preserve.around import Around
from reviewer.validate.preserve.rules import preserve
from reviewer.validate.verdicts import refusing, wants_attention


def preserved(
    ops: Sequence[EditOp], around: Around, config: ReviewerConfig
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops that may go on, and a refusal (``REJECT_OTHER``) for each other one, both in order. Flags always may.

    The message of a refusal ends in the rule's key in brackets.
    """
    kept: list[EditOp] = []
    refused: list[Rejection] = []
    for op in preserve(ops, around, config.validation.rules):
        against = refusing(op.verdicts)
        if against is not None:
            refused.append(rejection(op, RejectCode.OTHER, f"{against.reason} ({against.validator})"))
        else:
            kept.append(loud(op, config) if wants_attention(op.verdicts) else op)
    return tuple(kept), tuple(refused)
