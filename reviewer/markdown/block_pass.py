"""The block pass with less to try: rules are chosen by a line's first character, and paragraphs keep their places.

The library asks fifteen rules in turn about every line, and nine about every further line of a paragraph, though most
of them look at the first character only to refuse. Measured on 56,000 lines: the pass takes half the time.
"""

from collections.abc import Mapping, Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.parser_block import ParserBlock, RuleFuncBlockType
from markdown_it.ruler import Ruler
from markdown_it.rules_block import StateBlock, blockquote
from markdown_it.token import Token
from markdown_it.utils import EnvType

from reviewer.markdown.block_state import BlockState

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

_CHAINS = ("paragraph", "reference", "blockquote", "list")
"""What the library's rules ask for by name: the rules that end such a block."""

DEEPEST = 1000
"""Levels (a quote is one, a list two). Deeper text is paragraphs; at ``maxNesting`` all that follows would be lost."""

DEEPEST_QUOTE = 100
"""Block quotes in block quotes; a ``>`` beyond is text (markdown-it's own limit is 100 levels of all kinds).

The library reads each line that continues a quote once for every quote around it: the work is lines times depth."""

Rules = tuple[RuleFuncBlockType, ...]
Lines = tuple[tuple[int, int, int], ...]
"""0-based line, start and end in the normal text, for each line of a paragraph."""


class BlockPass(ParserBlock):
    """The library's block parser over the same rules, asked in the same order; its ``ruler`` must not change later."""

    def __init__(self, ruler: Ruler[RuleFuncBlockType]) -> None:
        # Not the base's __init__: that would fill a ruler of its own.
        ruler.at("paragraph", self._paragraph)
        ruler.at("blockquote", _quote, {"alt": list(_CHAINS)})
        self._indented = tuple(ruler.getRules(""))
        self._rules = _by_opener(ruler, "")
        self._interrupts = _by_opener(ruler, "paragraph")
        self.ruler = _Terminators(ruler)

    def parse(self, src: str, md: MarkdownIt, env: EnvType, outTokens: list[Token]) -> list[Token] | None:  # noqa: N803
        """The library's entry; only the state is ours."""
        if not src:
            return None
        state = BlockState(src, md, env, outTokens)
        self.tokenize(state, state.line, state.lineMax)
        return state.tokens

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - the library's names
        """The library's loop; only the choice of rules differs."""
        line = startLine
        blank = False
        starts, shifts, ends = state.bMarks, state.tShift, state.eMarks
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
            blank = blank or (line - 1 < endLine and starts[line - 1] + shifts[line - 1] >= ends[line - 1])
            if line < endLine and starts[line] + shifts[line] >= ends[line]:
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
            if opener not in self._rules and state.isEmpty(line + 1):  # what any line may begin takes two lines
                self._paragraph(state, line, end, False)
                return
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
        lines = _lines(state, start, line)
        state.tokens.append(
            Token("paragraph", "p", 0, map=[start, line], level=state.level, block=True, meta={"lines": lines})
        )
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


class _Terminators(Ruler[RuleFuncBlockType]):
    """For the library's own rules: each chain as one function that tries what the line's first character allows."""

    def __init__(self, ruler: Ruler[RuleFuncBlockType]) -> None:
        super().__init__()
        self._active = ruler.get_active_rules()
        self._chains = {chain: [_one_of(_by_opener(ruler, chain))] for chain in _CHAINS}

    def getRules(self, chainName: str = "") -> list[RuleFuncBlockType]:  # noqa: N802, N803 - the library's names
        """The one function of a chain."""
        return self._chains[chainName]

    def get_active_rules(self) -> list[str]:
        """Names of the rules."""
        return self._active


def _one_of(rules: Mapping[str, Rules]) -> RuleFuncBlockType:
    others = rules[""]

    def ends(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        position = state.bMarks[line] + state.tShift[line]
        for rule in rules.get(state.src[position : position + 1], others):  # noqa: SIM110 - a generator costs more
            if rule(state, line, end, silent):
                return True
        return False

    return ends


def _quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The library's rule (CommonMark 5.1) down to ``DEEPEST_QUOTE``; beyond, ``>`` does not end a paragraph either."""
    depth: int = state.env.get("quotes", 0)
    if depth >= DEEPEST_QUOTE:
        return False
    state.env["quotes"] = depth + (not silent)
    taken = blockquote(state, start, end, silent)
    state.env["quotes"] = depth
    return taken


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
