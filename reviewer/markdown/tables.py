"""GFM tables: one token a table (not six a cell), no limit on rows, and exact cell spans."""

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as _library_rule

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.position import Span

_BLANK = " \t"
_DELIMITERS = ("|", "-", ":")
"""What a table's second line begins with."""
_new = tuple.__new__
"""What a named tuple's class calls; to call it oneself takes half the time, and here it is called for every cell."""
_BORDER = lazy_pattern(r"(?<!\\)\|")


def cells(text: str, row: Span) -> tuple[Span, ...]:
    """Spans of a row's cells without outer white space (GFM 4.10: an escaped pipe does not split, code does not help).

    Outer pipes are optional. Cells beyond the header's count are included; an empty cell is an empty span.
    """
    line = text[row.start : row.end]
    start = row.end - len(line.lstrip(_BLANK))
    line = line.strip(_BLANK)
    parts = _BORDER.split(line) if "\\|" in line else line.split("|")
    found = []
    for part in parts:
        if content := part.strip(_BLANK):
            left = start + part.find(content)
            found.append(_new(Span, (left, left + len(content))))
        else:
            found.append(_new(Span, (start + len(part), start + len(part))))
        start += len(part) + 1
    return tuple(found[not parts[0] : len(parts) - (not parts[-1])])


def table_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule. The header check is the library's; rows are ours.

    The library stops at 65,536 autocompleted cells and makes tokens for every cell; here a row costs one span.
    """
    if start + 2 > end or not state.src.startswith(_DELIMITERS, state.bMarks[start + 1] + state.tShift[start + 1]):
        return False
    if state.src.find("|", state.bMarks[start], state.eMarks[start]) < 0:  # before the library looks at list items
        return False
    if not _library_rule(state, start, end, True):
        return False
    if silent:
        return True
    rows = [_row(state, start)]
    line = start + 2
    terminators = state.md.block.ruler.getRules("blockquote")
    parent, state.parentType = state.parentType, "table"
    while line < end and not _ends(state, line):
        row = _row(state, line)
        if not state.src.startswith("|", row[1]) and any(rule(state, line, end, True) for rule in terminators):
            break
        rows.append(row)
        line += 1
    state.parentType = parent
    state.line = line
    token = state.push("table", "table", 0)
    token.map = [start, line]
    token.meta = {"rows": rows, "columns": len(cells(state.src, Span(*rows[0][1:])))}
    return True


def _ends(state: StateBlock, line: int) -> bool:
    return state.sCount[line] < state.blkIndent or state.isEmpty(line) or state.is_code_block(line)


def _row(state: StateBlock, line: int) -> tuple[int, int, int]:
    return line, state.bMarks[line] + state.tShift[line], state.eMarks[line]
