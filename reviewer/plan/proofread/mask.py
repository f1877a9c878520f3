"""What stands for protected text while a model reads: a noun, a link's target, a footnote's mark, a tag.

The shapes keep the grammar of the sentence, and a model copies them (at most 1 of 107 was lost). A mask cannot be
mistaken for text that was there before: its core, a letter and a number, is one that stands nowhere in that text; and
since a mask begins and ends in a mark, no letters or digits beside it can make that core anew.
"""

from collections.abc import Iterator

from reviewer.model.structure import ProtectedKind

_LINK, _FOOTNOTE, _TAG, _NOUN = "u", "r", "t", "c"
_SHAPES = {_LINK: ("(", ")"), _FOOTNOTE: ("[", "]"), _TAG: ("<", ">"), _NOUN: ("`", "`")}


def letter_for(kind: ProtectedKind, text: str) -> str:
    """Which kind of mask stands for a protected span with this text."""
    if kind is ProtectedKind.HTML_INLINE:
        return _TAG
    if kind is ProtectedKind.LINK_TARGET and text.startswith("("):
        return _LINK
    if kind is ProtectedKind.LINK_TARGET and text.startswith("["):
        return _FOOTNOTE
    return _NOUN


NOUN = _NOUN
"""The mask of what reads as a noun: code, math, an address, an image."""


class Masks:
    """Gives masks that stand nowhere in ``text``, each of them once."""

    def __init__(self, text: str) -> None:
        self._numbers = {letter: _free(letter, text.casefold()) for letter in _SHAPES}

    def next(self, letter: str) -> str:
        """The next mask of a kind."""
        left, right = _SHAPES[letter]
        return f"{left}{letter}{next(self._numbers[letter])}{right}"


def _free(letter: str, text: str) -> Iterator[int]:
    number = 1
    while True:
        if f"{letter}{number}" not in text:
            yield number
        number += 1
