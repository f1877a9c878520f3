"""An edit inside a word in which another change stands is told as one of the whole word.

Two edits that only touch are independent (DESIGN §5), but two halves of a word are no words: an ``r`` of ours put into
``occured``, and ``happened`` written over the same word by hand, would make ``happenred``. Told of the whole word, the
one overlaps the other or stands on it, and both the refusal and the undo are what a person expects. Where letters that
are not shown would join the word's end (``100`` that ours made ``1000``), the edit holds the next character as well: so
they stand inside it.
"""

import unicodedata
from collections.abc import Sequence

from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View

_LONGEST = 80
"""Characters to either side: words are shorter, and what is longer (a key, a run of digits) is no word."""
_UNSPACED = (
    ("\u0e00", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u2e80", "\ud7ff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
"""Scripts that are written without spaces: there a sentence is one run of letters."""


def whole_words(places: View, edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The same edits of the view's text, in order and not touching; those that cut a changed word hold all of it."""
    found: list[TextEdit] = []
    for edit in edits:
        grown = _grown(places, edit)
        if found and grown.span.start <= found[-1].span.end and (grown != edit or found[-1].span.end > edit.span.start):
            found[-1] = _joined(places.text, found[-1], edit, max(grown.span.end, found[-1].span.end))
        else:
            found.append(grown)
    return tuple(found)


def _grown(places: View, edit: TextEdit) -> TextEdit:
    text, (start, end) = places.text, edit.span
    opens = _is_letter(edit.before_text[:1]) or _is_letter(edit.after_text[:1])
    closes = _is_letter(edit.before_text[-1:]) or _is_letter(edit.after_text[-1:])
    first = _word_start(text, start) if opens else start
    last = _word_end(text, end) if closes else end
    word = Span(first, last)
    if first == last:
        return edit
    whole = word == edit.span or not places.is_mixed(word, edit.span)
    if opens and first and _is_letter(places.hidden(first)[-1:]):
        first, whole = first - 1 - text.startswith("\r\n", first - 2), False
    if closes and last < len(text) and _is_letter(places.hidden(last)[:1]):
        last, whole = last + 1 + text.startswith("\r\n", last), False
    if whole:
        return edit
    before, after = text[first:last], text[first:start] + edit.after_text + text[end:last]
    return TextEdit(Span(first, last), before, after)


def _joined(text: str, one: TextEdit, other: TextEdit, last: int) -> TextEdit:
    """``one``, which was grown, with the next edit in the same word, up to ``last``."""
    start, kept = one.span.start, one.after_text
    tail = text[other.span.start : one.span.end]
    kept = kept[: len(kept) - len(tail)] if tail else kept + text[one.span.end : other.span.start]
    return TextEdit(Span(start, last), text[start:last], kept + other.after_text + text[other.span.end : last])


def _word_start(text: str, start: int) -> int:
    lowest = max(start - _LONGEST, 0)
    at = start
    while at > lowest and _is_letter(text[at - 1]):
        at -= 1
    return at if at > lowest or at == 0 else start


def _word_end(text: str, end: int) -> int:
    highest = min(end + _LONGEST, len(text))
    at = end
    while at < highest and _is_letter(text[at]):
        at += 1
    return at if at < highest or at == len(text) else end


def _is_letter(char: str) -> bool:
    if not char or any(low <= char <= high for low, high in _UNSPACED):
        return False
    return char.isalnum() or unicodedata.combining(char) > 0
