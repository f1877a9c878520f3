"""Words that a state would be the first to hold: no recorded state has them, so nobody wrote or saw them.

Two changes may be independent as long as a third one keeps them apart, or holds the mark between them: ``2024-01-30``
with ``[day]`` for its end, then ``02`` for its middle; without the first change it would be ``2024-02-30``. What is one
word is told by the identity of its characters, so that a word that only reads like another one is none of old.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, takewhile
from operator import attrgetter

from reviewer.ledger.events import ADDS, TOGGLES
from reviewer.ledger.fold import History
from reviewer.markdown.word_reach import LONGEST_WORD, NEAR, is_joined, is_letter
from reviewer.model.position import Span
from reviewer.patch.replay import Replay, visible
from reviewer.patch.units import Piece

_MOST = 40
"""Pieces on either side of a word that are looked at for its ends."""
_REACH = 3 * LONGEST_WORD
"""Characters on either side of a change that are looked at for words."""


@dataclass(frozen=True, slots=True)
class NewWord:
    """Where it would begin, what it would be, its pieces of the tape, and with those around it that tell its ends."""

    offset: int
    text: str
    pieces: tuple[Piece, ...]
    around: tuple[Piece, ...]


class NewWords:
    """Asks one history which words its states had."""

    def __init__(self, history: History) -> None:
        self._history = history

    def first(
        self, replay: Replay, before: frozenset[str], after: frozenset[str], seen: frozenset[str] | None = None
    ) -> NewWord | None:
        """The first word that would be new in the text under ``after``; None where none is.

        The words under ``before`` are known, so that only where the texts differ is looked; and those under ``seen``,
        which somebody has just written. ``replay`` may know changes that the history does not.
        """
        for stretch in _stretches(replay, before, after):
            for word in dict.fromkeys(chain(*map(stretch.words_about, stretch.changed))):
                around = _Around(stretch, word, after)
                states = chain(() if seen is None else (seen,), self._states(around.names))
                if not any(map(around.is_word_in, states)):
                    offset = _length_before(replay, stretch.pieces[0], after) + word.start
                    text = stretch.text[word.start : word.end]
                    return NewWord(offset, text, tuple(around.inside), tuple(around.pieces))
        return None

    def _states(self, names: Sequence[str]) -> Iterator[frozenset[str]]:
        """What of ``names`` was in force in each recorded state: the original, then at the ends of transactions."""
        yield frozenset()
        events = sorted(event for name in names for event in self._switches.get(name, ()))
        active: set[str] = set()
        for number, (end, _, name, on) in enumerate(events):
            (active.add if on else active.discard)(name)
            if number + 1 == len(events) or events[number + 1][0] != end:
                yield frozenset(active)

    @cached_property
    def _switches(self) -> Mapping[str, list[tuple[int, int, str, bool]]]:
        """When each change came into force and went: the last ``seq`` of the transaction, and the entry's own."""
        found: dict[str, list[tuple[int, int, str, bool]]] = {}
        for entry in self._history.entries:
            names = (entry.id,) if entry.event in ADDS else entry.refs if entry.event in TOGGLES else ()
            end = entry.seq - entry.txn_index + entry.txn_size - 1
            for name in names:
                found.setdefault(name, []).append((end, entry.seq, name, TOGGLES.get(entry.event, True)))
        return found


class _Stretch:
    """A part of the tape as a text shows it, in which something changed; ``changed`` are offsets in this part."""

    def __init__(self, pieces: list[Piece], after: frozenset[str], flipped: Collection[Piece]) -> None:
        self.pieces = pieces
        self.changed: list[int] = []
        self._shown: list[int] = []
        self._starts: list[int] = []
        offset, texts = 0, []
        for index, piece in enumerate(pieces):
            if piece in flipped:
                self.changed.append(offset)
            if visible(piece, after):
                self._shown.append(index)
                self._starts.append(offset)
                texts.append(piece.text)
                offset += len(piece.text)
                if piece in flipped:
                    self.changed.append(offset)
        self.text = "".join(texts)

    def find(self, offset: int) -> tuple[int, int]:
        """The piece that holds a character, and the character's place in it."""
        place = bisect_right(self._starts, offset) - 1
        return self._shown[place], offset - self._starts[place]

    def words_about(self, offset: int) -> Iterator[Span]:
        """The words in which a change at an offset may be seen; what is too long for a word is none."""
        text, start = self.text, max(offset - NEAR, 0)
        least = start - LONGEST_WORD
        while start > least and is_joined(text, start):
            start -= 1
        while start < len(text) and start <= offset + NEAR:
            end, most = start + 1, start + 2 * LONGEST_WORD
            while end < most and is_joined(text, end):
                end += 1
            if _is_word(text[start:end]) and end < most:
                yield Span(start, end)
            start = end


def _stretches(replay: Replay, before: frozenset[str], after: frozenset[str]) -> Iterator[_Stretch]:
    """Where two texts differ, with enough on both sides to tell the words there."""
    records = (replay.records[name] for name in before ^ after)
    pieces = (piece for record in records for piece in (*record.deleted, *record.inserted))
    flipped = dict.fromkeys(piece for piece in pieces if visible(piece, before) != visible(piece, after))
    ends = {replay.tape.head, replay.tape.tail}
    told: set[Piece] = set()

    def beside(piece: Piece, step: Callable[[Piece], Piece]) -> Iterator[Piece]:
        length = 0
        while (piece := step(piece)) not in ends and length < _REACH:
            yield piece
            if piece in flipped:
                told.add(piece)
                length = 0
            elif visible(piece, after):
                length += len(piece.text)

    for piece in flipped:
        if piece not in told:
            left = list(beside(piece, attrgetter("before")))[::-1]
            yield _Stretch([*left, piece, *beside(piece, attrgetter("after"))], after, flipped)


def _length_before(replay: Replay, piece: Piece, active: frozenset[str]) -> int:
    return sum(
        len(other.text) for other in takewhile(lambda other: other is not piece, replay.tape) if visible(other, active)
    )


class _Around:
    """A word of a stretch, as pieces of the tape, with those around it that tell where it ends."""

    def __init__(self, stretch: _Stretch, word: Span, after: frozenset[str]) -> None:
        (first, self._start), (last, self._end) = stretch.find(word.start), stretch.find(word.end - 1)
        self.inside = stretch.pieces[first : last + 1]
        self._shown = _shown(self.inside, after)
        self._left = _side(stretch.pieces, range(first - 1, -1, -1))[::-1]
        self._right = _side(stretch.pieces, range(last + 1, len(stretch.pieces)))

    @property
    def pieces(self) -> list[Piece]:
        """All of them, in order."""
        return [*self._left, *self.inside, *self._right]

    @property
    def names(self) -> list[str]:
        """Changes that put the text here, or took it away."""
        return list(dict.fromkeys(name for piece in self.pieces for name in (piece.owner, *piece.deleters) if name))

    def is_word_in(self, active: frozenset[str]) -> bool:
        """Whether the very same characters are one word, and no longer one, where just these changes are in force."""
        shown = _shown(self.inside, active)
        if shown != self._shown:
            return False
        left = "".join(piece.text for piece in _shown(self._left, active))
        inside = "".join(piece.text for piece in shown)
        right = "".join(piece.text for piece in _shown(self._right, active))
        start = len(left) + self._start
        end = len(left) + len(inside) - (len(shown[-1].text) - self._end - 1)
        text = left + inside + right
        return not is_joined(text, start) and not is_joined(text, end)


def _shown(pieces: Sequence[Piece], active: frozenset[str]) -> list[Piece]:
    return [piece for piece in pieces if visible(piece, active)]


def _side(pieces: Sequence[Piece], indexes: range) -> list[Piece]:
    """Pieces outwards from a word, until enough of them are there in every state."""
    found: list[Piece] = []
    settled = 0
    for index in indexes[:_MOST]:
        piece = pieces[index]
        found.append(piece)
        settled += 0 if piece.owner or piece.deleters else len(piece.text)
        if settled >= NEAR:
            break
    return found


def _is_word(text: str) -> bool:
    return is_letter(text) if len(text) == 1 else not text.isspace()
