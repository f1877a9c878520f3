"""What the Prefect UI shows of a batch: how far it is, its summary, a table of documents.

An API that may not receive text (DESIGN §7) gets counts, codes and hashes instead.
"""

from typing import Any
from uuid import UUID

from prefect.artifacts import (
    create_markdown_artifact,
    create_progress_artifact,
    create_table_artifact,
    update_progress_artifact,
)
from prefect.logging import get_run_logger

from reviewer.model.batch import BatchOutcome, DocumentRow
from reviewer.report.batch import batch_markdown, counts_table

STEPS = 20
"""Updates of the progress: each costs 8 ms (measured)."""

ROW_LIMIT = 2_000
TEXT_LIMIT = 500_000

_CLOSED = ("status", "error_code", "doc_hash", "head", "changes", "flags", "findings", "chunks_failed", "model_calls")
_OPEN = ("path", *_CLOSED, "error", "report", "run")


class BatchProgress:
    """The progress of a batch in the UI. It is display only: a failure ends it, never the batch."""

    def __init__(self) -> None:
        self._artifact: UUID | None = None
        self._last = -1

    def heard(self, _: DocumentRow, done: int, total: int) -> None:
        """One more document is done."""
        step = STEPS * done // max(total, 1)
        if step == self._last:
            return
        self._last = step
        try:
            if self._artifact is None:
                made: Any = create_progress_artifact(100.0 * done / total, description="documents of the batch")
                self._artifact = made
            else:
                update_progress_artifact(self._artifact, 100.0 * done / total)
        except Exception as error:  # noqa: BLE001 - only the display is missing
            self._last = STEPS + 1
            get_run_logger().warning("The progress could not be stored: %s", type(error).__name__)


def publish_batch(outcome: BatchOutcome, *, text_allowed: bool) -> None:
    """Create the artifacts of a batch. A failure is a warning: the summary is written."""
    text = batch_markdown(outcome, linked=False)[:TEXT_LIMIT] if text_allowed else counts_table(outcome)
    columns = _OPEN if text_allowed else _CLOSED
    rows = [{name: getattr(row, name) for name in columns} for row in outcome.documents[:ROW_LIMIT]]
    try:
        create_markdown_artifact(key="batch-summary", markdown=text)
        create_table_artifact(key="batch-documents", table=rows)
    except Exception as error:  # noqa: BLE001 - the summary is written; only its display is missing
        get_run_logger().warning("The artifacts could not be stored: %s", type(error).__name__)
