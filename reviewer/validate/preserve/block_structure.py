"""The blocks of a passage stay what they are, and the rows of its tables keep their cells: both sides are parsed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from reviewer.markdown.edited import EditMap, SafetyEdit
from reviewer.markdown.parse import outline, parse
from reviewer.markdown.source import read_document
from reviewer.markdown.table_rows import TableRows
from reviewer.model.document import Document
from reviewer.model.edit import Action, EditOp
from reviewer.model.parsed import Block, BlockKind
from reviewer.model.position import Span
from reviewer.validate.preserve.around import TAKES_AWAY, Around, Rule
from reviewer.validate.preserve.edit_words import Touched

_Shape = tuple[str, int, int]


def _block_structure(op: EditOp, _: Touched, around: Around) -> str | None:
    if op.kind == "structure":
        return None
    passage, (start, end) = around.passage, op.span
    place = Span(start - around.chunk.start, end - around.chunk.start)
    now = passage[: place.start] + op.after_text + passage[place.end :]
    old, new = _shapes(passage), _shapes(now)
    if old == new:
        return _cells(passage, now, place, op) if not around.is_protected(op.span) else None
    may_go = op.action is Action.DELETE or op.kind in TAKES_AWAY
    if (op.action is Action.INSERT and _is_within(old, new)) or (may_go and _is_within(new, old)):
        return None
    return f"it would change the blocks of its passage, and says that it is about {op.kind}"


def _cells(passage: str, now: str, place: Span, op: EditOp) -> str | None:
    """Whether it changes the cells of a row in which it stands, or a delimiter row; tables are open to edits here."""
    tables = [block.span for block in _blocks(passage) if block.kind is BlockKind.TABLE]
    if not any(span.start <= place.end and place.start <= span.end for span in tables):
        return None
    before, after = (parse(_document(text)) for text in (passage, now))
    edits = EditMap([SafetyEdit(0, place, len(op.after_text), op.kind, op.source.type)])
    damage = next(TableRows(before, after, edits).damages(), None)
    return damage and damage[0].replace("the edit", "it", 1)


@lru_cache(maxsize=4)
def _blocks(text: str) -> tuple[Block, ...]:
    return outline(_document(text)).blocks


def _shapes(text: str) -> tuple[_Shape, ...]:
    """Kind, level and depth of every block."""
    return tuple((block.kind.value, block.level, block.depth) for block in _blocks(text))


def _document(text: str) -> Document:
    return read_document(text.encode("utf-8", "surrogatepass"), "")


def _is_within(few: Sequence[_Shape], many: Sequence[_Shape]) -> bool:
    """Whether the ones stand among the others, in their order."""
    left: Iterator[_Shape] = iter(many)
    return all(shape in left for shape in few)


RULES = (Rule("block_structure", _block_structure),)
"""Kind ``structure`` says what it does. An insertion may add blocks, a deletion or a removal of leftovers and repeats
may take some away."""
