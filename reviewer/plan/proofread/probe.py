"""Where a model hesitates while it copies, and what it would have written there (docs/proofreading.md)."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reviewer.model.chat import TokenChoice
from reviewer.plan.proofread.tokens import TextEdit, local_edits, tokens
from reviewer.validate.preserve.edit_words import distance

_SHIFT = 4
"""Tokens by which what the model writes may be longer or shorter than the source where it comes back to it."""
_PROOF = 3
"""Tokens that agree where it is back: a word, white space, a word. Fewer where it broke off before."""
_END = "\0"
"""Stands for the end of a text; no document holds it."""
_SLIP = 2
"""Letters in which a word that is completed differs."""
_LOOK = 8
"""Characters in which a token is looked for, where parts of characters stand before it."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """At ``at`` in the source another token, ``text``, might stand, with probability ``alt``."""

    at: int
    text: str
    alt: float


def doubts(source: str, answer: str, row: Sequence[TokenChoice]) -> tuple[Doubt, ...]:
    """The alternatives of an answer's tokens where it copies the source, the last ones first.

    The last ones first, since each question then begins as the one before did, and a server has that beginning.
    """
    found: list[Doubt] = []
    copied = _copied(source, answer)
    for at, token in _placed(answer, row):
        place, last = copied.get(at), copied.get(at + len(token.text) - 1)
        if place is None or last != place + len(token.text) - 1:
            continue
        for text, chance in token.top:
            if _is_other(token.text, text):
                found.append(Doubt(place, text, math.exp(chance)))
    return tuple(sorted(found, key=lambda doubt: (-doubt.at, -doubt.alt, doubt.text)))


def followed(source: str, doubt: Doubt, reply: str, *, ended: bool) -> TextEdit | None:
    """The one local edit that a model makes which writes ``doubt.text`` and then ``reply``; None where it is none.

    It is none when the model does not come back to the source within the reply, when it changes nothing, or more than
    one thing. ``ended``: the answer ended there of itself; else its last word may be half of one.
    """
    start, rest = _from_token(source, doubt.at)
    written = list(tokens(source[start : doubt.at] + doubt.text + reply))
    if ended:
        written.append(_END)
    elif written and (written[-1][-1].isalnum() or written[-1].isspace()):
        written.pop()
    back = _back((*rest, _END), written)
    if back is None:
        return None
    i, j = back
    old, new = "".join(rest[:i]), "".join(written[:j])
    edits = local_edits(old, new)
    if len(edits) != 1:
        return None
    return TextEdit(start + edits[0].start, start + edits[0].end, edits[0].new)


def completed(source: str, doubt: Doubt, known: Callable[[str], bool]) -> TextEdit | None:
    """The edit of a misspelt word that the doubt alone completes: nobody need be asked how it goes on.

    Asked, a model copies the rest of the misspelt word behind the right one ("typically" and "y"). The word that comes
    is known, ends as the one that goes, which is not, and differs from it in two letters at most.
    """
    start, end = word_at(source, doubt.at)
    old = source[start:end]
    new = source[start : doubt.at] + doubt.text.lstrip() if start <= doubt.at else doubt.text.lstrip()
    if not (old.isalpha() and new.isalpha() and old[-1] == new[-1] and old[:1].isupper() == new[:1].isupper()):
        return None
    if known(old) or not known(new) or not 0 < distance(old, new) <= _SLIP:
        return None
    return TextEdit(start, end, new)


def word_at(source: str, at: int) -> tuple[int, int]:
    """The word that a token which begins at ``at`` is of, or is the white space before."""
    start, row = _from_token(source, at)
    for token in row[:2]:
        if token.isspace():
            start += len(token)
            continue
        return start, start + len(token)
    return start, start


def _is_other(token: str, text: str) -> bool:
    """Whether an alternative is another word: no mark, no white space, no other case, no part of a character."""
    return any(map(str.isalnum, text)) and text.strip().casefold() != token.strip().casefold()


def _placed(answer: str, row: Sequence[TokenChoice]) -> Iterator[tuple[int, TokenChoice]]:
    """Tokens with their places in the answer; those that are parts of characters have none."""
    at = 0
    for token in row:
        if not token.text:
            continue
        found = answer.find(token.text, at, at + len(token.text) + _LOOK)
        if found < 0:
            continue
        yield found, token
        at = found + len(token.text)


def _copied(source: str, answer: str) -> dict[int, int]:
    """Places of an answer that are copied, and the places of the source that they are copied from."""
    if answer == source:
        return {at: at for at in range(len(source) + 1)}
    places: dict[int, int] = {}
    before = after = 0
    for edit in (*local_edits(source, answer), TextEdit(len(source), len(source), "")):
        length = edit.start - before
        places |= {after + step: before + step for step in range(length)}
        before, after = edit.end, after + length + len(edit.new)
    return places


def _from_token(source: str, at: int) -> tuple[int, tuple[str, ...]]:
    """Where the word or white space begins that holds ``at``, and what follows from there, as tokens."""
    row, start = tokens(source), 0
    for number, token in enumerate(row):
        if at < start + len(token):
            return start, row[number:]
        start += len(token)
    return start, ()


def _back(rest: Sequence[str], written: Sequence[str]) -> tuple[int, int] | None:
    """How many tokens of the source, and of what was written, lie before the place where both go on alike."""
    for j in range(len(written)):
        if written[j].isspace():
            continue
        near = sorted(range(max(0, j - _SHIFT), min(len(rest), j + _SHIFT + 1)), key=lambda i: (abs(i - j), i))
        for i in near:
            if _agree(rest[i : i + _PROOF], written[j : j + _PROOF]) and list(rest[:i]) != list(written[:j]):
                return i, j
    return None


def _agree(source: Sequence[str], written: Sequence[str]) -> bool:
    shared = min(len(source), len(written))
    return shared > 0 and list(source[:shared]) == list(written[:shared])
