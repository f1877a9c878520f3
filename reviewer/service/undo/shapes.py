"""What each piece of text is part of in one state of a document: the blocks around it, and its protection."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from reviewer.model.parsed import Block, BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.patch.replay import visible
from reviewer.patch.units import Piece

_CONTAINERS = frozenset({BlockKind.LIST, BlockKind.LIST_ITEM, BlockKind.QUOTE, BlockKind.ALERT, BlockKind.FOOTNOTE})
_SAMPLE = re.compile(r"\S[^\r\n]*")

Chain = tuple[int, str, int, str]
"""A block in its parent's chain: the parent's number, kind, level, list marker."""


@dataclass(frozen=True, slots=True)
class Shape:
    """``chain`` numbers the blocks around a character, from the outermost in; ``names`` are for people."""

    chain: int
    protected: str
    block: str

    @property
    def name(self) -> str:
        """What a person would call it."""
        return self.protected or self.block


class Shapes:
    """The shapes of one state. ``known`` numbers block chains and is shared by the states that are compared."""

    def __init__(
        self, pieces: Sequence[Piece], active: AbstractSet[str], parse: ParsedDocument, known: dict[Chain, int]
    ) -> None:
        self.pieces = pieces
        self.parse = parse
        self.starts: list[int] = []
        self.shown: list[int] = []
        self.shown_starts: list[int] = []
        offset = 0
        for index, piece in enumerate(pieces):
            seen = visible(piece, active)
            self.starts.append(offset if seen else -1)
            if seen:
                self.shown.append(index)
                self.shown_starts.append(offset)
                offset += len(piece.text)
        chains = _chains(parse.blocks, known)
        self.leaves = [(b, chain) for b, chain in zip(parse.blocks, chains, strict=True) if b.kind not in _CONTAINERS]
        self.leaf_starts = [block.span.start for block, _ in self.leaves]

    def at(self, index: int, within: int) -> Shape | None:
        """The shape of a character of a piece; None where the state does not show it."""
        if self.starts[index] < 0:
            return None
        offset = self.offset(index, within)
        kept = self.parse.protected_in(Span(offset, offset + 1))
        name = kept[0].kind.value.replace("_", " ") if kept else ""
        place = bisect_right(self.leaf_starts, offset) - 1
        if place < 0 or self.leaves[place][0].span.end <= offset:
            return Shape(-1, name, "blank space")
        block, chain = self.leaves[place]
        return Shape(chain, name, block.kind.value.replace("_", " "))

    def offset(self, index: int, within: int) -> int:
        """Where a character of a shown piece stands in this state's text."""
        return self.starts[index] + within

    def samples(self) -> Iterator[tuple[int, int]]:
        """One character for each run of text that is on one line and from one piece."""
        for index in self.shown:
            for match in _SAMPLE.finditer(self.pieces[index].text):
                yield index, match.start()

    def protected_starts(self) -> Iterator[tuple[int, int]]:
        """The first character of each protected span."""
        for kept in self.parse.protected:
            place = bisect_right(self.shown_starts, kept.span.start) - 1
            if place >= 0:
                yield self.shown[place], kept.span.start - self.shown_starts[place]


def _chains(blocks: Sequence[Block], known: dict[Chain, int]) -> list[int]:
    chains: list[int] = []
    for block in blocks:
        above = chains[block.parent] if block.parent >= 0 else -1
        marker = block.info if block.kind is BlockKind.LIST_ITEM else ""
        chains.append(known.setdefault((above, block.kind.value, block.level, marker), len(known)))
    return chains
