r"""Where display math opens and closes in a document: ``$$ … $$``, ``\[ … \]``, ``\begin{x} … \end{x}``.

The next mark closes, wherever it stands on its line and whatever stands behind it, so that ``$$,`` and ``$$ {#eq:a}``
close as well as ``$$`` alone; a closer that is passed over would make the next opener one, and invert all that follow.
Marks that are escaped, or in a code span on their line, do not count. Everything is indexed once: an opener without a
closer costs a look-up, not a scan.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.formulas import environments, is_formula
from reviewer.markdown.inline_spans import SpanIndex
from reviewer.markdown.normal import NormalText

_SIGNS = ("$$", "\\[", "\\]")
_MARK = lazy_pattern(r"`+|\$\$|\\(?:(?P<border>begin|end)\{(?P<name>[A-Za-z]+\*?)\}|.)")
_BLANK = lazy_pattern(r"[ \t>]*")
_BARRIER = lazy_pattern(r"[ \t>]*(?:#{1,6}(?:[ \t]|$)|`{3}|~{3})")
_LINE_OPENS = frozenset(" \t>#`~")
_CONTAINERS = lazy_pattern(r"(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]|\[\^[^\]\s]+\]:)*")
_LABEL = lazy_pattern(r"[ \t]*(?:(?:\([^()$\n]+\)|(?:\\label)?\{[^{}\n]+\})[ \t]*)?$", re.MULTILINE)
_PUNCTUATION = lazy_pattern(r"[ \t]*[.,;:][ \t]*$", re.MULTILINE)


class _Mark(NamedTuple):
    sign: str
    start: int
    end: int
    name: str = ""


class _Display(NamedTuple):
    """Math that opens behind other text on its line; ``last`` is the line to which it and what it leads into reach."""

    start: int
    end: int
    last: int


class MathIndex:
    """Answers for one document; offsets are those of the normal text, lines are counted from 0."""

    def __init__(self, normal: NormalText) -> None:
        self._text = normal.text
        self._lines = normal.lines
        self._starts = normal.starts
        marks = list(_marks(normal))
        self._offsets = {sign: [m.start for m in marks if m.sign == sign] for sign in _SIGNS}
        self._ends = environments((m.sign, m.name, m.start, m.end) for m in marks if m.name)
        self._blanks, self._barriers = _breaks(normal.lines) if marks else ([], [])
        self._inner = self._displays_in_lines(marks)
        self._inner_starts = [display.start for display in self._inner]

    def closing_line(self, position: int) -> int | None:
        """The line on which the block of math that begins at ``position`` ends; None where there is none.

        ``position`` is the first character of its line behind container marks. Blank lines are crossed only between
        marks that stand alone on their lines, heading lines and fences never. On one line ``$$a$$ or $$b$$`` and
        ``\\[ a \\] holds`` are prose with inline math.
        """
        closer = None if self._is_inside(position) else self._closer(position)
        if closer is None:
            return None
        first, last = self._line(position), self._line(closer[0])
        if first == last:
            whole = closer[0] > position + 2 and _LABEL.match(self._text, closer[1]) is not None
            return first if whole and self._is_math(position, closer[0]) else None
        if not self._may_cross(position, closer, first, last):
            return None
        following = bisect_right(self._inner_starts, closer[0])
        if following < len(self._inner) and self._line(self._inner[following].start) == last:
            return self._inner[following].last
        return last

    def _is_inside(self, position: int) -> bool:
        """Whether math that began within a line goes on here: ``$$`` closes it, ``\\begin`` is a part of it."""
        index = bisect_left(self._inner_starts, position) - 1
        return index >= 0 and position <= self._inner[index].end

    def _closer(self, position: int) -> tuple[int, int] | None:
        sign = self._text[position : position + 2]
        if sign not in self._offsets:
            return self._ends.get(position)
        start = self._next("$$" if sign == "$$" else "\\]", position + 2)
        if start is None or (sign == "\\[" and (self._next(sign, position + 2) or start) < start):
            return None
        return start, start + 2

    def _next(self, sign: str, first: int) -> int | None:
        offsets = self._offsets[sign]
        index = bisect_left(offsets, first)
        return offsets[index] if index < len(offsets) else None

    def _is_math(self, position: int, closer: int) -> bool:
        """False for brackets around prose."""
        if not self._text.startswith("\\[", position):
            return True
        return is_formula(re.sub(r"\n[ \t>]*", "\n", self._text[position + 2 : closer]))

    def _may_cross(self, position: int, closer: tuple[int, int], first: int, last: int) -> bool:
        if position in self._ends:
            return True
        if _any_between(self._barriers, first, last):
            return False
        behind = self._lines[first][position + 2 - self._starts[first] :]
        if _any_between(self._blanks, first, last):
            return not behind.strip(" \t") and self._is_alone(closer) and not self._is_opener(position, closer[0])
        return not behind.strip(" \t") or self._is_math(position, closer[0])

    def _is_alone(self, closer: tuple[int, int]) -> bool:
        """Alone on its line; a label or punctuation stands behind closers only."""
        text, line = self._text, self._starts[self._line(closer[0])]
        if _BLANK.fullmatch(text, line, closer[0]) is None:
            return False
        return _LABEL.match(text, closer[1]) is not None or _PUNCTUATION.match(text, closer[1]) is not None

    def _is_opener(self, stray: int, position: int) -> bool:
        """Whether the ``$$`` after blank lines rather opens a formula of its own, the one before being left unpaired.

        So it does where the next one follows in its paragraph, and one is too many up to the next heading.
        """
        following = self._next("$$", position + 2) if self._text.startswith("$$", stray) else None
        if following is None:
            return False
        first, last = self._line(position), self._line(following)
        if (
            last < first + 2
            or _any_between(self._blanks, first, last)
            or not self._is_alone((following, following + 2))
        ):
            return False
        barrier = bisect_right(self._barriers, first)
        end = self._starts[self._barriers[barrier]] if barrier < len(self._barriers) else len(self._text)
        offsets = self._offsets["$$"]
        return (bisect_left(offsets, end) - bisect_left(offsets, stray)) % 2 == 1

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _displays_in_lines(self, marks: Sequence[_Mark]) -> list[_Display]:
        pairs: list[tuple[int, int]] = []
        position, line, content = 0, -1, 0
        for mark in marks:
            closer = self._closer(mark.start) if mark.start >= position and mark.sign not in ("\\]", "end") else None
            if closer is None or not self._is_in_paragraph(mark.start, closer[0]):
                continue
            position = closer[1]
            if self._line(mark.start) > line:
                line = self._line(mark.start)
                prefix = _CONTAINERS.match(self._lines[line])
                content = self._starts[line] + (prefix.end() if prefix else 0)
            if mark.start > content:
                pairs.append((mark.start, closer[0]))
        found: list[_Display] = []
        for start, end in reversed(pairs):
            last = self._line(end)
            if found and self._line(found[-1].start) == last:
                last = found[-1].last
            found.append(_Display(start, end, last))
        return found[::-1]

    def _is_in_paragraph(self, start: int, end: int) -> bool:
        first, last = self._line(start), self._line(end)
        breaks = (self._blanks, self._barriers)
        return not any(_any_between(lines, first, last) for lines in breaks) and self._is_math(start, end)


def _marks(normal: NormalText) -> Iterator[_Mark]:
    """Every mark in order, read line by line, and only on lines that may have one."""
    for number in _marked_lines(normal):
        yield from _marks_of_line(normal.lines[number], normal.starts[number])


def _marked_lines(normal: NormalText) -> list[int]:
    text, starts = normal.text, normal.starts
    found: set[int] = set()
    for pair in (("$$",), ("\\[", "\\]"), ("\\begin{", "\\end{")):
        for sign in pair if pair[0] in text else ():  # searches for literals are quicker than one for a pattern
            position = text.find(sign)
            while position >= 0:
                number = bisect_right(starts, position)
                found.add(number - 1)
                position = text.find(sign, starts[number]) if number < len(starts) else -1
    return sorted(found)


def _marks_of_line(line: str, offset: int) -> Iterator[_Mark]:
    code = SpanIndex(line)
    position = 0
    while (match := _MARK.search(line, position)) is not None:
        position = match.end()
        start, sign = match.start(), match.group()
        if sign[0] == "`":
            position = code.code(start, len(line))[0]
        elif match["border"]:
            yield _Mark(match["border"], offset + start, offset + position, match["name"])
        elif sign in _SIGNS:
            yield _Mark(sign, offset + start, offset + position)


def _breaks(lines: Sequence[str]) -> tuple[list[int], list[int]]:
    """Lines that are blank within any quotes, and ATX headings and fences, which no formula holds."""
    blanks: list[int] = []
    barriers: list[int] = []
    for number, line in enumerate(lines):
        if not line:
            blanks.append(number)
        elif line[0] not in _LINE_OPENS:
            continue
        elif _BLANK.fullmatch(line) is not None:
            blanks.append(number)
        elif _BARRIER.match(line) is not None:
            barriers.append(number)
    return blanks, barriers


def _any_between(lines: Sequence[int], first: int, last: int) -> bool:
    index = bisect_right(lines, first)
    return index < len(lines) and lines[index] < last
