"""What a killed run left: completed by the next writing command, only told by reading ones (DESIGN §6)."""

from reviewer.errors import IntegrityError
from reviewer.hashing import bytes_hash
from reviewer.ledger.fold import History, load
from reviewer.ledger.transaction import Output, Repaired, pending_repair, repair
from reviewer.model.document import Document
from reviewer.service.hand_edits import kept_of
from reviewer.service.run_record import RunRecord, read_record
from reviewer.service.workspace import Workspace


def complete_repair(workspace: Workspace, snapshot: Document, record: RunRecord | None) -> Repaired:
    """Read the ledger and bring documents to its state."""
    return repair(workspace.ledger, snapshot, _outputs(workspace), _head(record))


def describe_pending(workspace: Workspace, snapshot: Document) -> list[str] | None:
    """What the next writing command will complete; None when there is nothing. Never writes.

    Raises:
        IntegrityError: as ``pending_repair``; ``unreadable`` when something stands in the place of a document.
    """
    record = read_record(workspace)
    try:
        pending = pending_repair(workspace.ledger, snapshot, _outputs(workspace), _head(record))
    except OSError as error:
        message = f"{error.filename} cannot be read: {error.strerror}"
        raise IntegrityError("unreadable", message, "move away what stands there, then run the review again") from None
    notes = list(pending.notes) if pending else []
    history, _ = load(workspace.ledger, snapshot)
    if record is not None and record.head != history.head:
        notes.append("patches, annotated copy and report are brought to the state of the ledger")
    return notes or None


def refuse_lost_entries(workspace: Workspace, history: History, record: RunRecord | None) -> None:
    """A ledger that lacks the last run's head, beside a file that this run wrote and the ledger cannot explain.

    Going on would record our own changes as a person's.

    Raises:
        IntegrityError: ``entries-lost``; nothing was written.
    """
    if record is None or record.head in {history.snapshot.doc_hash, *(entry.entry_hash for entry in history.entries)}:
        return
    for path in kept_of(workspace):
        found = bytes_hash(path.read_bytes()) if path.is_file() else ""
        if found and found == record.files.get(str(path)) and history.view_for(found) is None:
            raise IntegrityError(
                "entries-lost",
                f"{workspace.ledger} lacks entries: {path} holds a state of the last run that it does not explain",
                "restore the ledger from a copy; to go on without the lost entries, remove run.json",
            )


def _outputs(workspace: Workspace) -> list[Output]:
    """An ``--output`` file is written again by the command that names it, never by a repair."""
    return [Output(path, in_place=path == workspace.document) for path in kept_of(workspace)]


def _head(record: RunRecord | None) -> str | None:
    return record.head if record else None
