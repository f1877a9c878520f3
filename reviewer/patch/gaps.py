"""What stands beside a place of a view without being shown there: text that other changes put in, took away or undid.

The place of an insertion is the gap between two characters that its author saw. What else is in that gap, and what may
come into it when changes are undone or redone, tells whether a word would go on there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewer.model.position import Span
from reviewer.patch.relations import in_order
from reviewer.patch.units import Piece
from reviewer.patch.view import Translation, View

_NEAR = 8
"""Characters that tell whether a word goes on: the longest row of marks in a word and a letter, and some more."""
_MOST = 40
"""Pieces that are looked at on one side, and places in one gap: more would cost a long history its length each time."""
_FAR = 200
"""Pieces that may hold no text on a side before the search for some ends."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place for an insertion, with a few characters on both sides: of the current text, and with what was undone."""

    place: Translation
    before: str
    after: str
    all_before: str
    all_after: str


@dataclass(frozen=True, slots=True)
class Beside:
    """A few characters that may stand beside an offset: when ``passed`` are gone and ``first`` is there."""

    text: str
    passed: tuple[Piece, ...]
    first: Piece


def beside(view: View, offset: int, *, behind: bool, hidden: bool = True) -> tuple[Beside, ...]:
    """What may stand right behind an offset, or right before it, as changes come and go.

    Without ``hidden`` what is in the gap itself is passed over. Nothing where no change put text in or took it away
    beside the offset.
    """
    gap = view.gap_pieces(offset)
    if gap is None:
        return ()
    first, stop = (gap.start, gap.stop) if hidden else (gap.stop, gap.start)
    index, step = (first, 1) if behind else (stop - 1, -1)
    run: list[Piece] = []
    while 0 <= index < len(view.pieces) and len(run) < _MOST:
        run.append(view.pieces[index])
        index += step
        if not run[-1].owner and not run[-1].deleters:
            break
    if not run or not (run[0].owner or run[0].deleters):
        return ()
    rest = _side(view, index if behind else index + 1, live=False, behind=behind)
    texts = [*(piece.text for piece in run), rest]
    states = (k for k in range(len(run)) if _can_be(run[:k], run[k]))
    return tuple(Beside(_near(texts[k:], behind=behind), tuple(run[:k]), run[k]) for k in states)


def _can_be(passed: Sequence[Piece], first: Piece) -> bool:
    """Whether some changes in force make ``passed`` go and ``first`` stand: what a change takes away and what it puts
    there are never gone together."""
    there = {piece.deleters[0] for piece in passed if len(piece.deleters) == 1 and not piece.owner}
    gone = {piece.owner for piece in passed if piece.owner and not piece.deleters}
    return (there | {first.owner} - {""}).isdisjoint(gone.union(first.deleters))


def live_sides(view: View, span: Span) -> tuple[str, str]:
    """A few characters that stand now before and behind the characters of a span, or of an empty gap."""
    (first, at), (last, within) = _ends(view, span)
    before, behind = (
        view.pieces[first].text[:at] if at else "",
        view.pieces[last].text[within + 1 :] if last >= 0 else "",
    )
    if len(before) < _NEAR:
        before = _side(view, first, live=True, behind=False) + before
    if len(behind) < _NEAR:
        behind += _side(view, last + 1, live=True, behind=True)
    return before[-_NEAR:], behind[:_NEAR]


def differing(view: View, span: Span, live: int, shown: int, *, behind: bool) -> set[str]:
    """Changes because of which the characters on one side of a span, so many of either text, are other ones now."""
    (first, at), (last, within) = _ends(view, span)
    passed = (len(view.pieces[last].text) - within - 1 if last >= 0 else 0) if behind else at
    live, shown = live - passed, shown - passed
    names: set[str] = set()
    for piece in view.pieces[last + 1 : last + _FAR] if behind else view.pieces[max(first - _FAR, 0) : first][::-1]:
        if live <= 0 and shown <= 0:
            break
        names |= view.obstacles(piece)
        live -= len(piece.text) if piece.live else 0
        shown -= len(piece.text) if view.shows(piece) else 0
    return names


def _ends(view: View, span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    """The pieces of the first character that is not before a span and of the last one that is not behind it."""
    first = view.find(span.start) if span.start < len(view.text) else (len(view.pieces), 0)
    last = view.find(span.end - 1) if span.end > 0 else (-1, 0)
    return first, last


def gaps(view: View, offset: int) -> tuple[Gap, ...]:
    """The places between pieces at which an insertion at an offset can be made, in tape order; the last is the usual.

    A place inside text that a change took away, or that would be undone with one, is none; in a gap of many pieces only
    its two ends are places. Nothing where all that is in the gap is shown.
    """
    gap = view.gap_pieces(offset)
    return tuple(_gap(view, index) for index in _places(view, gap)) if gap else ()


def undone_in(view: View, offset: int) -> set[str]:
    """Undone changes whose text stands in the gap at an offset, and is there again when they come back."""
    return {piece.owner for piece in _hidden(view, offset) if _is_undone(view, piece)}


def takers(view: View, offset: int) -> set[str]:
    """Changes in force that took text away which stands in the gap at an offset."""
    gone = (piece for piece in _hidden(view, offset) if not piece.live)
    return {name for piece in gone for name in piece.deleters if name in view.replay.enabled}


def hidden_changes(view: View, offset: int) -> tuple[str, ...]:
    """Changes for which the gap at an offset, and what stands beside it, holds other text now than the view shows."""
    gap = view.gap_pieces(offset)
    if gap is None:
        return ()
    near = view.pieces[max(gap.start - 1, 0) : gap.stop + 1]
    return in_order(view.replay, {name for piece in near for name in view.obstacles(piece)})


def _hidden(view: View, offset: int) -> Iterator[Piece]:
    """The pieces in the gap at an offset."""
    return (view.pieces[index] for index in view.gap_pieces(offset) or ())


def _places(view: View, gap: range) -> Iterator[int]:
    inner = range(gap.start, gap.stop) if len(gap) <= _MOST else (gap.start,)
    for index in inner:
        if index == 0 or not (view.changed_around(index - 1, index) or _is_one(*view.pieces[index - 1 : index + 1])):
            yield index
    yield gap.stop


def _is_one(left: Piece, right: Piece) -> bool:
    """Whether both are text of one change."""
    return bool(left.owner) and left.owner == right.owner


def _gap(view: View, index: int) -> Gap:
    start = view.current_starts[index]
    place = Translation(Span(start, start), (), view.tape_starts[index])
    sides = (_side(view, index, live=live, behind=behind) for live in (True, False) for behind in (False, True))
    return Gap(place, *sides)


def _side(view: View, index: int, *, live: bool, behind: bool) -> str:
    """A few characters on one side of the place before a piece, of what is live, or also of what was undone."""
    step = 1 if behind else -1
    index = index if behind else index - 1
    end = min(index + _FAR, len(view.pieces)) if behind else max(index - _FAR, -1)
    texts: list[str] = []
    length = 0
    while index != end and length < _NEAR:
        piece = view.pieces[index]
        if piece.live or (not live and _is_undone(view, piece)):
            texts.append(piece.text)
            length += len(piece.text)
        index += step
    return _near(texts, behind=behind)


def _is_undone(view: View, piece: Piece) -> bool:
    enabled = view.replay.enabled
    return bool(piece.owner) and piece.owner not in enabled and enabled.isdisjoint(piece.deleters)


def _near(texts: Sequence[str], *, behind: bool) -> str:
    """The first few characters of texts in a row; the last few of texts that are given from last to first."""
    if behind:
        return "".join(text[:_NEAR] for text in texts)[:_NEAR]
    return "".join(text[-_NEAR:] for text in reversed(texts))[-_NEAR:]
