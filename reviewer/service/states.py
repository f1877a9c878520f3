"""Recorded states of a document: which one a name means, and what it holds (``state-at``, ``diff``, ``log``)."""

from datetime import datetime
from typing import Any

from reviewer.errors import UserError
from reviewer.ledger.diff import unified_diff
from reviewer.ledger.fold import History
from reviewer.markdown.source import encode
from reviewer.service.history import read_history
from reviewer.service.show import in_force
from reviewer.service.workspace import Workspace

NAMES = ("original", "current")


def state_at(workspace: Workspace, name: str) -> bytes:
    """The document's bytes at ``name``: an entry id (after its first application), a seq, a time, original, current.

    Raises:
        UserError: ``unknown-state``.
    """
    history, _ = read_history(workspace)
    return encode(_text(history, name), bom=history.snapshot.bom)


def diff_states(workspace: Workspace, before: str, after: str) -> bytes:
    """A unified diff from one state to another, fit for ``git apply`` and ``patch``. Raises as ``state_at``."""
    history, _ = read_history(workspace)
    return unified_diff(_text(history, before), _text(history, after), workspace.document.name)


def log(workspace: Workspace) -> dict[str, Any]:
    """Every entry in ledger order, short."""
    history, _ = read_history(workspace)
    kept = ("seq", "id", "event", "kind", "severity", "silent", "timestamp", "summary", "reason", "txn")
    entries = []
    for entry in history.entries:
        data = entry.model_dump(mode="json")
        shown = {key: data[key] for key in kept}
        entries.append({**shown, "refs": data["refs"], "active": in_force(history, entry)})
    return {"schema": 1, "head": history.head, "entries": entries}


def _text(history: History, name: str) -> str:
    if name == "current":
        return history.text
    return history.text_at(_seq(history, name))


def _seq(history: History, name: str) -> int:
    """The last entry that belongs to the state."""
    entry = history.entry(name)
    if entry is not None:
        return entry.seq
    if name == "original":
        return 0
    if name.isdecimal() and int(name) <= len(history.entries):
        return int(name)
    moment = _moment(name)
    if moment is None:
        raise UserError(
            "unknown-state",
            f"{name!r} is no entry id, no seq up to {len(history.entries)} and no time",
            "list the entries with: reviewctl log, or write original, current, or 2026-01-31T12:00:00+00:00",
        )
    return sum(datetime.fromisoformat(entry.timestamp) <= moment for entry in history.entries)


def _moment(name: str) -> datetime | None:
    """An ISO 8601 time; one without an offset is local."""
    try:
        return None if name.isdecimal() else datetime.fromisoformat(name).astimezone()
    except ValueError:
        return None
