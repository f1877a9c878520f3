"""The six validators without a model, for whoever proposed an edit: rules, models, people (audita-validators)."""

from collections.abc import Callable, Sequence

from reviewer.model.edit import Action, EditOp
from reviewer.model.verdict import Verdict
from reviewer.validate import (
    confidence_threshold,
    no_effect,
    non_empty_resulting_segment,
    original_text_presence,
    proposal_shape,
    protected_terms,
)
from reviewer.validate.candidate import Candidate, Known, candidate
from reviewer.validate.verdicts import refusing, with_verdicts

Judge = Callable[[Candidate, Known], Verdict]

VALIDATORS: tuple[tuple[str, Judge], ...] = (
    (proposal_shape.KEY, proposal_shape.judge),
    (confidence_threshold.KEY, confidence_threshold.judge),
    (original_text_presence.KEY, original_text_presence.judge),
    (non_empty_resulting_segment.KEY, non_empty_resulting_segment.judge),
    (no_effect.KEY, no_effect.judge),
    (protected_terms.KEY, protected_terms.judge),
)
"""In the seed's order, the same in every chain."""


def judged(ops: Sequence[EditOp], known: Known) -> tuple[EditOp, ...]:
    """The ops in order, each with exactly one further verdict of every validator that it reached.

    None follows a rejection. A flag meets ``proposal_shape`` only. Each op is judged alone, on the document as it is.
    """
    return tuple(with_verdicts(op, _verdicts(op, known)) for op in ops)


def _verdicts(op: EditOp, known: Known) -> list[Verdict]:
    asked = VALIDATORS[:1] if op.action is Action.FLAG_ONLY else VALIDATORS
    one, verdicts = candidate(op, known), list[Verdict]()
    for _, judge in asked:
        verdicts.append(judge(one, known))
        if refusing(verdicts) is not None:
            break
    return verdicts
