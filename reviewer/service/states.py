"""Recorded states of a document: which one a name means, and what it holds (``state-at``, ``diff``, ``log``)."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from reviewer.errors import UserError
from reviewer.hashing import bytes_hash
from reviewer.ledger.atomic import write_atomic
from reviewer.ledger.diff import unified_diff
from reviewer.ledger.fold import History
from reviewer.ledger.patches import BOM
from reviewer.ledger.told import told_entries
from reviewer.markdown.source import encode
from reviewer.path_text import shown_path
from reviewer.service.workspace.command_line import on_review
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.history import read_history
from reviewer.service.workspace.in_force import in_force
from reviewer.service.workspace.output_file import refuse_bad_file
from reviewer.service.workspace.run_record import read_record

_PRINT_IT = "name another file, or leave -o out to print it"
_LOGGED = ("seq", "id", "event", "kind", "severity", "silent", "timestamp", "summary", "reason", "refs", "txn")


@dataclass(frozen=True, slots=True)
class State:
    """The document after the ledger's first ``seq`` entries, as a file."""

    seq: int
    raw: bytes

    @property
    def doc_hash(self) -> str:
        """Hash of ``raw``."""
        return bytes_hash(self.raw)


def state_at(workspace: Workspace, name: str) -> State:
    """The state that ``name`` means: an entry id (right after that entry, so a change's first application), a seq, a
    time (what the ledger held then), ``original`` or ``current``.

    Raises:
        UserError: ``unknown-state``.
    """
    history, _ = read_history(workspace)
    seq = _seq(workspace, history, name)
    return State(seq, encode(_text(history, seq), bom=history.snapshot.bom))


def save_state(workspace: Workspace, state: State, output: Path) -> None:
    """Write a state to a file of its own.

    Raises:
        UserError: ``bad-output`` for the document itself, files of a review, and what is no regular file;
            ``unwritable``.
    """
    refuse_bad_file(workspace.document, workspace.root, output, "-o", (_PRINT_IT, _PRINT_IT))
    try:
        write_atomic(output, state.raw)
    except OSError as error:
        message = f"{shown_path(output)} cannot be written: {error.strerror}"
        raise UserError("unwritable", message, "name another file with -o") from None


def diff_states(workspace: Workspace, before: str, after: str) -> bytes:
    """A unified diff from one state to another, fit for ``git apply`` and ``patch``. Raises as ``state_at``."""
    history, _ = read_history(workspace)
    first, second = (_text(history, _seq(workspace, history, name)) for name in (before, after))
    return text_diff(history, first, second)


def text_diff(history: History, before: str, after: str) -> bytes:
    """The diff between two texts of a document as its file has them, with the BOM if it has one."""
    mark = BOM if history.snapshot.bom else ""
    return unified_diff(mark + before, mark + after, Path(history.snapshot.source_id).name)


def log(workspace: Workspace) -> dict[str, Any]:
    """Every entry in ledger order, short; ``told`` is what it did in whole words, ``summary`` as the ledger has it."""
    history, _ = read_history(workspace)
    active = in_force(history, read_record(workspace))
    entries = []
    for entry, words in told_entries(history):
        data = entry.model_dump(mode="json", include=set(_LOGGED))
        entries.append({**{key: data[key] for key in _LOGGED}, "told": words, "active": entry.id in active})
    return {"schema": 1, "head": history.head, "entries": entries}


def _text(history: History, seq: int) -> str:
    return history.text if seq == len(history.entries) else history.text_at(seq)


def _seq(workspace: Workspace, history: History, name: str) -> int:
    """The last entry that belongs to the state."""
    last = len(history.entries)
    entry = history.entry(name)
    if entry is not None:
        return entry.seq
    if name in {"original", "current"}:
        return 0 if name == "original" else last
    if name.isdecimal() and len(name) < 10 and int(name) <= last:
        return int(name)
    moment = _moment(name)
    if moment is None:
        entries = on_review("log", workspace.document, workspace.root)
        raise UserError(
            "unknown-state",
            f"{name!r} is no entry id, no seq up to {last} and no time",
            f"list the entries with: {entries}; or name original, current, or a time like 2026-01-31T12:00",
        )
    return max((entry.seq for entry in history.entries if datetime.fromisoformat(entry.timestamp) <= moment), default=0)


def _moment(name: str) -> datetime | None:
    """An ISO 8601 time; one without an offset is local, a date alone is its first moment."""
    try:
        return None if name.isdecimal() else datetime.fromisoformat(name).astimezone()
    except (ValueError, OverflowError):
        return None
