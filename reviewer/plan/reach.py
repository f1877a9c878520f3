"""How far an edit of a model reaches beyond its characters, for telling whether two edits want the same words.

Ops that only touch are independent where a person or a rule puts each of them at its place. A model corrects words: an
``r`` put into ``occured`` and ``occured in`` made anew begin at one place and would both be made (``occurrred``), and
one of two equal words can be taken away at either (``the the``: both would go).
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from reviewer.markdown.locate import Located
from reviewer.markdown.word_reach import cut_words
from reviewer.model.edit import EditOp
from reviewer.model.position import Span
from reviewer.patch.slide import slide

FURTHEST = 200
"""Characters on either side that are looked at: words are shorter, and so is what stands twice."""
_BLANK = frozenset(" \t\r\n\u00a0\u202f")
_FEW_WORDS = re.compile(r"[ \t\u00a0\u202f]?[^\s.!?;:]+(?:[ \t\u00a0\u202f][^\s.!?;:]+){0,2}[ \t\u00a0\u202f]?")
_CELL = 64


def reach_of(op: EditOp, text: str) -> Span:
    """The op's span with the words that it cuts, and of a deletion with all places at which it could be made.

    A word that is put between two others wants all that stands between them: a second one there is another answer.
    """
    edit = Located(op.span, op.before_text, op.after_text)
    back, forth = _slide(edit, text) if edit.before else _gap(op, text)
    runs, words = runs_about(text, edit), cut_words(text, edit)
    start, end = min(runs.start, words.start), max(runs.end, words.end)
    return Span(min(start, op.span.start - back), max(end, op.span.end + forth))


def puts_a_word(op: EditOp) -> bool:
    """Whether an op only puts a word or a few between words, with white space of their own: no line, no sentence."""
    put = op.after_text
    if op.before_text or put == put.strip() or not _FEW_WORDS.fullmatch(put):
        return False
    return any(character.isalnum() for character in put)


def _gap(op: EditOp, text: str) -> tuple[int, int]:
    """White space before and behind a place where a word is put in; none of it ends a paragraph."""
    if not puts_a_word(op):
        return 0, 0
    start, end = op.span
    while start > max(op.span.start - FURTHEST, 0) and text[start - 1] in _BLANK:
        start -= 1
    while end < min(op.span.end + FURTHEST, len(text)) and text[end] in _BLANK:
        end += 1
    gap = text[start:end]
    return (0, 0) if gap.count("\n") > 1 else (op.span.start - start, end - op.span.end)


def runs_about(text: str, edit: Located) -> Span:
    """The edit's span with the letters and digits that go on at its edges, also in scripts without spaces."""
    start, end = edit.span
    if edit.before[:1].isalnum() or edit.after[:1].isalnum():
        while start > max(edit.span.start - FURTHEST, 0) and text[start - 1].isalnum():
            start -= 1
    if edit.before[-1:].isalnum() or edit.after[-1:].isalnum():
        while end < min(edit.span.end + FURTHEST, len(text)) and text[end].isalnum():
            end += 1
    return Span(start, end)


def first_form(edit: Located, text: str) -> tuple[Span, str]:
    """Span and text of the same edit at the first place where it could be made."""
    back, _ = _slide(edit, text)
    span = Span(edit.span.start - back, edit.span.end - back)
    if edit.before or not back:
        return span, edit.after
    moved = (text[span.start : edit.span.start] + edit.after)[: len(edit.after)]
    return span, moved


def _slide(edit: Located, text: str) -> tuple[int, int]:
    """By how many characters the edit can be moved back and forth; none where it replaces text by other text."""
    if edit.before and edit.after:
        return 0, 0
    return slide(text, edit.span, edit.before or edit.after, FURTHEST)


class Reaches:
    """Reaches that are taken, found by place."""

    def __init__(self) -> None:
        self._cells: dict[int, list[tuple[Span, EditOp]]] = defaultdict(list)

    def take(self, reach: Span, op: EditOp) -> None:
        """Note that an op has this reach."""
        for cell in _cells(reach):
            self._cells[cell].append((reach, op))

    def winner(self, reach: Span, op: EditOp) -> str | None:
        """The op id of one that shares a character, or stands inside, or holds this one inside.

        Parts of one proposal never want the same words: they were told apart in one comparison.
        """
        for cell in _cells(reach):
            for span, taken in self._cells.get(cell, ()):
                if span.start < reach.end and reach.start < span.end and not are_parts_of_one(taken, op):
                    return taken.op_id
        return None


def are_parts_of_one(one: EditOp, other: EditOp) -> bool:
    """Whether both come from one proposal."""
    return bool(one.proposal) and (one.proposal, one.source) == (other.proposal, other.source)


def _cells(reach: Span) -> Iterator[int]:
    return iter(range(reach.start // _CELL, reach.end // _CELL + 1))
