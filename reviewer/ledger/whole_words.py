"""An edit inside a word in which another change stands is told as one of the whole word.

Two edits that only touch are independent (DESIGN §5), but two halves of a word are no words: an ``r`` of ours put into
``occured``, and ``happened`` written over the same word by hand, would make ``happenred``. Told of the whole word, the
one overlaps the other or stands on it, and both the refusal and the undo are what a person expects. What makes a word
longer from beside it (``100`` that ours made ``1000``) or joins it to the next one (``every day``, ``everyday``) is a
change in it: the edit holds the next character as well, so that it overlaps that change.
"""

from collections.abc import Iterator, Sequence

from reviewer.markdown.locate import Located
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View
from reviewer.plan.word_reach import MARKS, cut_words, is_joined

_NEAR = MARKS + 1


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


def met_at_the_ends(places: View, edit: TextEdit) -> tuple[str, ...]:
    """Changes that go on with the edit's words where the text begins or ends, so that no next character is there."""
    text, (first, last) = places.text, _words(places.text, edit)
    names: list[str] = []
    if first == last:
        return ()
    if first == 0 and _goes_on_before(places, edit, first):
        names += places.hidden_changes(0)
    if last == len(text) and _goes_on_behind(places, edit, last):
        names += places.hidden_changes(last)
    return tuple(names)


def _grown(places: View, edit: TextEdit) -> TextEdit:
    text, word = places.text, _words(places.text, edit)
    (first, last), (start, end) = word, edit.span
    if first == last:
        return edit
    whole = word == edit.span or not places.is_mixed(word, edit.span)
    if first and _goes_on_before(places, edit, first):
        first, whole = first - 1 - text.startswith("\r\n", first - 2), False
    if last < len(text) and _goes_on_behind(places, edit, last):
        last, whole = last + 1 + text.startswith("\r\n", last), False
    if whole:
        return edit
    before, after = text[first:last], text[first:start] + edit.after_text + text[end:last]
    return TextEdit(Span(first, last), before, after)


def _words(text: str, edit: TextEdit) -> Span:
    return cut_words(text, Located(edit.span, edit.before_text, edit.after_text))


def _goes_on_before(places: View, edit: TextEdit, first: int) -> bool:
    """Whether some state has more of the edit's first word before it, in the text that goes or that comes."""
    others = places.beside(first, behind=False)
    if not others:
        return False
    heads = _heads(places.text, edit) if first == edit.span.start else (places.text[first : first + _NEAR],)
    return any(is_joined(other + head, len(other)) for other in others for head in heads)


def _goes_on_behind(places: View, edit: TextEdit, last: int) -> bool:
    others = places.beside(last, behind=True)
    if not others:
        return False
    tails = _tails(places.text, edit) if last == edit.span.end else (places.text[max(last - _NEAR, 0) : last],)
    return any(is_joined(tail + other, len(tail)) for other in others for tail in tails)


def _heads(text: str, edit: TextEdit) -> Iterator[str]:
    rest = text[edit.span.end : edit.span.end + _NEAR]
    return ((mid[:_NEAR] + rest)[:_NEAR] for mid in (edit.before_text, edit.after_text))


def _tails(text: str, edit: TextEdit) -> Iterator[str]:
    rest = text[max(edit.span.start - _NEAR, 0) : edit.span.start]
    return ((rest + mid[-_NEAR:])[-_NEAR:] for mid in (edit.before_text, edit.after_text))


def _joined(text: str, one: TextEdit, other: TextEdit, last: int) -> TextEdit:
    """``one``, which was grown, with the next edit in the same word, up to ``last``."""
    start, kept = one.span.start, one.after_text
    tail = text[other.span.start : one.span.end]
    kept = kept[: len(kept) - len(tail)] if tail else kept + text[one.span.end : other.span.start]
    return TextEdit(Span(start, last), text[start:last], kept + other.after_text + text[other.span.end : last])
