"""An edit that would touch protected text becomes a flag that carries its proposal (DESIGN §5)."""

from collections.abc import Mapping

from reviewer.model.edit import Action, EditOp, ReviewNote
from reviewer.model.finding import Severity
from reviewer.model.parsed import ProtectedRegion
from reviewer.validate.preserve.edit_words import whole_words

_SHOWN = 200


def obstacle_of(kept: ProtectedRegion) -> str:
    """How a note calls the text that an edit may not touch."""
    return f"the {kept.kind.value.replace('_', ' ')} on line {kept.line_start}"


def flag_instead(op: EditOp, text: str, obstacle: str, alerts: Mapping[str, str]) -> EditOp:
    """The op as a flag, at least at attention. ``op.span`` is in ``text``; ``alerts``: kinds of notes by severity."""
    severity = op.severity if op.severity is not Severity.MINOR else Severity.ATTENTION
    change = whole_words(text, op.span, op.after_text)
    return op.model_copy(
        update={
            "action": Action.FLAG_ONLY,
            "needs_attention": True,
            "silent": False,
            "severity": severity,
            "review_note": _note(alerts[severity], op.rationale, change, obstacle),
        }
    )


def _note(alert: str, rationale: str, change: tuple[str, str], obstacle: str) -> ReviewNote:
    """What was proposed, and why it was not done."""
    reason = f"{rationale} " if rationale else ""
    text = f"{reason}{proposed(change)} Not applied: it would touch {obstacle}."
    return ReviewNote.model_validate({"alert": alert, "text": text})


def proposed(change: tuple[str, str]) -> str:
    """How a note tells an edit that was not made: before and after."""
    before, after = map(_quoted, change)
    if not change[0]:
        return f"Proposed: insert {after}."
    return f"Proposed: {before} → {after}." if change[1] else f"Proposed: remove {before}."


def _quoted(text: str) -> str:
    flat = " ".join(text.split())
    return f"“{flat if len(flat) <= _SHOWN else flat[: _SHOWN - 1] + '…'}”"
