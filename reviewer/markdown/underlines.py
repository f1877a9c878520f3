"""A quicker way to the rule for setext headings: most paragraphs have no underline, and trying is as dear as reading.

The library's rule reads a whole paragraph, testing every line for blocks that end it, before it knows that there is no
underline. Here it is asked only where a line that could be one comes before the paragraph's end.
"""

from bisect import bisect_right
from collections.abc import Sequence

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.lheading import lheading

from reviewer.lazy_pattern import lazy_pattern

_UNDERLINE = lazy_pattern(r"(?:^|[\s>])(?:=+|-+)[ \t]*$")


def underlines(lines: Sequence[str]) -> list[int]:
    """0-based numbers of lines that may underline a heading; more than there are, never fewer."""
    return [
        number
        for number, line in enumerate(lines)
        if line[-1:] in "=- \t" and line and _UNDERLINE.search(line) is not None
    ]


def setext_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The library's rule, where an underline can follow before a blank line."""
    found: list[int] = state.env["underlines"]
    index = bisect_right(found, start)
    if index == len(found) or found[index] >= end:
        return False
    blank = next((line for line in range(start + 1, found[index]) if state.isEmpty(line)), None)
    return blank is None and lheading(state, start, end, silent)
