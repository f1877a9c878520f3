"""An edit inside a word in which another change stands is told as one of the whole word.

Two edits that only touch are independent (DESIGN §5), but two halves of a word are no words: an ``r`` of ours put into
``occured``, and ``happened`` written over the same word by hand, would make ``happenred``. Told of the whole word, the
one overlaps the other or stands on it, and both the refusal and the undo are what a person expects. What comes to a
word from beside it is found by ``met``.
"""

from collections.abc import Sequence

from reviewer.markdown.locate import Located
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View
from reviewer.plan.word_reach import cut_words


def whole_words(places: View, edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The same edits of the view's text, in order and not touching; those that cut a changed word hold all of it.

    Edits of one word are one edit: alone, each would make a word of its own.
    """
    found: list[TextEdit] = []
    last = -1
    for edit in edits:
        words = words_of(places.text, edit)
        grown = _grown(places, edit, words)
        if found and min(grown.span.start, words.start) < max(last, found[-1].span.end + (grown != edit)):
            found[-1] = _joined(places.text, found[-1], edit, max(grown.span.end, found[-1].span.end))
        else:
            found.append(grown)
        last = words.end
    return tuple(found)


def words_of(text: str, edit: TextEdit) -> Span:
    """The edit's span with the words that it cuts."""
    return cut_words(text, Located(edit.span, edit.before_text, edit.after_text))


def _grown(places: View, edit: TextEdit, word: Span) -> TextEdit:
    text = places.text
    if word == edit.span or not places.is_mixed(word, edit.span):
        return edit
    (first, last), (start, end) = word, edit.span
    return TextEdit(word, text[first:last], text[first:start] + edit.after_text + text[end:last])


def _joined(text: str, one: TextEdit, other: TextEdit, last: int) -> TextEdit:
    """``one`` with the next edit in the same word, up to ``last``."""
    start, kept = one.span.start, one.after_text
    tail = text[other.span.start : one.span.end]
    kept = kept[: len(kept) - len(tail)] if tail else kept + text[one.span.end : other.span.start]
    return TextEdit(Span(start, last), text[start:last], kept + other.after_text + text[other.span.end : last])
