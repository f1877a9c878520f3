"""The report of a review, as text."""

from reviewer.markdown.source import read_document
from reviewer.report.markdown import assemble
from reviewer.service.files.documents import outlined
from reviewer.service.workspace.derive import report_data
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.history import read_history
from reviewer.service.workspace.run_record import RunRecord, read_record


def report(workspace: Workspace) -> str:
    """Always made from the ledger and the stored findings, so that it shows the present state. Writes nothing."""
    history, _ = read_history(workspace)
    record = read_record(workspace) or RunRecord(
        document=str(workspace.document), created="", doc_hash=history.snapshot.doc_hash
    )
    current = outlined(read_document(history.bytes, str(workspace.document)))
    return assemble(report_data(workspace, history, record, current))
