"""Edits that change nothing but words inside plain paragraphs: what a document is made of stays as it is.

Blocks are read line by line (CommonMark 0.31, appendix A): words change what a line is only by what the line begins
with, or by a sign that opens or closes something. Where a paragraph has no such sign, before and after, and stands
between blank lines, the other state need not be parsed to know that its blocks and protected spans are the same.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

from reviewer.markdown.edited import SafetyEdit
from reviewer.model.parsed import Block, BlockKind, ParsedDocument
from reviewer.model.position import Span

_PLAIN = re.compile(r"(?:[^\W\d_](?:[^\W_]|[ ,;'’\"()?!-]|\.(?=[\s.]|\Z))*+(?:\r\n|\n|\r|\Z))+")
"""Lines that begin with a letter at column 1 and hold letters, digits and signs that mean nothing in Markdown."""

_READ_AHEAD = ("\\[", "\\begin{", "$$")
"""What is one thing or another by the words up to a closer, however far that is (``markdown.formulas``)."""

_BLANK = " \t\r\n"


def only_wording(before: str, after: ParsedDocument, edits: Sequence[SafetyEdit]) -> bool:
    """Whether the edits, in order and without overlap, change only words of plain top-level paragraphs.

    True promises that ``before`` has the same blocks, sections and protected spans as ``after``, which is ``before``
    with exactly these edits. False promises nothing. Linear in the edited paragraphs.
    """
    if any(sign in before or sign in after.document.text for sign in _READ_AHEAD):
        return False
    shift = 0
    touched: dict[Span, tuple[int, int]] = {}
    for edit in edits:
        start = edit.span.start + shift
        block = _paragraph_at(after, Span(start, start + edit.after_length))
        if block is None:
            return False
        first = touched[block.span][0] if block.span in touched else shift
        shift += edit.after_length - (edit.span.end - edit.span.start)
        touched[block.span] = (first, shift)
    return all(
        _stands_alone(after, now) and _PLAIN.fullmatch(before, now.start - first, now.end - last) is not None
        for now, (first, last) in touched.items()
    )


def _paragraph_at(parsed: ParsedDocument, span: Span) -> Block | None:
    """The top-level paragraph that holds ``span`` and a character before it and behind it."""
    index = bisect_right(parsed.blocks, span.start, key=lambda block: block.span.start) - 1
    block = parsed.blocks[index] if index >= 0 else None
    if block is None or block.kind is not BlockKind.PARAGRAPH or block.depth:
        return None
    return block if block.span.start < span.start and span.end < block.span.end else None


def _stands_alone(parsed: ParsedDocument, span: Span) -> bool:
    """Whether the text is plain and unprotected, with a blank line or the document's border on both sides."""
    document = parsed.document
    first, last = document.lines_of(span)
    above = document.line_text(first - 1) if first > 1 else ""
    below = document.line_text(last + 1) if last < len(document.line_starts) else ""
    return (
        not (above + below).strip(_BLANK)
        and not parsed.protected_in(span)
        and _PLAIN.fullmatch(document.text, *span) is not None
    )
