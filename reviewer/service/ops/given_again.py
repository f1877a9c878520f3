"""An ops file that was applied before: its lines are those of the document as it was then.

Applied in place again, its lines name other places, since the first time moved them. A commit of an ops file notes
which file it was of and which documents it was read against (``actor`` of its entries). The file is then read once more
against those: what it did there is known by its op ids, whatever has become of the lines. The same ops written in
another way, or a file to which ops were added, is sought in the last commits of people's ops.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reviewer.hashing import bytes_hash
from reviewer.ledger.fold import History
from reviewer.markdown.source import encode, read_document
from reviewer.model.document import Document
from reviewer.model.edit import PEOPLE, Action, EditOp, RejectCode, Rejection
from reviewer.plan.merge import rivals_of
from reviewer.plan.refusal import rejection
from reviewer.service.ops.rival_ops import overlapped_unseen

OPS, DOCUMENT = "ops", "document"
"""Keys of an entry's ``actor``: hash of the ops file, and the hashes of the documents that its lines are of."""

_TRIED = 3
"""Commits in which ops of another file are sought, latest first: each costs a parse."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the ops of a file are in one document: located ops and refusals; its sections' anchors and how many chunks.

    ``earlier`` are the documents in which others of its ops were made before; ``rivals`` are changes in force by
    the place in the file of an op that overlapped them when this very file was applied before.
    """

    document: Document
    ops: tuple[EditOp, ...]
    refused: tuple[Rejection, ...]
    anchors: frozenset[str]
    chunks: int
    earlier: tuple[Document, ...] = ()
    rivals: Mapping[int, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GivenFile:
    """An ops file: the hash of its bytes, and how it is read against a document.

    ``by_line`` are the places in the file of ops in full: an insertion among them has nothing but its line.
    """

    digest: str
    read: Callable[[Document], Reading]
    by_line: frozenset[int] = frozenset()


def noted(file: str, read: Reading, history: History) -> tuple[tuple[str, str], ...]:
    """What a commit of the ops file with this hash notes: the documents that its lines are of, this run's first."""
    hashes = (bytes_hash(_bytes(document.text, history)) for document in (read.document, *read.earlier))
    return (OPS, file), (DOCUMENT, " ".join(dict.fromkeys(hashes)))


def read_again(file: GivenFile, now: Reading, history: History) -> Reading:
    """``now`` (the file read against the document on disk) without the ops that an earlier run of the file dealt with.

    Those are refusals: ``REJECT_HASH`` for what is in force (told as already applied), ``REJECT_LEDGER`` for what was
    undone. The others mean what they say of the document on disk; but where this very file has an insertion among them
    that names a line and quotes nothing, they are given as in the document that the file was read against last.
    What a person wants a second time in these very words needs another file and a new id.
    """
    found = _Found(file, now, history)
    noted_before = list(_noted_readings(file, now, history))
    before = [found.add(earlier.reading) for earlier in noted_before]
    if not found.has_all(now.ops):
        for then in _sought(file, now, history):
            found.add(then)
    base = now
    lines_alone = [op for op in now.ops if op.action is Action.INSERT and op.index in file.by_line]
    if before and not found.has_all(lines_alone):
        base = before[0]
        found.done.update({at: found.present[at] for at in found.settled})
    return replace(
        base,
        ops=tuple(op for op in base.ops if op.index not in found.done),
        refused=(*(item for item in base.refused if item.index not in found.done), *found.refusals()),
        earlier=tuple(found.documents),
        rivals=_rivals(noted_before, history),
    )


class _Found:
    """Which ops of a file are known, by their places in it. ``done`` are those that only earlier documents tell."""

    def __init__(self, file: GivenFile, now: Reading, history: History) -> None:
        self.file, self.now, self.history = file, now, history
        self.present = _by_index(now.ops)
        refused = {item.index for item in now.refused}
        clear = [(at, ops) for at, ops in self.present.items() if at not in refused]
        self.settled = {at for at, ops in clear if all(_in_force(op, history) for op in ops)}
        self.done: dict[int, list[EditOp]] = {}
        self.documents: list[Document] = []

    def has_all(self, ops: Sequence[EditOp]) -> bool:
        """Whether all of these are known."""
        return all(op.index in self.settled or op.index in self.done for op in ops)

    def add(self, then: Reading) -> Reading:
        """Take over what an earlier reading tells beyond what is known; gives that reading back."""
        places = self.settled | self.done.keys()
        untold = ((at, ops) for at, ops in _by_index(then.ops).items() if at not in places)
        new = {at: ops for at, ops in untold if all(_known(op, self.history) and not self._is_new(op) for op in ops)}
        self.done.update(new)
        self.documents += [then.document] if new else []
        return then

    def _is_new(self, then: EditOp) -> bool:
        """Whether a quote without a line stands in another section now, beside the one in which it was replaced.

        Not where the section has another name since, nor where the edit leaves what it quotes.
        """
        ops = self.present.get(then.index, [])
        quoted = then.index not in self.file.by_line and then.action in {Action.REPLACE, Action.DELETE}
        if not ops or not quoted or then.before_text in then.after_text or then.target.anchor not in self.now.anchors:
            return False
        return all(op.target.anchor != then.target.anchor for op in ops)

    def refusals(self) -> list[Rejection]:
        """For each op of ``done`` why it is not made."""
        return [_done(op, self.history) for those in self.done.values() for op in those]


def _rivals(before: Sequence["_Earlier"], history: History) -> dict[int, frozenset[str]]:
    """Changes in force, by the place in the file of an op that overlapped them when the file was applied."""
    found: dict[int, frozenset[str]] = {}
    for earlier in before:
        made = [op for op in earlier.reading.ops if _in_force(op, history)]
        others = [op for op in earlier.reading.ops if not _known(op, history)]
        winners = rivals_of(made, others, earlier.reading.document.text) if made and others else {}
        unseen = overlapped_unseen(others, history, earlier.view, earlier.at)
        for op in others:
            names = {history.active_op_ids[winners[op.op_id]]} if op.op_id in winners else unseen.get(op.op_id, ())
            found[op.index] = found.get(op.index, frozenset()).union(names)
    return {at: names for at, names in found.items() if names}


def _by_index(ops: Sequence[EditOp]) -> Mapping[int, list[EditOp]]:
    found: dict[int, list[EditOp]] = {}
    for op in ops:
        found.setdefault(op.index, []).append(op)
    return found


def _in_force(op: EditOp, history: History) -> bool:
    found = history.active_op_ids.get(op.op_id)
    return found is not None and op.id in ("", found)


def _known(op: EditOp, history: History) -> bool:
    """Whether the ledger has the op, in force or undone; not what gave way to a hand edit: it may be made again."""
    found = history.active_op_ids.get(op.op_id) or history.reverted_op_ids.get(op.op_id)
    return found is not None and op.id in ("", found)


def _done(op: EditOp, history: History) -> Rejection:
    undone = history.reverted_op_ids.get(op.op_id)
    if undone is None:
        return rejection(op, RejectCode.HASH, "it was applied before")
    message = f"the same edit is in the ledger as {undone} and was undone; reapply {undone}"
    return rejection(op, RejectCode.LEDGER, message)


@dataclass(frozen=True, slots=True)
class _Earlier:
    """A reading against the document with the active set ``view``, of a commit that has ``at`` entries before it."""

    reading: Reading
    view: frozenset[str]
    at: int


def _noted_readings(file: GivenFile, now: Reading, history: History) -> Iterator[_Earlier]:
    """The file read against the documents that this very file was read against before, the latest first."""
    ours = (entry for entry in reversed(history.entries) if entry.actor.get(OPS) == file.digest)
    noted_at: dict[str, int] = {}
    for entry in ours:
        for doc_hash in entry.actor.get(DOCUMENT, "").split():
            noted_at.setdefault(doc_hash, entry.seq - entry.txn_index - 1)
    for doc_hash, at in noted_at.items():
        view = history.view_for(doc_hash)
        if view is not None:
            text = history.replay.materialise(view)
            reading = now if text == now.document.text else file.read(_document(text, history))
            yield _Earlier(reading, view, at)


def _document(text: str, history: History) -> Document:
    return read_document(_bytes(text, history), history.snapshot.source_id)


def _bytes(text: str, history: History) -> bytes:
    return encode(text, bom=history.snapshot.bom)


def _sought(file: GivenFile, now: Reading, history: History) -> Iterator[Reading]:
    """Readings against the documents before the last commits of people's ops, where those ops are in this file.

    All ops of the file are known there, or all of a commit of several are in the file.
    """
    places = {op.index for op in now.ops} | {item.index for item in now.refused}
    for at, names in _commits(history, len(places)):
        then = file.read(_document(history.text_at(at), history))
        has = {op.op_id for op in then.ops}
        whole = not then.refused and all(_known(op, history) for op in then.ops)
        if then.ops and (whole or (len(names) > 1 and names <= has)):
            yield then


def _commits(history: History, most: int) -> Iterator[tuple[int, frozenset[str]]]:
    """Where the last commits of at most so many ops of people begin, with the op ids; the latest first."""
    found: dict[str, tuple[int, list[str]]] = {}
    for at, entry in enumerate(history.entries):
        if entry.event in {"change", "flag"} and entry.source.get("type") in PEOPLE:
            found.setdefault(entry.txn, (at, []))[1].append(entry.op_id)
    fitting = [(at, frozenset(names)) for at, names in found.values() if len(names) <= most]
    yield from fitting[: -_TRIED - 1 : -1]
