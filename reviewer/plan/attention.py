"""An op that asks for attention has a note, whoever asked for it, and the note says why."""

from collections.abc import Sequence

from reviewer.config import ReviewerConfig
from reviewer.model.edit import Action, EditOp, ReviewNote


def loud(op: EditOp, config: ReviewerConfig, why: Sequence[str]) -> EditOp:
    """The op as one that asks for attention; its note ends in ``why``, in brackets. A flag is loud already."""
    if op.action is Action.FLAG_ONLY:
        return op
    note = op.review_note
    if note is None:
        alert = config.severity_alert_map.get(op.severity.value, "NOTE")
        note = ReviewNote(alert=alert, text=op.rationale or f"{op.action.value} ({op.kind})")
    told = [reason for reason in why if reason not in note.text]
    if told:
        note = note.model_copy(update={"text": f"{note.text} [{'; '.join(told)}]"})
    return op.model_copy(update={"needs_attention": True, "review_note": note})
