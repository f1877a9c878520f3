"""Rows of a batch's summary: from an outcome, from what stands in a workspace, from an error."""

from pathlib import Path

from reviewer.errors import ReviewError
from reviewer.model.batch import DocumentRow, RowStatus
from reviewer.model.outcome import ReviewOutcome
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.run_record import RunRecord
from reviewer.service.workspace.severities import severities

INTERNAL = "internal-error"
_ALONE = "review the document alone with --verbose to see more"


def path_in_row(path: str) -> str:
    """A path as rows have it: what is no UTF-8 in it is escaped."""
    return path.encode("utf-8", "backslashreplace").decode()


def row_of_outcome(outcome: ReviewOutcome, doc_hash: str) -> DocumentRow:
    """What a review did. Failures of kernels, rules or chunks make the row one with failures."""
    failed = outcome.status != "completed"
    workspace = Workspace(Path(outcome.workspace), Path(outcome.document))
    counts = {name: count for name, count in outcome.counts.model_dump().items() if name in DocumentRow.model_fields}
    return DocumentRow(
        path=outcome.document,
        doc_hash=doc_hash,
        status="completed_with_failures" if failed else "completed",
        error_code="chunks-failed" if outcome.counts.chunks_failed else "kernels-failed" if failed else "",
        error="; ".join(outcome.failures),
        hint="run the batch again: what failed is tried again" if failed else "",
        **counts,
        **_by_severity(workspace),
        head=outcome.head,
        workspace=outcome.workspace,
        report=outcome.outputs.report,
    )


def row_of_workspace(workspace: Workspace, record: RunRecord, status: RowStatus, doc_hash: str) -> DocumentRow:
    """What the last review left, with no counts of this run."""
    found = _by_severity(workspace)
    return DocumentRow(
        path=str(workspace.document),
        doc_hash=doc_hash,
        status=status,
        findings=sum(found.values()),
        **found,
        head=record.head,
        workspace=str(workspace.root),
        report=str(workspace.report),
    )


def row_of_error(path: str, error: Exception, doc_hash: str = "") -> DocumentRow:
    """A document that was not reviewed. What is no ``ReviewError`` is our own bug, told by its type alone."""
    if isinstance(error, ReviewError):
        told = {"error_code": error.code, "error": error.message, "hint": error.hint}
    else:
        told = {"error_code": INTERNAL, "error": f"this is our bug, not yours: {type(error).__name__}", "hint": _ALONE}
    return DocumentRow(path=path_in_row(path), doc_hash=doc_hash, status="failed", **told)


def _by_severity(workspace: Workspace) -> dict[str, int]:
    found = severities(workspace)
    return {f"findings_{name}": found.get(name, 0) for name in ("minor", "attention", "critical")}
