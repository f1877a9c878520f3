"""Puts the parts of a parsed document together: titles, sections, inline spans, prose."""

from collections import deque
from collections.abc import Iterator
from operator import itemgetter
from urllib.parse import unquote

from markdown_it.utils import EnvType

from reviewer.markdown.bare_links import bare_addresses
from reviewer.markdown.blocks import Leaf, Outline, TableLines
from reviewer.markdown.critic import critic_spans
from reviewer.markdown.html_parts import html_comments, html_ids
from reviewer.markdown.inline_links import InlineLink
from reviewer.markdown.inline_pass import SPECIAL, Footnotes, InlineContext, InlineScan
from reviewer.markdown.normal import NormalText
from reviewer.markdown.pieces import leaf_piece
from reviewer.markdown.prose import NO_CELL, Cell, Piece, Place, ProseBuilder, masked
from reviewer.markdown.protect import Found, block_spans, outermost
from reviewer.markdown.sections import Title, build_sections
from reviewer.markdown.tables import cells
from reviewer.markdown.titles import custom_id, heading_text
from reviewer.model.parsed import (
    Block,
    BlockKind,
    Comment,
    Link,
    LinkDefinition,
    OutlinedDocument,
    ParsedDocument,
    Prose,
    Section,
    Table,
)
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind


class Assembly:
    """One document's second half: from outline to ``ParsedDocument``."""

    def __init__(self, normal: NormalText, outline: Outline, env: EnvType) -> None:
        self._normal = normal
        self._document = normal.document
        self._outline = outline
        self._env = env
        self._blocks = outline.blocks
        self._found: list[Found] = block_spans(outline.blocks, outline.review_notes)
        self._links: list[Link] = []
        self._comments: list[Comment] = []
        self._ids: set[str] = set()
        self._builder = ProseBuilder()
        self._definitions = self._link_definitions()
        pairs = zip(outline.definitions, self._definitions, strict=True)
        targets = {found.key: definition for found, definition in pairs if not definition.duplicate}
        footnotes = Footnotes(block.info for block in outline.blocks if block.kind is BlockKind.FOOTNOTE)
        self._context = InlineContext(targets, footnotes)
        self._pieces: dict[int, Piece] = {}
        self._cell_math: dict[int, list[Span]] = {}

    def parsed(self, unprotected: frozenset[ProtectedKind] = frozenset()) -> ParsedDocument:
        """The finished value; kinds in ``unprotected`` give no protected spans."""
        sections, anchors, starts = self._sections()
        self._read_blocks()
        self._read_prose(starts)
        prose = self._with_critic(self._builder.build())
        protected = outermost(self._document, (found for found in self._found if found[0] not in unprotected))
        kind = self._blocks[0].info if self._blocks and self._blocks[0].kind is BlockKind.FRONT_MATTER else None
        return ParsedDocument(
            document=self._document, blocks=self._blocks, sections=sections, prose=prose, protected=protected,
            protected_starts=tuple(p.span.start for p in protected), links=tuple(self._links),
            definitions=self._definitions, comments=tuple(sorted(self._comments, key=lambda c: c.span)),
            html_ids=frozenset(self._ids), anchors=anchors | self._ids, front_matter=kind,
            section_starts=starts, tables=self._tables(),
        )  # fmt: skip

    def outlined(self) -> OutlinedDocument:
        """Blocks and sections of ``parsed``, without the rest; one object is good for one of the two."""
        sections, _, starts = self._sections()
        return OutlinedDocument(self._document, self._blocks, sections, starts)

    def _sections(self) -> tuple[tuple[Section, ...], frozenset[str], tuple[int, ...]]:
        """Sections, the anchors of headings, and where each section begins."""
        titles = [self._title(leaf) for leaf in self._headings()]
        sections, anchors = build_sections(self._document, self._blocks, titles)
        return sections, anchors, tuple(section.span.start for section in sections)

    def _tables(self) -> tuple[Table, ...]:
        return tuple(
            Table(t.block, t.columns, t.rows, tuple(self._cell_math.get(t.block, ()))) for t in self._outline.tables
        )

    def _link_definitions(self) -> tuple[LinkDefinition, ...]:
        seen: set[str] = set()
        result = []
        for found in self._outline.definitions:
            span = self._blocks[found.block].span
            written = self._document.text[span.start : span.end]
            href = found.url if found.url in written else unquote(found.url)
            result.append(LinkDefinition(found.label, href, span, found.key in seen))
            seen.add(found.key)
        return tuple(result)

    def _headings(self) -> Iterator[Leaf]:
        return (leaf for leaf in self._outline.leaves if leaf.kind is BlockKind.HEADING)

    def _title(self, leaf: Leaf) -> Title:
        piece = leaf_piece(self._normal, leaf)
        if piece is None:
            end = self._blocks[leaf.block].span.start
            return Title(leaf.block, "", Span(end, end))
        self._pieces[leaf.block] = piece
        length, name = custom_id(piece.text)
        if name:
            self._ids.add(name)
            self._found.append((ProtectedKind.LINK_TARGET, piece.span(length, len(piece.text)), ""))
        return Title(leaf.block, heading_text(piece.text[:length], self._env), piece.span(0, length))

    def _read_blocks(self) -> None:
        """HTML blocks for comments and ids; the marks of footnotes."""
        text = self._document.text
        for block in self._blocks:
            if block.kind is BlockKind.HTML_BLOCK:
                html = text[block.span.start : block.span.end]
                quoted = block.depth > 0 and self._in_quote(block)
                self._comments.extend(html_comments(html, block.span.start, quoted))
                self._ids.update(html_ids(html))
            elif block.kind is BlockKind.FOOTNOTE:
                mark = f"[^{block.info}]:"
                start = text.find(mark, block.span.start, block.span.end)
                if start >= 0:
                    self._found.append((ProtectedKind.LINK_TARGET, Span(start, start + len(mark)), block.info))

    def _in_quote(self, block: Block) -> bool:
        while block.parent >= 0:
            block = self._blocks[block.parent]
            if block.kind in (BlockKind.QUOTE, BlockKind.ALERT):
                return True
        return False

    def _read_prose(self, starts: tuple[int, ...]) -> None:
        """Every piece of prose in document order, review notes left out. ``starts`` are the sections'."""
        notes = deque(self._blocks[i].span for i in self._outline.review_notes)
        items: list[tuple[int, Leaf | TableLines]] = [(leaf.block, leaf) for leaf in self._outline.leaves]
        items.extend((table.block, table) for table in self._outline.tables)
        section, last = 0, len(starts) - 1
        for block, item in sorted(items, key=itemgetter(0)):
            start = self._blocks[block].span.start
            while notes and notes[0].end <= start:
                notes.popleft()
            if notes and notes[0].start <= start:
                continue
            while section < last and starts[section + 1] <= start:
                section += 1
            if isinstance(item, TableLines):
                self._read_table(item, section)
            elif piece := self._pieces.get(block) or leaf_piece(self._normal, item):
                self._read(piece, Place(item.kind, block, section, item.quoted))

    def _read_table(self, table: TableLines, section: int) -> None:
        """Cells of rows without an inline span, as most are, need no piece."""
        text, builder = self._document.text, self._builder
        place = Place(BlockKind.TABLE, table.block, section, table.quoted)
        for row, span in enumerate(table.rows):
            plain = SPECIAL.search(text, span.start, span.end) is None
            for column, (start, end) in enumerate(cells(text, span)):
                if end <= start:
                    continue
                if plain:
                    builder.add_cell(start, text[start:end], place, (row, column))
                else:
                    self._read(Piece(((start, text[start:end]),)), place, (row, column))

    def _read(self, piece: Piece, place: Place, cell: Cell = NO_CELL) -> None:
        """Scan a piece and add it to the prose with its protected characters replaced."""
        text = piece.text
        if SPECIAL.search(text) is None:
            shown = text if place.kind is not BlockKind.HEADING else self._without_id(text)
            self._builder.add(piece, shown, place, cell)
            return
        scan = InlineScan(text, self._context)
        spans = [(mark.start, mark.end) for mark in scan.marks]
        for mark in scan.marks:
            span = piece.span(mark.start, mark.end)
            self._found.append((mark.kind, span, ""))
            if mark.kind is ProtectedKind.INLINE_MATH and place.kind is BlockKind.TABLE:
                self._cell_math.setdefault(place.block, []).append(span)
            if mark.kind is ProtectedKind.HTML_INLINE:
                html = text[mark.start : mark.end]
                self._ids.update(html_ids(html))
                for comment in html_comments(html, mark.start, False):
                    self._comments.append(comment._replace(span=piece.span(*comment.span)))
        self._links.extend(_link(piece, link) for link in scan.links)
        hidden = piece.masked(spans)
        bare = bare_addresses(hidden)
        if bare:
            self._found.extend((ProtectedKind.AUTOLINK, piece.span(a, b), "") for a, b in bare)
            hidden = masked(hidden, bare)
        if place.kind is BlockKind.HEADING:
            hidden = self._without_id(hidden)
        self._builder.add(piece, hidden, place, cell)

    @staticmethod
    def _without_id(text: str) -> str:
        length, name = custom_id(text)
        return masked(text, [(length, len(text))]) if name else text

    def _with_critic(self, prose: Prose) -> Prose:
        spans = critic_spans(prose)
        if not spans:
            return prose
        self._found.extend((ProtectedKind.CRITIC_MARKUP, prose.span(a, b), "") for a, b in spans)
        text = masked(prose.text, spans)
        return Prose(text, prose.blocks, prose.block_starts, prose.line_starts, prose.line_offsets)


def _link(piece: Piece, link: InlineLink) -> Link:
    target = link.target
    return Link(
        span=piece.span(link.start, link.end), text=piece.span(link.text_start, link.text_end),
        target=piece.span(target.start, target.end), href=target.href,
        href_span=piece.span(target.href_start, target.href_end), image=link.image, reference=target.reference,
    )  # fmt: skip
