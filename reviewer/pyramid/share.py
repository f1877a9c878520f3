"""Room in a prompt, shared out evenly: every part is told as long as that is of any use (seed: Completeness)."""

from collections.abc import Sequence
from typing import NamedTuple

from reviewer.pyramid.shorten import cut

LONGEST_TITLE = 120
"""Characters of a title in a prompt."""

_LEAST = 60
"""Characters below which the beginning of a text says nothing. With less room for each, some parts are left out."""

_MARKUP = 8
"""Characters around a part in the prompt."""


class Part(NamedTuple):
    """A piece of text with a title, which may be empty."""

    title: str
    text: str


def shared_out(parts: Sequence[Part], tokens: int) -> list[Part]:
    """The parts in as many estimated tokens: short ones whole, longer ones cut to the same length.

    A letter that UTF-8 writes in two or three bytes counts as two or three: tokenizers need so much more for it. Where
    there is no room for all, parts at even distances are kept.
    """
    titled = [Part(cut(title, LONGEST_TITLE), text) for title, text in parts]
    room = max(tokens, 0) * 4 * _letters(titled) // max(_bytes(titled), 1)
    widest = max((len(part.title) for part in titled), default=0)
    kept = _at_even_distances(titled, max(room // (widest + _MARKUP + _LEAST), 1))
    room -= sum(len(part.title) + _MARKUP for part in kept)
    length = _common_length([len(part.text) for part in kept], room)
    return [Part(title, cut(text, length)) for title, text in kept]


def _letters(parts: Sequence[Part]) -> int:
    return sum(len(title) + len(text) for title, text in parts)


def _bytes(parts: Sequence[Part]) -> int:
    return sum(len(title.encode()) + len(text.encode()) for title, text in parts)


def _at_even_distances(parts: Sequence[Part], most: int) -> list[Part]:
    if len(parts) <= most:
        return list(parts)
    return [parts[number * len(parts) // most] for number in range(most)]


def _common_length(lengths: Sequence[int], room: int) -> int:
    """The length to which texts must be cut so that together they fit."""
    left = max(room, 0)
    shorter_first = sorted(lengths)
    for number, length in enumerate(shorter_first):
        share = left // (len(shorter_first) - number)
        if length > share:
            return share
        left -= length
    return max(shorter_first, default=0)
