"""What stands around an edit, in whole words: a correction of one letter says nothing to a person."""

import re
from collections.abc import Iterable, Mapping

from reviewer.model.edit import EditOp
from reviewer.model.position import Span

_WORD = re.compile(r"\S+")
_REACH = 30


def words_around(text: str, span: Span) -> tuple[int, int]:
    """The span widened to white space on its line, by at most 30 characters on either side."""
    before = text[max(span.start - _REACH, 0) : span.start]
    found = _WORD.match(before[::-1]), _WORD.match(text, span.end, span.end + _REACH)
    return span.start - _length(found[0]), span.end + _length(found[1])


def op_words(text: str, ops: Iterable[EditOp]) -> Mapping[str, tuple[str, str]]:
    """By op id, what stands in ``text`` and what would stand there, in whole words; spans are those of ``text``."""
    words = {}
    for op in ops:
        start, end = words_around(text, op.span)
        after = text[start : op.span.start] + op.after_text + text[op.span.end : end]
        words[op.op_id] = text[start:end], after
    return words


def _length(word: re.Match[str] | None) -> int:
    return word.end() - word.start() if word else 0
