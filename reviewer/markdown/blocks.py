"""From block tokens to blocks: kinds, whole-line spans, parents; and the leaves that hold text."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from markdown_it.token import Token

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.block_pass import Lines
from reviewer.markdown.normal import NormalText
from reviewer.model.parsed import Block, BlockKind
from reviewer.model.position import Span

_REVIEW_NOTE = lazy_pattern(r"REVIEWER:[ \t]*RVW-(?:[A-Z][A-Z0-9]*-)?\d+")
"""A change id, canonical or with its namespace (seed section 12)."""
_ENDS_AT = (
    (lazy_pattern(r"<!--"), lazy_pattern(r"-->")),
    (lazy_pattern(r"<\?"), lazy_pattern(r"\?>")),
    (lazy_pattern(r"<!\[CDATA\["), lazy_pattern(r"\]\]>")),
    (lazy_pattern(r"<![A-Za-z]"), lazy_pattern(r">")),
    (lazy_pattern(r"<(?:script|pre|style|textarea)\b", re.I), lazy_pattern(r"</(?:script|pre|style|textarea)>", re.I)),
)
"""Openers of HTML blocks that a blank line does not end, and what ends them (CommonMark 4.6, kinds 1 to 5)."""


class Leaf(NamedTuple):
    """Text of a paragraph or heading: the 0-based lines that it stands on, and what the parser says of its text.

    For a paragraph that is the place of each line in the normal text (``lines``), for a heading ``content``.
    """

    block: int
    kind: BlockKind
    first: int
    end: int
    content: str
    markup: str
    quoted: bool
    lines: Lines = ()


class Definition(NamedTuple):
    """A link definition as the parser read it."""

    block: int
    key: str
    label: str
    url: str


class TableLines(NamedTuple):
    """A table: its block, columns of its header, and each row's content span (delimiter row left out)."""

    block: int
    columns: int
    rows: tuple[Span, ...]
    quoted: bool


@dataclass(slots=True)
class _Draft:
    kind: BlockKind
    first: int
    end: int
    depth: int
    parent: int
    info: str = ""
    level: int = 0
    closed: bool = True


def _block(d: _Draft, starts: Sequence[int]) -> Block:
    span = Span(starts[d.first], starts[d.end])
    return Block(d.kind, span, d.first + 1, d.end, d.depth, d.parent, d.info, d.level, d.closed)


@dataclass(slots=True)
class Outline:
    """The block structure of a document, before sections and inline spans."""

    blocks: tuple[Block, ...] = ()
    leaves: list[Leaf] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    tables: list[TableLines] = field(default_factory=list)
    review_notes: list[int] = field(default_factory=list)


class OutlineBuilder:
    """Walks tokens once. A block's depth is the number of containers around it."""

    def __init__(self, normal: NormalText) -> None:
        self._normal = normal
        self._drafts: list[_Draft] = []
        self._stack: list[int] = []
        self._quotes = 0
        self._note_candidate = -1
        self._note_depth = 0
        self.outline = Outline()

    def build(self, tokens: Sequence[Token]) -> Outline:
        """Blocks and leaves of a token stream."""
        for token in tokens:
            handler = _HANDLERS.get(token.type)
            if handler is not None:
                handler(self, token)
        starts = (*self._normal.document.line_starts, len(self._normal.document.text))
        self.outline.blocks = tuple([_block(draft, starts) for draft in self._drafts])
        return self.outline

    def _add(self, kind: BlockKind, token: Token, info: str = "", level: int = 0) -> _Draft:
        first, end = token.map or (0, 0)
        parent = self._stack[-1] if self._stack else -1
        draft = _Draft(kind, first, min(end, len(self._normal.starts)), len(self._stack), parent, info, level)
        self._drafts.append(draft)
        return draft

    def _open(self, token: Token) -> None:
        kind = _CONTAINERS[token.type]
        info = token.info + token.markup if kind is BlockKind.LIST_ITEM else token.info or token.markup
        if kind is BlockKind.FOOTNOTE:
            info = token.meta["label"]
        elif kind is BlockKind.QUOTE:
            info = ""
        self._add(kind, token, info)
        self._stack.append(len(self._drafts) - 1)
        if kind in _QUOTES:
            self._quotes += 1
            self._note_candidate = len(self._drafts) - 1

    def _close(self, token: Token) -> None:
        """End of a container: blank lines behind its last child belong to nobody."""
        draft = self._drafts[self._stack.pop()]
        last = self._drafts[-1]
        least = max(last.end if last is not draft else draft.first + 1, draft.first + 1)
        lines = self._normal.lines
        while draft.end > least and not lines[draft.end - 1].strip(" \t"):
            draft.end -= 1
        draft.end = max(draft.end, least)
        if draft.kind in _QUOTES:
            self._quotes -= 1

    def _paragraph(self, token: Token) -> None:
        draft = self._add(BlockKind.PARAGRAPH, token)
        lines: Lines = token.meta["lines"]
        self._read_note(self._normal.text, lines[0][1] if lines else len(self._normal.text))
        leaf = Leaf(len(self._drafts) - 1, draft.kind, draft.first, draft.end, "", "", self._quotes > 0, lines)
        self.outline.leaves.append(leaf)

    def _heading(self, token: Token) -> None:
        self._add(BlockKind.HEADING, token, token.markup, int(token.tag[1:]))

    def _inline(self, token: Token) -> None:
        """A heading's text; an alert's title is made by the parser, not written in the document."""
        if token.map is None:
            return
        self._read_note(token.content, 0)
        first, end = token.map
        index = len(self._drafts) - 1
        draft = self._drafts[index]
        leaf = Leaf(index, draft.kind, first, end, token.content, draft.info, self._quotes > 0)
        self.outline.leaves.append(leaf)

    def _read_note(self, text: str, start: int) -> None:
        """The first text in a quote says whether it is a review note."""
        if self._note_candidate < 0:
            return
        index = len(self._drafts) - 1
        if self._note_candidate == self._drafts[index].parent == index - 1 and _REVIEW_NOTE.match(text, start):
            self.outline.review_notes.append(self._note_candidate)
        self._note_candidate = -1

    def _fence(self, token: Token) -> None:
        draft = self._add(BlockKind.CODE_FENCE, token, token.info.strip())
        lines = draft.end - draft.first
        inside = token.content.count("\n") + (token.content != "" and not token.content.endswith("\n"))
        draft.closed = lines >= 2 and inside == lines - 2

    def _html(self, token: Token) -> None:
        draft = self._add(BlockKind.HTML_BLOCK, token)
        content = token.content.lstrip()
        for opener, closer in _ENDS_AT:
            if match := opener.match(content):
                draft.closed = closer.search(content, 0 if opener.pattern == "<!--" else match.end()) is not None

    def _definition(self, token: Token) -> None:
        self._add(BlockKind.LINK_REF_DEF, token, token.meta["label"])
        found = Definition(len(self._drafts) - 1, token.meta["id"], token.meta["label"], token.meta["url"])
        self.outline.definitions.append(found)

    def _table(self, token: Token) -> None:
        self._add(BlockKind.TABLE, token)
        document, normal = self._normal.document, self._normal
        rows = []
        for line, start, end in token.meta["rows"]:
            shift = document.line_starts[line] - normal.starts[line]
            rows.append(Span(start + shift, end + shift))
        table = TableLines(len(self._drafts) - 1, token.meta["columns"], tuple(rows), self._quotes > 0)
        self.outline.tables.append(table)

    def _plain(self, token: Token) -> None:
        self._add(_PLAIN[token.type], token, token.info)


_CONTAINERS = {
    "bullet_list_open": BlockKind.LIST,
    "ordered_list_open": BlockKind.LIST,
    "list_item_open": BlockKind.LIST_ITEM,
    "blockquote_open": BlockKind.QUOTE,
    "alert_open": BlockKind.ALERT,
    "footnote_reference_open": BlockKind.FOOTNOTE,
}
_QUOTES = (BlockKind.QUOTE, BlockKind.ALERT)
_PLAIN = {
    "code_block": BlockKind.INDENTED_CODE,
    "hr": BlockKind.RULE,
    "math_block": BlockKind.MATH_BLOCK,
    "front_matter": BlockKind.FRONT_MATTER,
}
_HANDLERS: dict[str, Callable[[OutlineBuilder, Token], None]] = {
    **dict.fromkeys(_CONTAINERS, OutlineBuilder._open),
    **dict.fromkeys((name.replace("_open", "_close") for name in _CONTAINERS), OutlineBuilder._close),
    **dict.fromkeys(_PLAIN, OutlineBuilder._plain),
    "paragraph": OutlineBuilder._paragraph,
    "heading_open": OutlineBuilder._heading,
    "inline": OutlineBuilder._inline,
    "fence": OutlineBuilder._fence,
    "html_block": OutlineBuilder._html,
    "definition": OutlineBuilder._definition,
    "table": OutlineBuilder._table,
}
