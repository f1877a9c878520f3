"""Of proposals that ask for the same edit, the one that is taken: the surest of those that nothing speaks against."""

from collections.abc import Iterable, Sequence

from reviewer.config import ValidationConfig
from reviewer.model.edit import EditOp
from reviewer.plan.merge import same_for_a_model

Twins = list[int]
"""Numbers of equal ops, the surest first."""


def sureness(op: EditOp, config: ValidationConfig) -> tuple[float, bool]:
    """Surer ops have a greater one. One that does not say how sure it is comes behind those that are sure enough, and
    before those that will be refused for it."""
    said = op.confidence is not None
    return (op.confidence if op.confidence is not None else config.min_confidence), said


def surest_first(ops: Sequence[EditOp], config: ValidationConfig) -> list[int]:
    """The numbers of some ops, the surest first, the earlier of equally sure ones."""
    return sorted(range(len(ops)), key=lambda at: sureness(ops[at], config), reverse=True)


def twins_of(ops: Sequence[EditOp], text: str, config: ValidationConfig) -> list[Twins]:
    """Each op once, together with those that are equal to it."""
    found: dict[tuple[object, ...], Twins] = {}
    for at in surest_first(ops, config):
        found.setdefault(same_for_a_model(ops[at], text), []).append(at)
    return list(found.values())


def others_than_refused(ops: Sequence[EditOp], twins: Twins) -> Twins:
    """What is left of twins when the first was refused: those that what was said of it does not hold for."""
    refused = _judged_by(ops[twins[0]])
    return [at for at in twins[1:] if _judged_by(ops[at]) != refused]


def passed_at(numbers: Iterable[int], ops: Sequence[EditOp], passed: Sequence[EditOp]) -> dict[int, EditOp]:
    """Which of the numbered ops passed, as they came back; ``passed`` are some of ``ops``, in their order."""
    left = list(reversed(passed))
    pairs = zip(numbers, ops, strict=True)
    return {at: left.pop() for at, op in pairs if left and left[-1].op_id == op.op_id}


def _judged_by(op: EditOp) -> tuple[object, ...]:
    """What is looked at of an op beside its texts and its place."""
    return op.action, op.kind, op.severity, op.rationale
