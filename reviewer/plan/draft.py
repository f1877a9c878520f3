"""From a located edit to an ``EditOp``: what only the kernel may decide (place, identity, tier) is decided here."""

from dataclasses import dataclass

from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.markdown.locate import Located
from reviewer.model.edit import Action, EditOp, ReviewNote, Source
from reviewer.model.finding import Severity
from reviewer.plan.identity import op_id
from reviewer.plan.minimise import minimise
from reviewer.plan.place import Places


@dataclass(frozen=True, slots=True)
class Draft:
    """What a proposal says about itself. ``needs_attention`` None: derived from kind and action.

    ``quoted`` is before and after as proposed (they make the op id), ``mark`` the fingerprint; ``part`` tells equal
    texts of one group apart. ``lines`` are the target's where the span does not tell (insertions). ``explanation``
    becomes the note where one is needed and ``note`` is not given. ``index`` and ``quote`` are those of ``EditOp``.
    """

    action: Action
    kind: str
    severity: Severity
    source: Source
    quoted: tuple[str, str]
    mark: str
    explanation: str
    needs_attention: bool | None = None
    note: ReviewNote | None = None
    id: str = ""
    lines: tuple[int, int] | None = None
    rationale: str = ""
    confidence: float | None = None
    group: str = ""
    part: int = 0
    index: int = 0
    quote: str = ""


def edit_op(draft: Draft, located: Located, places: Places, config: ReviewerConfig) -> EditOp:
    """The op, trimmed to what it changes. ``silent`` and an unstated ``needs_attention`` follow the seed's two tiers:
    only a replace of a kind in ``silent_allowlist`` is silent; all else asks for attention and carries a note.
    """
    whole = located.span
    if draft.action is Action.REPLACE:
        located = minimise(located)
    quiet = draft.action is Action.REPLACE and draft.kind in config.style.silent_allowlist
    attention = draft.needs_attention if draft.needs_attention is not None else not quiet
    return EditOp(
        id=draft.id,
        op_id=op_id(draft.action.value, *draft.quoted, f"{draft.mark}/{draft.part}" if draft.part else draft.mark),
        action=draft.action,
        target=places.target(located.span, draft.lines),
        span=located.span,
        before_hash=content_hash(located.before),
        before_text=located.before,
        after_text=located.after,
        needs_attention=attention,
        kind=draft.kind,
        severity=draft.severity,
        silent=quiet and not attention,
        review_note=_note(draft, config) if attention else draft.note,
        rationale=draft.rationale,
        source=draft.source,
        confidence=draft.confidence,
        fingerprint=draft.mark,
        group=draft.group,
        index=draft.index,
        quote=draft.quote,
        around=(located.span.start - whole.start, whole.end - located.span.end),
    )


def _note(draft: Draft, config: ReviewerConfig) -> ReviewNote:
    """The given note, else one by severity; its text is the explanation alone, the id is put before it at commit."""
    if draft.note is not None:
        return draft.note
    severity = "deletion" if draft.action is Action.DELETE else draft.severity.value
    return ReviewNote(alert=config.severity_alert_map.get(severity, "NOTE"), text=draft.explanation)
