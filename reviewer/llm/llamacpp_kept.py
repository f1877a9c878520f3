"""Which computed beginning of a prompt a call goes on from.

A context holds several sequences of tokens. Copying the beginning of one into another costs nothing, for the computed
cells are shared. So the examples before each paragraph are computed once, though calls about several chunks come
alternately, and texts that stand in no prompt do not push them out.
"""

from collections.abc import Sequence
from typing import NamedTuple

FEW = 16
"""So few new tokens are written over the end of the sequence that they go on from: it was read when they come, since
doubts are followed from the end of a paragraph to its beginning."""


class Start(NamedTuple):
    """Where a call goes on: ``kept`` tokens of ``source``, copied into ``sequence`` if that is another one."""

    sequence: int
    source: int
    kept: int


class Kept:
    """The tokens of all sequences; the last one is for plain texts. Not safe to use from several threads."""

    def __init__(self, sequences: int) -> None:
        self._tokens: list[list[int]] = [[] for _ in range(sequences)]
        self._by_age = list(range(sequences - 1))

    def start(self, tokens: Sequence[int], most: int, *, plain: bool) -> Start:
        """Take a sequence for these tokens, of which at most ``most`` may be kept. It holds these alone then."""
        if plain:
            last = len(self._tokens) - 1
            return self._taken(Start(last, last, min(self._common(last, tokens), most)), tokens)
        source = max(reversed(self._by_age), key=lambda number: self._common(number, tokens))
        kept = min(self._common(source, tokens), most)
        in_place = len(tokens) - kept <= FEW or kept == len(self._tokens[source])
        others = [number for number in self._by_age if number != source]
        return self._taken(Start(source if in_place else others[0], source, kept), tokens)

    def extend(self, sequence: int, tokens: Sequence[int]) -> None:
        """These were computed."""
        self._tokens[sequence] += tokens

    def forget(self, sequence: int) -> None:
        """Nothing of it is computed any more."""
        self._tokens[sequence] = []

    def others(self, sequence: int) -> list[int]:
        """All other sequences that hold something."""
        return [number for number, held in enumerate(self._tokens) if held and number != sequence]

    def length(self, sequence: int) -> int:
        """How many tokens of it are computed."""
        return len(self._tokens[sequence])

    def _taken(self, start: Start, tokens: Sequence[int]) -> Start:
        for number in (start.source, start.sequence):
            if number in self._by_age:
                self._by_age.remove(number)
                self._by_age.append(number)
        self._tokens[start.sequence] = list(tokens[: start.kept])
        return start

    def _common(self, sequence: int, tokens: Sequence[int]) -> int:
        held = self._tokens[sequence]
        pairs = zip(held, tokens, strict=False)
        return next((at for at, (one, two) in enumerate(pairs) if one != two), min(len(held), len(tokens)))
