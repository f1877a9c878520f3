"""From snapshot and entries to the present: what the document is, which changes are in force, which ids are given.

Truth is the snapshot and the ledger alone (DESIGN §6). What one entry does, ``events`` says.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from reviewer.count_text import counted
from reviewer.hashing import bytes_hash
from reviewer.ledger.events import ADDS, TOGGLES, misfit, steps, switch
from reviewer.ledger.ids import highest
from reviewer.ledger.store import LedgerFile, read_ledger
from reviewer.markdown.source import encode
from reviewer.model.document import Document
from reviewer.model.entry import LedgerEntry
from reviewer.model.position import Span
from reviewer.patch.replay import Replay, TextEdit


@dataclass(frozen=True)
class History:
    """A document's past and present. Treat as read-only: ``replay`` is shared, clone it before moving it on."""

    snapshot: Document
    entries: tuple[LedgerEntry, ...]
    replay: Replay
    by_id: Mapping[str, LedgerEntry] = field(repr=False)

    @property
    def head(self) -> str:
        """``entry_hash`` of the last entry; the snapshot's hash while there is none."""
        return self.entries[-1].entry_hash if self.entries else self.snapshot.doc_hash

    @property
    def next_seq(self) -> int:
        """The ``seq`` of the next entry, from 1."""
        return len(self.entries) + 1

    @cached_property
    def text(self) -> str:
        """The current text, without BOM."""
        return self.replay.text()

    @cached_property
    def bytes(self) -> bytes:
        """The current document as a file."""
        return encode(self.text, bom=self.snapshot.bom)

    @cached_property
    def doc_hash(self) -> str:
        """Hash of ``bytes``."""
        return bytes_hash(self.bytes)

    @cached_property
    def active(self) -> frozenset[str]:
        """Ids of changes and external edits that are in force."""
        return self.replay.active

    @cached_property
    def spans(self) -> Mapping[str, Span]:
        """Where every change and flag stands in the current text (``Replay.span_of``)."""
        return self.replay.spans()

    @cached_property
    def highest(self) -> int:
        """The highest change number ever given, also to flags."""
        return highest("RVW", self.by_id)

    @cached_property
    def flags(self) -> Mapping[str, LedgerEntry]:
        """Flags in force by id: those that no decision has closed and no revert has taken back."""
        flags: dict[str, LedgerEntry] = {}
        for entry in self.entries:
            if entry.event == "flag":
                flags[entry.id] = entry
            elif entry.event in {"decision", "revert"}:
                for name in entry.refs:
                    flags.pop(name, None)
            elif entry.event == "reapply":
                flags.update({n: self.by_id[n] for n in entry.refs if self.by_id[n].event == "flag"})
        return flags

    @cached_property
    def flags_about(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Every flag that a program ever raised, by rule and flagged text; in force or not."""
        found: dict[tuple[str, str], list[str]] = {}
        for entry in self.entries:
            if entry.event == "flag" and entry.source.get("rule"):
                found.setdefault((entry.source["rule"], entry.before_text), []).append(entry.id)
        return {about: tuple(names) for about, names in found.items()}

    @cached_property
    def op_ids(self) -> frozenset[str]:
        """Every op id in the ledger."""
        return frozenset(entry.op_id for entry in self.entries)

    @cached_property
    def active_op_ids(self) -> Mapping[str, str]:
        """Op ids of changes and flags in force, with their entry ids."""
        return {e.op_id: e.id for e in self.entries if e.op_id and (e.id in self.active or e.id in self.flags)}

    @cached_property
    def reverted_op_ids(self) -> Mapping[str, str]:
        """Op ids of changes that were undone (and of flags that were closed), with their entry ids.

        Not those that only gave way to a hand edit: nobody decided against them.
        """
        gone = {e.op_id: e.id for e in self.entries if e.op_id and e.event in {"change", "flag"}}
        away = self._displaced
        return {op_id: name for op_id, name in gone.items() if op_id not in self.active_op_ids and name not in away}

    @cached_property
    def _displaced(self) -> frozenset[str]:
        """Changes whose last undoing belongs to the recording of a hand edit; not those that the person put back."""
        recordings = {e.txn for e in self.entries if e.event == "external"}
        last = {name: e for e in self.entries if e.event == "revert" for name in e.refs}
        return frozenset(name for name, e in last.items() if e.txn in recordings and not e.source)

    @cached_property
    def fingerprints(self) -> Mapping[str, str]:
        """Fingerprints of changes and flags in force, with their entry ids."""
        return {
            e.fingerprint: e.id for e in self.entries if e.fingerprint and (e.id in self.active or e.id in self.flags)
        }

    @cached_property
    def refused_fingerprints(self) -> frozenset[str]:
        """Fingerprints of what a person undid or rejected: not to be proposed again."""
        gone = {self.by_id[op_id].fingerprint for op_id in self.reverted_op_ids.values()}
        rejected = {e.fingerprint for e in self.entries if e.event == "decision"}
        return frozenset((gone | rejected) - {""})

    def entry(self, entry_id: str) -> LedgerEntry | None:
        """The entry with this id."""
        return self.by_id.get(entry_id)

    def active_at(self, seq: int) -> frozenset[str]:
        """The active set after entry ``seq``; 0 is the original.

        Refused (ValueError): a ``seq`` outside the ledger.
        """
        if not 0 <= seq <= len(self.entries):
            raise ValueError(f"seq {seq} is not in a ledger of {counted(len(self.entries), 'entry', 'entries')}")
        active: set[str] = set()
        for entry in self.entries[:seq]:
            switch(active, entry)
        return frozenset(active & self.replay.records.keys())

    def text_at(self, seq: int) -> str:
        """The text after entry ``seq``; 0 is the original."""
        return self.replay.materialise(self.active_at(seq))

    def seq_of(self, view: frozenset[str]) -> "Recorded":
        """The recorded form of an active set: the ``seq`` that comes nearest from below, and what is beyond it."""
        best, size, outside = 0, 0, set[str]()
        active: set[str] = set()
        for entry in self.entries:
            switch(active, entry)
            outside.update(name for name in (entry.id, *entry.refs) if name in active and name not in view)
            outside -= {name for name in (entry.id, *entry.refs) if name not in active}
            if not outside and len(active) >= size:
                best, size = entry.seq, len(active)
        extra = view - self.active_at(best)
        return Recorded(best, tuple(name for name in self.replay.records if name in extra))

    @cached_property
    def recorded(self) -> Mapping[str, "Recorded"]:
        """Every document hash that the ledger knows, with its state; the latest where several agree.

        These are the states at the borders of transactions, and the files that people edited by hand as they were
        found (their basis and the hand edits of that transaction, without our later changes).
        """
        known = {self.snapshot.doc_hash: Recorded(0)}
        hand_made: dict[tuple[str, str], list[str]] = {}
        for entry in self.entries:
            if entry.event == "external" and entry.observed_hash and entry.basis_seq is not None:
                extras = hand_made.setdefault((entry.txn, entry.observed_hash), [])
                extras.append(entry.id)
                known[entry.observed_hash] = Recorded(entry.basis_seq, (*entry.refs, *extras))
            if entry.txn_index == entry.txn_size - 1:
                known[entry.doc_hash_after] = Recorded(entry.seq)
        return known

    def view_for(self, doc_hash: str) -> frozenset[str] | None:
        """The active set of the recorded state that a file with this hash holds; None when the ledger knows none."""
        if doc_hash == self.doc_hash:
            return self.active
        found = self.recorded.get(doc_hash)
        if found is None:
            return None
        return self.active_at(found.seq) | frozenset(found.extra)

    def view_of(self, document: Document) -> frozenset[str] | None:
        """``view_for`` a file; a BOM that was added or taken away by hand does not make it unknown."""
        view = self.view_for(document.doc_hash)
        return self.view_for(bytes_hash(encode(document.text, bom=not document.bom))) if view is None else view


@dataclass(frozen=True, slots=True)
class Recorded:
    """A known state: the active set after ``seq``, and ``extra`` changes."""

    seq: int
    extra: tuple[str, ...] = ()


def load(ledger: Path, snapshot: Document, *, checked: bool = False) -> tuple[History, LedgerFile]:
    """Read and fold the ledger at a path. Raises as ``read_ledger`` and ``fold`` do."""
    file = read_ledger(ledger, snapshot.doc_hash)
    return fold(snapshot, file.entries, checked=checked), file


def fold(snapshot: Document, entries: Iterable[LedgerEntry], *, checked: bool = False) -> History:
    """Replay verified entries. ``checked``: compare every state hash, not only the last.

    Raises:
        IntegrityError: ``replay-failed``, naming ``seq`` and id of the first entry that does not fit.
    """
    kept = tuple(entries)
    replay = Replay(snapshot.text)
    by_id: dict[str, LedgerEntry] = {}
    for entry, edit in steps(replay, kept):
        if entry.id in by_id:
            raise misfit(entry, "its id is already in the ledger")
        by_id[entry.id] = entry
        known = entry.event in ADDS or entry.event in TOGGLES
        if known and edit != TextEdit(entry.span, entry.before_text, entry.after_text):
            raise misfit(entry, "its texts are not what stands at its span")
        if (checked or entry is kept[-1]) and replay.state_hash() != entry.state_hash:
            raise misfit(entry, "the replayed text does not have its state_hash")
    return History(snapshot, kept, replay, by_id)
