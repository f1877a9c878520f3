"""What the Prefect UI shows of a review: the report and the ledger table.

An API that may not receive text (DESIGN §7) gets counts and hashes instead.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.logging import get_run_logger

from reviewer.model.outcome import ReviewOutcome
from reviewer.model.undo import UndoOutcome

REPORT_LIMIT = 500_000
"""Characters. 5 MB are accepted, but nobody reads them in a browser; the file has the rest."""

ROW_LIMIT = 2_000
"""Newest entries in the table."""

_OPEN_COLUMNS = ("id", "event", "kind", "severity", "silent", "summary", "timestamp", "state_hash")
_CLOSED_COLUMNS = ("seq", "event", "entry_hash", "state_hash")


def publish(outcome: ReviewOutcome | UndoOutcome, *, text_allowed: bool) -> None:
    """Create both artifacts of a run. A failure is a warning: the review itself is done."""
    name = artifact_name(Path(outcome.document), text_allowed=text_allowed)
    try:
        create_markdown_artifact(key=f"report-{name}", markdown=report_text(outcome, text_allowed=text_allowed))
        create_table_artifact(key=f"ledger-{name}", table=ledger_rows(Path(outcome.outputs.ledger), text_allowed))
    except Exception as error:  # noqa: BLE001 - the document and its ledger are written; only the display is missing
        get_run_logger().warning("The artifacts could not be stored: %s", type(error).__name__)


def artifact_name(document: Path, *, text_allowed: bool) -> str:
    """Stable per document path, in ``[a-z0-9-]``: the file's name, where it may be told, and a hash of the path."""
    digest = hashlib.sha256(str(document).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    stem = re.sub(r"[^a-z0-9]+", "-", document.stem.lower()).strip("-")[:40].strip("-") if text_allowed else ""
    return f"{stem}-{digest}" if stem else digest


def report_text(outcome: ReviewOutcome | UndoOutcome, *, text_allowed: bool) -> str:
    """The report, cut at ``REPORT_LIMIT``; or the counts and the ledger's head."""
    if not text_allowed:
        rows = "\n".join(f"| {name} | {count} |" for name, count in _counts(outcome).items())
        return f"| Count | |\n|---|---|\n{rows}\n\nLedger head: `{outcome.head}`\n"
    text = Path(outcome.outputs.report).read_text(encoding="utf-8")
    if len(text) <= REPORT_LIMIT:
        return text
    return f"{text[:REPORT_LIMIT]}\n\n… cut here; the whole report is {outcome.outputs.report}\n"


def _counts(outcome: ReviewOutcome | UndoOutcome) -> dict[str, int]:
    if isinstance(outcome, UndoOutcome):
        return {name: len(getattr(outcome, name)) for name in ("reverted", "reapplied", "failed")}
    counts: dict[str, int] = outcome.counts.model_dump()
    return counts


def ledger_rows(ledger: Path, text_allowed: bool) -> list[dict[str, Any]]:
    """The newest entries, newest last."""
    columns = _OPEN_COLUMNS if text_allowed else _CLOSED_COLUMNS
    lines = [line for line in ledger.read_bytes().split(b"\n") if line] if ledger.exists() else []
    entries = [json.loads(line) for line in lines[-ROW_LIMIT:]]
    return [{column: entry.get(column) for column in columns} for entry in entries]
