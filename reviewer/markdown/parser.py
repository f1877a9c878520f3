"""The configured block parser: CommonMark, tables, footnotes, alerts, front matter, math.

Only the block pass of markdown-it-py is used for documents; inline positions come from ``inline_pass``. The parser
holds no state between documents, so one instance serves all.
"""

import sys
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.footnote import footnote_plugin

from reviewer.markdown.block_pass import BlockPass
from reviewer.markdown.front_matter import front_matter_lines, front_matter_rule
from reviewer.markdown.math_blocks import math_rule
from reviewer.markdown.math_index import MathIndex
from reviewer.markdown.normal import NormalText
from reviewer.markdown.tables import table_rule
from reviewer.markdown.underlines import setext_rule, underlines

_MAX_NESTING = 2000
_FRAMES = 12_000


@cache
def block_parser() -> MarkdownIt:
    """The block parser. ``maxNesting`` 2000: at the preset's 20, a 14-level list loses every later heading."""
    options = {"maxNesting": _MAX_NESTING, "alerts": True, "inline_definitions": True}
    parser = MarkdownIt("commonmark", options).use(footnote_plugin)
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    ruler = parser.block.ruler
    ruler.at("table", table_rule, {"alt": ["paragraph", "reference"]})
    ruler.enable("table")
    ruler.at("lheading", setext_rule)
    ruler.before("fence", "math", math_rule, interrupts)
    ruler.before("table", "front_matter", front_matter_rule)
    parser.block = BlockPass(ruler)  # compiles the rule chains now: two threads must not do it at once
    return parser


@cache
def inline_renderer() -> MarkdownIt:
    """The full inline parser, for heading titles only; nesting stays at the preset's 20."""
    parser = MarkdownIt("commonmark").enable("strikethrough").use(footnote_plugin)
    parser.inline.ruler.getRules("")
    return parser


def parse_blocks(normal: NormalText) -> tuple[list[Token], EnvType]:
    """Block tokens with line maps, and the environment with ``references`` and ``footnotes``.

    Containers nested deeper than ``block_pass.DEEPEST``, and block quotes deeper than ``DEEPEST_QUOTE``, are read as
    paragraphs. The parser recurses twice a level: for a document that needs it the interpreter's recursion limit is
    raised, and not lowered again, because another thread may then be deep inside a parse.
    """
    try:
        return _parse_blocks(normal)
    except RecursionError:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES))
        return _parse_blocks(normal)


def _parse_blocks(normal: NormalText) -> tuple[list[Token], EnvType]:
    env: EnvType = {
        "front_matter": front_matter_lines(normal.lines),
        "math": MathIndex(normal),
        "math_exits": {},
        "underlines": underlines(normal.lines),
    }
    tokens: list[Token] = []
    parser = block_parser()
    # The library reads past the end of HTML in a container on a last line that no newline ends.
    text = normal.text + "\n" if normal.lines[-1].strip(" \t") else normal.text
    parser.block.parse(text, parser, env, tokens)
    return tokens, env
