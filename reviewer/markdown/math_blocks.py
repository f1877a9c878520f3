r"""The block rule for math: ``$$ … $$``, ``\[ … \]``, ``\begin{x} … \end{x}``, whole lines, inside their container."""

from markdown_it.rules_block import StateBlock

from reviewer.markdown.math_index import MathIndex

_OPENERS = ("$$", "\\[", "\\b")


def math_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule. Refuses an opener whose closer is missing or outside its container: that is ordinary text."""
    position = state.bMarks[start] + state.tShift[start]
    opener = state.src[position : position + 2]
    if opener not in _OPENERS or state.is_code_block(start):
        return False
    index: MathIndex = state.env["math"]
    closer = index.closing_line(position)
    if closer is None or closer >= end or _exit_line(state, start, end) <= closer:
        return False
    if not silent:
        state.line = closer + 1
        token = state.push("math_block", "math", 0)
        token.map = [start, state.line]
        token.markup = opener
    return True


def _exit_line(state: StateBlock, start: int, end: int) -> int:
    """First line after ``start`` that is no longer in the container; remembered, so that a container is read once."""
    exits: dict[tuple[int, int, int], tuple[int, int]] = state.env["math_exits"]
    key = (state.level, state.blkIndent, end)
    first, line = exits.get(key, (0, -1))
    if first <= start < line:
        return line
    line = start + 1
    while line < end and (state.sCount[line] >= state.blkIndent or state.isEmpty(line)):
        line += 1
    exits[key] = (start, line)
    return line
