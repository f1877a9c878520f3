"""The minimal hunks between two texts: unique lines as anchors (patience), then Myers between them, then words.

Close to linear: the work on a stretch is bounded; one with too many differences for its size becomes a single hunk.
Sources: E. Myers, An O(ND) Difference Algorithm (1986); B. Cohen's patience diff.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewer.markdown.cuts import may_cut
from reviewer.markdown.locate import Located
from reviewer.model.position import Span
from reviewer.patch.differences import differences
from reviewer.patch.replay import TextEdit
from reviewer.patch.slide import slide
from reviewer.patch.unified import lf_lines
from reviewer.plan.minimise import minimise

_REACH = 1_000

_LETTERS = 60
"""So far back the beginning of a word is looked for."""

WITHIN = re.compile(r"\w\w")
"""Two characters between which a word is not at its end."""


def hunks(basis: str, present: str) -> tuple[TextEdit, ...]:
    """What turned ``basis`` into ``present``: minimal, in order, not touching each other; empty for equal texts.

    Lines that are unique in both texts and in the same order are anchors (patience); between them lines, then
    characters are compared. Close to linear: stretches that are too large to compare become one hunk.
    """
    if basis == present:
        return ()
    old, new = lf_lines(basis), lf_lines(present)
    starts = _starts(old)
    found: list[TextEdit] = []
    for (first, last), (new_first, new_last) in _line_hunks(old, new):
        before, after = "".join(old[first:last]), "".join(new[new_first:new_last])
        found += _character_hunks(starts[first], before, after)
    return tuple(found)


def word_hunks(basis: str, present: str) -> tuple[TextEdit, ...]:
    """As ``hunks``, but a word that changed is changed as a whole: two words that share letters are no smaller edit."""
    old, new = lf_lines(basis), lf_lines(present)
    starts = _starts(old)
    found = []
    for (first, last), (new_first, new_last) in _line_hunks(old, new):
        before, after = _words("".join(old[first:last])), _words("".join(new[new_first:new_last]))
        places = [starts[first] + start for start in _starts(before)]
        for one, other in differences(before, after):
            gone, put = "".join(before[one.start : one.end]), "".join(after[other.start : other.end])
            found.append(TextEdit(Span(places[one.start], places[one.end]), gone, put))
    return tuple(found)


def reach(text: str, edit: TextEdit) -> Span:
    """All of ``text`` where the same edit could stand as well: deleting either of two equal words gives one result.

    For an insertion the characters on both sides belong to it. Looks at most ``_REACH`` characters to either side.
    """
    start, end = edit.span
    if edit.before_text and edit.after_text:
        return edit.span
    left, right = slide(text, edit.span, edit.before_text or edit.after_text, _REACH)
    beside = 0 if edit.before_text else 1
    return Span(max(start - left - beside, 0), min(end + right + beside, len(text)))


def elsewhere(text: str, edit: TextEdit, room: Span) -> Iterator[TextEdit]:
    """The same insertion told at other places between words, nearest first; ``room`` is where it may begin."""
    at, moved = edit.span.start, edit.after_text
    back, forth = slide(text, edit.span, moved, _LETTERS)
    for step in sorted((*range(-back, 0), *range(1, forth + 1)), key=abs):
        start, turn = at + step, step % len(moved)
        told = moved[turn:] + moved[:turn]
        if room.start <= start <= room.end and _apart(
            text[max(start - _LETTERS, 0) : start], told, text[start : start + 2], 0
        ):
            yield TextEdit(Span(start, start), "", told)


def surroundings(text: str, span: Span) -> Span:
    """The lines of a hunk with the blank ones around them, and a character of what stands beyond."""
    start = text.rfind("\n", 0, span.start) + 1
    while start > 0 and text[start - 1].isspace():
        start -= 1
    end = text.find("\n", span.end)
    end = len(text) if end < 0 else end
    while end < len(text) and text[end].isspace():
        end += 1
    return Span(max(start - 1, 0), min(end + 1, len(text)))


@dataclass(frozen=True, slots=True)
class _Region:
    old: Span
    new: Span


def _line_hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[Span, Span]]:
    """Pairs of line ranges that differ."""
    for region in _between_anchors(old, new):
        a, b = old[region.old.start : region.old.end], new[region.new.start : region.new.end]
        left, right = region.old.start, region.new.start
        for one, other in differences(a, b):
            yield Span(left + one.start, left + one.end), Span(right + other.start, right + other.end)


def _between_anchors(old: Sequence[str], new: Sequence[str]) -> Iterator[_Region]:
    """The stretches between matched lines: common ends, then lines unique on both sides in increasing order."""
    i = j = 0
    for a, b in [*_anchors(old, new), (len(old), len(new))]:
        while i < a and j < b and old[i] == new[j]:
            i, j = i + 1, j + 1
        end_a, end_b = a, b
        while end_a > i and end_b > j and old[end_a - 1] == new[end_b - 1]:
            end_a, end_b = end_a - 1, end_b - 1
        yield _Region(Span(i, end_a), Span(j, end_b))
        i, j = a, b


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    there = _unique(new)
    pairs = [(i, there[line]) for line, i in _unique(old).items() if line in there]
    return _increasing(sorted(pairs))


def _unique(lines: Sequence[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for index, line in enumerate(lines):
        places[line] = -1 if line in places else index
    return {line: index for line, index in places.items() if index >= 0}


def _increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs in which both numbers increase (patience sorting)."""
    tops: list[int] = []
    piles: list[int] = []
    previous: list[int] = []
    for index, (_, right) in enumerate(pairs):
        pile = bisect_left(tops, right)
        previous.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [right]
        piles[pile : pile + 1] = [index]
    chain = []
    index = piles[-1] if piles else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]


def _character_hunks(offset: int, before: str, after: str) -> Iterator[TextEdit]:
    """A changed stretch, cut down to the characters that changed; never inside CR LF."""
    least = minimise(Located(Span(offset, offset + len(before)), before, after))
    old, new = _words(least.before), _words(least.after)
    starts, free = _starts(old), offset
    for one, other in differences(old, new):
        start = least.span.start + starts[one.start]
        gone, put = "".join(old[one.start : one.end]), "".join(new[other.start : other.end])
        cut = minimise(Located(Span(start, start + len(gone)), gone, put))
        yield _between_words(TextEdit(cut.span, cut.before, cut.after), before, (offset, free))
        free = cut.span.end


def _between_words(edit: TextEdit, text: str, place: tuple[int, int]) -> TextEdit:
    """The same insertion or deletion told so that it begins and ends between words, where it can be told so.

    A word put before one with the same first letters is no edit inside that other word. ``text`` stands at the first
    offset of ``place``; nothing before the second one is touched.
    """
    offset, free = place
    moved, at = edit.before_text or edit.after_text, edit.span.start - offset
    if (edit.before_text and edit.after_text) or not moved:
        return edit
    right = at + len(edit.before_text)
    for left in range(min(edit.span.start - free, len(moved), _LETTERS)):
        if left and text[at - left] != moved[-left]:
            break
        told = text[at - left : at] + moved[: len(moved) - left]
        if _apart(text[max(at - _LETTERS, 0) : at], told, text[right - left :][:2], left):
            span = Span(edit.span.start - left, edit.span.end - left)
            return TextEdit(span, told if edit.before_text else "", "" if edit.before_text else told)
    return edit


def _apart(before: str, told: str, after: str, left: int) -> bool:
    """Whether both ends of ``told`` are between words; ``before`` is the text to its left and ``left`` more letters."""
    before = before[: len(before) - left]
    whole = before + told + after
    borders = (len(before), len(before) + len(told))
    return all(may_cut(whole, at) and not WITHIN.match(whole[at - 1 : at + 1]) for at in borders)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|[^\S\r\n]+|\r\n|\W", text)


def _starts(parts: Sequence[str]) -> list[int]:
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return starts
