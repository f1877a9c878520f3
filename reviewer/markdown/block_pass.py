"""The block pass with less to try: rules are chosen by a line's first character, and paragraphs keep their places.

The library asks fifteen rules in turn about every line, and nine about every further line of a paragraph, though most
of them look at the first character only to refuse. Measured on 56,000 lines: the pass takes half the time.
"""

from collections.abc import Mapping, Sequence

from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.parser_block import ParserBlock, RuleFuncBlockType
from markdown_it.ruler import Ruler
from markdown_it.rules_block import StateBlock

_OPENERS = {
    "math": "$\\",
    "fence": "`~",
    "blockquote": ">",
    "hr": "*-_",
    "list": "*-+0123456789",
    "footnote_def": "[",
    "reference": "[",
    "html_block": "<",
    "heading": "#",
}
"""First characters without which a rule refuses a line; rules that are not named may take any line."""

DEEPEST = 1000
"""Levels (a quote is one, a list two). Deeper text is paragraphs; at ``maxNesting`` all that follows would be lost."""

Rules = tuple[RuleFuncBlockType, ...]
Lines = tuple[tuple[int, int, int], ...]
"""0-based line, start and end in the normal text, for each line of a paragraph."""


class BlockPass(ParserBlock):
    """The library's block parser over the same rules, asked in the same order; its ``ruler`` must not change later."""

    def __init__(self, ruler: Ruler[RuleFuncBlockType]) -> None:
        # Not the base's __init__: that would fill a ruler of its own.
        self.ruler = ruler
        ruler.at("paragraph", self._paragraph)
        self._indented = tuple(ruler.getRules(""))
        self._rules = _by_opener(ruler, "")
        self._interrupts = _by_opener(ruler, "paragraph")

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - the library's names
        """The library's loop; only the choice of rules differs."""
        line = startLine
        blank = False
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            if state.level >= state.md.options.maxNesting:
                state.line = endLine
                break
            self._block(state, line, endLine)
            state.tight = not blank
            line = state.line
            blank = blank or (line - 1 < endLine and state.isEmpty(line - 1))
            if line < endLine and state.isEmpty(line):
                blank = True
                line += 1
                state.line = line

    def _block(self, state: StateBlock, line: int, end: int) -> None:
        if state.level >= DEEPEST:
            self._paragraph(state, line, end, False)
            return
        if state.is_code_block(line):
            rules = self._indented
        else:
            opener = state.src[state.bMarks[line] + state.tShift[line]]
            rules = self._rules.get(opener, self._rules[""])
        for rule in rules:
            if rule(state, line, end, False):
                return

    def _paragraph(self, state: StateBlock, start: int, _end: int, _silent: bool) -> bool:
        """The library's rule (CommonMark 4.8), with the place of each line instead of their joined text."""
        parent, state.parentType = state.parentType, "paragraph"
        line = start + 1
        while line < state.lineMax and not self._ends(state, line):
            line += 1
        state.parentType = parent
        state.line = line
        token = state.push("paragraph", "p", 0)
        token.map = [start, line]
        token.meta = {"lines": _lines(state, start, line)}
        return True

    def _ends(self, state: StateBlock, line: int) -> bool:
        position, indent = state.bMarks[line] + state.tShift[line], state.sCount[line]
        if position >= state.eMarks[line]:
            return True
        if indent < 0 or indent - state.blkIndent > 3:  # lazy, or what would be code elsewhere
            return False
        for rule in self._interrupts.get(state.src[position], self._interrupts[""]):
            if rule(state, line, state.lineMax, True):
                return True
        return False


def _by_opener(ruler: Ruler[RuleFuncBlockType], chain: str) -> Mapping[str, Rules]:
    """The rules of a chain that may take a line, by its first character; under "" those for all other characters."""
    names = {rule: name for name, rule in zip(ruler.get_active_rules(), ruler.getRules(""), strict=True)}
    rules: Sequence[RuleFuncBlockType] = ruler.getRules(chain)
    openers = {"", *"".join(_OPENERS.values())}
    return {opener: tuple(rule for rule in rules if _may_take(names[rule], opener)) for opener in openers}


def _may_take(rule: str, opener: str) -> bool:
    if rule == "code":  # takes indented lines only, which are not asked about by their opener
        return False
    return rule not in _OPENERS or (opener != "" and opener in _OPENERS[rule])


def _lines(state: StateBlock, start: int, end: int) -> Lines:
    """Each line without indentation and container marks, white space of the whole trimmed at both ends."""
    src, marks, shifts, ends = state.src, state.bMarks, state.tShift, state.eMarks
    lines = [(line, marks[line] + shifts[line], ends[line]) for line in range(start, end)]
    if src[lines[0][1]] not in MD_TRIM_CHARS and src[lines[-1][2] - 1] not in MD_TRIM_CHARS:
        return tuple(lines)
    first, last = 0, len(lines)
    while first < last and not src[lines[first][1] : lines[first][2]].strip(MD_TRIM_CHARS):
        first += 1  # a line of nothing but Unicode white space
    while first < last and not src[lines[last - 1][1] : lines[last - 1][2]].strip(MD_TRIM_CHARS):
        last -= 1
    if first == last:
        return ()
    number, begin, stop = lines[first]
    lines[first] = (number, stop - len(src[begin:stop].lstrip(MD_TRIM_CHARS)), stop)
    number, begin, stop = lines[last - 1]
    lines[last - 1] = (number, begin, begin + len(src[begin:stop].rstrip(MD_TRIM_CHARS)))
    return tuple(lines[first:last])
