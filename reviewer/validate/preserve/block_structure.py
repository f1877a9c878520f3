"""The blocks of a passage stay what they are: both sides are parsed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from reviewer.markdown.parse import outline
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, EditOp
from reviewer.validate.preserve.around import TAKES_AWAY, Around, Rule
from reviewer.validate.preserve.edit_words import Touched

_Shape = tuple[str, int, int]


def _block_structure(op: EditOp, _: Touched, around: Around) -> str | None:
    if op.kind == "structure":
        return None
    passage, (start, end) = around.passage, op.span
    left, right = passage[: start - around.chunk.start], passage[end - around.chunk.start :]
    old, new = _shapes(passage), _shapes(left + op.after_text + right)
    if old == new:
        return None
    may_go = op.action is Action.DELETE or op.kind in TAKES_AWAY
    if (op.action is Action.INSERT and _is_within(old, new)) or (may_go and _is_within(new, old)):
        return None
    return f"it would change the blocks of its passage, and says that it is about {op.kind}"


@lru_cache(maxsize=4)
def _shapes(text: str) -> tuple[_Shape, ...]:
    """Kind, level and depth of every block."""
    blocks = outline(read_document(text.encode("utf-8", "surrogatepass"), "")).blocks
    return tuple((block.kind.value, block.level, block.depth) for block in blocks)


def _is_within(few: Sequence[_Shape], many: Sequence[_Shape]) -> bool:
    """Whether the ones stand among the others, in their order."""
    left: Iterator[_Shape] = iter(many)
    return all(shape in left for shape in few)


RULES = (Rule("block_structure", _block_structure),)
"""Kind ``structure`` says what it does. An insertion may add blocks, a deletion or a removal of leftovers and repeats
may take some away."""
