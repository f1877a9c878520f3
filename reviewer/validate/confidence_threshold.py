"""``confidence_threshold``: what a model itself is not sure of is not made (``validation.min_confidence``)."""

from reviewer.model.edit import MODELS
from reviewer.model.verdict import Verdict
from reviewer.validate.candidate import Candidate, Known
from reviewer.validate.verdicts import approval, objection

KEY = "confidence_threshold"


def judge(candidate: Candidate, known: Known) -> Verdict:
    """Of models alone: rules and people are not asked how sure they are.

    ``validation.min_confidence`` is the threshold, ``validation.missing_confidence`` what a missing number does.
    """
    op, config = candidate.op, known.config
    if op.source.type not in MODELS:
        return approval(KEY)
    if op.confidence is None:
        if config.missing_confidence == "accept":
            return approval(KEY)
        return objection(KEY, config.missing_confidence, "the model does not say how sure it is")
    if op.confidence < config.min_confidence:
        reason = f"the model's confidence {op.confidence:g} is below {config.min_confidence:g}"
        return objection(KEY, "reject", reason)
    return approval(KEY)
