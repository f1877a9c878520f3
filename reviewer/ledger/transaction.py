"""The durable commit and its repair (DESIGN §6): ledger first, then documents; killed anywhere, nothing is lost.

Order: append all entries (one write, fsync, folder fsync) → each document through a temporary file beside it (fsync,
``os.replace``, folder fsync) → read back and compare hashes. Everything after the append can be done again from the
ledger. Call these under ``lock.workspace_lock``.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.count_text import counted, verb
from reviewer.errors import IntegrityError, StaleHead, UserError
from reviewer.file_kinds import read_last_line, read_regular
from reviewer.hashing import bytes_hash
from reviewer.ledger.atomic import write_atomic
from reviewer.ledger.entries import IN_PLACE, Transaction
from reviewer.ledger.fold import History, load
from reviewer.ledger.head import refuse_cut
from reviewer.ledger.store import LedgerFile, append, set_aside
from reviewer.ledger.torn import Output, refuse_lost_end
from reviewer.ledger.unwritable import reason, remedy
from reviewer.model.document import Document
from reviewer.path_text import bare_path, shown_path


@dataclass(frozen=True, slots=True)
class PendingRepair:
    """What a killed run left to do, one line each, and what it would change."""

    notes: tuple[str, ...]
    torn: bool
    outputs: tuple[Output, ...]


def commit(ledger: Path, head: str, transaction: Transaction) -> None:
    """Append ``transaction`` to the ledger whose head is ``head``. Documents come next (``write_documents``).

    Raises:
        StaleHead: ``head-moved``: the ledger has other entries now; nothing was written.
        UserError: ``ledger-not-written``: disk full or read-only; ledger and documents are as before, unless the hint
            says that this is not certain.
    """
    tail = _tail(ledger, head, transaction.history.snapshot)
    try:
        append(ledger, tail, transaction.lines)
    except OSError as error:
        hint = f"nothing of it is recorded; {remedy(error)}, then run the command again"
        if not _taken_back(ledger, tail.size):
            hint = f"whether it was recorded is not certain, 'reviewctl log DOC' tells; {remedy(error)} first"
        raise UserError("ledger-not-written", f"{ledger} cannot be written: {reason(error)}", hint) from error


def write_documents(outputs: Sequence[Output], data: bytes) -> None:
    """Write the state of the document to each file. Raises OSError, and as ``write_checked``."""
    for output in outputs:
        write_checked(output.path, data)


def _taken_back(ledger: Path, size: int) -> bool:
    """Cut off entries that were written but could not be made durable: what is told as not done must not be there.

    True only where the cut is durable as well: otherwise a crash could bring the entries back.
    """
    try:
        if ledger.exists() and ledger.stat().st_size > size:
            with ledger.open("r+b") as file:
                file.truncate(size)
                os.fsync(file.fileno())
    except OSError:
        return False
    return True


def _tail(ledger: Path, head: str, snapshot: Document) -> LedgerFile:
    """The end of the ledger, if its last entry is ``head``; not verified again, the caller has just read it."""
    line, size = read_last_line(ledger) if ledger.exists() else (b"", 0)
    last = line.rstrip(b"\n")
    if not (last.endswith(b"}") and f'"entry_hash":"{head}"'.encode() in last) and (size or head != snapshot.doc_hash):
        raise StaleHead("head-moved", f"{shown_path(ledger)} has changed since it was read", "run the command again")
    return LedgerFile((), head, size, newline=not size or line.endswith(b"\n"))


def write_checked(path: Path, data: bytes) -> None:
    """``write_atomic``, then read back. Raises IntegrityError (``write-failed``)."""
    write_atomic(path, data)
    if read_regular(path) != data:
        message = f"{shown_path(path)} does not read back as written"
        raise IntegrityError("write-failed", message, "check the disk, then run again")


def pending_repair(
    ledger: Path, snapshot: Document, outputs: Sequence[Output], known_head: str | None = None
) -> PendingRepair | None:
    """What ``repair`` would do; None when there is nothing. Never writes.

    An output is behind when it is missing or holds an earlier recorded state of the document; one that holds unknown
    bytes was edited by hand and is left alone. ``known_head`` is the head that the last finished run recorded elsewhere
    (run.json): a document in place that holds an earlier state although a run ended at this head was put back by hand.

    Raises:
        IntegrityError: the ledger is broken (``ledger-broken``, ``replay-failed``), or lacks ``known_head``, also when
            that stands in its torn tail, or what an output already has (``entries-lost``).
    """
    history, file = load(ledger, snapshot)
    return _pending(history, file, (ledger, outputs), known_head)


def _pending(
    history: History, file: LedgerFile, places: tuple[Path, Sequence[Output]], known_head: str | None
) -> PendingRepair | None:
    ledger, outputs = places
    notes = []
    refuse_cut(ledger, history, known_head)
    refuse_lost_end(ledger, history, file.torn, outputs)
    if file.torn:
        count = len(file.torn)
        torn = f"{counted(count, 'byte')} of an incomplete transaction at the end of {ledger.name}"
        notes.append(f"{torn} {verb(count, 'is', 'are')} set aside")
    finished = known_head == history.head
    behind = tuple(output for output in outputs if _is_behind(history, output, finished=finished))
    state = f"the state of ledger entry {history.next_seq - 1}"
    notes += [f"{bare_path(output.path)} is brought to {state}" for output in behind]
    return PendingRepair(tuple(notes), bool(file.torn), behind) if notes else None


@dataclass(frozen=True, slots=True)
class Repaired:
    """The history that stands, and what was done for it, one line each."""

    history: History
    notes: tuple[str, ...]


def repair(ledger: Path, snapshot: Document, outputs: Sequence[Output], known_head: str | None = None) -> Repaired:
    """Read the ledger and complete what a killed run left. Safe to repeat. Raises as ``pending_repair``."""
    history, file = load(ledger, snapshot)
    pending = _pending(history, file, (ledger, outputs), known_head)
    if pending is None:
        return Repaired(history, ())
    notes = list(pending.notes)
    if pending.torn:
        aside = set_aside(ledger, file)
        notes[0] += f" in {aside.name}" if aside else ""
    for output in pending.outputs:
        write_checked(output.path, history.bytes)
    return Repaired(history, tuple(notes))


def _is_behind(history: History, output: Output, *, finished: bool) -> bool:
    """``finished``: a run came to its end at this head, so an earlier state in place is somebody's wish."""
    if not output.path.exists():
        return not output.in_place and bool(history.entries)
    found = bytes_hash(read_regular(output.path))
    if found == history.doc_hash:
        return False
    if output.in_place:
        return not finished and found in _left_in_place(history)
    return found in history.recorded


def _left_in_place(history: History) -> set[str]:
    """States that an in-place transaction should have replaced: what the document had before it."""
    hashes: set[str] = set()
    for entry in reversed(history.entries):
        if entry.actor.get("output") != IN_PLACE:
            break
        hashes.add(entry.doc_hash_before)
    return hashes
