"""``no_effect``: an edit that changes nothing is none (audita-validators)."""

from reviewer.model.verdict import Verdict
from reviewer.validate.candidate import Candidate, Known
from reviewer.validate.verdicts import approval, objection

KEY = "no_effect"


def judge(candidate: Candidate, _: Known) -> Verdict:
    """By the segment's text before and after, character by character."""
    if candidate.before != candidate.after:
        return approval(KEY)
    return objection(KEY, "reject", "it changes nothing")
