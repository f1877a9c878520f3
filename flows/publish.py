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

from reviewer.file_kinds import read_regular
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.undo import UndoOutcome
from reviewer.report.quoting import escape

REPORT_LIMIT = 500_000
"""Characters. 5 MB are accepted, but nobody reads them in a browser; the file has the rest."""

ROW_LIMIT = 2_000
"""Newest entries in the table."""

_OPEN_COLUMNS = ("id", "event", "kind", "severity", "silent", "summary", "timestamp", "state_hash")
_CLOSED_COLUMNS = ("seq", "event", "entry_hash", "state_hash")


def publish(outcome: ReviewOutcome | UndoOutcome, *, text_allowed: bool) -> None:
    """Create the artifacts of a run: report and ledger, or the preview. A failure is a warning: the work is done."""
    name = artifact_name(Path(outcome.document), text_allowed=text_allowed)
    try:
        if isinstance(outcome, UndoOutcome) and outcome.dry_run:
            create_markdown_artifact(key=f"preview-{name}", markdown=preview_text(outcome, text_allowed=text_allowed))
            return
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
    """The report, cut at ``REPORT_LIMIT``; or the counts and the ledger's head. What was not undone stands first."""
    refused = _refused(outcome)
    if not text_allowed:
        rows = "\n".join(f"| {name} | {count} |" for name, count in _counts(outcome).items())
        return f"{refused}| Count | |\n|---|---|\n{rows}\n\nLedger head: `{outcome.head}`\n"
    text = read_regular(Path(outcome.outputs.report)).decode()
    if len(text) <= REPORT_LIMIT:
        return refused + text
    return f"{refused}{text[:REPORT_LIMIT]}\n\n… cut here; the whole report is {outcome.outputs.report}\n"


def preview_text(outcome: UndoOutcome, *, text_allowed: bool) -> str:
    """What a dry run would do, and the resulting diff where the API may receive text."""
    rows = "\n".join(f"| {name} | {count} |" for name, count in _counts(outcome).items())
    text = f"Nothing was written: a dry run.\n\n| Count | |\n|---|---|\n{rows}\n\n{_refused(outcome)}"
    diff = outcome.diff or ""
    if not text_allowed or not diff:
        return text
    shown = diff[:REPORT_LIMIT]
    end = "" if shown.endswith("\n") else "\n"
    cut = "" if shown == diff else "\n… cut here; the same command with `--dry-run` shows the whole diff\n"
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{text}{fence}diff\n{shown}{end}{fence}\n{cut}"


def _refused(outcome: ReviewOutcome | UndoOutcome) -> str:
    """Ids and reasons of what was not undone, which hold no text of a document."""
    if not isinstance(outcome, UndoOutcome) or not outcome.failed:
        return ""
    rows = [
        f"| {escape(item.id, 40)} | {escape(item.reason)} | {escape(', '.join(item.blocked_by[:ROW_LIMIT]), 2000)} |"
        for item in outcome.failed[:ROW_LIMIT]
    ]
    return "\n".join(["## Not undone", "", "| Id | Why | In the way |", "|---|---|---|", *rows, "", ""])


def _counts(outcome: ReviewOutcome | UndoOutcome) -> dict[str, int]:
    if isinstance(outcome, UndoOutcome):
        return {name: len(getattr(outcome, name)) for name in ("reverted", "reapplied", "failed")}
    counts: dict[str, int] = outcome.counts.model_dump()
    return counts


def ledger_rows(ledger: Path, text_allowed: bool) -> list[dict[str, Any]]:
    """The newest entries, newest last."""
    columns = _OPEN_COLUMNS if text_allowed else _CLOSED_COLUMNS
    lines = [line for line in read_regular(ledger).split(b"\n") if line] if ledger.exists() else []
    entries = [json.loads(line) for line in lines[-ROW_LIMIT:]]
    return [{column: entry.get(column) for column in columns} for entry in entries]
