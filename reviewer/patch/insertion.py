"""After which piece of the tape an insertion goes where the current text alone says it (DESIGN §5)."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from reviewer.patch.record import Record
from reviewer.patch.units import Piece


@dataclass(frozen=True, slots=True)
class Insertion:
    """The insertion of a change among ``records``, of which ``enabled`` are in force."""

    record: Record
    records: Mapping[str, Record]
    enabled: AbstractSet[str]

    def place(self, left: Piece, tail: Piece) -> Piece:
        """The piece after which it goes; ``left`` is its left live neighbour, ``tail`` the end of the tape.

        Right after the left live neighbour; but after what the same transaction put into or deleted in that gap, and
        after an undone replacement of that neighbour (which would stand in the neighbour's place again). Text in the
        gap that an active change of an earlier transaction deleted makes the place a guess without that change: the
        record depends on it then.
        """
        right = left.after
        place = left
        while right is not tail and not right.live:
            if (self._replaces(right, left) and right.before is place) or self._same_txn(right):
                place = right
            right = right.after
        for piece in self._unsettled(place, left, right):
            self.record.depends.update(name for name in piece.deleters if name in self.enabled)
        return place

    def _unsettled(self, place: Piece, left: Piece, right: Piece) -> Iterator[Piece]:
        """Dead pieces around ``place`` up to the next piece that is live or was until this transaction."""
        piece = place
        while piece is not left and not self._same_txn(piece):
            yield piece
            piece = piece.before
        piece = place.after
        while piece is not right and not self._same_txn(piece):
            yield piece
            piece = piece.after

    def _same_txn(self, piece: Piece) -> bool:
        if piece.owner and self.records[piece.owner].txn == self.record.txn:
            return True
        return any(self.records[name].txn == self.record.txn for name in piece.deleters)

    def _replaces(self, piece: Piece, neighbour: Piece) -> bool:
        owner = piece.owner
        while owner:
            if owner not in self.enabled and owner in neighbour.deleters:
                return True
            owner = self.records[owner].parent
        return False
