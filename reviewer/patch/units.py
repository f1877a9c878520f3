"""What the tape is made of: pieces in blocks in groups, each level with its sums and its digest."""

import hashlib
from typing import TypeVar


class Piece:
    """A run of text with one origin. ``owner`` is the id of the change that inserted it, empty for original text.

    ``deleters`` are all changes, active or not, that deleted it; ``covers`` those whose deleted run has it strictly
    inside without deleting it; ``marks`` the flags that point at it.
    """

    __slots__ = ("after", "before", "block", "covers", "deleters", "live", "marks", "newlines", "owner", "text")

    def __init__(self, text: str, owner: str) -> None:
        self.text = text
        self.newlines = text.count("\n")
        self.owner = owner
        self.deleters: tuple[str, ...] = ()
        self.covers: tuple[str, ...] = ()
        self.marks: tuple[str, ...] = ()
        self.live = False
        self.block: Block
        self.before: Piece = self
        self.after: Piece = self


class Block:
    """Up to ``BLOCK_PIECES`` neighbouring pieces."""

    __slots__ = ("digest", "group", "length", "newlines", "pieces", "total")

    def __init__(self, group: "Group") -> None:
        self.pieces: list[Piece] = []
        self.group = group
        self.total = 0
        self.length = 0
        self.newlines = 0
        self.digest: bytes | None = None


class Group:
    """Up to ``GROUP_BLOCKS`` neighbouring blocks."""

    __slots__ = ("blocks", "digest", "length", "newlines", "total")

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.total = 0
        self.length = 0
        self.newlines = 0
        self.digest: bytes | None = None


Unit = TypeVar("Unit", Group, Block)


def copy_sums(source: Unit, copy: Unit) -> Unit:
    """Give ``copy`` the sums and digest of ``source``."""
    copy.total, copy.length = source.total, source.length
    copy.newlines, copy.digest = source.newlines, source.digest
    return copy


def group_digest(group: Group) -> bytes:
    """SHA-256 over the blocks' digests; a block's is over its live text in UTF-8. Kept until something changes."""
    if group.digest is None:
        digests = [block.digest or _block_digest(block) for block in group.blocks]
        group.digest = hashlib.sha256(b"".join(digests)).digest()
    return group.digest


def _block_digest(block: Block) -> bytes:
    text = "".join([piece.text for piece in block.pieces if piece.live])
    block.digest = hashlib.sha256(text.encode("utf-8")).digest()
    return block.digest
