"""An op that asks for attention has a note, whoever asked for it."""

from reviewer.config import ReviewerConfig
from reviewer.model.edit import Action, EditOp, ReviewNote


def loud(op: EditOp, config: ReviewerConfig) -> EditOp:
    """The op as one that asks for attention, with a note."""
    if op.needs_attention or op.action is Action.FLAG_ONLY:
        return op
    alert = config.severity_alert_map.get(op.severity.value, "NOTE")
    note = op.review_note or ReviewNote(alert=alert, text=op.rationale or f"{op.action.value} ({op.kind})")
    return op.model_copy(update={"needs_attention": True, "review_note": note})
