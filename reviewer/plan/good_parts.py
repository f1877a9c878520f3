"""What is good in a proposal that was refused for one of its corrections: parts that stand and pass alone."""

from collections.abc import Callable, Mapping, Sequence

from reviewer.model.edit import EditOp, Rejection
from reviewer.plan.split import Splitter
from reviewer.validate.preserve.rules import OF_THE_WHOLE
from reviewer.validate.verdicts import refusing

Placed = tuple[tuple[EditOp, ...], tuple[Rejection, ...]]

Judge = Callable[[tuple[EditOp, ...]], Placed]
"""Which of some ops may go on, and refusals for the others."""


def good_parts(
    ops: Sequence[EditOp], refused: Sequence[Rejection], splitter: Splitter, judge: Judge
) -> tuple[list[tuple[EditOp, ...]], tuple[Rejection, ...]]:
    """The good parts of ``ops`` that were ``refused``, by op, and the refusals that are left.

    Of an op that has good parts, these are of its other parts; else its own stays.
    """
    by_id = {op.op_id: op for op in ops}
    saved: list[tuple[EditOp, ...]] = []
    left: list[Rejection] = []
    for refusal in refused:
        parts, bad = judge(_parts_of(refusal, by_id, splitter))
        saved += [parts] if parts else []
        left += bad if parts else (refusal,)
    return saved, tuple(left)


def _parts_of(refusal: Rejection, by_id: Mapping[str, EditOp], splitter: Splitter) -> tuple[EditOp, ...]:
    """The parts that may be judged alone: of what a rule rejected that may look at one of them alone."""
    op, verdict = by_id.get(refusal.op_id), refusing(refusal.verdicts)
    if op is None or verdict is None or verdict.validator in OF_THE_WHOLE:
        return ()
    return splitter.apart(op)
