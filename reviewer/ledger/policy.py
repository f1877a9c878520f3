"""What a commit allows, and what notes an op must have (seed §6, invariants 5 and 6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reviewer.config import ReviewerConfig, StyleRules
from reviewer.ledger import notes
from reviewer.model.edit import MODELS, PEOPLE, Action, EditOp, RejectCode, ReviewNote
from reviewer.model.finding import Severity
from reviewer.plan.op_fields import Refused


@dataclass(frozen=True)
class CommitPolicy:
    """What a commit allows. ``strict``: an op on a protected span is rejected instead of becoming a flag.

    ``elsewhere``: the ops were made elsewhere (``apply --ops``), so a protected span rejects them, whatever they say of
    their source. ``again``: an op that was undone before may be committed under a new id. ``alerts``: kinds of notes by
    severity.
    """

    strict: bool = False
    elsewhere: bool = False
    allow_empty: bool = False
    again: bool = False
    silent_allowlist: frozenset[str] = frozenset(StyleRules().silent_allowlist)
    alerts: Mapping[str, str] = field(default_factory=lambda: ReviewerConfig().severity_alert_map)


def with_notes(op: EditOp, policy: CommitPolicy, *, removes: bool) -> tuple[EditOp, tuple[str, ...]]:
    """Deletion and attention policy (invariants 5 and 6), with the model-only fixes; sets ``silent``.

    ``removes``: the op takes away whole lines, whatever it calls itself.

    Raises:
        Refused: ``REJECT_SCHEMA_NOTE``.
    """
    model = op.source.type in MODELS
    fixups: list[str] = []
    changed: dict[str, Any] = {}
    deletion = op.action is Action.DELETE or (op.source.type not in PEOPLE and removes)
    attention = op.needs_attention or op.action is Action.FLAG_ONLY or (deletion and op.source.type != "human")
    note = op.review_note
    if deletion and op.source.type != "human":
        changed["action"] = op.action if op.after_text else Action.DELETE
        changed["severity"] = max(op.severity, Severity.DELETION, key=list(Severity).index)
    if note is None and (attention or deletion):
        if not model and not (op.action is Action.FLAG_ONLY and op.source.type == "fixer"):
            raise Refused(RejectCode.SCHEMA_NOTE, f"a {op.action.value} that needs attention needs a review_note")
        note = notes.fallback(op.model_copy(update=changed), policy.alerts)
        fixups.append("NOTE_INJECT")
    if note is not None:
        note = _checked_note(op, note)
        if deletion and op.source.type != "human":
            note = note.model_copy(update={"alert": "CAUTION"})
        if model and "NOTE_INJECT" not in fixups and not notes.named_id(note):
            fixups.append("NOTE_ID_FIX")
    quiet = op.kind in policy.silent_allowlist and op.action is Action.REPLACE and not attention and not deletion
    changed |= {"review_note": note, "needs_attention": attention, "silent": quiet}
    return op.having(**changed), tuple(fixups)


def _checked_note(op: EditOp, note: ReviewNote) -> ReviewNote:
    """A note may come with its prefix or without; one that names another op is refused."""
    named = notes.named_id(note)
    if named and op.id and named != op.id and op.source.type not in MODELS:
        raise Refused(RejectCode.SCHEMA_NOTE, f"review_note.text names {named}, the op is {op.id}")
    return note
