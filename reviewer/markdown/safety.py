"""Does a document still have its structure after a set of edits? (DESIGN §6, Structure check)

Both states are parsed. Every block and protected span that no edit touches must come back with the same kind, level and
text. A block that is touched is judged by the edit's kind: spelling and punctuation may not turn it into another one.
What a person quotes, a person decides (``quoted``), but for protected text. No edit loses a link, a footnote mark or a
table cell by accident (``losses``), and no model or fixer changes the cells of a row (``table_rows``).
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from reviewer.config import StyleRules
from reviewer.markdown.edited import EditMap, SafetyEdit
from reviewer.markdown.losses import Losses
from reviewer.markdown.quoted import CONTAINERS, Quoted
from reviewer.model.parsed import Block, BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

__all__ = ["SafetyEdit", "Violation", "structure_violations"]

_PROTECTED = frozenset(kind.value for kind in ProtectedKind)
_Shape = tuple[str, int, int, int]
_Link = tuple[int, str, int, str]
"""A block in its parent's chain: the parent's number, kind, level, marker."""


@dataclass(frozen=True, slots=True)
class Violation:
    """What the edits would break. ``edits`` are the indexes of those to blame (the nearest ones), maybe several.

    ``protected``: what breaks is protected text.
    """

    message: str
    edits: tuple[int, ...]
    protected: bool = False


def structure_violations(
    before: ParsedDocument,
    after: ParsedDocument,
    edits: Sequence[SafetyEdit],
    silent: Collection[str] = StyleRules().silent_allowlist,
) -> tuple[Violation, ...]:
    """Everything that the edits break beyond what they say, in document order of the damage.

    ``after`` is ``before`` with exactly these edits; they do not overlap. An edit that swallows many blocks is one
    violation. Without edits there is none. Linear in blocks, spans, links and edits.
    """
    if not edits:
        return ()
    return tuple(_Check(before, after, EditMap(edits), frozenset(silent)).violations())


class _Check:
    def __init__(self, before: ParsedDocument, after: ParsedDocument, edits: EditMap, silent: frozenset[str]) -> None:
        self.before = before
        self.after = after
        self.edits = edits
        self.silent = silent
        self.shapes = {_shape(block, block.span) for block in after.blocks}
        known: dict[_Link, int] = {}
        self.chains = _chains(before.blocks, known)
        chains = _chains(after.blocks, known)
        self.placed = set(zip(chains, (block.span for block in after.blocks), strict=True))
        self.quoted = Quoted(edits, after.blocks, chains)
        self.leaves = [block for block in after.blocks if block.kind not in CONTAINERS]
        self.leaf_starts = [block.span.start for block in self.leaves]
        self.blamed: set[int] = set()

    def violations(self) -> Iterator[Violation]:
        yield from self._blocks()
        yield from self._protected()
        yield from self._losses()

    def _blocks(self) -> Iterator[Violation]:
        for index, block in enumerate(self.before.blocks):
            if not self.edits.any_touching(block.span, borders=True):
                mapped = self._mapped(block.span)
                if _shape(block, mapped) not in self.shapes and not self.quoted.may_become(
                    block, self.chains[index], mapped
                ):
                    yield from self._broken(block.span, block.kind.value, block.line_start)
            elif block.kind not in CONTAINERS:
                yield from self._swallowed(block)
                yield from self._own_block(index, block)

    def _swallowed(self, block: Block) -> Iterator[Violation]:
        """A block that is touched, taken into what an edit outside it opens before it (a fence, a comment).

        Another edit that ends what was opened puts the block between a fence and its end on purpose.
        """
        mapped = self._mapped(block.span)
        culprit = bisect_right(self.leaf_starts, mapped.start) - 1
        if culprit < 0 or culprit in self.blamed or mapped.start == mapped.end:
            return
        leaf = self.leaves[culprit]
        if leaf.kind is block.kind or not leaf.span.start < mapped.start < leaf.span.end:
            return
        if leaf.closed and self.after.document.text[mapped.start - 1] not in "\r\n":
            return
        inside = set(self.edits.touching(block.span, borders=False))
        opened = self.edits.in_after(self.after.document.line_span(leaf.line_start))
        opened = tuple(place for place in opened if self.edits.edits[place].span.start <= block.span.start)
        if opened and inside.isdisjoint(opened) and not self._is_closed_behind(block, leaf):
            self.blamed.add(culprit)
            yield Violation(_changed(block.kind.value, block.line_start), self._indexes(opened))

    def _is_closed_behind(self, block: Block, leaf: Block) -> bool:
        """Whether an edit behind a block writes the last line of the ``leaf`` that took it in."""
        end = block.span.start + len(self.before.document.text[slice(*block.span)].rstrip("\r\n"))
        closing = self.edits.in_after(self.after.document.line_span(leaf.line_end))
        return any(self.edits.edits[place].span.start >= end for place in closing)

    def _own_block(self, index: int, block: Block) -> Iterator[Violation]:
        """A block that is touched: small corrections by programs leave it what it is, in what it is, where it is."""
        places = self._inside(block.span)
        bound = [place for place in places if self._bound(self.edits.edits[place])]
        if not bound or len(bound) < len(places):
            return
        grown = Span(self.edits.end(block.span.start), self._grown_end(block.span.end))
        chain = self.chains[index]
        region = self.edits.region(block.span)  # with a line that another edit puts directly behind or before it
        if self.placed.isdisjoint({(chain, grown), (chain, self._mapped(block.span)), (chain, region)}):
            kinds = ", ".join(sorted({self.edits.edits[place].kind for place in bound}))
            message = (
                f"an edit of kind {kinds} would change what the {_name(block.kind.value)} on line {block.line_start} is"
            )
            yield Violation(message, self._indexes(bound), block.kind.value in _PROTECTED)

    def _inside(self, span: Span) -> list[int]:
        """Edits in a block: an insertion at its very start is in it, one behind its last line end is not."""
        at_end = span.end == len(self.before.document.text)
        found = []
        for place in self.edits.touching(span, borders=True):
            edit = self.edits.edits[place].span
            if at_end or edit.start < span.end:
                found.append(place)
        return found

    def _grown_end(self, end: int) -> int:
        return self.edits.start(end) if end == len(self.before.document.text) else self.edits.end(end)

    def _bound(self, edit: SafetyEdit) -> bool:
        return edit.kind in self.silent and edit.source != "human"

    def _protected(self) -> Iterator[Violation]:
        there = {(span.kind, span.span) for span in self.after.protected}
        for span in self.before.protected:
            if not self.edits.any_touching(span.span, borders=False) and (
                (span.kind, self._mapped(span.span)) not in there
            ):
                yield from self._broken(span.span, span.kind.value, span.line_start)

    def _broken(self, span: Span, kind: str, line: int) -> Iterator[Violation]:
        """One violation for each block of the new state that swallowed something."""
        mapped = self._mapped(span)
        culprit = max(bisect_right(self.leaf_starts, mapped.start) - 1, 0)
        if culprit in self.blamed:
            return
        self.blamed.add(culprit)
        yield Violation(_changed(kind, line), self._indexes(self._blame(span, mapped, culprit)), kind in _PROTECTED)

    def _blame(self, span: Span, mapped: Span, culprit: int) -> Sequence[int]:
        if self.leaves:
            leaf = self.leaves[culprit].span
            opened = self.edits.in_after(self.after.document.line_span(self.leaves[culprit].line_start))
            if leaf.start <= mapped.start < leaf.end and opened:
                return opened
        return self.edits.nearest(span)

    def _losses(self) -> Iterator[Violation]:
        for message, places in Losses(self.before, self.after, self.edits).found():
            yield Violation(message, self._indexes(places))

    def _mapped(self, span: Span) -> Span:
        return Span(self.edits.start(span.start), self.edits.end(span.end))

    def _indexes(self, places: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.edits.edits[place].index for place in places)


def _shape(block: Block, span: Span) -> _Shape:
    return block.kind.value, block.level, span.start, span.end


def _chains(blocks: Sequence[Block], known: dict[_Link, int]) -> list[int]:
    """A number for each block that says what it is and what it is in; equal chains have equal numbers.

    A list item's marker is part of it: changing ``-`` to ``*`` splits a list.
    """
    chains: list[int] = []
    for block in blocks:
        above = chains[block.parent] if block.parent >= 0 else -1
        info = block.info if block.kind is BlockKind.LIST_ITEM else ""
        chains.append(known.setdefault((above, block.kind.value, block.level, info), len(known)))
    return chains


def _changed(kind: str, line: int) -> str:
    return f"the edit would change the {_name(kind)} on line {line}, which it does not quote"


def _name(kind: str) -> str:
    return kind.replace("_", " ")
