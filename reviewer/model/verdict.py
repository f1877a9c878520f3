"""What a validator says of one proposed edit (audita-validators: one outcome per candidate and validator)."""

from typing import Literal

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
