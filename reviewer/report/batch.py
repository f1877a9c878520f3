"""The summary of a batch for people: counts, failures first, then every document with the way to its report."""

import os
from collections.abc import Sequence
from urllib.parse import quote

from reviewer.count_text import counted
from reviewer.model.batch import FAILED, BatchOutcome, DocumentRow
from reviewer.report.quoting import code, escape

SHOWN = 2_000
"""So many documents of a kind are listed; the Parquet file has all."""

MARK = "<!-- Made by reviewctl batch. -->"
"""The first line of every summary: it is no document to review, wherever it lies."""

_WORDS = {
    "documents": "documents",
    "completed": "reviewed",
    "failed": "failed",
    "unchanged": "unchanged since their last review",
    "in_review": "in review by another run",
    "changes": "changes",
    "flags": "flags",
    "rejected": "refused edits",
    "findings": "findings",
    "chunks_failed": "chunks failed",
    "model_calls": "calls of models",
}


def batch_line(outcome: BatchOutcome) -> str:
    """What a batch did, in one line without any name: fit for the state of a flow run."""
    counts = outcome.counts
    if counts.failed:
        return f"{counts.failed} of {_documents(counts.documents)} failed"
    parts = [f"{counts.completed} of {_documents(counts.documents)} reviewed"]
    parts += [f"{counts.unchanged} unchanged"] if counts.unchanged else []
    parts += [f"{counts.in_review} in review by another run"] if counts.in_review else []
    return ", ".join(parts)


def counts_table(outcome: BatchOutcome) -> str:
    """Counts alone: nothing of it names or quotes a document."""
    counts = outcome.counts.model_dump()
    rows = "\n".join(f"| {words} | {counts[name]} |" for name, words in _WORDS.items())
    return f"| Count | |\n|---|---|\n{rows}\n"


def batch_markdown(outcome: BatchOutcome, *, linked: bool = True) -> str:
    """The summary. ``linked``: reports are links from the summary's own folder; else their paths are told."""
    parts = [MARK, "# Batch review\n", f"{batch_line(outcome)}.\n", counts_table(outcome)]
    parts += [f"- {escape(note)}" for note in outcome.notes]
    parts += [""] if outcome.notes else []
    folder = outcome.outputs.folder if linked else ""
    groups = (
        ("Failed", [row for row in outcome.documents if row.status in FAILED]),
        ("In review by another run", [row for row in outcome.documents if row.status == "in_review"]),
        ("Reviewed", [row for row in outcome.documents if row.status == "completed"]),
        ("Unchanged", [row for row in outcome.documents if row.status == "unchanged"]),
    )
    for title, rows in groups:
        if rows:
            parts += [f"## {title}\n", _table(title, rows[:SHOWN], folder)]
        if len(rows) > SHOWN:
            parts.append(f"{len(rows) - SHOWN} more are in `summary.parquet`.\n")
    return "\n".join(parts)


def _table(title: str, rows: Sequence[DocumentRow], folder: str) -> str:
    if title in {"Failed", "In review by another run"}:
        head = "| Document | Code | Why | What to do |\n|---|---|---|---|\n"
        return head + "".join(
            f"| {_document(row, folder)} | {code(row.error_code)} | {escape(row.error, 400)} | {escape(row.hint)} |\n"
            for row in rows
        )
    head = "| Document | Changes | Attention | Flags | Refused | Findings | Critical | Seconds |\n|---|" + "---:|" * 7
    return f"{head}\n" + "".join(
        f"| {_document(row, folder)} | {row.changes} | {row.attention} | {row.flags} | {row.rejected} "
        f"| {row.findings} | {row.findings_critical} | {row.seconds:.1f} |\n"
        for row in rows
    )


def _document(row: DocumentRow, folder: str) -> str:
    """The document's path, and a link to its report where it has one."""
    name = code(row.path, 300)
    if not row.report:
        return name
    if not folder:
        return f"{name} {code(row.report, 400)}"
    return f"{name} [report](<{quote(os.path.relpath(row.report, folder))}>)"


def _documents(count: int) -> str:
    return counted(count, "document")
