"""Changes that an edit meets beside its words: with them its word would go on, and be one that nobody wrote.

Ours made ``100`` into ``1000``, or ``every day`` into ``everyday``: who writes ``250`` over the one, or ``each`` over
``every``, wrote no ``2500`` and no ``eachday``. The characters of the two edits only touch, their words do not.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from reviewer.ledger.joined_now import joined_now
from reviewer.ledger.whole_words import words_of
from reviewer.markdown.word_reach import NEAR, are_joined
from reviewer.patch.gaps import Beside, beside
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View


@dataclass(frozen=True, slots=True)
class Met:
    """``now``: changes that make it so in the current text. ``needs``: those whose undo would, ``bars``: whose redo."""

    now: set[str] = field(default_factory=set)
    needs: set[str] = field(default_factory=set)
    bars: set[str] = field(default_factory=set)


def met(places: View, edit: TextEdit) -> Met:
    """What an edit of the view's text meets at both ends of it, or of the words that it cuts.

    Of one that only puts something between words, what the view shows on both sides; for the rest it has its place.
    """
    first, last = words = words_of(places.text, edit)
    between = first == last
    found = Met(joined_now(places, edit, words))
    if before := beside(places, first, behind=False, hidden=not between):
        heads = tuple(_heads(places.text, edit, first))
        for one in before:
            if any(are_joined(one.text, head) for head in heads):
                _note(found, places, one)
    if after := beside(places, last, behind=True, hidden=not between):
        tails = tuple(_tails(places.text, edit, last))
        for one in after:
            if any(are_joined(tail, one.text) for tail in tails):
                _note(found, places, one)
    return found


def _note(found: Met, places: View, one: Beside) -> None:
    """What brings it about that a piece is gone, or there, which is not so in the text that the edit's author saw."""
    enabled = places.replay.enabled
    for piece in one.passed:
        if not places.shows(piece):
            continue
        if not piece.live:
            found.now.update(places.obstacles(piece))
            continue
        found.bars.update(piece.deleters)
        if piece.owner:
            found.needs.add(piece.owner)
    piece = one.first
    if places.shows(piece):
        return
    if piece.live:
        found.now.update(places.obstacles(piece))
    elif piece.owner and piece.owner not in enabled:
        found.bars.add(piece.owner)
    else:
        found.needs.update(name for name in piece.deleters if name in enabled)


def _heads(text: str, edit: TextEdit, first: int) -> Iterator[str]:
    """How the edit's first word begins, in the text before and after it."""
    if first < edit.span.start:
        return iter((text[first : min(first + NEAR, edit.span.start)],))
    rest = text[edit.span.end : edit.span.end + NEAR]
    return (mid[:NEAR] + rest for mid in (edit.before_text, edit.after_text))


def _tails(text: str, edit: TextEdit, last: int) -> Iterator[str]:
    if last > edit.span.end:
        return iter((text[max(last - NEAR, edit.span.end) : last],))
    rest = text[max(edit.span.start - NEAR, 0) : edit.span.start]
    return (rest + mid[-NEAR:] for mid in (edit.before_text, edit.after_text))
