"""Finds the text of paragraphs, headings and cells in the document's own lines."""

from markdown_it.common.utils import MD_TRIM_CHARS

from reviewer.markdown.block_pass import Lines
from reviewer.markdown.blocks import Leaf
from reviewer.markdown.normal import NormalText
from reviewer.markdown.prose import Piece, Segment
from reviewer.model.parsed import BlockKind

_SPACE = " \t"


def leaf_piece(normal: NormalText, leaf: Leaf) -> Piece | None:
    """The text of a paragraph or heading as it stands in the document; None when there is none.

    White space before a line's end stays, that after the last line does not.
    """
    if leaf.kind is BlockKind.PARAGRAPH:
        return _paragraph(normal, leaf.lines) if leaf.lines else None
    if not leaf.content:
        return None
    if leaf.markup.startswith("#"):
        return Piece((_heading(normal, leaf),))
    return _setext(normal, leaf)


def _paragraph(normal: NormalText, lines: Lines) -> Piece:
    text, starts, offsets = normal.text, normal.starts, normal.document.line_starts
    return Piece([(start - starts[line] + offsets[line], text[start:end]) for line, start, end in lines])


def _setext(normal: NormalText, leaf: Leaf) -> Piece:
    """The parser removes container markers from the front of each line, so every line is the tail of its source line.

    It expands tabs there.
    """
    contents = leaf.content.split("\n")
    first = leaf.first
    while first + len(contents) < leaf.end and not _is_tail(normal.lines[first], contents[0]):
        first += 1  # a line of nothing but Unicode white space was trimmed away
    final = len(contents) - 1
    return Piece(tuple(_tail(normal, first + i, line, last=i == final) for i, line in enumerate(contents)))


def _is_tail(source: str, content: str) -> bool:
    return source.rstrip(MD_TRIM_CHARS).endswith(content.strip(MD_TRIM_CHARS))


def _tail(normal: NormalText, line: int, content: str, *, last: bool) -> Segment:
    source = normal.lines[line]
    text = content.lstrip(_SPACE)
    if last:
        source = source.rstrip(MD_TRIM_CHARS)
        text = text.rstrip(MD_TRIM_CHARS)
    if not source.endswith(text):
        return normal.offset(line, 0), source  # exact offsets come before a clean text
    return normal.offset(line, len(source) - len(text)), text


def _heading(normal: NormalText, leaf: Leaf) -> Segment:
    """ATX: the content lies between the opening sequence and an optional closing one."""
    source = normal.lines[leaf.first]
    column = source.find(leaf.content, source.index("#") + len(leaf.markup))
    return normal.offset(leaf.first, column), leaf.content
