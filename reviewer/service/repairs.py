"""What a killed run left: completed by the next writing command, only told by reading ones (DESIGN §6)."""

from pathlib import Path

from reviewer.errors import IntegrityError
from reviewer.ledger.fold import load
from reviewer.ledger.leftovers import OLD, clear_beside, clear_leftovers
from reviewer.ledger.lock import HOLDER_NAME
from reviewer.ledger.transaction import Repaired, pending_repair, repair
from reviewer.model.document import Document
from reviewer.path_text import shown_path
from reviewer.service.models.files import CHUNK_FOLDERS, PYRAMID
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.history import outputs_of_ledger
from reviewer.service.workspace.review_index import FOLDER
from reviewer.service.workspace.run_record import RunRecord, read_record


def complete_repair(workspace: Workspace, snapshot: Document, record: RunRecord | None) -> Repaired:
    """Read the ledger and bring documents to its state. Raises as ``repair``: first of all when it was cut."""
    return repair(workspace.ledger, snapshot, outputs_of_ledger(workspace), _head(record))


def clear_temporary(workspace: Workspace, record: RunRecord | None) -> None:
    """Take away temporary files of killed runs, in the workspace and beside its documents. Call it under the lock.

    What is written under the lock only is nobody's by now, a workspace that is being made included. The rest (summaries
    and a model's answers, the index of all reviews, ``--output`` files) may be in another process's hands: there a file
    must be a day older than the lock that was just taken.
    """
    ours = (workspace.root, workspace.stage1, workspace.stage3, workspace.plans)
    for folder in (*ours, workspace.ledger.parent, workspace.patches):
        clear_leftovers(folder)
    clear_leftovers(workspace.stage2, but=PYRAMID)
    clear_beside(workspace.document)
    try:
        old = (workspace.root / HOLDER_NAME).stat().st_mtime - OLD
    except OSError:
        return
    shared = [workspace.root.parent] if workspace.root.parent.name == FOLDER else []
    of_chunks = (workspace.stage2 / name for name in CHUNK_FOLDERS)
    for folder in (workspace.stage2, *of_chunks, *shared):
        clear_leftovers(folder, before=old)
    for path in record.files if record else ():
        clear_beside(Path(path), before=old)


def describe_pending(workspace: Workspace, snapshot: Document) -> list[str] | None:
    """What the next writing command will complete; None when there is nothing. Never writes.

    Raises:
        IntegrityError: as ``pending_repair``; ``unreadable`` when something stands in the place of a document.
    """
    record = read_record(workspace)
    try:
        pending = pending_repair(workspace.ledger, snapshot, outputs_of_ledger(workspace), _head(record))
    except OSError as error:
        message = f"{shown_path(error.filename)} cannot be read: {error.strerror}"
        raise IntegrityError("unreadable", message, "move away what stands there, then run the review again") from None
    notes = list(pending.notes) if pending else []
    history, _ = load(workspace.ledger, snapshot)
    if record.head != history.head if record else bool(history.entries) and not workspace.report.is_file():
        notes.append("patches, annotated copy and report are brought to the state of the ledger")
    return notes or None


def _head(record: RunRecord | None) -> str | None:
    return record.head if record else None
