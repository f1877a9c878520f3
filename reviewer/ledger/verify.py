"""Does a ledger prove what it says? Hash chain, replay of every entry, every border of a transaction (DESIGN §5).

This is integrity, not authorship: whoever can write the folder can write a new chain. Deleting whole last lines leaves
a valid ledger; only a head that was kept elsewhere shows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.count_text import counted, verb
from reviewer.errors import IntegrityError
from reviewer.hashing import bytes_hash
from reviewer.ledger.events import ADDS, TOGGLES, steps
from reviewer.ledger.fold import History
from reviewer.ledger.store import LedgerFile, read_ledger
from reviewer.ledger.torn import WAY_OUT, Output, lost_end
from reviewer.markdown.source import encode
from reviewer.model.document import Document
from reviewer.model.entry import LedgerEntry
from reviewer.patch.replay import Replay, TextEdit


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; ``detail`` names the first bad place, or says what was found."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True, slots=True)
class LedgerVerdict:
    """All checks, and the history where it could be read. ``torn``: bytes of an incomplete last transaction."""

    checks: tuple[Check, ...]
    history: History | None
    torn: int = 0

    @property
    def ok(self) -> bool:
        """True when every check passed."""
        return all(check.ok for check in self.checks)


def verify_ledger(
    ledger: Path, snapshot: Document, heads: tuple[str, ...] = (), outputs: Sequence[Output] = ()
) -> LedgerVerdict:
    """Check the file at ``ledger`` against its snapshot; ``heads`` are entry hashes that it must contain.

    ``outputs`` are files with the document: none may have the state after what is cut off the ledger's end.

    Never raises for what it finds, never writes.
    """
    try:
        file = read_ledger(ledger, snapshot.doc_hash)
    except IntegrityError as error:
        return LedgerVerdict((Check("ledger", False, error.message),), None)
    found = [_head(file, snapshot, head) for head in heads]
    history, problem = _replayed(snapshot, file.entries)
    found += [] if problem else _end(history, file, outputs)
    cut = _cut(ledger, file, lost=not all(check.ok for check in found))
    checks = [Check("ledger", True, f"{counted(len(file.entries), 'entry', 'entries')}, hash chain intact{cut}")]
    checks.append(Check("replay", not problem, problem or f"{counted(len(file.entries), 'state')} as recorded"))
    return LedgerVerdict((*checks, *found), None if problem else history, len(file.torn))


def verify_replay(snapshot: Document, entries: tuple[LedgerEntry, ...]) -> str:
    """The first entry that does not replay to its texts, ``state_hash`` or ``doc_hash``; empty when all do.

    Linear in entries; each transaction costs one hash of the whole document.
    """
    return _replayed(snapshot, entries)[1]


def _replayed(snapshot: Document, entries: tuple[LedgerEntry, ...]) -> tuple[History, str]:
    """The history, and the first problem; with a problem the history is not to be used."""
    by_id: dict[str, LedgerEntry] = {}
    history = History(snapshot, entries, Replay(snapshot.text), by_id)
    border = snapshot.doc_hash
    try:
        for entry, edit in steps(history.replay, entries):
            problem = _problem(history.replay, entry, edit, border)
            if not problem and entry.id in by_id:
                problem = "its id is already in the ledger"
            by_id[entry.id] = entry
            if not problem and entry.txn_index == entry.txn_size - 1:
                border = bytes_hash(encode(history.replay.text(), bom=snapshot.bom))
                if border != entry.doc_hash_after:
                    problem = f"the document is {border}, not doc_hash_after {entry.doc_hash_after}"
            if problem:
                return history, f"entry {entry.id} (seq {entry.seq}): {problem}"
    except IntegrityError as error:
        return history, error.message
    return history, ""


def _problem(replay: Replay, entry: LedgerEntry, edit: TextEdit, border: str) -> str:
    if entry.doc_hash_before != border:
        return f"doc_hash_before is {entry.doc_hash_before}, the document was {border}"
    known = entry.event in ADDS or entry.event in TOGGLES
    if known and edit != TextEdit(entry.span, entry.before_text, entry.after_text):
        return "its texts are not what stands at its span"
    state = replay.state_hash()
    return "" if state == entry.state_hash else f"the state is {state}, not {entry.state_hash}"


def _end(history: History, file: LedgerFile, outputs: Sequence[Output]) -> list[Check]:
    """Whether something that was in force is cut off."""
    try:
        fault = lost_end(history, file.torn, outputs)
    except OSError:  # what stands in an output's place is a check of its own
        return []
    return [Check("end", False, f"entries are lost: {fault}; {WAY_OUT}")] if fault else []


def _cut(ledger: Path, file: LedgerFile, *, lost: bool) -> str:
    """What bytes behind the last whole transaction mean, and what becomes of them; ``lost``: a head is missing."""
    if not file.torn:
        return ""
    count = len(file.torn)
    told = f"; its end is cut: {counted(count, 'byte')} there {verb(count, 'is', 'are')} no whole transaction"
    if lost:
        return told
    return (
        f"{told}, as when a run was killed while it wrote; nothing in them is in force, and the next review, apply, "
        f"revert or reapply moves them to {ledger.stem}.torn.N and goes on"
    )


def _head(file: LedgerFile, snapshot: Document, head: str) -> Check:
    places = {snapshot.doc_hash: 0, **{entry.entry_hash: entry.seq for entry in file.entries}}
    if head not in places:
        how = "it was in what is cut" if file.torn else "its last entries are missing or were replaced"
        return Check("head", False, f"{head} is not in the ledger: {how}; {WAY_OUT}")
    later = len(file.entries) - places[head]
    return Check("head", True, f"{head} is entry {places[head]}" + (f", {later} came later" if later else ", the last"))
