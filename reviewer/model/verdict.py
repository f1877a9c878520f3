"""What a validator says of one proposed edit (audita-validators: one outcome per candidate and validator)."""

from collections.abc import Iterable
from typing import Any, Literal

from reviewer.model.frozen import Frozen

Execution = Literal["deterministic", "model"]
Decision = Literal["approve", "reject", "attention", "unavailable"]
"""``attention``: the edit may be made, and a person is told. ``unavailable``: no usable answer: never an approval."""


class Verdict(Frozen):
    """One answer of one validator. ``validator`` is its key; ``confidence`` is the validator's own, 0 to 1."""

    validator: str
    execution: Execution
    decision: Decision
    confidence: float | None = None
    reason: str = ""


def compact(verdicts: Iterable[Verdict]) -> tuple[dict[str, Any], ...]:
    """Verdicts as the ledger and ``stage2/validation.jsonl`` name them, in order.

    Approvals of validators without a model that say nothing more are one object with all their keys (``validators``);
    every other verdict is one of its own, without what it leaves open.
    """
    quiet: list[str] = []
    told: list[dict[str, Any]] = []
    for verdict in verdicts:
        if verdict.execution == "deterministic" and verdict.decision == "approve" and not verdict.reason:
            quiet.append(verdict.validator)
            continue
        said = verdict.model_dump(mode="json", exclude_none=True)
        told.append({key: value for key, value in said.items() if value != ""})
    first = {"decision": "approve", "execution": "deterministic", "validators": quiet}
    return (first, *told) if quiet else tuple(told)
