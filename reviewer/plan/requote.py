"""An op told by quoting, as people and models read it: whole words, and so many that the quote stands once."""

from reviewer.model.edit import EditOp
from reviewer.model.position import Span
from reviewer.plan.shown import Shown

_MOST = 8
"""Words that are added on either side, at most."""


def requoted(op: EditOp, text: str, chunk: Span) -> tuple[str, str]:
    """Before and after of an op grown to whole words, then word by word until the quote is unique in its chunk."""
    passage = text[chunk.start : chunk.end]
    start, end = op.span
    for _ in range(_MOST + 1):
        start, end = _word_start(text, start, chunk.start), _word_end(text, end, chunk.end)
        if text[start:end].strip() and passage.count(text[start:end]) == 1:
            break
        start, end = _before_gap(text, start, chunk.start), _behind_gap(text, end, chunk.end)
    return text[start:end], text[start : op.span.start] + op.after_text + text[op.span.end : end]


def requoted_as_shown(op: EditOp, shown: Shown) -> tuple[str, str]:
    """Before and after of an op in the words that its author was shown."""
    masked, start = shown.masked, shown.job.chunk.span.start
    if not masked.covers:
        return requoted(op, shown.job.places.parsed.document.text, shown.job.chunk.span)
    source = Span(op.span.start - start, op.span.end - start)
    after = shown.tokens_of(source, op.after_text)
    moved = op.model_copy(update={"span": masked.shown_of(source), "after_text": after})
    return requoted(moved, masked.text, Span(0, len(masked.text)))


def _word_start(text: str, at: int, least: int) -> int:
    while at > least and not text[at - 1].isspace():
        at -= 1
    return at


def _word_end(text: str, at: int, most: int) -> int:
    while at < most and not text[at].isspace():
        at += 1
    return at


def _before_gap(text: str, at: int, least: int) -> int:
    """Left of the white space before a word; a blank line is not crossed."""
    left = at
    while left > least and text[left - 1].isspace():
        left -= 1
    return at if text.count("\n", left, at) > 1 else left


def _behind_gap(text: str, at: int, most: int) -> int:
    right = at
    while right < most and text[right].isspace():
        right += 1
    return at if text.count("\n", at, right) > 1 else right
