"""Edits that change nothing but words inside plain paragraphs: what a document is made of stays as it is.

Blocks are read line by line (CommonMark 0.31, appendix A): words change what a line is only by what the line begins
with, or by a sign that opens or closes something. Where a paragraph has no such sign, before and after, and stands
between blank lines, the other state need not be parsed to know that its blocks and protected spans are the same.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.edited import SafetyEdit
from reviewer.markdown.inline_pass import SPECIAL
from reviewer.model.document import Document
from reviewer.model.parsed import Block, BlockKind, OutlinedDocument
from reviewer.model.position import Span

_PLAIN = lazy_pattern(r"(?:[^\W\d_](?:[^\W_]|[ ,;'’\"()?!-]|\.(?=[\s.]|\Z))*+(?:\r\n|\n|\r|\Z))+")
"""Lines that begin with a letter at column 1 and hold letters, digits and signs that mean nothing in Markdown."""

_READ_AHEAD = ("\\[", "\\begin{", "$$", "{++", "{--", "{~~", "{==", "{>>")
"""What is one thing or another by the words up to a closer, however far that is (``formulas``, ``critic``)."""

_BLANK = " \t\r\n"


def only_wording(
    before: str, after: Document, edits: Sequence[SafetyEdit], outlined: Callable[[Document], OutlinedDocument]
) -> bool:
    """Whether the edits, in order and without overlap, change only words of plain top-level paragraphs.

    True promises that ``before`` has the same blocks, sections and protected spans as ``after``, which is ``before``
    with exactly these edits. False promises nothing. Linear in the edited paragraphs; ``outlined`` is called where the
    edited lines are plain, and so alone decide nothing.
    """
    if not _on_plain_lines(before, (edit.span for edit in edits)):
        return False
    if any(sign in before for sign in _READ_AHEAD):  # an edit that makes one leaves no plain paragraph
        return False
    return _in_plain_paragraphs(before, outlined(after), edits)


def _on_plain_lines(text: str, spans: Iterable[Span]) -> bool:
    end = -1
    for span in spans:
        if span.end > end:
            start = text.rfind("\n", 0, span.start) + 1
            end = text.find("\n", span.end)
            end = len(text) if end < 0 else end
            if _PLAIN.fullmatch(text, start, end) is None:
                return False
    return True


def _in_plain_paragraphs(before: str, after: OutlinedDocument, edits: Sequence[SafetyEdit]) -> bool:
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


def _paragraph_at(parsed: OutlinedDocument, span: Span) -> Block | None:
    """The top-level paragraph that holds ``span`` and a character before it and behind it."""
    index = bisect_right(parsed.blocks, span.start, key=lambda block: block.span.start) - 1
    block = parsed.blocks[index] if index >= 0 else None
    if block is None or block.kind is not BlockKind.PARAGRAPH or block.depth:
        return None
    return block if block.span.start < span.start and span.end < block.span.end else None


def _stands_alone(parsed: OutlinedDocument, span: Span) -> bool:
    """Whether the text is plain and so unprotected, with a blank line or the document's border on both sides."""
    document = parsed.document
    first, last = document.lines_of(span)
    above = document.line_text(first - 1) if first > 1 else ""
    below = document.line_text(last + 1) if last < len(document.line_starts) else ""
    return (
        not (above + below).strip(_BLANK)
        and SPECIAL.search(document.text, *span) is None
        and _PLAIN.fullmatch(document.text, *span) is not None
    )
