"""Whether an edit of stripped text is the same change of the document: the edited document, stripped, is that text.

What is not shown, or shown plainer, has its shape from its line: an edit may keep every mark and still take a line end
away before one, or write what is one in the document only. So the edit is made, and shown again in the same way.
"""

import re
from collections.abc import Iterator, Sequence

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.locate import Located
from reviewer.model.position import Span
from reviewer.plan.minimise import minimise
from reviewer.plan.recipes import md_strip
from reviewer.plan.recipes.masked import Cover, MaskedText

_LINE_END = lazy_pattern(r"\r\n|\n|\r")
_BLANK_LINE = lazy_pattern(r"(?:^|\n|\r)[ \t]*(?:\r\n|\n|\r)")
_LINE_MARK = lazy_pattern(r"(?m)^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])(?=\s|\Z)")
_INDENT = re.compile(r"[ \t]*")


def same_shape(masked: MaskedText, shown: Span, after: str, source: Span, parts: Sequence[str]) -> bool:
    """Whether ``shown`` of the text may become ``after``, which makes ``parts`` of ``source``.

    ``parts``: what is written and what tokens stand for, by turns, beginning and ending with what is written. False
    also where a mark is written that begins a line, or a sign that the strip alone puts in, and for further lines among
    lines that have marks: what of these the new line should have, was not shown. True for any text that is not
    stripped, or has nothing to strip: that is shown as it is.
    """
    if not _stripped(masked):
        return True
    if after.count(md_strip.BULLET) > masked.text[shown.start : shown.end].count(md_strip.BULLET):
        return False
    edited = masked.text[: shown.start] + after + masked.text[shown.end :]
    if len(_LINE_MARK.findall(edited)) > len(_LINE_MARK.findall(masked.text)):
        return False
    written = "".join(parts)
    if _breaks_marked_lines(masked, source, written):
        return False
    text = masked.source[: source.start] + written + masked.source[source.end :]
    again = md_strip.strip_markdown(MaskedText(text, tuple(_tokens(masked, source, parts)), masked.stems))
    kept = again.text == edited and _marks(again) == _marks(masked)
    return kept and _doubled_colons(again) <= _doubled_colons(masked)


def shows_itself(masked: MaskedText, span: Span, text: str) -> bool:
    """Whether ``text``, put in as lines of its own behind ``span`` of the source, is what a stripped text would show.

    Not among lines that have marks, for it has none.
    """
    if not _stripped(masked):
        return True
    plain = md_strip.strip_markdown(MaskedText(text)).text == text and md_strip.BULLET not in text
    return plain and not _marked(masked, Span(span.start, span.end))


def _stripped(masked: MaskedText) -> bool:
    return any(cover.recipe == md_strip.NAME for cover in masked.covers)


def _tokens(masked: MaskedText, source: Span, parts: Sequence[str]) -> Iterator[Cover]:
    """The tokens where they stand in the edited source."""
    inside, at = iter(parts), source.start
    longer = sum(map(len, parts)) - (source.end - source.start)
    for cover in masked.named:
        if cover.end <= source.start:
            yield cover
        elif cover.start >= source.end:
            yield cover._replace(start=cover.start + longer, end=cover.end + longer)
        else:
            start = at + len(next(inside))
            at = start + len(next(inside))
            yield cover._replace(start=start, end=at)


def _marks(masked: MaskedText) -> list[tuple[str, str]]:
    return [(masked.source[cover.start : cover.end], cover.shown) for cover in masked.covers if not cover.name]


def _doubled_colons(masked: MaskedText) -> int:
    """Headings that end in the sign that the strip puts behind them."""
    colons = (cover.start for cover in masked.covers if not cover.name and cover.shown == md_strip.COLON)
    return sum(masked.source[start - 1 : start] == md_strip.COLON for start in colons)


def _breaks_marked_lines(masked: MaskedText, source: Span, written: str) -> bool:
    edit = minimise(Located(source, masked.source[source.start : source.end], written))
    more = len(_LINE_END.findall(edit.after)) > len(_LINE_END.findall(edit.before))
    return more and _marked(masked, edit.span)


def _marked(masked: MaskedText, source: Span) -> bool:
    """Whether a line of the block in which a range of the source begins, or of the range, begins with a mark."""
    text = masked.source
    blanks = [match.end() for match in _BLANK_LINE.finditer(text, 0, source.start)]
    first = blanks[-1] if blanks else 0
    starts = [first, *(match.end() for match in _LINE_END.finditer(text, first, source.end))]
    marks = {cover.start: cover for cover in masked.covers if not cover.name and cover.end > cover.start}
    for start in starts:
        indent = _INDENT.match(text, start)
        end = indent.end() if indent is not None else start
        if end > start or any(_of_a_line(masked, marks[at]) for at in (start, end) if at in marks):
            return True
    return False


def _of_a_line(masked: MaskedText, cover: Cover) -> bool:
    """No emphasis or code span, which may begin a line, and no blank line."""
    mark = masked.source[cover.start : cover.end].strip()
    return cover.shown == md_strip.BULLET or mark[:1] in {">", "#"}
