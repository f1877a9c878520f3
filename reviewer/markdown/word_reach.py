"""What is one word, and how far the words reach that an edit cuts.

A word is a run of letters and digits of a script that puts spaces between words, with the marks that hold such runs
together: ``1,000``, ``3.14``, ``2024-01-30``, ``v1.2``, ``don't``, ``snake_case`` and ``**wo**rd`` are one each, and so
is a number with its sign or unit: ``-5``, ``$100``, ``50%``, ``§4.2``.
Letters with a hyphen or a slash between them are two words. A character with its accents is never cut.
"""

import unicodedata

from reviewer.markdown.cuts import may_cut
from reviewer.markdown.locate import Located
from reviewer.model.position import Span

LONGEST_WORD = 80
"""Characters to either side: words are shorter, and what is longer (a key, a run of digits) is no word."""
MARKS = 3
"""As many marks in a row can hold a word together (``**wo***rd*``)."""
NEAR = MARKS + 1
"""Characters on either side of a border that tell whether a word goes on over it."""
_UNSPACED = (
    ("\u0e00", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u2e80", "\ud7ff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
"""Scripts that are written without spaces: there a sentence is one run of letters."""
_HIDDEN = frozenset("\u00ad\u200c\u200d\u2060")
_APOSTROPHES = frozenset("'\u2019\u02bc")
_EMPHASIS = frozenset("*_~")
_IN_NUMBERS = frozenset(".,:/-\u2011\u00b7\u00a0\u2007\u2009\u202f") | _APOSTROPHES
"""Between two digits: decimal and thousands separators, times, dates."""
_BEFORE_NUMBERS = frozenset("+-\u2212\u00b1$\u20ac\u00a3\u00a5<>\u2264\u2265\u00a7#")
_AFTER_NUMBERS = frozenset("%\u2030\u00b0$\u20ac\u00a3\u00a5")
_IN_NAMES = frozenset(".-\u2011/")
"""Between a digit and a letter: ``ISO-9001``, ``A.2``."""


def is_letter(char: str) -> bool:
    """A letter, digit, vowel sign or accent of a script that puts spaces between words; no character is none."""
    if char < "\u0300":
        return char.isalnum()
    if any(low <= char <= high for low, high in _UNSPACED):
        return False
    return char.isalnum() or unicodedata.category(char).startswith("M")


def is_joined(text: str, at: int) -> bool:
    """Whether a word goes on from the character before ``at`` to the one behind it. The ends of a text join nothing."""
    if not 0 < at < len(text):
        return False
    left, right = is_letter(text[at - 1]), is_letter(text[at])
    if (left and right) or not may_cut(text, at) or _are_number(text[at - 1], text[at]):
        return True
    start = end = at
    while not left and start > 0 and at - start < MARKS:
        start -= 1
        left = start > 0 and is_letter(text[start - 1])
    while not right and end < len(text) and end - at < MARKS:
        end += 1
        right = end < len(text) and is_letter(text[end])
    return left and right and end - start <= MARKS and _hold(text[start - 1], text[start:end], text[end])


def is_inside(text: str, at: int) -> bool:
    """Whether letters, or the digits of one number, go on over ``at``: who quotes one side alone cuts them.

    Who quotes a word without its article (``l'état``), its possessive, its unit or its emphasis cuts nothing.
    """
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    if is_letter(left) and is_letter(right):
        return left.isdigit() == right.isdigit()
    beyond = text[at - 2 : at - 1] if right.isdigit() else text[at + 1 : at + 2]
    in_number = (left in _IN_NUMBERS and right.isdigit()) or (right in _IN_NUMBERS and left.isdigit())
    return not may_cut(text, at) or (in_number and beyond.isdigit())


def are_joined(before: str, behind: str) -> bool:
    """Whether a word goes on from the end of one text to the beginning of another."""
    before, behind = before[-NEAR:], behind[:NEAR]
    return is_joined(before + behind, len(before))


def _are_number(left: str, right: str) -> bool:
    return (left in _BEFORE_NUMBERS and right.isdigit()) or (right in _AFTER_NUMBERS and left.isdigit())


def _hold(left: str, marks: str, right: str) -> bool:
    """Whether ``marks`` between two letters make one word of them."""
    if len(marks) > 1 or marks in _EMPHASIS:
        return _EMPHASIS.issuperset(marks)
    if marks in _HIDDEN or marks in _APOSTROPHES:
        return True
    digits = left.isdigit() + right.isdigit()
    return (digits == 2 and marks in _IN_NUMBERS) or (digits == 1 and marks in _IN_NAMES)


def cut_words(text: str, edit: Located) -> Span:
    """The edit's span with every word in which an end of it stands, in the text before it or in the text after it.

    What only stands beside a word cuts none. A run that is too long for a word stays as it is.
    """
    start, end = edit.span
    left, right = text[max(start - LONGEST_WORD, 0) : start], text[end : end + LONGEST_WORD]
    back = max(_back(left, (mid[:NEAR] + right)[:NEAR]) for mid in (edit.before, edit.after))
    forth = max(_forth((left + mid[-NEAR:])[-NEAR:], right) for mid in (edit.before, edit.after))
    if 0 < start - back == start - LONGEST_WORD:
        back = 0
    if len(text) > end + forth == end + LONGEST_WORD:
        forth = 0
    return Span(start - back, end + forth)


def _back(left: str, rest: str) -> int:
    """So many characters of ``left`` are in one word with what follows."""
    text, at = left + rest, len(left)
    while is_joined(text, at):
        at -= 1
    return len(left) - at


def _forth(rest: str, right: str) -> int:
    text, at = rest + right, len(rest)
    while is_joined(text, at):
        at += 1
    return at - len(rest)
