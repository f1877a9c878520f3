"""``revert`` and ``reapply``: take changes out of force, or put them back (seed §8; DESIGN §5).

Undoing never appends an inverse that others build on: it takes the change out of the active set. One call is one
transaction: all or nothing, or with ``keep_going`` as many as can be. Changes that were committed as a group (the parts
of a renumbering) are undone one by one like any others: what is safe is decided by the text, not by the group.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.json_text import shown
from reviewer.ledger.entries import transaction_of
from reviewer.ledger.fold import History
from reviewer.ledger.lock import workspace_lock
from reviewer.ledger.undo import undo_drafts
from reviewer.model.ports import Clock
from reviewer.model.selection import Selection
from reviewer.model.undo import FailedUndo, UndoOutcome
from reviewer.service.files.documents import load_document
from reviewer.service.outcomes import Facts, outputs
from reviewer.service.session import Finished, Opened, Session
from reviewer.service.settings.values import text_fault
from reviewer.service.states import text_diff
from reviewer.service.undo.call import Call, plan_call
from reviewer.service.undo.plan import Step, UndoPlan
from reviewer.service.undo.selection import select_ids
from reviewer.service.undo.soundness import Leave
from reviewer.service.undo.way_out import with_ways_out
from reviewer.service.workspace.command_line import command, on_review, where
from reviewer.service.workspace.folder import Workspace, require_workspace
from reviewer.service.workspace.followers import (
    document_follows,
    not_shown,
    output_files,
    refuse_changed_bom,
    refuse_read_only_follower,
    still_shown,
)
from reviewer.service.workspace.output_file import refuse_unwritable_document

Direction = Literal["revert", "reapply"]
MISSED = "every change that was asked for is as it should be already"


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Which changes of which document, and how.

    ``cascade`` also undoes what depends on them (never hand edits, unless ``cascade_external``), or redoes what they
    stand on; ``keep_going`` does what can be done; ``dry_run`` writes nothing and gives the resulting diff.
    ``in_place`` None: the document goes along when it shows the present state since an ``--in-place`` run.
    """

    path: Path
    selection: Selection
    config: ReviewerConfig
    workspace: Path | None = None
    reason: str = ""
    cascade: bool = False
    cascade_external: bool = False
    keep_going: bool = False
    dry_run: bool = False
    in_place: bool | None = None
    direction: Direction = "revert"

    def __post_init__(self) -> None:
        """Raises: UserError: ``bad-text``: what was asked for could stand in no ledger and in no flow's parameters."""
        chosen = self.selection
        texts = {
            "reason": self.reason,
            "kind": chosen.kind,
            "severity": chosen.severity,
            "section": chosen.section,
            "source": chosen.source,
        }
        named = [("an id", name) for name in chosen.ids]
        for option, text in (*((f"--{name}", text or "") for name, text in texts.items()), *named):
            if fault := text_fault(text):
                raise UserError("bad-text", f"{option} {shown(text)} cannot be used: {fault}", "write it in UTF-8")

    @property
    def undoing(self) -> bool:
        """True for a revert."""
        return self.direction == "revert"


@dataclass(frozen=True, slots=True)
class _Planned:
    """What will be done to a history; ``asked`` is what the selection named."""

    history: History
    plan: UndoPlan
    asked: tuple[str, ...]


def undo(request: UndoRequest, clock: Clock) -> UndoOutcome:
    """Revert or reapply the selected changes and make everything that shows them anew.

    Raises:
        UserError: no review; as ``load_document``; nothing selected; ``bad-range``; ``no-match``;
            ``read-only``: the document would go along and its folder cannot be written.
        Busy, IntegrityError: as ``apply_plan``.
    """
    workspace = require_workspace(request.path, request.workspace)
    elsewhere = f"'{on_review('state-at', workspace.document, workspace.root, 'current', '-o', 'FILE')}'"
    in_place = bool(request.in_place) and not request.dry_run
    refuse_unwritable_document(workspace.document, in_place=in_place, elsewhere=elsewhere)
    load_document(workspace.document)  # what is not there or is no text is told before anything is written
    session = Session(workspace, Facts(request.direction, request.config), clock)
    if request.dry_run:
        previewed = session.preview()
        planned = _planned(previewed.history, request, workspace)
        return _outcome(request, workspace, planned, Finished(planned.history, (*previewed.notes, *_missed(planned))))
    with workspace_lock(workspace.root, request.direction, request.config.lock_timeout):
        opened = session.begin()
        if request.in_place:
            refuse_changed_bom(workspace.document, opened.history, elsewhere)
        planned = _planned(opened.history, request, workspace)
        session = _with_followers(session, opened, request, planned.plan)
        drafts = undo_drafts(opened.history, planned.plan.ids, request.reason, on=not request.undoing)
        finished = session.finish(opened, transaction_of(opened.history, drafts, session.stamp(opened.history)))
        gone = planned.plan.ids if request.undoing else ()
        shown = still_shown(workspace, finished.history, opened.record, gone, request.config.output_suffix)
        back = () if request.undoing else planned.plan.ids
        notes = (
            *finished.notes,
            *shown,
            *not_shown(workspace, finished.history, opened.record, back),
            *_missed(planned),
        )
    return _outcome(request, workspace, planned, Finished(finished.history, notes, finished.written))


def _with_followers(session: Session, opened: Opened, request: UndoRequest, plan: UndoPlan) -> Session:
    """The session with every file that goes along; where all was refused the document is not written."""
    known = session.workspace, opened.history, opened.record
    in_place = document_follows(*known) if request.in_place is None else request.in_place
    refused = bool(plan.failed) and not plan.ids
    if in_place and not refused:
        refuse_read_only_follower(session.workspace.document)
    return replace(session, in_place=in_place and not refused, outputs=output_files(*known))


def _planned(history: History, request: UndoRequest, workspace: Workspace) -> _Planned:
    """Which ids go, which cannot; nothing goes when one cannot, unless ``keep_going``."""
    listing = on_review("log", workspace.document, workspace.root)
    asked = select_ids(history, request.selection, active=request.undoing, listing=listing)
    leave = Leave(request.cascade or request.cascade_external, request.cascade_external)
    call = Call(asked, not request.undoing, leave, request.keep_going)
    plan = plan_call(history, call, request.config).plan
    return _Planned(history, with_ways_out(history, call, plan, request.config), asked)


def _missed(planned: _Planned) -> tuple[str, ...]:
    return () if planned.asked else (MISSED,)


def _diff(planned: _Planned, request: UndoRequest) -> str:
    replay = planned.history.replay.clone()
    for name in planned.plan.ids:
        replay.toggle(name, on=not request.undoing)
    return text_diff(planned.history, planned.history.text, replay.text()).decode("utf-8")


def _outcome(request: UndoRequest, workspace: Workspace, planned: _Planned, finished: Finished) -> UndoOutcome:
    done, failed = planned.plan.ids, _with_commands(planned.plan, workspace)
    status: Literal["completed", "partial", "refused"] = "completed"
    if failed:
        status = "partial" if done else "refused"
    return UndoOutcome(
        status=status,
        workspace=str(workspace.root),
        document=str(workspace.document),
        reverted=done if request.undoing else (),
        reapplied=() if request.undoing else done,
        cascaded=tuple(name for name in done if name not in planned.asked),
        failed=failed,
        head=finished.history.head,
        dry_run=request.dry_run,
        diff=_diff(planned, request) if request.dry_run else None,
        notes=finished.notes,
        written=finished.written,
        outputs=outputs(workspace),
    )


def _with_commands(plan: UndoPlan, workspace: Workspace) -> tuple[FailedUndo, ...]:
    """What failed, each with the command that does it all the same. Whether ``-w`` is needed is looked up once."""
    document = workspace.document
    root = where(document, workspace.root) if plan.steps else ""
    return tuple(_with_command(item, plan.steps.get(item.id, ()), document, root) for item in plan.failed)


def _with_command(item: FailedUndo, steps: Iterable[Step], document: Path, root: str) -> FailedUndo:
    commands = (command(step.verb, document, *step.ids, *filter(None, [step.option])) + root for step in steps)
    return item.model_copy(update={"command": " && ".join(commands)})
