"""An edit of the document as a proposal that quotes: as few words as tell the place, in the chunk (DESIGN §7)."""

import re

from reviewer.model.position import Span

_WORD_BEFORE = re.compile(r"\S+\s*\Z")
_WORD_AFTER = re.compile(r"\s*\S+")
_REACH = 400
"""Characters in which the next word is looked for."""


def quoted(text: str, chunk: Span, paragraph: Span, edit: Span) -> Span:
    """The least span around an edit, in whole words, whose text stands once in the chunk; the whole paragraph if none.

    ``text`` is the document's; ``paragraph`` holds the edit and lies in the chunk.
    """
    passage, quote = text[chunk.start : chunk.end], _whole_words(text, paragraph, edit)
    while quote != paragraph and not (quote.end > quote.start and _once(passage, text[quote.start : quote.end])):
        quote = _wider(text, paragraph, quote)
    return quote


def _whole_words(text: str, paragraph: Span, edit: Span) -> Span:
    """The edit with one whole word on either side, where there is one: what is said to be changed can be read."""
    start, end = edit
    while start > paragraph.start and not text[start - 1].isspace():
        start -= 1
    while end < paragraph.end and not text[end].isspace():
        end += 1
    return Span(start, end) if end > start else _wider(text, paragraph, Span(start, end))


def _wider(text: str, paragraph: Span, quote: Span) -> Span:
    before = _WORD_BEFORE.search(text[max(paragraph.start, quote.start - _REACH) : quote.start])
    after = _WORD_AFTER.match(text[quote.end : min(paragraph.end, quote.end + _REACH)])
    start = quote.start - len(before[0]) if before is not None else paragraph.start
    return Span(start, quote.end + len(after[0]) if after is not None else paragraph.end)


def _once(passage: str, quote: str) -> bool:
    first = passage.find(quote)
    return passage.find(quote, first + 1) < 0
