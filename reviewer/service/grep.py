"""Search the ledger by text, kind, severity, tier and reverts (seed §9)."""

import re
from dataclasses import dataclass
from typing import Any

from reviewer.errors import UserError
from reviewer.json_text import shown
from reviewer.ledger.told import told_entries
from reviewer.model.entry import LedgerEntry
from reviewer.service.show import entry_json
from reviewer.service.undo.selection import is_deletion
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.history import read_history
from reviewer.service.workspace.in_force import in_force
from reviewer.service.workspace.run_record import read_record
from reviewer.user_pattern import BadPattern, compile_pattern


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for; None matches everything. ``pattern`` is a regular expression, case-sensitive."""

    pattern: str | None = None
    kind: str | None = None
    severity: str | None = None
    silent: bool | None = None
    reverts: bool | None = None


def grep(workspace: Workspace, query: Query) -> dict[str, Any]:
    """Entries, in ledger order, of which what they did, rationale or id matches and that pass every filter.

    What an entry did is looked for in the whole words that people are shown (``told``), and in its ``summary``.

    Raises:
        UserError: ``bad-pattern``.
    """
    try:
        pattern = compile_pattern(query.pattern or "")
    except BadPattern as error:
        raise UserError(
            "bad-pattern",
            f"{shown(query.pattern or '')} is not a regular expression: {error}",
            "escape special characters with a backslash",
        ) from None
    history, _ = read_history(workspace)
    passing = {entry.id for entry in history.entries if _passes(entry, query)}
    found = [(entry, words) for entry, words in told_entries(history, passing) if _matches(entry, words, pattern)]
    active = in_force(history, read_record(workspace))
    entries = [{**entry_json(entry), "told": words, "active": entry.id in active} for entry, words in found]
    return {"schema": 1, "entries": entries}


def _matches(entry: LedgerEntry, words: str, pattern: re.Pattern[str]) -> bool:
    return any(pattern.search(text) for text in (words, entry.summary, entry.rationale, entry.id))


def _passes(entry: LedgerEntry, query: Query) -> bool:
    return (
        query.kind in (None, entry.kind)
        and (query.severity in (None, entry.severity) or is_deletion(entry, query.severity))
        and query.silent in (None, entry.silent)
        and query.reverts in (None, entry.is_revert)
    )
