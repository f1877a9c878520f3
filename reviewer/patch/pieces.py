"""The tape: all text that a document ever held, in one fixed order, cut into pieces with identity (DESIGN §5).

A piece is never removed from the tape and never moves; it is only live or not. Three levels (groups, blocks, pieces)
carry the live length, the live line feeds and the digest, so that finding an offset, counting lines before it and the
state hash cost a few hundred steps whatever the size of the document. The tape knows text and places; who owns and
who deleted a piece is kept on the piece for ``replay``.
"""

import hashlib
from collections.abc import Iterable, Iterator

from reviewer.patch.units import Block, Group, Piece, Unit, copy_sums, group_digest

PIECE_SIZE = 2048
"""Code points of original text in one block at the start. Part of the state hash: changing it changes every hash."""

BLOCK_PIECES = 256
"""A block with more pieces is halved. Part of the state hash."""

GROUP_BLOCKS = 64
"""A group with more blocks is halved. Part of the state hash."""


class Tape:
    """Pieces in order, with sentinels ``head`` and ``tail`` (never live, in no block).

    ``_near`` is the block that was looked in last and the offset at which it begins, ``_at`` a piece of that block and
    its offset in it: changes come in document order.
    """

    def __init__(self, original: str) -> None:
        self.head = Piece("", "")
        self.tail = Piece("", "")
        self.head.after, self.tail.before = self.tail, self.head
        self.groups: list[Group] = [Group()]
        self.length = 0
        self._near: tuple[Block, int] | None = None
        self._at: tuple[Piece, int] | None = None
        for start in range(0, max(len(original), 1), PIECE_SIZE):
            self._append_block(original[start : start + PIECE_SIZE])

    def _append_block(self, text: str) -> None:
        group = self.groups[-1]
        if len(group.blocks) == GROUP_BLOCKS:
            group = Group()
            self.groups.append(group)
        block = Block(group)
        group.blocks.append(block)
        if text:
            piece = Piece(text, "")
            self._link(piece, self.tail.before)
            piece.block = block
            block.pieces.append(piece)
            block.total += len(text)
            group.total += len(text)
            self.set_live(piece, True)

    def __iter__(self) -> Iterator[Piece]:
        """Every piece, live or not, in order."""
        piece = self.head.after
        while piece is not self.tail:
            yield piece
            piece = piece.after

    def text(self) -> str:
        """The live text."""
        return "".join(piece.text for piece in self if piece.live)

    def set_live(self, piece: Piece, live: bool) -> None:
        """Make a piece live or not, keeping all sums and forgetting the digests above it."""
        if piece.live == live:
            return
        piece.live = live
        size, lines = (len(piece.text), piece.newlines) if live else (-len(piece.text), -piece.newlines)
        block, group = piece.block, piece.block.group
        block.length += size
        block.newlines += lines
        block.digest = None
        group.length += size
        group.newlines += lines
        group.digest = None
        self.length += size
        if self._near is not None and self._near[0] is not block:  # it may have moved
            self._near = self._at = None
        elif self._at is not None and not _is_just_behind(self._at[0], piece):
            self._at = None

    def find(self, offset: int) -> tuple[Piece, int]:
        """The live piece that holds the character at ``offset``, and the character's place in it.

        Refused (IndexError): an offset outside ``[0, length)``.
        """
        if not 0 <= offset < self.length:
            raise IndexError(offset)
        block, start = self._near or (None, 0)
        if block is None or not start <= offset < start + block.length:
            group, rest = _descend(self.groups, offset)
            block, rest = _descend(group.blocks, rest)
            start = offset - rest
            self._near, self._at = (block, start), None
        rest = offset - start
        piece, before = self._at or (block.pieces[0], 0)
        if before > rest:
            piece, before = block.pieces[0], 0
        rest -= before
        while not piece.live or rest >= len(piece.text):
            if piece.live:
                rest -= len(piece.text)
            piece = piece.after
        self._at = piece, offset - start - rest
        return piece, rest

    def offset_of(self, piece: Piece) -> int:
        """Live characters before ``piece``."""
        if piece is self.tail:
            return self.length
        return sum(unit.length for unit in self._units_before(piece)) + sum(
            len(other.text) for other in _earlier(piece)
        )

    def offsets(self) -> dict[Piece, int]:
        """``offset_of`` every piece."""
        offset, found = 0, {}
        for piece in self:
            found[piece] = offset
            if piece.live:
                offset += len(piece.text)
        return found

    def lines_before(self, piece: Piece) -> int:
        """Live line feeds before ``piece``."""
        return sum(unit.newlines for unit in self._units_before(piece)) + sum(
            other.newlines for other in _earlier(piece)
        )

    def left_of(self, place: int) -> Piece:
        """The piece that ends at ``place``, counted in characters of the tape, live or not; ``head`` for 0.

        Refused (ValueError): a place inside a piece or outside the tape.
        """
        if place == 0:
            return self.head
        rest = place
        for group in self.groups:
            if rest <= group.total:
                break
            rest -= group.total
        for block in group.blocks:
            if rest <= block.total:
                break
            rest -= block.total
        for piece in block.pieces:
            rest -= len(piece.text)
            if rest <= 0:
                break
        if rest:
            raise ValueError(f"place {place} of the tape is not between two pieces")
        return piece

    def _units_before(self, piece: Piece) -> Iterator[Group | Block]:
        block, group = piece.block, piece.block.group
        for other in self.groups:
            if other is group:
                break
            yield other
        for candidate in group.blocks:
            if candidate is block:
                break
            yield candidate

    def split(self, piece: Piece, at: int) -> Piece:
        """Cut a piece before its character ``at``; returns the second half, which has all marks of the first."""
        rest = Piece(piece.text[at:], piece.owner)
        rest.deleters, rest.covers, rest.marks, rest.live = piece.deleters, piece.covers, piece.marks, piece.live
        piece.text = piece.text[:at]
        piece.newlines -= rest.newlines
        size = len(rest.text)
        piece.block.total -= size
        piece.block.group.total -= size
        self._place(rest, piece)
        return rest

    def insert(self, piece: Piece, left: Piece) -> None:
        """Put a new piece, not yet live, right after ``left`` (``head`` for the very beginning)."""
        self._place(piece, left)

    def _place(self, piece: Piece, left: Piece) -> None:
        self._link(piece, left)
        if left is self.head:
            block, index = self.groups[0].blocks[0], 0
        else:
            block = left.block
            index = block.pieces.index(left) + 1
        piece.block = block
        block.pieces.insert(index, piece)
        block.total += len(piece.text)
        block.group.total += len(piece.text)
        if len(block.pieces) > BLOCK_PIECES:
            self._halve_block(block)

    @staticmethod
    def _link(piece: Piece, left: Piece) -> None:
        piece.before, piece.after = left, left.after
        left.after.before = piece
        left.after = piece

    def _halve_block(self, block: Block) -> None:
        group = block.group
        half = Block(group)
        half.pieces = block.pieces[BLOCK_PIECES // 2 :]
        del block.pieces[BLOCK_PIECES // 2 :]
        for piece in half.pieces:
            piece.block = half
        half.total = sum(len(piece.text) for piece in half.pieces)
        half.length = sum(len(piece.text) for piece in half.pieces if piece.live)
        half.newlines = sum(piece.newlines for piece in half.pieces if piece.live)
        block.total -= half.total
        block.length -= half.length
        block.newlines -= half.newlines
        block.digest = group.digest = None
        self._at = None
        group.blocks.insert(group.blocks.index(block) + 1, half)
        if len(group.blocks) > GROUP_BLOCKS:
            self._halve_group(group)

    def _halve_group(self, group: Group) -> None:
        half = Group()
        half.blocks = group.blocks[GROUP_BLOCKS // 2 :]
        del group.blocks[GROUP_BLOCKS // 2 :]
        for block in half.blocks:
            block.group = half
        half.total = sum(block.total for block in half.blocks)
        half.length = sum(block.length for block in half.blocks)
        half.newlines = sum(block.newlines for block in half.blocks)
        group.total -= half.total
        group.length -= half.length
        group.newlines -= half.newlines
        group.digest = None
        self.groups.insert(self.groups.index(group) + 1, half)

    def state_hash(self) -> str:
        """``sha256:`` of the group digests; a group's is over its blocks', a block's over its live text in UTF-8."""
        digests = [group.digest or group_digest(group) for group in self.groups]
        return "sha256:" + hashlib.sha256(b"".join(digests)).hexdigest()

    def clone(self) -> tuple["Tape", dict[int, Piece]]:
        """A copy that shares nothing mutable, and the new piece for each old one by ``id``."""
        twin = Tape("")
        twin.groups, twin.length = [], self.length
        pieces: dict[int, Piece] = {}
        for group in self.groups:
            group_copy = copy_sums(group, Group())
            twin.groups.append(group_copy)
            for block in group.blocks:
                block_copy = copy_sums(block, Block(group_copy))
                group_copy.blocks.append(block_copy)
                twin._copy_pieces(block.pieces, block_copy, pieces)
        return twin, pieces

    def _copy_pieces(self, source: Iterable[Piece], block: Block, pieces: dict[int, Piece]) -> None:
        last = self.tail.before
        for piece in source:
            copy = Piece.__new__(Piece)
            copy.text, copy.newlines, copy.owner, copy.live = piece.text, piece.newlines, piece.owner, piece.live
            copy.deleters, copy.covers, copy.marks = piece.deleters, piece.covers, piece.marks
            copy.block, copy.before, last.after = block, last, copy
            block.pieces.append(copy)
            pieces[id(piece)] = last = copy
        last.after, self.tail.before = self.tail, last


def _is_just_behind(piece: Piece, other: Piece) -> bool:
    """Whether ``other`` is one of the next pieces: then the offset of ``piece`` does not depend on it."""
    after = piece.after
    return after is other or after.after is other or after.after.after is other


def _descend(units: list[Unit], offset: int) -> tuple[Unit, int]:
    for unit in units:
        if offset < unit.length:
            return unit, offset
        offset -= unit.length
    raise IndexError(offset)


def _earlier(piece: Piece) -> Iterator[Piece]:
    for candidate in piece.block.pieces:
        if candidate is piece:
            break
        if candidate.live:
            yield candidate
