"""What the rules of preservation make of a model's proposals."""

from collections.abc import Sequence

from reviewer.config import ReviewerConfig
from reviewer.model.edit import EditOp, Rejection
from reviewer.plan.by_verdicts import by_verdicts
from reviewer.validate.preserve.around import Around
from reviewer.validate.preserve.rules import preserve


def preserved(
    ops: Sequence[EditOp], around: Around, config: ReviewerConfig
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops that may go on, and a refusal (``REJECT_OTHER``) for each other one, both in order. Flags always may."""
    return by_verdicts(preserve(ops, around, config.validation.rules), config)
