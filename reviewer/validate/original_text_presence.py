"""``original_text_presence``: what an op says it replaces stands where it says (audita-validators)."""

from reviewer.model.edit import Action
from reviewer.model.verdict import Verdict
from reviewer.validate.candidate import Candidate, Known
from reviewer.validate.verdicts import approval, objection

KEY = "original_text_presence"


def judge(candidate: Candidate, known: Known) -> Verdict:
    """An insertion replaces nothing and is not asked."""
    op = candidate.op
    if op.action is Action.INSERT or known.text[op.span.start : op.span.end] == op.before_text:
        return approval(KEY)
    return objection(KEY, "reject", "the text that it replaces does not stand at its place")
