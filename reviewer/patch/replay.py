"""A document's state as a function of original text, ordered changes and the active set (DESIGN §5).

Undoing a change takes it out of the active set; nothing is moved or erased. Places on the tape are fixed when a change
is first made, so the same set of changes gives the same text by any path.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from reviewer.count_text import counted
from reviewer.model.position import Span
from reviewer.patch.insertion import Insertion
from reviewer.patch.pieces import Tape
from reviewer.patch.record import Record
from reviewer.patch.units import Piece

NEAR = 16
"""Dead pieces that are passed one by one; a longer run of them is passed by the tape's sums."""


class TextEdit(NamedTuple):
    """One contiguous difference between two states: ``before_text`` at ``span`` of the first became ``after_text``.

    A named tuple: some are made for each of 10,000 changes, and a frozen data class takes three times as long to make.
    """

    span: Span
    before_text: str
    after_text: str


@dataclass(frozen=True, slots=True)
class Footing:
    """What the current text alone does not tell of the place where a change stands.

    ``place`` is an insertion's exact place on the tape, where its author saw more than the current text
    (``View.translate``). ``needs`` are changes without which a word of it would not be what its author wrote; ``bars``
    are undone ones that would make such a word if they came back.
    """

    place: int | None = None
    needs: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()


NO_FOOTING = Footing()


class Replay:
    """A document and all its changes; ``change``, ``mark`` and ``toggle`` move it on, everything else only reads."""

    def __init__(self, original: str) -> None:
        self.tape = Tape(original)
        self.records: dict[str, Record] = {}
        self.marks: dict[str, list[Piece]] = {}
        self.enabled: set[str] = set()

    @property
    def active(self) -> frozenset[str]:
        """Ids of the changes that are in force."""
        return frozenset(self.enabled)

    @property
    def length(self) -> int:
        """Code points of the current text."""
        return self.tape.length

    def text(self) -> str:
        """The current text."""
        return self.tape.text()

    def materialise(self, active: Collection[str]) -> str:
        """The text under another active set. Promises nothing about a set that ``relations`` would refuse."""
        chosen = active if isinstance(active, frozenset | set) else frozenset(active)
        return "".join(piece.text for piece in self.tape if visible(piece, chosen))

    def state_hash(self) -> str:
        """Digest of the current state; a function of the original and of everything done so far."""
        return self.tape.state_hash()

    def change(self, change_id: str, txn: str, span: Span, after_text: str, footing: Footing = NO_FOOTING) -> TextEdit:
        """Replace the current text at ``span``: the change becomes known and active.

        Without an exact place the rules of DESIGN §5 choose that of an insertion, and tie it to whoever deleted text
        there.

        Refused (ValueError): an id that is known, a span outside the text, a place that is not at the span, a footing
        on changes that are not in force, or against some that are.
        """
        if change_id in self.records:
            raise ValueError(f"change {change_id!r} is already on the tape")
        if not 0 <= span.start <= span.end <= self.length:
            raise ValueError(f"span {tuple(span)} is outside a text of {counted(self.length, 'character')}")
        record = Record(change_id, txn, len(self.records))
        if footing.needs or footing.bars:
            self._stand(record, footing)
        self.records[change_id] = record
        self.enabled.add(change_id)
        before = self._delete(record, span) if span.end > span.start else ""
        if after_text:
            self._insert(record, self._left(record, span, footing.place), after_text)
        for name in record.depends:
            self.records[name].dependents.add(change_id)
        return TextEdit(span, before, after_text)

    def mark(self, mark_id: str, span: Span) -> None:
        """Remember where a flag points: the pieces of ``span``, or the character before an empty one."""
        if span.end == span.start:
            span = Span(max(span.start - 1, 0), min(max(span.start, 1), self.length))
        pieces = list(self._run(span)) if span.end > span.start else []
        for piece in pieces:
            piece.marks += (mark_id,)
        self.marks[mark_id] = pieces

    def toggle(self, change_id: str, on: bool) -> TextEdit:
        """Put a change into the active set or take it out; gives the one contiguous difference."""
        record = self.records[change_id]
        (self.enabled.add if on else self.enabled.discard)(change_id)
        flipped = [p for p in (*record.deleted, *record.inserted) if p.live != visible(p, self.enabled)]
        if not flipped:
            offset = self.tape.offset_of((record.inserted or record.deleted)[0])
            return TextEdit(Span(offset, offset), "", "")
        extent = list(_between(flipped[0], flipped[-1].after))
        start = self.tape.offset_of(flipped[0])
        before = "".join(piece.text for piece in extent if piece.live)
        for piece in flipped:
            self.tape.set_live(piece, not piece.live)
        after = "".join(piece.text for piece in extent if piece.live)
        return TextEdit(Span(start, start + len(before)), before, after)

    def span_of(self, name: str) -> Span:
        """Where a change or flag stands in the current text; an empty span where none of its text is live."""
        return self._span(name, self.tape.offset_of)

    def spans(self) -> dict[str, Span]:
        """``span_of`` every change and flag, for one walk over the tape."""
        offset_of = self.tape.offsets().__getitem__
        return {name: self._span(name, offset_of) for name in (*self.marks, *self.records)}

    def _span(self, name: str, offset_of: Callable[[Piece], int]) -> Span:
        pieces = self.records[name].inserted or self.records[name].deleted if name in self.records else self.marks[name]
        live = [piece for piece in pieces if piece.live]
        if live:
            start, last = offset_of(live[0]), live[-1]
            return Span(start, (start if last is live[0] else offset_of(last)) + len(last.text))
        offset = offset_of(pieces[-1]) if pieces else 0
        return Span(offset, offset)

    def clone(self) -> "Replay":
        """A copy that shares nothing mutable."""
        twin = Replay("")
        twin.tape, pieces = self.tape.clone()
        twin.enabled = set(self.enabled)
        twin.marks = {name: [pieces[id(p)] for p in old] for name, old in self.marks.items()}
        for name, old in self.records.items():
            twin.records[name] = Record(
                old.id,
                old.txn,
                old.number,
                [pieces[id(p)] for p in old.deleted],
                [pieces[id(p)] for p in old.inserted],
                set(old.depends),
                set(old.dependents),
                set(old.bars),
                old.parent,
                old.depth,
            )
        return twin

    def _delete(self, record: Record, span: Span) -> str:
        """Mark the live run deleted; what is dead inside it ties this change to whoever made it dead."""
        first, last = self._ends(span)
        text = []
        for piece in _between(first, last.after):
            if not piece.live:
                piece.covers += (record.id,)
                record.depends.update(name for name in piece.deleters if name in self.enabled)
                continue
            text.append(piece.text)
            record.deleted.append(piece)
            piece.deleters += (record.id,)
            self.tape.set_live(piece, False)
            if piece.owner:
                record.depends.add(piece.owner)
        return "".join(text)

    def _stand(self, record: Record, footing: Footing) -> None:
        known = self.records.keys() >= set(footing.bars)
        if not known or not self.enabled.issuperset(footing.needs) or not self.enabled.isdisjoint(footing.bars):
            raise ValueError(f"change {record.id!r} stands on changes that are not in force, or against some that are")
        record.depends.update(footing.needs)
        record.bars.update(footing.bars)
        for name in footing.bars:
            self.records[name].bars.add(record.id)

    def _left(self, record: Record, span: Span, place: int | None) -> Piece:
        if record.deleted:
            return record.deleted[-1]
        if place is None:
            return Insertion(record, self.records, self.enabled).place(self._boundary(span.start), self.tape.tail)
        self._boundary(span.start)
        left = self.tape.left_of(place)
        if self.tape.offset_of(left.after) != span.start:
            raise ValueError(f"place {place} of the tape is not at offset {span.start}")
        return left

    def _insert(self, record: Record, left: Piece, text: str) -> None:
        right = left.after
        piece = Piece(text, record.id)
        enclosing = set(right.deleters + right.covers)
        piece.covers = tuple(name for name in left.deleters + left.covers if name in enclosing)
        record.parent = self.innermost(left.owner, right.owner)
        if record.parent:
            record.depth = self.records[record.parent].depth + 1
            record.depends.add(record.parent)
        self.tape.insert(piece, left)
        self.tape.set_live(piece, True)
        record.inserted.append(piece)

    def innermost(self, one: str, other: str) -> str:
        """The innermost change whose inserted text holds both owners' text (each owner's text holds itself)."""
        while one and other and one != other:
            if self.records[one].depth >= self.records[other].depth:
                one = self.records[one].parent
            else:
                other = self.records[other].parent
        return one if one == other else ""

    def _ends(self, span: Span) -> tuple[Piece, Piece]:
        last = self._boundary(span.end)
        left = self._boundary(span.start)
        if left is last:  # it was cut at the span's start: the span is its second half
            last = left.after
        first = left.after
        for _ in range(NEAR):
            if first.live:
                return first, last
            first = first.after
        return self.tape.find(span.start)[0], last

    def _run(self, span: Span) -> Iterator[Piece]:
        first, last = self._ends(span)
        return (piece for piece in _between(first, last.after) if piece.live)

    def _boundary(self, offset: int) -> Piece:
        """The live piece that ends at ``offset`` (cut if need be), or ``head``."""
        if offset == 0:
            return self.tape.head
        piece, at = self.tape.find(offset - 1)
        if at + 1 < len(piece.text):
            self._register(piece, self.tape.split(piece, at + 1))
        return piece

    def _register(self, piece: Piece, rest: Piece) -> None:
        if not (piece.owner or piece.deleters or piece.marks):
            return
        lists = [self.records[name].deleted for name in piece.deleters]
        lists += [self.marks[name] for name in piece.marks]
        if piece.owner:
            lists.append(self.records[piece.owner].inserted)
        for pieces in lists:
            pieces.insert(pieces.index(piece) + 1, rest)


def visible(piece: Piece, active: AbstractSet[str]) -> bool:
    """Whether a piece is live under an active set."""
    return (not piece.owner or piece.owner in active) and (not piece.deleters or active.isdisjoint(piece.deleters))


def _between(first: Piece, stop: Piece) -> Iterable[Piece]:
    piece = first
    while piece is not stop:
        after = piece.after
        yield piece
        piece = after
