"""What a person's edits may do to blocks that they quote, or whose border they reach (DESIGN §6, Structure check).

Whoever quotes a block has read it and says what it becomes. A block at the border of what is quoted may be joined with
what stands there, but must stay what it is. A list or quote may take in a block that is edited to be part of it.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence

from reviewer.markdown.edited import EditMap
from reviewer.model.parsed import Block, BlockKind
from reviewer.model.position import Span

CONTAINERS = frozenset({BlockKind.LIST, BlockKind.LIST_ITEM, BlockKind.QUOTE, BlockKind.ALERT, BlockKind.FOOTNOTE})
_JOINED = CONTAINERS | {BlockKind.PARAGRAPH}


class Quoted:
    """The leave that persons have. ``after`` are the blocks of the new state, ``chains`` their numbers."""

    def __init__(self, edits: EditMap, after: Sequence[Block], chains: Sequence[int]) -> None:
        self._edits = edits
        quotes = list(_merged(edit.quoted for edit in edits.edits if edit.quoted is not None))
        self._starts = [span.start for span in quotes]
        self._ends = [span.end for span in quotes]
        self._leaves: list[Span] = []
        self._by_chain: defaultdict[int, list[Span]] = defaultdict(list)
        for block, chain in zip(after, chains, strict=True) if quotes else ():
            self._by_chain[chain].append(block.span)
            if block.kind not in CONTAINERS:
                self._leaves.append(block.span)

    def may_become(self, block: Block, chain: int, mapped: Span) -> bool:
        """Whether a block that no edit changes may come back otherwise, as it does at ``mapped`` of the new text."""
        if not self._starts:
            return False
        first, last = bisect_left(self._ends, block.span.start), bisect_right(self._starts, block.span.end)
        near = range(first, last)
        if any(self._starts[n] < block.span.end and block.span.start < self._ends[n] for n in near):
            return True
        if block.kind not in _JOINED:
            return False
        around = self._around(chain, mapped)
        if around is None:
            return False
        return bool(near) or (block.kind in CONTAINERS and self._takes_only_edited(around, mapped))

    def _around(self, chain: int, mapped: Span) -> Span | None:
        """The block of the same kind, in blocks of the same kinds, that holds ``mapped``."""
        spans = self._by_chain.get(chain, [])
        place = bisect_right(spans, mapped.start, key=lambda span: span.start) - 1
        return spans[place] if place >= 0 and spans[place].end >= mapped.end else None

    def _takes_only_edited(self, around: Span, mapped: Span) -> bool:
        """Whether all that a container has more than before is blocks that a person's edit makes."""
        first = bisect_left(self._leaves, around.start, key=lambda span: span.start)
        for leaf in self._leaves[first : bisect_left(self._leaves, around.end, key=lambda span: span.start)]:
            own = mapped.start <= leaf.start and leaf.end <= mapped.end
            if not own and all(self._edits.edits[place].quoted is None for place in self._edits.in_after(leaf)):
                return False
        return True


def _merged(quotes: Iterable[Span]) -> Iterable[Span]:
    """Spans in order; those that share characters are one."""
    pending: Span | None = None
    for span in sorted(quotes):
        if pending is None:
            pending = span
        elif span.start < pending.end:
            pending = Span(pending.start, max(pending.end, span.end))
        else:
            yield pending
            pending = span
    if pending is not None:
        yield pending
