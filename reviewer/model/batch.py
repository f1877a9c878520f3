"""What a batch did: the JSON object that ``batch`` prints (schema 1), and one row a document."""

from typing import Literal

from pydantic import Field

from reviewer.model.frozen import Frozen

RowStatus = Literal["completed", "completed_with_failures", "failed", "unchanged", "in_review"]
"""``unchanged``: nothing of it has changed since a review that came to its end with the same settings. ``in_review``:
another run is at it. Neither is a failure."""

FAILED: tuple[RowStatus, ...] = ("failed", "completed_with_failures")


class DocumentRow(Frozen):
    """One document of a batch. Counts are of this run; findings also of a document that is unchanged."""

    path: str = Field(description="the document, as it was found")
    doc_hash: str = Field("", description="hash of the bytes that were read; empty where none were")
    status: RowStatus
    error_code: str = Field("", description="why it failed, for programs")
    error: str = Field("", description="why it failed or was left to another run, in one line")
    hint: str = Field("", description="what to do about it")
    changes: int = 0
    silent: int = 0
    attention: int = 0
    deletions: int = 0
    flags: int = 0
    rejected: int = 0
    findings: int = 0
    findings_minor: int = 0
    findings_attention: int = 0
    findings_critical: int = 0
    chunks: int = 0
    chunks_failed: int = 0
    model_calls: int = 0
    head: str = Field("", description="the ledger's last entry hash")
    seconds: float = Field(0.0, description="wall time of its review")
    workspace: str = ""
    report: str = Field("", description="path of its report; empty where it has none")
    run: str = Field("", description="id of its own flow run, where it had one")


class BatchCounts(Frozen):
    """Documents by what became of them, and sums over their rows."""

    documents: int = 0
    completed: int = 0
    failed: int = 0
    unchanged: int = 0
    in_review: int = 0
    changes: int = 0
    flags: int = 0
    rejected: int = 0
    findings: int = 0
    chunks_failed: int = 0
    model_calls: int = 0


class BatchOutputs(Frozen):
    """Absolute paths of the summary."""

    folder: str
    summary: str
    table: str


class BatchOutcome(Frozen):
    """``batch``. ``documents`` are in the order in which they were found."""

    schema_version: Literal[1] = Field(default=1, alias="schema")
    status: Literal["completed", "completed_with_failures"] = "completed"
    counts: BatchCounts
    documents: tuple[DocumentRow, ...] = ()
    notes: tuple[str, ...] = Field((), description="what a person should know of the selection")
    seconds: float = 0.0
    outputs: BatchOutputs


def counts_of(rows: tuple[DocumentRow, ...]) -> BatchCounts:
    """The sums over rows; what was completed with failures counts as failed."""

    def of(*states: RowStatus) -> int:
        return sum(row.status in states for row in rows)

    summed = ("changes", "flags", "rejected", "findings", "chunks_failed", "model_calls")
    return BatchCounts(
        documents=len(rows),
        completed=of("completed"),
        failed=of(*FAILED),
        unchanged=of("unchanged"),
        in_review=of("in_review"),
        **{name: sum(getattr(row, name) for row in rows) for name in summed},
    )
