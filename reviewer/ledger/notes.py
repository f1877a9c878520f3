"""The text of review notes: ``REVIEWER: RVW-0034 — what and why`` (seed §6, invariant 6, and its acceptance fixes)."""

import re
from collections.abc import Mapping

from reviewer.model.edit import Action, EditOp, ReviewNote
from reviewer.model.finding import Severity

_PREFIX = re.compile(r"\s*REVIEWER:[ \t]*(?:(RVW-(?:[A-Za-z0-9]+-)?[0-9]+)[ \t]*[—–:-]*[ \t]*)?")


def named_id(note: ReviewNote) -> str:
    """The change id that a note's text begins with, or nothing."""
    match = _PREFIX.match(note.text)
    return (match[1] or "") if match else ""


def stamped(note: ReviewNote, change_id: str) -> ReviewNote:
    """The note with the change's own id in front, whatever stood there."""
    match = _PREFIX.match(note.text)
    rest = note.text[match.end() :] if match else note.text
    return ReviewNote(alert=note.alert, text=f"REVIEWER: {change_id} — {rest.strip() or 'flagged for attention'}")


def fallback(op: EditOp, alerts: Mapping[str, str]) -> ReviewNote:
    """A note for an op that needs one and has none (NOTE_INJECT); ``alerts`` are the kinds by severity."""
    severity = Severity.DELETION if op.action is Action.DELETE else op.severity
    return ReviewNote.model_validate({"alert": alerts[severity], "text": op.rationale or "flagged for attention"})
