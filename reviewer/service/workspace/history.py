"""The history of a workspace for commands that only read."""

from reviewer.errors import IntegrityError, UserError
from reviewer.file_kinds import read_regular
from reviewer.ledger.fold import History, load
from reviewer.ledger.head import refuse_cut
from reviewer.ledger.store import LedgerFile
from reviewer.ledger.torn import Output, refuse_lost_end
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.run_record import read_record


def read_snapshot(workspace: Workspace) -> Document:
    """The document's first state, under the document's name.

    Raises:
        IntegrityError: ``snapshot-broken`` when it is no text any more; it was when it was written.
    """
    try:
        return read_document(read_regular(workspace.snapshot), str(workspace.document))
    except (OSError, UserError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no longer UTF-8 text"
        raise IntegrityError(
            "snapshot-broken",
            f"the snapshot {workspace.snapshot} is damaged: {reason}",
            "restore it from a copy; nothing was written",
        ) from None


def outputs_of_ledger(workspace: Workspace) -> list[Output]:
    """The files that follow from the ledger; an ``--output`` file is written by the command that names it only."""
    return [Output(workspace.document, in_place=True), Output(workspace.edited)]


def read_history(workspace: Workspace) -> tuple[History, LedgerFile]:
    """Snapshot and ledger, folded. Writes nothing, also when a killed run left something to repair.

    Raises:
        IntegrityError: the ledger or the snapshot is broken; ``entries-lost`` when the ledger lacks the head that the
            last run noted, or what a document already has: what is left of it is not what the review says.
    """
    record = read_record(workspace)  # before the ledger: a run that ends in between is ahead of it, never behind
    history, file = load(workspace.ledger, read_snapshot(workspace))
    refuse_cut(workspace.ledger, history, record.head if record else None)
    refuse_lost_end(workspace.ledger, history, file.torn, outputs_of_ledger(workspace))
    return history, file
