"""Text that was taken out and a person put back by hand: that is an undo of that change, not text of the person's own.

Beside what else was edited there a comparison tells the hunk of a word that came back in many ways ("the the nice"
after "see the" is "the nice" before or behind "the"). Read as an insertion, that word would be doubled by a later undo
of that change, and taken out once more by a later review.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import groupby

from reviewer.ledger.compare import WITHIN, reach, surroundings, word_hunks
from reviewer.ledger.fold import History
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View

_LEAST = 2
"""Characters from which on the text of a deletion is looked for; a word with its space may have one letter."""

_MOST = 20
"""Deletions beside one edited place that are tried: each costs a comparison of that place."""

_WIDEST = 20_000
"""Characters of one edited place that are compared once more."""


def put_back(history: History, shown: View, edits: Sequence[TextEdit]) -> tuple[str, ...]:
    """Deletions in force in ``shown`` whose text a person has put back by ``edits``, in document order.

    Those whose undoing explains all of their text among what was put in: with it the rest of the hand edit is shorter
    by that much; or at least no longer, and their text stands there untouched by the rest. The second is the case of a
    word that came back while the one beside it went: "is is crew" after "is the crew" may be a replacement of "the",
    but an undo of the change would double "is". Not those that something in force needs.
    """
    gaps = _gaps(history, shown)
    found: list[str] = []
    if gaps:
        for place, present in _edited_places(shown.text, edits):
            first = bisect_left(gaps, place.start, key=lambda gap: gap[0])
            near = gaps[first : bisect_right(gaps, place.end, key=lambda gap: gap[0])]
            if near and max(place.end - place.start, len(present)) <= _WIDEST:
                found += _undone_in(history, (shown.text[place.start : place.end], present), _local(near, place))
    return tuple(found)


def _gaps(history: History, shown: View) -> list[tuple[int, str]]:
    """Where the deletions in question took their text away, as offsets in the text of the view."""
    replay, names = history.replay, []
    for name in shown.active:
        entry, record = history.by_id[name], replay.records[name]
        if entry.after_text or (len(entry.before_text.strip()) < _LEAST and not _is_word(entry.before_text)):
            continue
        if not record.dependents & (shown.active | replay.enabled):
            names.append(name)
    gaps = ((shown.gap_of(name), name) for name in names)
    return sorted((at, name) for at, name in gaps if at is not None)


def _is_word(text: str) -> bool:
    """Whether a text is one letter or figure with the space that parts it from the next."""
    return len(text) > 1 and text.strip().isalnum()


def _edited_places(text: str, edits: Sequence[TextEdit]) -> list[tuple[Span, str]]:
    """The lines around the hunks, joined where they meet, and what stands there now."""
    places: list[tuple[Span, list[TextEdit]]] = []
    for edit in edits:
        around = surroundings(text, edit.span)
        if places and around.start <= places[-1][0].end:
            span, together = places[-1]
            together.append(edit)
            places[-1] = Span(span.start, max(span.end, around.end)), together
        else:
            places.append((around, [edit]))
    return [(span, _with(text, span, together)) for span, together in places]


def _with(text: str, span: Span, edits: Sequence[TextEdit]) -> str:
    parts, at = [], span.start
    for edit in edits:
        parts += [text[at : edit.span.start], edit.after_text]
        at = edit.span.end
    return "".join([*parts, text[at : span.end]])


def _local(near: Sequence[tuple[int, str]], place: Span) -> list[tuple[int, list[str]]]:
    """Gaps counted from the beginning of the place, each with its deletions in order."""
    return [(at - place.start, [name for _, name in group]) for at, group in groupby(near[:_MOST], lambda g: g[0])]


def _undone_in(history: History, texts: tuple[str, str], gaps: Sequence[tuple[int, list[str]]]) -> list[str]:
    """Those whose text, put back one after the other, explains what was put in (``put_back``)."""
    basis, present = texts
    found: list[str] = []
    cost, shift = _cost(word_hunks(basis, present)), 0
    for at, names in gaps:
        for name in names:
            back, start = history.by_id[name].before_text, at + shift
            tried = basis[:start] + back + basis[start:]
            edits = word_hunks(tried, present)
            rest = _cost(edits)
            if rest <= cost - len(back) or (rest <= cost and not _touches(edits, _copies(tried, start, back))):
                basis, cost, shift = tried, rest, shift + len(back)
                found.append(name)
    return found


def _copies(text: str, start: int, back: str) -> Span:
    """The words of ``back`` at ``start``, with equal ones in a row beside them: nobody can tell which of them is it."""
    first, last = reach(text, TextEdit(Span(start, start + len(back)), back, ""))
    while first < last and (text[first].isspace() or WITHIN.match(text[max(first - 1, 0) : first + 1])):
        first += 1
    while last > first and (text[last - 1].isspace() or WITHIN.match(text[last - 1 : last + 1])):
        last -= 1
    return Span(first, last)


def _touches(edits: Sequence[TextEdit], place: Span) -> bool:
    """Whether an edit changes or parts the text of a place; also where that is no word."""
    empty = place.start == place.end
    return empty or any(edit.span.start < place.end and place.start < edit.span.end for edit in edits)


def _cost(edits: Sequence[TextEdit]) -> int:
    """Characters that go and that come."""
    return sum(len(edit.before_text) + len(edit.after_text) for edit in edits)
