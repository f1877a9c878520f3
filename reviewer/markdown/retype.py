"""New text in the document's own characters: its line ends, and its no-break spaces where a person typed plain ones."""

import re
from dataclasses import dataclass

from reviewer.lazy_pattern import lazy_pattern

_LINE_END = lazy_pattern(r"\r\n|\r")
_SPACES = str.maketrans(
    dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f", " ")
)
_BREAK = lazy_pattern(r"[\n ]")
_WRAPPED = lazy_pattern(r"(?<=\S)(?:\r\n|\n)[ \t]*+(?:>[ \t]*+)*+(?=\S)|\r\n|[\s\S]")
_LINE_ENDS = frozenset({"\r\n", "\n", "\r"})


@dataclass(frozen=True, slots=True)
class _Change:
    """What is left of two texts when their common ends are taken away."""

    prefix: int
    before_end: int
    after_end: int


def plain(text: str) -> str:
    """The text with every typographic space as a plain one; the length stays."""
    return text.translate(_SPACES)


def to_lf(text: str) -> tuple[str, list[int]]:
    """The text with LF line ends, and the offsets in it of those that were CRLF."""
    if "\r" not in text:
        return text, []
    pieces, crs, position, length = [], [], 0, 0
    for match in _LINE_END.finditer(text):
        pieces.append(text[position : match.start()])
        length += match.start() - position
        if match.end() - match.start() == 2:
            crs.append(length)
        pieces.append("\n")
        length += 1
        position = match.end()
    return "".join([*pieces, text[position:]]), crs


def retype(exact: str, before: str, after: str, line_end: str) -> str:
    """``after`` as it stands in the document.

    ``exact`` is the document's text and ``before`` the same as it was typed. What ``before`` and ``after`` share at
    both ends is taken from ``exact``. In between, a line end or space between the same two words, or the n-th of
    equally many, is taken from ``exact`` as well. Any other line end is that of the replaced text, else of the line
    that it follows or splits, else ``line_end`` (that of the line in which ``exact`` ends).
    """
    if exact == before and "\n" not in after and "\r" not in after:
        return after  # typed as it stands there, and no line end is put in
    before, after = to_lf(before)[0], to_lf(after)[0]
    units = _units(exact, len(before))
    change = _trim(before, after)
    old = units[change.prefix : change.before_end]
    new_end = _line_end_at(units, change) or line_end
    middle = _middle(old, before[change.prefix : change.before_end], after[change.prefix : change.after_end], new_end)
    return "".join([*units[: change.prefix], middle, *units[change.before_end :]])


def _line_end_at(units: list[str], change: _Change) -> str:
    """The line end in ``units`` that new ones beside it should be like, or nothing."""
    if change.prefix == change.before_end and change.prefix and units[change.prefix - 1] in _LINE_ENDS:
        return units[change.prefix - 1]
    return next((unit for unit in units[change.prefix :] if unit in _LINE_ENDS), "")


def _units(exact: str, length: int) -> list[str]:
    """Characters, CRLF as one: aligned with the LF form of so many characters.

    Where that is shorter, one space was typed for a line end with the indent or the marks of a quote behind it.
    """
    units = re.findall(r"\r\n|[\s\S]", exact) if "\r\n" in exact else list(exact)
    return units if len(units) == length else _WRAPPED.findall(exact)


def _trim(before: str, after: str) -> _Change:
    limit = min(len(before), len(after))
    prefix = 0
    while prefix < limit and before[prefix] == after[prefix]:
        prefix += 1
    suffix = 0
    while suffix < limit - prefix and before[-1 - suffix] == after[-1 - suffix]:
        suffix += 1
    return _Change(prefix, len(before) - suffix, len(after) - suffix)


def _middle(old: list[str], before: str, after: str, new_end: str) -> str:
    breaks = [match.start() for match in _BREAK.finditer(before)]
    targets = [match.start() for match in _BREAK.finditer(after)]
    same_order = [before[i] for i in breaks] == [after[i] for i in targets]
    known = {} if same_order else _neighbours(before, breaks)
    written = list(after)
    for index, place in enumerate(targets):
        keys = () if same_order else _keys(after, targets, index)
        source = breaks[index] if same_order else next((known[key] for key in keys if key in known), None)
        if source is not None:
            written[place] = old[source]
        elif after[place] == "\n":
            written[place] = new_end
    return "".join(written)


_Key = tuple[str | None, str, str | None]


def _neighbours(text: str, breaks: list[int]) -> dict[_Key, int]:
    return {key: place for index, place in enumerate(breaks) for key in _keys(text, breaks, index)}


def _keys(text: str, breaks: list[int], index: int) -> tuple[_Key, ...]:
    """A break with the words on both sides, then with either of them."""
    start = breaks[index - 1] + 1 if index else 0
    end = breaks[index + 1] if index + 1 < len(breaks) else len(text)
    place = breaks[index]
    left, right = text[start:place], text[place + 1 : end]
    return (left, text[place], right), (left, text[place], None), (None, text[place], right)
