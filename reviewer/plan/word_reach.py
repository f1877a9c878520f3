"""How far the words reach that an edit cuts: from its edges on, over all that joins it to a word."""

import unicodedata
from collections.abc import Callable

from reviewer.markdown.locate import Located
from reviewer.model.position import Span

LONGEST_WORD = 80
"""Characters to either side: words are shorter, and what is longer (a key, a run of digits) is no word."""
_UNSPACED = (
    ("\u0e00", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u2e80", "\ud7ff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
"""Scripts that are written without spaces: there a sentence is one run of letters."""

Joins = Callable[[str], bool]
"""Whether a character is a part of a word."""


def words_about(text: str, edit: Located, *, joins: Joins, most: int) -> Span:
    """The edit's span with what joins it to words, at most ``most`` characters to either side.

    An edge reaches on where a word ends or begins there, in the text that goes or that comes.
    """
    start, end = edit.span
    if any(map(joins, (edit.before[:1], edit.after[:1]))):
        while start > max(edit.span.start - most, 0) and joins(text[start - 1]):
            start -= 1
    if any(map(joins, (edit.before[-1:], edit.after[-1:]))):
        while end < min(edit.span.end + most, len(text)) and joins(text[end]):
            end += 1
    return Span(start, end)


def is_letter(char: str) -> bool:
    """A letter, digit or accent of a script that puts spaces between words; no character is none."""
    if char < _UNSPACED[0][0]:
        return char.isalnum() or (not char.isascii() and unicodedata.combining(char) > 0)
    if any(low <= char <= high for low, high in _UNSPACED):
        return False
    return char.isalnum() or unicodedata.combining(char) > 0
