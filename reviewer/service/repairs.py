"""What a killed run left: completed by the next writing command, only told by reading ones (DESIGN §6)."""

from reviewer.ledger.transaction import Output, pending_repair, repair
from reviewer.model.document import Document
from reviewer.service.hand_edits import outputs_of
from reviewer.service.run_record import RunRecord, read_record
from reviewer.service.workspace import Workspace


def complete_repair(workspace: Workspace, snapshot: Document, record: RunRecord | None) -> tuple[str, ...]:
    """Bring documents to the ledger's state; returns what was done, one line each."""
    return repair(workspace.ledger, snapshot, _outputs(workspace, record), _head(record))


def describe_pending(workspace: Workspace, snapshot: Document) -> list[str] | None:
    """What the next writing command will complete; None when there is nothing. Never writes."""
    record = read_record(workspace)
    pending = pending_repair(workspace.ledger, snapshot, _outputs(workspace, record), _head(record))
    return list(pending.notes) if pending else None


def _outputs(workspace: Workspace, record: RunRecord | None) -> list[Output]:
    paths = outputs_of(workspace, record)
    return [
        Output(path, in_place=path == workspace.document)
        for path in paths
        if path in {workspace.document, workspace.edited} or path.exists()
    ]


def _head(record: RunRecord | None) -> str | None:
    return record.head if record else None
