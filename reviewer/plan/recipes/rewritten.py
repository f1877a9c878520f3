"""What an edit of a masked text makes of its source: exact, or refused (seed §7, ``_unmask_ops``).

A placeholder, or a word that stands for another, must be there once and in its order; each maps back at its own place.
Markup that a model was not shown stays where it is. Nothing is guessed: where that cannot be said, the edit is refused.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.position import Span
from reviewer.patch.differences import differences
from reviewer.plan.recipes.made_up import GAP, made_up
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.same_shape import same_shape

LOST, DOUBLED, REORDERED = "it leaves out {}", "it writes {} more often", "it moves {}"
STRANGE = "it writes a placeholder that stands for nothing there"
CUT = "its quote ends inside {}"
MARKUP = "it changes markup that was not shown"

_TOLD = 40
"""Characters of what was masked that a reason repeats."""

_WORD = lazy_pattern(r"\w+|\s|[^\w\s]")


class Altered(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """An edit cannot be mapped back: ``what`` it does, and the token to which, if any."""

    def __init__(self, what: str, shown: str = "") -> None:
        super().__init__(what.format(repr(shown)))
        self.what = what
        self.shown = shown

    def told(self, masked: MaskedText) -> str:
        """The reason for people, who know what was masked and not how it was shown."""
        stood = next((cover for cover in masked.named if cover.shown == self.shown), None)
        if stood is None:
            return self.what
        text = " ".join(masked.source[stood.start : stood.end].split())
        quoted = repr(text if len(text) <= _TOLD else f"{text[: _TOLD - 1]}…")
        return f"{self.what.format(quoted)}, which the model was not shown as it is"


class Token(NamedTuple):
    """A token as it stands in a text. ``number``: a digit follows it there, and would make it another one."""

    start: int
    end: int
    shown: str
    number: str


class _Unit(NamedTuple):
    """A word, space or mark of the source, or a cover as a whole. ``name``: it must be left alone."""

    shown: str
    source: str
    name: str = ""
    markup: bool = False


def unmasked(masked: MaskedText, text: str) -> str:
    """The source with what ``text`` says in the place of ``masked.text``; the source itself for that very text.

    Raises:
        Altered: a placeholder is lost, doubled or moved, or markup that was not shown is changed.
    """
    span, after = rewritten(masked, Span(0, len(masked.text)), text)
    return masked.source[: span.start] + after + masked.source[span.end :]


def rewritten(masked: MaskedText, shown: Span, after: str) -> tuple[Span, str]:
    """The range of the source that a range of ``masked.text`` shows, and what stands there when that becomes ``after``.

    Raises:
        Altered: as ``unmasked``; also where the range begins or ends inside a token.
    """
    units, source = _units(masked, shown), masked.source_of(shown)
    before = masked.text[shown.start : shown.end]
    if after == before:
        return source, masked.source[source.start : source.end]
    found = tokens_in(masked, after)
    _check_order(list(_told(units)), found)
    _check_stems(masked, shown, after, found)
    tokens = [number for number, unit in enumerate(units) if unit.name]
    segments = [units[start + 1 : end] for start, end in pairwise((-1, *tokens, len(units)))]
    borders = [0, *(border for token in found for border in token[:2]), len(after)]
    news = [after[start:end] for start, end in zip(borders[::2], borders[1::2], strict=True)]
    parts: list[str] = []
    at_line_start = masked.text[: shown.start][-1:] in {"", "\n", "\r"}
    for number, (segment, new) in enumerate(zip(segments, news, strict=True)):
        parts.append(_rewritten(segment, new, at_line_start=at_line_start and number == 0))
        parts += [units[tokens[number]].source] if number < len(tokens) else []
    if not same_shape(masked, shown, after, source, parts):
        raise Altered(MARKUP)
    return source, "".join(parts)


def tokens_in(masked: MaskedText, text: str) -> list[Token]:
    """Tokens of a masked text in any text, in order. In ``masked.text`` itself they are its named covers, no more."""
    pattern = _pattern(masked)
    if pattern is None:
        return []
    found = ((match.start(), match.end(), match[0]) for match in pattern.finditer(text))
    return [Token(start, end, shown, _digit(text, end, shown)) for start, end, shown in found]


def _told(units: Sequence[_Unit]) -> Iterator[Token]:
    at = 0
    for unit, behind in zip_longest(units, units[1:], fillvalue=_Unit("", "")):
        if unit.name:
            yield Token(at, at + len(unit.shown), unit.shown, _digit(behind.shown, 0, unit.shown))
        at += len(unit.shown)


def _digit(text: str, end: int, shown: str) -> str:
    behind = text[end : end + 1]
    return behind if shown[-1:].isdecimal() and behind.isdecimal() else ""


def _pattern(masked: MaskedText) -> re.Pattern[str] | None:
    """A placeholder is told by its stem: its numbers have one length. A word for another is one as a whole."""
    tokens = dict.fromkeys(cover.shown for cover in masked.named)
    if not tokens:
        return None
    tried = [
        re.escape(token) if token.startswith(masked.stems) else rf"(?<!\w){re.escape(token)}(?!\w)"
        for token in sorted(tokens, key=len, reverse=True)
    ]
    return re.compile("|".join(tried))


def _check_order(told: Sequence[Token], found: Sequence[Token]) -> None:
    wanted, got = [token.shown for token in told], [token.shown for token in found]
    for name in wanted:
        if got.count(name) < wanted.count(name):
            raise Altered(LOST, name)
    for name in got:
        if got.count(name) > wanted.count(name):
            raise Altered(DOUBLED, name) if name in wanted else Altered(STRANGE)
    for one, other in zip(told, found, strict=True):
        if one.shown != other.shown:
            raise Altered(REORDERED, one.shown)
        if one.number != other.number:
            raise Altered(STRANGE)


def _check_stems(masked: MaskedText, shown: Span, after: str, found: Sequence[Token]) -> None:
    """What is written as a placeholder and is no token there."""
    borders = [0, *(border for token in found for border in token[:2]), len(after)]
    rest = GAP.join(after[start:end] for start, end in zip(borders[::2], borders[1::2], strict=True))
    if made_up(masked, masked.text[: shown.start], rest, masked.text[shown.end :]):
        raise Altered(STRANGE)


def _units(masked: MaskedText, shown: Span) -> list[_Unit]:
    found: list[_Unit] = []
    start, end = masked.source_of(shown)
    at = start
    for number in masked.within(shown):
        cover, first = masked.covers[number], masked.shown_start(number)
        last = first + len(cover.shown)
        if not cover.shown and first in shown:  # at a border of the quote
            continue
        if last <= shown.start or first >= shown.end:
            continue
        if first < shown.start or last > shown.end:
            raise Altered(CUT, cover.shown) if cover.name else Altered(MARKUP)
        found += _words(masked.source[at : cover.start])
        found.append(_Unit(cover.shown, masked.source[cover.start : cover.end], cover.name, markup=not cover.name))
        at = cover.end
    return [*found, *_words(masked.source[at:end])]


def _words(text: str) -> Iterator[_Unit]:
    return (_Unit(word, word) for word in _WORD.findall(text))


def _rewritten(units: Sequence[_Unit], new: str, *, at_line_start: bool) -> str:
    """The source of units without named ones whose shown text becomes ``new``."""
    if not any(unit.markup for unit in units):
        return new
    seen = [number for number, unit in enumerate(units) if unit.shown]
    words = _WORD.findall(new)
    parts: list[str] = []
    taken = 0
    for old, put in differences([units[number].shown for number in seen], words):
        first = seen[old.start] if old.start < len(seen) else len(units)
        last = seen[old.end - 1] + 1 if old.end > old.start else first
        if old.end == old.start:  # put in: before what is not shown there, but behind the mark of a line
            first = last = _place(units, seen, old.start, at_line_start=at_line_start)
        if any(unit.markup for unit in units[first:last]):
            raise Altered(MARKUP)
        written = "".join(words[put.start : put.end])
        if not written and _hidden(units, first - 1) and _hidden(units, last):
            raise Altered(MARKUP)
        parts += [*(unit.source for unit in units[taken:first]), written]
        taken = last
    return "".join([*parts, *(unit.source for unit in units[taken:])])


def _place(units: Sequence[_Unit], seen: Sequence[int], at: int, *, at_line_start: bool) -> int:
    behind = seen[at] if at < len(seen) else len(units)
    if at == 0:
        return behind if at_line_start else 0
    before = seen[at - 1]
    return behind if units[before].shown[-1] in "\r\n" else before + 1


def _hidden(units: Sequence[_Unit], number: int) -> bool:
    return 0 <= number < len(units) and units[number].markup and not units[number].shown
