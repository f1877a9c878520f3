r"""Math blocks: ``$$ … $$``, ``\[ … \]``, ``\begin{x} … \end{x}``, on one line or several, inside their container.

Closers are indexed once for the document, so that openers without one cost a look-up, not a scan.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it.rules_block import StateBlock

_DOLLARS = re.compile(r"\$\$[ \t]*(?:\([^()$\n]+\)[ \t]*)?$", re.MULTILINE)
_BRACKET = re.compile(r"\\\][ \t]*$", re.MULTILINE)
_ENVIRONMENT = re.compile(r"\\(begin|end)\{([A-Za-z]+\*?)\}")
_BEGIN = re.compile(r"\\begin\{[A-Za-z]+\*?\}")


@dataclass(slots=True)
class MathClosers:
    """Lines (0-based) that can close a math block, and for each ``\\begin`` offset the line of its ``\\end``."""

    dollars: list[int] = field(default_factory=list)
    brackets: list[int] = field(default_factory=list)
    blanks: list[int] = field(default_factory=list)
    environments: dict[int, int] = field(default_factory=dict)
    exits: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)


def math_closers(text: str, starts: Sequence[int]) -> MathClosers:
    """Index every possible closer of a document."""
    closers = MathClosers()
    if "$$" in text:
        closers.dollars = _line_numbers(_DOLLARS, text, starts)
    if "\\[" in text:
        closers.brackets = _line_numbers(_BRACKET, text, starts)
        closers.blanks = [number for number, line in enumerate(text.split("\n")) if not line.strip(" \t>")]
    if "\\begin{" in text:
        closers.environments = _environments(text, starts)
    return closers


def _line_numbers(pattern: re.Pattern[str], text: str, starts: Sequence[int]) -> list[int]:
    return [bisect_right(starts, match.start()) - 1 for match in pattern.finditer(text)]


def _environments(text: str, starts: Sequence[int]) -> dict[int, int]:
    """The line of the ``\\end{x}`` that closes each ``\\begin{x}``; inner ones of the same name are closed first."""
    ends: dict[int, int] = {}
    open_by_name: dict[str, list[int]] = {}
    for match in _ENVIRONMENT.finditer(text):
        stack = open_by_name.setdefault(match[2], [])
        if match[1] == "begin":
            stack.append(match.start())
        elif stack:
            ends[stack.pop()] = bisect_right(starts, match.start()) - 1
    return ends


def math_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule. Refuses an opener whose closer is missing or outside its container: that is ordinary text."""
    position = state.bMarks[start] + state.tShift[start]
    opener = state.src[position : position + 2]
    if opener not in ("$$", "\\[", "\\b") or state.is_code_block(start):
        return False
    closer = _closing_line(state, start, opener, position)
    if closer is None or closer >= end or _exit_line(state, start, end) <= closer:
        return False
    if not silent:
        state.line = closer + 1
        token = state.push("math_block", "math", 0)
        token.map = [start, state.line]
        token.markup = opener
    return True


def _closing_line(state: StateBlock, start: int, opener: str, position: int) -> int | None:
    closers: MathClosers = state.env["math"]
    if opener == "\\b":
        return closers.environments.get(position) if _BEGIN.match(state.src, position) else None
    text = state.src[position + 2 : state.eMarks[start]].rstrip(" \t")
    if opener == "$$":
        first = text.find("$$")
        if first >= 0:  # "$$a$$ and $$b$$" is a line of prose, not one block
            return start if first > 0 and _DOLLARS.match(text, first) else None
        return _next(closers.dollars, start + 1)
    if "\\]" in text:
        return start if text.endswith("\\]") else None
    closer = _next(closers.brackets, start + 1)
    if text and closer is not None and (_next(closers.blanks, start + 1) or 0) in range(start + 1, closer):
        return None  # "\[" with text behind it may be an escaped bracket in prose
    return closer


def _next(lines: list[int], first: int) -> int | None:
    index = bisect_left(lines, first)
    return lines[index] if index < len(lines) else None


def _exit_line(state: StateBlock, start: int, end: int) -> int:
    """First line after ``start`` that is no longer in the container; remembered, so that a container is read once."""
    exits = state.env["math"].exits
    key = (state.level, state.blkIndent, end)
    first, line = exits.get(key, (0, -1))
    if first <= start < line:
        return int(line)
    line = start + 1
    while line < end and (state.sCount[line] >= state.blkIndent or state.isEmpty(line)):
        line += 1
    exits[key] = (start, line)
    return line
