"""What parsing a document gives: blocks, sections, prose, links. Positions are document spans throughout.

``Prose`` is the text that rules read: the content of every paragraph, heading and table cell without container
markers, where each character of an inline protected span is replaced by ``FILLER``. Offsets in it map one to one to
the document, so a rule can use a plain regular expression and still report an exact position.

What a document has many of (``Block``, ``ProseBlock``, ``Section``, ``Link`` …) is a named tuple: a long one has 60,000
of them, and a frozen data class takes three times as long to make.
"""

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from reviewer.model.document import Document
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

FILLER = "\ufffc"
"""Stands for one protected character in prose; neither a word character nor white space."""

SEPARATOR = f"\n{FILLER}\n"
"""Stands between two prose blocks, so that no pattern matches across them."""


_NOWHERE = Span(0, 0)


class BlockKind(StrEnum):
    """Block constructs; LIST, LIST_ITEM, QUOTE, ALERT and FOOTNOTE are containers."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST = "list"
    LIST_ITEM = "list_item"
    QUOTE = "quote"
    ALERT = "alert"
    FOOTNOTE = "footnote"
    CODE_FENCE = "code_fence"
    INDENTED_CODE = "indented_code"
    HTML_BLOCK = "html_block"
    MATH_BLOCK = "math_block"
    TABLE = "table"
    RULE = "rule"
    FRONT_MATTER = "front_matter"
    LINK_REF_DEF = "link_ref_def"


class Block(NamedTuple):
    """A block in document order (parents before children).

    ``span`` is whole lines with terminators. ``depth`` 0 is top level; ``parent`` is an index into ``blocks`` or -1.
    ``info`` is the fence's info string, the list marker, the alert kind, the footnote label or the front matter's
    format (yaml, toml). ``level`` is a heading's level, else 0. ``closed`` is False for a fence, comment or math block
    that runs unclosed to its end.
    """

    kind: BlockKind
    span: Span
    line_start: int
    line_end: int
    depth: int = 0
    parent: int = -1
    info: str = ""
    level: int = 0
    closed: bool = True


class Section(NamedTuple):
    """A heading with what it holds, in document order; ``sections[0]`` is always the preamble (``S0``, ``top``).

    Where a heading has the anchor ``top``, that of the preamble is ``S0``.

    ``span`` runs from the heading's line to before the next heading of the same or a higher level; ``own`` ends where
    the first subsection begins. ``parent`` is an index into ``sections`` or -1. ``number`` is the explicit numbering
    without trailing punctuation (``4.2``, ``A.1``, ``III``), ``label`` a word before it (``Annexe``), if any.
    """

    id: str
    level: int
    title: str
    anchor: str
    span: Span
    own: Span
    line_start: int
    line_end: int
    parent: int
    block: int
    number: str | None = None
    label: str | None = None
    title_span: Span = _NOWHERE


class ProseBlock(NamedTuple):
    """One paragraph, heading or table cell. ``start`` and ``end`` are offsets in ``Prose.text``."""

    kind: BlockKind
    start: int
    end: int
    block: int
    section: int
    quoted: bool = False
    row: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Prose:
    """All prose of a document in one string, blocks joined by ``SEPARATOR``, with the way back to the document."""

    text: str
    blocks: tuple[ProseBlock, ...]
    block_starts: tuple[int, ...]
    line_starts: tuple[int, ...]
    line_offsets: tuple[int, ...]

    def block_at(self, offset: int) -> ProseBlock:
        """The block that holds a prose offset."""
        return self.blocks[bisect_right(self.block_starts, offset) - 1]

    def offset(self, position: int) -> int:
        """The document offset of a prose offset."""
        line = bisect_right(self.line_starts, position) - 1
        return self.line_offsets[line] + position - self.line_starts[line]

    def span(self, start: int, end: int) -> Span:
        """The document span from one prose offset to another (exclusive)."""
        return Span(self.offset(start), self.offset(end - 1) + 1 if end > start else self.offset(start))


class Link(NamedTuple):
    """A link or image. ``target`` covers what follows the text: ``(href "title")``, ``[label]``, or is empty.

    ``reference`` is the ``label`` of the definition that the link resolves to, as that definition writes it.
    """

    span: Span
    text: Span
    target: Span
    href: str
    href_span: Span
    image: bool = False
    reference: str | None = None


class LinkDefinition(NamedTuple):
    """``[label]: href``. ``duplicate`` is True when an earlier definition has the same normalised label."""

    label: str
    href: str
    span: Span
    duplicate: bool = False


class Comment(NamedTuple):
    """An HTML comment anywhere outside code; ``text`` is what stands between the marks, stripped."""

    span: Span
    text: str
    closed: bool = True


class Table(NamedTuple):
    """A table: its block, the number of columns of its header, and the content span of each row.

    ``rows[0]`` is the header; the delimiter row is left out. ``markdown.tables.cells`` splits a row. ``math`` holds the
    span of each piece of math in its cells, with its marks, whether tables and math are protected or not.
    """

    block: int
    columns: int
    rows: tuple[Span, ...]
    math: tuple[Span, ...] = ()


class ProtectedRegion(NamedTuple):
    """A span that no fixer and no model may touch; ``structure.ProtectedSpan`` is what is written of it.

    Lines are 1-based inclusive; those of blocks are whole. A named tuple, and no hash of its text: a long document has
    10,000 of them, and the rules ask for nothing but place and kind.
    """

    kind: ProtectedKind
    line_start: int
    line_end: int
    span: Span
    info: str = ""


@dataclass(frozen=True, slots=True)
class OutlinedDocument:
    """What a document is made of: blocks and sections. Where nothing else is asked for, no text need be read."""

    document: Document
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    section_starts: tuple[int, ...]

    def section_at(self, offset: int) -> int:
        """Index of the section whose own text, heading included, holds the offset."""
        return max(bisect_right(self.section_starts, offset) - 1, 0)


@dataclass(frozen=True, slots=True)
class ParsedDocument(OutlinedDocument):
    """Everything that later stages read. ``protected`` is sorted and free of overlaps (outermost spans only)."""

    prose: Prose
    protected: tuple[ProtectedRegion, ...]
    protected_starts: tuple[int, ...]
    links: tuple[Link, ...]
    definitions: tuple[LinkDefinition, ...]
    comments: tuple[Comment, ...]
    html_ids: frozenset[str]
    anchors: frozenset[str]
    front_matter: str | None
    tables: tuple[Table, ...] = ()

    def protected_in(self, span: Span) -> tuple[ProtectedRegion, ...]:
        """Protected spans that share a character with ``span`` (an empty span: that hold it strictly inside)."""
        first = max(bisect_right(self.protected_starts, span.start) - 1, 0)
        found = []
        for index in range(first, len(self.protected)):
            candidate = self.protected[index]
            if candidate.span.start >= max(span.end, span.start + 1):
                break
            if candidate.span.overlaps(span):
                found.append(candidate)
        return tuple(found)
