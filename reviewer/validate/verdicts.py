"""Verdicts as they are made and read: one for each validator that an edit reached."""

from collections.abc import Iterable
from functools import cache

from reviewer.model.edit import EditOp
from reviewer.model.verdict import Decision, Execution, Verdict


@cache
def approval(validator: str, execution: Execution = "deterministic") -> Verdict:
    """An approval without a word; one object for each validator, for thousands of edits have it."""
    return Verdict(validator=validator, execution=execution, decision="approve")


def objection(validator: str, decision: Decision, reason: str) -> Verdict:
    """What a rule says against an edit."""
    return Verdict(validator=validator, execution="deterministic", decision=decision, reason=reason)


def refusing(verdicts: Iterable[Verdict]) -> Verdict | None:
    """The first verdict that keeps the edit out: a rejection, or no usable answer."""
    return next((verdict for verdict in verdicts if verdict.decision in {"reject", "unavailable"}), None)


def attention_reason(validator: str, reason: str) -> str:
    """Why a person is to be told, by this validator, on one line; what stands there where it gives no reason."""
    return f"{' '.join(reason.split()) or 'asks for attention'} ({validator})"


def attention_reasons(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """Why a person is to be told of the edit, one text for each validator that wants that; empty: none does."""
    return tuple(
        attention_reason(verdict.validator, verdict.reason) for verdict in verdicts if verdict.decision == "attention"
    )


def with_verdicts(op: EditOp, verdicts: Iterable[Verdict]) -> EditOp:
    """The op with further verdicts behind those that it has."""
    return op.model_copy(update={"verdicts": (*op.verdicts, *verdicts)})
