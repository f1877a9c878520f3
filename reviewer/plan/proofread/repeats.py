"""Words and phrases that stand twice in a row, with nothing but white space and marks of emphasis between."""

from itertools import pairwise

from reviewer.plan.proofread.tokens import TextEdit, tokens

_EMPHASIS = frozenset("*~")
_PHRASE = 2
"""Words from which a run of them is a phrase."""


def doubled(text: str) -> int:
    """How many words stand beside themselves."""
    return sum(one == other and one[0].isalpha() for one, other in pairwise(_row(text)))


def takes_one_of_two(edit: TextEdit, text: str) -> bool:
    """Whether all that an edit does is to take away a phrase that stands twice ("of the current the current batch").

    Which of the two goes, or the end of the first with the beginning of the second, comes to the same text.
    """
    gone = _row(edit.old(text))
    if len(gone) < _PHRASE or edit.new.strip() or not all(token[0].isalpha() for token in gone):
        return False
    row, first, size = _row(text), len(_row(text[: edit.start])), len(gone)
    starts = range(max(first - size, 0), first + 1)
    return any(row[at : at + size] == row[at + size : at + 2 * size] for at in starts)


def _row(text: str) -> list[str]:
    return [token.lower() for token in tokens(text) if not token.isspace() and token not in _EMPHASIS]
