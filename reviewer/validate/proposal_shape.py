"""``proposal_shape``: an op is what its action says, and stands in the document (audita-validators)."""

from reviewer.count_text import counted
from reviewer.model.edit import EDIT_KINDS, Action
from reviewer.model.verdict import Verdict
from reviewer.validate.candidate import Candidate, Known
from reviewer.validate.verdicts import approval, objection

KEY = "proposal_shape"


def judge(candidate: Candidate, known: Known) -> Verdict:
    """The only validator that a flag meets."""
    reason = _fault(candidate, known)
    return approval(KEY) if reason is None else objection(KEY, "reject", reason)


def _fault(candidate: Candidate, known: Known) -> str | None:
    op = candidate.op
    (start, end), length = op.span, len(known.text)
    if not 0 <= start <= end <= length:
        return f"its place {start} to {end} is not in a text of {counted(length, 'character')}"
    if op.kind not in EDIT_KINDS:
        return f"its kind {op.kind[:40]!r} is not known"
    if op.confidence is not None and not 0 <= op.confidence <= 1:
        return f"its confidence {op.confidence} is not between 0 and 1"
    return _action_fault(candidate)


def _action_fault(candidate: Candidate) -> str | None:
    op = candidate.op
    if op.action is Action.INSERT and (op.span.start != op.span.end or op.before_text):
        return "an insertion takes the place of no text"
    if op.action is Action.INSERT and not op.after_text:
        return "an insertion puts in some text"
    if op.action is Action.DELETE and op.after_text:
        return "a deletion puts nothing in"
    if op.action is Action.DELETE and not op.before_text:
        return "a deletion takes some text away"
    return None
