"""Which changes of a passage that was written anew are independent of each other, from the two texts alone.

A model that rewrites a sentence corrects several words at once. Each correction is a change of its own, unless one
makes no sense without another: a word that moved, the two commas of an insertion, a sentence that became another.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from reviewer.markdown.cuts import may_cut
from reviewer.model.position import Span
from reviewer.patch.differences import differences
from reviewer.plan.bonds import Correction, any_far, any_near, is_word
from reviewer.validate.preserve.edit_words import sentence_ends

MOST = 2_000
"""Words, gaps and marks of a text up to which it is compared; a longer one stays whole."""

_TOKEN = re.compile(r"\w+(?:['’-]\w+)*|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of ``span``, a range of the old text; it begins and ends between words."""

    span: Span
    before: str
    after: str


def independent_changes(old: str, new: str) -> tuple[Change, ...]:
    """The changes that make ``new`` of ``old``, in order; one or none where they hang together.

    Texts are whole sentences. Stays one change: a sentence of which more than half of the words change; in a sentence,
    what moved, marks that come or go in pairs, two words that weigh (``ne`` and ``pas``, ``either`` and ``or``, two
    numbers), two that agree (``pump is``, ``pumps are``), and neighbouring words unless both are slips of the pen.
    Between sentences, a content word that moved and marks in pairs bind as well, commas do not: then all stays one. So
    does what would add or take away a line end.
    """
    comparison = _Comparison(old, new)
    found = [] if comparison.too_much() else comparison.independent()
    changes = tuple(comparison.change(hunk) for hunk in found)
    if any(change.before.count("\n") != change.after.count("\n") for change in changes):
        return ()
    return changes if all(map(comparison.is_between_words, found)) else ()


def corrections(old: str, new: str) -> tuple[tuple[Span, Correction], ...]:
    """The corrections that make ``new`` of ``old``, in order, with their places in ``old``; bound ones, too."""
    comparison = _Comparison(old, new)
    return tuple((comparison.change(hunk).span, comparison.correction(hunk)) for hunk in comparison.hunks())


@dataclass(frozen=True, slots=True)
class _Hunk:
    """Ranges of tokens that stand for each other."""

    old: Span
    new: Span


class _Comparison:
    def __init__(self, old: str, new: str) -> None:
        self.texts = old, new
        self.old, self.new = _TOKEN.findall(old), _TOKEN.findall(new)
        self.places = [list(accumulate(map(len, side), initial=0)) for side in (self.old, self.new)]
        self._ends = sentence_ends(old)

    def too_much(self) -> bool:
        """Whether the words alone tell that more than half of the text changes, or it is too long to be compared."""
        old, new = (Counter(filter(is_word, side)) for side in (self.old, self.new))
        changed = max((old - new).total(), (new - old).total())
        return max(len(self.old), len(self.new)) > MOST or 2 * changed > old.total()

    def hunks(self) -> list[_Hunk]:
        """Where the texts differ, neighbours as one."""
        return list(self._with_neighbours([_Hunk(*pair) for pair in differences(self.old, self.new)]))

    def independent(self) -> list[_Hunk]:
        """The hunks that may stand alone; none where two sentences are bound together."""
        blocks = self._blocks(self.hunks())
        wanted = [[self.correction(hunk) for hunk in block] for block in blocks]
        if any_far(wanted):
            return []
        pairs = zip(blocks, wanted, strict=True)
        return [hunk for block, found in pairs for hunk in self._of_block(block, found)]

    def change(self, hunk: _Hunk) -> Change:
        """The hunk as text."""
        before, after = "".join(self._gone(hunk)), "".join(self._come(hunk))
        return Change(Span(self.places[0][hunk.old.start], self.places[0][hunk.old.end]), before, after)

    def correction(self, hunk: _Hunk) -> Correction:
        """The hunk as what goes and what comes."""
        beside = self.old[max(hunk.old.start - 2, 0) : hunk.old.start] + self.old[hunk.old.end : hunk.old.end + 2]
        return Correction(tuple(self._gone(hunk)), tuple(self._come(hunk)), tuple(beside))

    def is_between_words(self, hunk: _Hunk) -> bool:
        """Whether both texts may be cut at the hunk's borders: an accent is no word of its own."""
        sides = zip(self.texts, self.places, (hunk.old, hunk.new), strict=True)
        return all(may_cut(text, places[at]) for text, places, borders in sides for at in borders)

    def _with_neighbours(self, hunks: Sequence[_Hunk]) -> Iterator[_Hunk]:
        """Hunks with nothing but a gap between them as one, unless each is a word with a slip of the pen."""
        pending: _Hunk | None = None
        for hunk in hunks:
            if pending is None:
                pending = hunk
            elif self._is_gap(pending, hunk) and not (self._is_slip(pending) and self._is_slip(hunk)):
                pending = _joined(pending, hunk)
            else:
                yield pending
                pending = hunk
        if pending is not None:
            yield pending

    def _is_gap(self, first: _Hunk, second: _Hunk) -> bool:
        return "".join(self.old[first.old.end : second.old.start]).isspace()

    def _is_slip(self, hunk: _Hunk) -> bool:
        return self.correction(hunk).is_slip

    def _blocks(self, hunks: Sequence[_Hunk]) -> list[list[_Hunk]]:
        """Hunks by sentence; one that reaches into the next sentence takes that one's with it."""
        blocks: list[list[_Hunk]] = []
        for hunk in hunks:
            if blocks and self._sentences(hunk)[0] <= self._sentences(blocks[-1][-1])[1]:
                blocks[-1].append(hunk)
            else:
                blocks.append([hunk])
        return blocks

    def _sentences(self, hunk: _Hunk) -> tuple[int, int]:
        first, last = hunk.old.start, max(hunk.old.start, hunk.old.end - 1)
        return bisect_right(self._ends, self.places[0][first]), bisect_right(self._ends, self.places[0][last])

    def _of_block(self, block: list[_Hunk], wanted: Sequence[Correction]) -> list[_Hunk]:
        changed = sum(max(_words(self._gone(hunk)), _words(self._come(hunk))) for hunk in block)
        if 2 * changed > self._words_about(block) or any_near(wanted):
            return [_joined(block[0], block[-1])]
        return block

    def _words_about(self, block: list[_Hunk]) -> int:
        """Words of the sentences in which a block's hunks stand."""
        first, last = self._sentences(block[0])[0], self._sentences(block[-1])[1]
        start = self._ends[first - 1] if first else 0
        end = self._ends[last] if last < len(self._ends) else len(self.texts[0])
        return _words(_TOKEN.findall(self.texts[0][start:end]))

    def _gone(self, hunk: _Hunk) -> Sequence[str]:
        return self.old[hunk.old.start : hunk.old.end]

    def _come(self, hunk: _Hunk) -> Sequence[str]:
        return self.new[hunk.new.start : hunk.new.end]


def _joined(first: _Hunk, last: _Hunk) -> _Hunk:
    return _Hunk(Span(first.old.start, last.old.end), Span(first.new.start, last.new.end))


def _words(tokens: Sequence[str]) -> int:
    return sum(map(is_word, tokens))
