"""Places in another state of the document, translated to the current one by identity, never by searching (DESIGN §5).

An op may be located in the document on disk while the ledger's current state already has other edits. Its characters
are the same pieces in both states; where an active change has deleted some of them or inserted between them, the op
overlaps that change and is not translated.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from reviewer.count_text import counted
from reviewer.model.position import Span
from reviewer.patch.relations import in_order
from reviewer.patch.replay import Replay, visible
from reviewer.patch.units import Piece


@dataclass(frozen=True, slots=True)
class Translation:
    """The span in the current text, or the changes that the place overlaps (then ``span`` is None).

    ``place`` is the exact place of an insertion on the tape, where the current text alone does not tell it because text
    that is not in force stands beside it.
    """

    span: Span | None
    blocked_by: tuple[str, ...] = ()
    place: int | None = None


class View:
    """The text under ``active``, with the way to the current text. Good until the next change of ``replay``."""

    def __init__(self, replay: Replay, active: Collection[str]) -> None:
        self.replay = replay
        self.active = frozenset(active)
        self.pieces: list[Piece] = list(replay.tape)
        self.current_starts: list[int] = []
        self.shown: list[int] = []
        self.shown_starts: list[int] = []
        self.tape_starts: list[int] = []
        texts, position, offset, total = [], 0, 0, 0
        for index, piece in enumerate(self.pieces):
            self.current_starts.append(position)
            self.tape_starts.append(total)
            total += len(piece.text)
            if piece.live:
                position += len(piece.text)
            if visible(piece, self.active):
                self.shown.append(index)
                self.shown_starts.append(offset)
                texts.append(piece.text)
                offset += len(piece.text)
        self.current_starts.append(position)
        self.tape_starts.append(total)
        self.text = "".join(texts)

    def translate(self, span: Span) -> Translation:
        """The same characters in the current text; an empty span goes to the end of its gap.

        Refused (ValueError): a span outside the view's text.
        """
        if not 0 <= span.start <= span.end <= len(self.text):
            raise ValueError(f"span {tuple(span)} is outside a text of {counted(len(self.text), 'character')}")
        if span.start == span.end:
            return self._gap(span.start)
        first, at = self.find(span.start)
        last, end = self.find(span.end - 1)
        blocking: set[str] = set()
        for index in range(first, last + 1):
            blocking |= self.obstacles(self.pieces[index])
        if blocking:
            return Translation(None, in_order(self.replay, blocking))
        return Translation(Span(self.current_starts[first] + at, self.current_starts[last] + end + 1))

    def near(self, offset: int) -> int:
        """Where the character at ``offset`` stands in the current text, or where it stood if it is gone."""
        if offset >= len(self.text):
            return self.current_starts[-1]
        index, at = self.find(offset)
        return self.current_starts[index] + (at if self.pieces[index].live else 0)

    def differences(self, span: Span) -> set[str]:
        """Changes that make the text at ``span`` different now; at either end of the text also those beyond it."""
        if not self.pieces:
            return set()
        first = 0 if span.start == 0 else self.find(span.start)[0]
        last = len(self.pieces) - 1 if span.end == len(self.text) else self.find(span.end - 1)[0]
        return {name for piece in self.pieces[first : last + 1] for name in self.obstacles(piece)}

    def is_mixed(self, word: Span, edit: Span) -> bool:
        """Whether an edit in a word meets another change there: one that made a part of it, or ends where it begins.

        An edit inside the text of one change stands on that change in any case.
        """
        if word.start >= word.end:
            return False
        (first, at), (last, _) = self.find(word.start), self.find(word.end - 1)
        piece, start = self.pieces[first], word.start - at
        if first != last or piece.deleters:
            return any(one.owner or one.deleters for one in self.pieces[first : last + 1])
        return bool(piece.owner) and (edit.start <= start or edit.end >= start + len(piece.text))

    def shows(self, piece: Piece) -> bool:
        """Whether a piece is in the view's text."""
        return visible(piece, self.active)

    def gap_pieces(self, offset: int) -> range | None:
        """Indexes of the pieces in the gap at an offset, none of which the view shows; None inside a piece."""
        right = bisect_left(self.shown_starts, offset)
        at_end = right == len(self.shown)
        if (offset != len(self.text)) if at_end else (self.shown_starts[right] != offset):
            return None
        return range(self.shown[right - 1] + 1 if right else 0, len(self.pieces) if at_end else self.shown[right])

    def piece_at(self, offset: int) -> Piece | None:
        """The piece that begins at an offset of the view's text; None where none does."""
        if not 0 <= offset < len(self.text):
            return None
        index, within = self.find(offset)
        return None if within else self.pieces[index]

    def tied(self, offset: int) -> bool:
        """Whether an insertion at an offset would depend on a change: on text that it put in, or took away there."""
        right = bisect_left(self.shown_starts, offset)
        start = self.shown_starts[right] if right < len(self.shown) else len(self.text)
        if start != offset:
            return bool(self.pieces[self.shown[right - 1]].owner)
        index = last = self.shown[right] if right < len(self.shown) else len(self.pieces)
        if self._before(last).place is not None:  # it will say itself what it stands between
            return False
        while index > 0 and not self.pieces[index - 1].live:
            index -= 1
            if any(name in self.replay.enabled for name in self.pieces[index].deleters):
                return True
        return index > 0 and last < len(self.pieces) and self._is_within(self.pieces[index - 1], self.pieces[last])

    def _is_within(self, left: Piece, right: Piece) -> bool:
        return bool(self.replay.innermost(left.owner, right.owner))

    def put_at(self, offset: int) -> list[str]:
        """Changes whose text stands in the gap at an offset, which the view does not show; none inside a piece."""
        owners = (self.pieces[index].owner for index in reversed(self.gap_pieces(offset) or ()))
        return [name for name in owners if name]

    def gap_of(self, name: str) -> int | None:
        """The offset at which the text that a change took away would stand, were it alone undone; None if in parts."""
        deleted = self.replay.records[name].deleted
        others = self.active - {name}
        if name not in self.active or not all(visible(piece, others) for piece in deleted):
            return None
        first, last = self._index[id(deleted[0])], self._index[id(deleted[-1])]
        if any(visible(piece, self.active) for piece in self.pieces[first : last + 1]):
            return None
        right = bisect_right(self.shown, first)
        return self.shown_starts[right] if right < len(self.shown) else len(self.text)

    def undone_place(self, name: str) -> Span | None:
        """Where a change would stand, of which the view shows nothing; None where it shows some of it."""
        owned = self._owned.get(name, [])
        deleted = [self._index[id(piece)] for piece in self.replay.records[name].deleted]
        if any(visible(self.pieces[at], self.active) for at in owned):
            return None
        if not all(visible(self.pieces[at], self.active) for at in deleted) or not (owned or deleted):
            return None
        start = self._offset(deleted[0] if deleted else owned[0])
        return Span(start, self._offset(deleted[-1] + 1) if deleted else start)

    def place_of(self, name: str) -> Span:
        """From the first to the last of what the view shows of a change's text; where it would be if it shows none."""
        owned = [index for index in self._owned.get(name, []) if visible(self.pieces[index], self.active)]
        if owned:
            return Span(self._offset(owned[0]), self._offset(owned[-1]) + len(self.pieces[owned[-1]].text))
        record = self.replay.records[name]
        ends = [self._index[id(piece)] for piece in (*record.deleted, *record.inserted)]
        return Span(self._offset(min(ends)), self._offset(max(ends) + 1))

    def _offset(self, index: int) -> int:
        """Where the next piece that the view shows begins."""
        right = bisect_left(self.shown, index)
        return self.shown_starts[right] if right < len(self.shown) else len(self.text)

    @cached_property
    def _owned(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for index, piece in enumerate(self.pieces):
            if piece.owner:
                found.setdefault(piece.owner, []).append(index)
        return found

    @cached_property
    def _index(self) -> dict[int, int]:
        return {id(piece): index for index, piece in enumerate(self.pieces)}

    def find(self, offset: int) -> tuple[int, int]:
        """The piece that holds a character of the view's text, and the character's place in it."""
        place = bisect_right(self.shown_starts, offset) - 1
        return self.shown[place], offset - self.shown_starts[place]

    def obstacles(self, piece: Piece) -> set[str]:
        """Changes that make a piece look different in the view and now."""
        seen = visible(piece, self.active)
        if seen and not piece.live:
            gone = {name for name in piece.deleters if name in self.replay.enabled}
            return gone or {piece.owner}
        if piece.live and not seen:
            if piece.owner and piece.owner not in self.active:
                return {piece.owner}
            return {name for name in piece.deleters if name in self.active}
        return set()

    def _gap(self, offset: int) -> Translation:
        right = bisect_right(self.shown_starts, offset - 1) if offset else 0
        index = self.shown[right] if right < len(self.shown) else len(self.pieces)
        if offset:
            left, at = self.find(offset - 1)
            if at + 1 < len(self.pieces[left].text):
                return self._inside(left, at + 1)
        else:
            left = max(index - 1, 0)
        if blocking := self.changed_around(left, index):
            return Translation(None, in_order(self.replay, blocking))
        return self._before(index)

    def changed_around(self, left: int, right: int) -> set[str]:
        """Changes inside whose deleted or undone text a gap stands; ``right`` is the piece before which it ends."""
        if right in (0, len(self.pieces)):
            return set()
        around = self._around(self.pieces[right])
        return around & (self._around(self.pieces[left]) | self._around(self.pieces[right - 1]))

    def _inside(self, index: int, at: int) -> Translation:
        if not self.pieces[index].live:
            return Translation(None, in_order(self.replay, self.obstacles(self.pieces[index])))
        start = self.current_starts[index] + at
        return Translation(Span(start, start))

    def _before(self, index: int) -> Translation:
        start = self.current_starts[index]
        return Translation(Span(start, start), (), None if self._same_gap(index) else self.tape_starts[index])

    def _same_gap(self, index: int) -> bool:
        """Whether the gap before a piece holds the same now and in the view.

        Then the current text tells as much as the author saw, and the rules for a gap hold: what was put where a change
        in force had deleted text depends on that change.
        """
        for step in (-1, 1):
            at = index - 1 if step < 0 else index
            while 0 <= at < len(self.pieces):
                piece = self.pieces[at]
                seen = visible(piece, self.active)
                if seen != piece.live:
                    return False
                if seen:
                    break
                at += step
        return True

    def _around(self, piece: Piece) -> set[str]:
        """Changes that make the text here different now: what deleted or covered it, or whose undone text it is."""
        around = {name for name in piece.deleters + piece.covers if name in self.replay.enabled}
        owner = piece.owner
        while owner:
            if owner not in self.replay.enabled:
                around.add(owner)
            owner = self.replay.records[owner].parent
        return around
