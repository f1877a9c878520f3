"""What the Prefect UI shows of an outcome, as Markdown and as rows. An API that may not receive text (DESIGN §7) gets
counts, ids and hashes.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reviewer.file_kinds import read_regular
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.undo import UndoOutcome
from reviewer.path_text import bare_path
from reviewer.report.quoting import code, escape
from reviewer.report.rule_texts import RULE_TEXTS
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.severities import rules_found

Outcome = ReviewOutcome | UndoOutcome
Rows = list[dict[str, Any]]

TEXT_LIMIT = 100_000
"""Characters of a report or diff. 5 MB are accepted, but each run keeps its own, and the file has the rest."""

ROW_LIMIT = 500
"""Newest entries in the table."""

LINE_LIMIT = 50
"""Failures and notes that are listed; the report has all."""

_PATH = 1000
_OPEN_COLUMNS = ("id", "event", "kind", "severity", "silent", "summary", "timestamp", "state_hash")
_CLOSED_COLUMNS = ("seq", "event", "entry_hash", "state_hash")


def summary_text(outcome: Outcome, *, text_allowed: bool) -> str:
    """Status, counts, the ledger's head, and where text may be told what failed and where all files are."""
    rows = "\n".join(f"| {name.replace('_', ' ')} | {count} |" for name, count in counts_of(outcome).items())
    parts = [_refused(outcome), f"**{outcome.status.replace('_', ' ')}**", f"| Count | |\n|---|---|\n{rows}"]
    parts.append(f"Ledger head: `{outcome.head}`")
    if text_allowed:
        failures = outcome.failures if isinstance(outcome, ReviewOutcome) else ()
        parts += [_listed("Failed", failures), _listed("Notes", outcome.notes), _files(outcome)]
    return "\n\n".join(part for part in parts if part) + "\n"


def report_text(outcome: Outcome) -> str:
    """The report, cut at ``TEXT_LIMIT``."""
    text = read_regular(Path(outcome.outputs.report)).decode()
    if len(text) <= TEXT_LIMIT:
        return text
    return f"{text[:TEXT_LIMIT]}\n\n… cut here; the whole report is {bare_path(outcome.outputs.report)}\n"


def preview_text(outcome: UndoOutcome, *, text_allowed: bool) -> str:
    """What a dry run would do, and the resulting diff where the API may receive text."""
    rows = "\n".join(f"| {name} | {count} |" for name, count in counts_of(outcome).items())
    parts = ("Nothing was written: a dry run.", f"| Count | |\n|---|---|\n{rows}", _refused(outcome))
    text = "".join(f"{part}\n\n" for part in parts if part)
    diff = outcome.diff or ""
    if not text_allowed or not diff:
        return text
    shown = diff[:TEXT_LIMIT]
    end = "" if shown.endswith("\n") else "\n"
    cut = "" if shown == diff else "\n… cut here; the same command with `--dry-run` shows the whole diff\n"
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{text}{fence}diff\n{shown}{end}{fence}\n{cut}"


def counts_of(outcome: Outcome) -> dict[str, int]:
    """The counts of an outcome by name."""
    if isinstance(outcome, UndoOutcome):
        return {name: len(getattr(outcome, name)) for name in ("reverted", "reapplied", "failed")}
    counts: dict[str, int] = outcome.counts.model_dump()
    return counts


def finding_rows(outcome: Outcome, *, text_allowed: bool) -> Rows:
    """What the rules found, a row for each that found something; the rules' own sentences, no text of a document."""
    found = rules_found(Workspace(Path(outcome.workspace), Path(outcome.document)))
    rows = [{"rule": rule, "findings": sum(by.values()), **by} for rule, by in found.items()]
    severities = ("minor", "attention", "critical")
    rows = [{**row, **{name: row.get(name, 0) for name in severities}} for row in rows]
    return [{**row, "what": RULE_TEXTS.get(str(row["rule"]), "")} for row in rows] if text_allowed else rows


class LedgerTail:
    """The newest entries of a ledger, newest last, and how many there are."""

    def __init__(self, ledger: Path) -> None:
        """A ledger that is not there has none. Raises OSError, ValueError."""
        lines = [line for line in read_regular(ledger).split(b"\n") if line] if ledger.exists() else []
        self.count = len(lines)
        self.entries: list[dict[str, Any]] = [json.loads(line) for line in lines[-ROW_LIMIT:]]

    def rows(self, *, text_allowed: bool) -> Rows:
        """A table of them."""
        columns = _OPEN_COLUMNS if text_allowed else _CLOSED_COLUMNS
        return [{column: entry.get(column) for column in columns} for entry in self.entries]

    def head_text(self, head: str) -> str:
        """The chain: the head, and what the newest transaction stands on. Hashes and numbers only."""
        if not self.entries:
            return f"`{head}`\n\nThe ledger has no entry.\n"
        newest = self.entries[-1]
        of_it = [entry for entry in self.entries if entry.get("txn") == newest.get("txn")]
        rows = {
            "entries in the ledger": self.count,
            "newest transaction": f"{newest.get('txn_size', len(of_it))} entries",
            "document": f"`{newest.get('doc_hash_after')}`",
        }
        if of_it[0].get("txn_index") == 0 or len(of_it) == newest.get("txn_size"):
            rows["it stands on"] = f"`{of_it[0].get('prev')}`"
        lines = "\n".join(f"| {name} | {value} |" for name, value in rows.items())
        return f"`{head}`\n\n| Chain | |\n|---|---|\n{lines}\n"


def _refused(outcome: Outcome) -> str:
    """Ids and reasons of what was not undone, which hold no text of a document."""
    if not isinstance(outcome, UndoOutcome) or not outcome.failed:
        return ""
    rows = [
        f"| {escape(item.id, 40)} | {escape(item.reason)} | {escape(', '.join(item.blocked_by[:ROW_LIMIT]), 2000)} |"
        for item in outcome.failed[:ROW_LIMIT]
    ]
    return "\n".join(["## Not undone", "", "| Id | Why | In the way |", "|---|---|---|", *rows])


def _listed(title: str, lines: Sequence[str]) -> str:
    more = [f"- and {len(lines) - LINE_LIMIT} more"] if len(lines) > LINE_LIMIT else []
    items = [*(f"- {escape(line, 500)}" for line in lines[:LINE_LIMIT]), *more]
    return "\n".join([f"## {title}", "", *items]) if lines else ""


def _files(outcome: Outcome) -> str:
    named = {"document": outcome.document, "workspace": outcome.workspace, **outcome.outputs.model_dump()}
    rows = [f"| {name} | {code(bare_path(path), _PATH)} |" for name, path in named.items()]
    rows += [f"| written | {code(bare_path(path), _PATH)} |" for path in outcome.written]
    return "\n".join(["## Files", "", "| What | Where |", "|---|---|", *rows])
