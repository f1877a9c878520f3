"""Text that was taken out and a person put back by hand: that is an undo of that change, not text of the person's own.

Beside what else was edited there a comparison tells the hunk of a word that came back in many ways ("the the nice"
after "see the" is "the nice" before or behind "the"). Read as an insertion, that word would be doubled by a later undo
of that change, and taken out once more by a later review.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import groupby

from reviewer.ledger.compare import hunks, surroundings
from reviewer.ledger.fold import History
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View

_LEAST = 2
"""Characters from which on the text of a deletion is looked for."""

_MOST = 20
"""Deletions beside one edited place that are tried: each costs a comparison of that place."""

_WIDEST = 20_000
"""Characters of one edited place that are compared once more."""


def put_back(history: History, shown: View, edits: Sequence[TextEdit]) -> tuple[str, ...]:
    """Deletions in force in ``shown`` whose text a person has put back by ``edits``, in document order.

    Those whose undoing explains all of their text among what was put in: with it the rest of the hand edit is shorter
    by that much. Not those that something in force needs.
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
        if entry.after_text or len(entry.before_text.strip()) < _LEAST:
            continue
        if not record.dependents & (shown.active | replay.enabled):
            names.append(name)
    gaps = ((shown.gap_of(name), name) for name in names)
    return sorted((at, name) for at, name in gaps if at is not None)


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
    """Those whose text, put back one after the other, makes the rest of the hand edit shorter by its length."""
    basis, present = texts
    found: list[str] = []
    cost, shift = _cost(basis, present), 0
    for at, names in gaps:
        for name in names:
            back = history.by_id[name].before_text
            tried = basis[: at + shift] + back + basis[at + shift :]
            if (rest := _cost(tried, present)) <= cost - len(back):
                basis, cost, shift = tried, rest, shift + len(back)
                found.append(name)
    return found


def _cost(basis: str, present: str) -> int:
    """Characters that go and that come."""
    return sum(len(edit.before_text) + len(edit.after_text) for edit in hunks(basis, present))
