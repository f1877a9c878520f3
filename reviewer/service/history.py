"""The history of a workspace for commands that only read."""

from reviewer.ledger.fold import History, load
from reviewer.ledger.store import LedgerFile
from reviewer.markdown.source import read_document
from reviewer.service.workspace import Workspace


def read_history(workspace: Workspace) -> tuple[History, LedgerFile]:
    """Snapshot and ledger, folded. Writes nothing, also when a killed run left something to repair.

    Raises:
        IntegrityError: the ledger is broken.
    """
    snapshot = read_document(workspace.snapshot.read_bytes(), str(workspace.document))
    return load(workspace.ledger, snapshot)
