"""Words, white space, marks and masks of a text, and the least edits that lead from one text to another.

Each edit is one correction: runs of equally many words are told word by word, so that each of them can be judged, made
and undone alone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

_WORD = r"\w+(?:['’-]\w+)*"
_TOKEN = re.compile(rf"`c\d+`|\(u\d+\)|\[r\d+\]|<t\d+>|{_WORD}|\s+|[^\w\s]")
_MASK = re.compile(r"`c\d+`|\(u\d+\)|\[r\d+\]|<t\d+>")
_WORDS = re.compile(_WORD)

_Opcode = tuple[int, int, int, int]
"""Tokens ``[i1, i2)`` of the one text become tokens ``[j1, j2)`` of the other."""


@dataclass(frozen=True, slots=True)
class TextEdit:
    """``text[start:end]`` becomes ``new``; both are offsets in code points."""

    start: int
    end: int
    new: str

    def applied(self, text: str) -> str:
        """The text after the edit."""
        return text[: self.start] + self.new + text[self.end :]

    def old(self, text: str) -> str:
        """What the edit takes away."""
        return text[self.start : self.end]


@lru_cache(maxsize=64)  # a paragraph is compared with each of its candidates
def tokens(text: str) -> tuple[str, ...]:
    """Masks, words (with inner apostrophes and hyphens), runs of white space and single marks; joined, the text."""
    return tuple(_TOKEN.findall(text))


def words(text: str) -> list[str]:
    """Words, without masks."""
    return _WORDS.findall(_MASK.sub(" ", text))


def masks(text: str) -> list[str]:
    """What looks like a mask, in order."""
    return _MASK.findall(text)


def local_edits(before: str, after: str) -> tuple[TextEdit, ...]:
    """The edits that lead from one text to the other, in order and without overlap; none where they are equal."""
    old, new = tokens(before), tokens(after)
    starts = [0]
    for token in old:
        starts.append(starts[-1] + len(token))
    found: list[TextEdit] = []
    for i1, i2, j1, j2 in _joined(old, new):
        pairs = list(zip(range(i1, i2), new[j1:j2], strict=False))
        if i2 - i1 == j2 - j1 and all(old[at].isspace() == token.isspace() for at, token in pairs):
            found += [TextEdit(starts[at], starts[at + 1], token) for at, token in pairs if old[at] != token]
        else:
            found.append(TextEdit(starts[i1], starts[i2], "".join(new[j1:j2])))
    return tuple(found)


def _joined(old: Sequence[str], new: Sequence[str]) -> list[_Opcode]:
    """What differs; two differences with nothing but white space between them are one, where words came or went."""
    joined: list[_Opcode] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if joined and i1 - joined[-1][1] == 1 and old[joined[-1][1]].isspace():
            last, this = joined[-1], (i1, i2, j1, j2)
            if not (_balanced(last, old, new) and _balanced(this, old, new)):
                joined[-1] = (last[0], i2, last[2], j2)
                continue
        joined.append((i1, i2, j1, j2))
    return joined


def _balanced(part: _Opcode, old: Sequence[str], new: Sequence[str]) -> bool:
    i1, i2, j1, j2 = part
    return _count(old[i1:i2]) == _count(new[j1:j2])


def _count(row: Sequence[str]) -> int:
    return sum(not token.isspace() for token in row)
