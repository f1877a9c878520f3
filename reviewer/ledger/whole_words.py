"""An edit inside a word in which another change stands is told as one of the whole word.

Two edits that only touch are independent (DESIGN §5), but two halves of a word are no words: an ``r`` of ours put into
``occured``, and ``happened`` written over the same word by hand, would make ``happenred``. Told of the whole word, the
one overlaps the other or stands on it, and both the refusal and the undo are what a person expects. Where letters that
are not shown would join the word's end (``100`` that ours made ``1000``), the edit holds the next character as well: so
they stand inside it.
"""

from collections.abc import Sequence

from reviewer.markdown.locate import Located
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View
from reviewer.plan.word_reach import LONGEST_WORD, is_letter, words_about


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
    word = _word(text, edit)
    first, last = word
    if first == last:
        return edit
    whole = word == edit.span or not places.is_mixed(word, edit.span)
    if first and _opens(edit) and is_letter(places.hidden(first)[-1:]):
        first, whole = first - 1 - text.startswith("\r\n", first - 2), False
    if last < len(text) and _closes(edit) and is_letter(places.hidden(last)[:1]):
        last, whole = last + 1 + text.startswith("\r\n", last), False
    if whole:
        return edit
    before, after = text[first:last], text[first:start] + edit.after_text + text[end:last]
    return TextEdit(Span(first, last), before, after)


def _word(text: str, edit: TextEdit) -> Span:
    """The edit's span with the words that it cuts; an edge in what is too long for a word stays."""
    span = edit.span
    located = Located(span, edit.before_text, edit.after_text)
    first, last = words_about(text, located, joins=is_letter, most=LONGEST_WORD)
    if 0 < first == span.start - LONGEST_WORD:
        first = span.start
    if len(text) > last == span.end + LONGEST_WORD:
        last = span.end
    return Span(first, last)


def _opens(edit: TextEdit) -> bool:
    return is_letter(edit.before_text[:1]) or is_letter(edit.after_text[:1])


def _closes(edit: TextEdit) -> bool:
    return is_letter(edit.before_text[-1:]) or is_letter(edit.after_text[-1:])


def _joined(text: str, one: TextEdit, other: TextEdit, last: int) -> TextEdit:
    """``one``, which was grown, with the next edit in the same word, up to ``last``."""
    start, kept = one.span.start, one.after_text
    tail = text[other.span.start : one.span.end]
    kept = kept[: len(kept) - len(tail)] if tail else kept + text[one.span.end : other.span.start]
    return TextEdit(Span(start, last), text[start:last], kept + other.after_text + text[other.span.end : last])
