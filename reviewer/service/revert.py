"""``revert`` and ``reapply``: take changes out of force, or put them back (seed §8; DESIGN §5).

Undoing never appends an inverse that others build on: it takes the change out of the active set. One call is one
transaction: all or nothing, or with ``keep_going`` as many as can be.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from reviewer.config import ReviewerConfig
from reviewer.hashing import bytes_hash
from reviewer.ledger.diff import unified_diff
from reviewer.ledger.entries import Draft, Transaction, transaction_of
from reviewer.ledger.fold import History
from reviewer.ledger.lock import workspace_lock
from reviewer.ledger.undo import reapply_draft, revert_draft
from reviewer.model.ports import Clock
from reviewer.model.undo import FailedUndo, UndoOutcome
from reviewer.service.history import read_history
from reviewer.service.outcomes import Facts, outputs
from reviewer.service.run_record import RunRecord
from reviewer.service.selection import Selection, select_ids
from reviewer.service.session import Session
from reviewer.service.soundness import unsound
from reviewer.service.undo_plan import UndoPlan, plan_reapply, plan_revert
from reviewer.service.workspace import Workspace, require_workspace

Direction = Literal["revert", "reapply"]


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Which changes of which document, and how.

    ``cascade`` also undoes what depends on them (never hand edits, unless ``cascade_external``); ``keep_going`` does
    what can be done; ``dry_run`` writes nothing and gives the resulting diff.
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
    direction: Direction = field(default="revert")


def undo(request: UndoRequest, clock: Clock) -> UndoOutcome:
    """Revert or reapply the selected changes and make everything that shows them anew.

    Raises:
        UserError: no review, nothing selected, a bad range.
        Busy, IntegrityError: as ``apply_plan``.
    """
    workspace = require_workspace(request.path, request.workspace)
    if request.dry_run:
        history, _ = read_history(workspace)
        plan = _plan(history, request)
        return _outcome(request, workspace, plan, history, _diff(history, plan, request))
    facts = Facts(command=request.direction, config=request.config)
    with workspace_lock(workspace.root, facts.command, request.config.lock_timeout):
        opened = Session(workspace, facts, clock).begin()
        plan = _plan(opened.history, request)
        in_place, files = holders(workspace, opened.history, opened.record)
        session = Session(workspace, facts, clock, in_place=in_place, outputs=files)
        finished = session.finish(opened, _transaction(opened.history, plan, request, session))
    return _outcome(request, workspace, plan, finished.history, None, finished.notes)


def holders(workspace: Workspace, history: History, record: RunRecord | None) -> tuple[bool, tuple[Path, ...]]:
    """Whether the document itself shows our changes, and which ``--output`` files do: they follow an undo."""
    last = history.entries[-1] if history.entries else None
    ours = last is not None and any("output" in entry.actor for entry in history.entries)
    shown = record.files if record else {}
    in_place = ours and shown.get(str(workspace.document)) == history.doc_hash
    known = {str(workspace.document), str(workspace.edited), str(workspace.annotated), str(workspace.report)}
    files = [Path(name) for name, held in shown.items() if name not in known and held == history.doc_hash]
    return in_place, tuple(
        path for path in files if path.is_file() and bytes_hash(path.read_bytes()) == history.doc_hash
    )


def _plan(history: History, request: UndoRequest) -> UndoPlan:
    """Which ids go, which cannot; nothing goes when one cannot, unless ``keep_going``."""
    undoing = request.direction == "revert"
    ids = select_ids(history, request.selection, active=undoing)
    if undoing:
        plan = plan_revert(history, ids, cascade=request.cascade, external=request.cascade_external)
    else:
        plan = plan_reapply(history, ids, cascade=request.cascade)
    plan = _sound(history, plan, request)
    return plan if request.keep_going or not plan.failed else UndoPlan((), plan.failed)


def _sound(history: History, plan: UndoPlan, request: UndoRequest) -> UndoPlan:
    """Refuse what would change the structure of text that it does not touch."""
    check = partial(unsound, history, config=request.config, on=request.direction == "reapply")
    if not plan.ids or check(plan.ids) is None:
        return plan
    kept: list[str] = []
    failed = list(plan.failed)
    for name in plan.ids:
        problem = check((*kept, name))
        if problem is None:
            kept.append(name)
        else:
            failed.append(FailedUndo(id=name, reason=problem))
    return UndoPlan(tuple(kept), tuple(failed))


def _drafts(history: History, plan: UndoPlan, request: UndoRequest) -> list[Draft]:
    replay = history.replay.clone()
    known = set(history.by_id)
    draft = revert_draft if request.direction == "revert" else reapply_draft
    return [draft(replay, name, known, request.reason) for name in plan.ids]


def _transaction(history: History, plan: UndoPlan, request: UndoRequest, session: Session) -> Transaction | None:
    return transaction_of(history, _drafts(history, plan, request), session.stamp(history))


def _diff(history: History, plan: UndoPlan, request: UndoRequest) -> str:
    replay = history.replay.clone()
    for name in plan.ids:
        replay.toggle(name, on=request.direction == "reapply")
    return unified_diff(history.text, replay.text(), request.path.name).decode("utf-8", "surrogatepass")


def _outcome(  # noqa: PLR0913, PLR0917 - one value each
    request: UndoRequest,
    workspace: Workspace,
    plan: UndoPlan,
    history: History,
    diff: str | None,
    notes: Sequence[str] = (),
) -> UndoOutcome:
    undoing = request.direction == "revert"
    status: Literal["completed", "partial", "refused"] = "completed"
    if plan.failed:
        status = "partial" if plan.ids else "refused"
    return UndoOutcome(
        status=status,
        workspace=str(workspace.root),
        document=str(workspace.document),
        reverted=plan.ids if undoing else (),
        reapplied=() if undoing else plan.ids,
        failed=plan.failed,
        head=history.head,
        dry_run=request.dry_run,
        diff=diff,
        notes=tuple(notes),
        outputs=outputs(workspace),
    )
