"""An edit inside a word in which another change stands is told as one of the whole word.

Two edits that only touch are independent (DESIGN §5), but two halves of a word are no words: an ``r`` of ours put into
``occured``, and ``happened`` written over the same word by hand, would make ``happenred``. Told of the whole word, the
one overlaps the other or stands on it, and both the refusal and the undo are what a person expects. What comes to a
word from beside it is found by ``met``.
"""

from collections.abc import Sequence
from itertools import pairwise

from reviewer.markdown.locate import Located
from reviewer.markdown.word_reach import LONGEST_WORD, cut_words, is_joined
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View


def whole_words(places: View, edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The same edits of the view's text, in order and not touching; those that cut a changed word hold all of it.

    Edits of one word are one edit: alone, each would make a word of its own. Of one word in the text before them, or
    in the text after them all.
    """
    found: list[TextEdit] = []
    last = -1
    into_one = _into_one_word(places.text, edits)
    for number, edit in enumerate(edits):
        words = words_of(places.text, edit)
        grown = _grown(places, edit, words)
        in_one = number in into_one or (
            found and min(grown.span.start, words.start) < max(last, found[-1].span.end + (grown != edit))
        )
        if in_one:
            found[-1] = _joined(places.text, found[-1], edit, max(grown.span.end, found[-1].span.end))
        else:
            found.append(grown)
        last = words.end
    return tuple(found)


def _into_one_word(text: str, edits: Sequence[TextEdit]) -> set[int]:
    """Numbers of edits that end up in one word with the edit before them."""
    if len(edits) < 2:
        return set()
    parts, starts, shift = list[str](), list[int](), 0
    for before, edit in pairwise([TextEdit(Span(0, 0), "", ""), *edits]):
        parts += [text[before.span.end : edit.span.start], edit.after_text]
        starts.append(edit.span.start + shift)
        shift += len(edit.after_text) - len(edit.before_text)
    after = "".join([*parts, text[edits[-1].span.end :]])
    return {
        number
        for number, (one, (start, following)) in enumerate(zip(edits, pairwise(starts), strict=False), 1)
        if following - start - len(one.after_text) <= LONGEST_WORD
        and all(is_joined(after, at) for at in range(start + len(one.after_text), following + 1))
    }


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
