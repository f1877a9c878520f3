"""Changes because of which a word would go on now, over an end of an edit's words, where it ends for the edit's author.

The text between may be a mark that nobody changed: who makes ``1,`` a ``2,`` meets the ``500`` that ours put behind the
comma. Or it may be what the edit itself takes away: the space between two brackets, each filled by another change.
"""

from reviewer.markdown.word_reach import NEAR, is_joined, is_letter
from reviewer.model.position import Span
from reviewer.patch.gaps import differing, live_sides
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View

_WIDE = 2 * NEAR
"""Characters on a side of the words: those that tell where a word ends, and what these stand beside."""


def joined_now(places: View, edit: TextEdit, words: Span) -> set[str]:
    """Those of the current text; ``words`` is the edit's span with the words that it cuts.

    Both the text before the edit and the one after it is looked at: half of another word is not taken away, either.
    None for an insertion into a gap that holds other text: it has several places there (``placed``).
    """
    text = places.text
    if words.start == words.end and places.gap_pieces(words.start):
        return set()
    seen = text[max(words.start - _WIDE, 0) : words.start], text[words.end : words.end + _WIDE]
    now = live_sides(places, words)
    if now == seen:
        return set()
    head, tail = text[words.start : edit.span.start], text[edit.span.end : words.end]
    bodies = [head + middle + tail for middle in (edit.before_text, edit.after_text)]
    wanted = [_joins(seen[0], body, seen[1]) for body in bodies]
    if [_joins(now[0], body, now[1]) for body in bodies] == wanted:
        return set()
    left = [_joins(now[0], body, seen[1]) for body in bodies] != wanted
    right = [_joins(seen[0], body, now[1]) for body in bodies] != wanted
    found: set[str] = set()
    if left or not right:
        counts = (_telling(side[::-1]) for side in (now[0], seen[0]))
        found |= differing(places, words, *counts, behind=False)
    if right or not left:
        counts = (_telling(side) for side in (now[1], seen[1]))
        found |= differing(places, words, *counts, behind=True)
    return found


def _joins(before: str, body: str, behind: str) -> list[bool]:
    """Whether a word goes on at each border in a text between two others, as far as these can tell."""
    text, first, last = before + body + behind, len(before), len(before) + len(body)
    borders = sorted({*range(first, min(first + NEAR, last) + 1), *range(max(last - NEAR, first), last + 1)})
    return [is_joined(text, at) for at in borders]


def _telling(side: str) -> int:
    """So many characters, counted from the words, tell whether a word goes on: up to a letter or a space."""
    return next((at + 1 for at, char in enumerate(side[:NEAR]) if is_letter(char) or char in " \t\r\n"), NEAR)
