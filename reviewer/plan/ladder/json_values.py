"""Levels 1 and 2 of the ladder: JSON values, strict first, wherever in a text they stand (seed §7).

A value is sought from its first bracket, with strings skipped whole, before anybody looks for a fence: a string of the
value may hold a fence of its own. Where strict reading succeeds and shows no half-eaten LaTeX, it is final.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from reviewer.model.chunk_edits import ExtractionMethod
from reviewer.plan.ladder.items import MAX_DEPTH, Found, as_object, found_in, fraction, is_bare, whole_number
from reviewer.plan.ladder.relaxed import read_relaxed

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)

_EATEN = re.compile(r"(?<!\\)(?:\\\\)*+\\[bfr](?=[A-Za-z])")
"""``\\beta`` or ``\\frac`` with one backslash: valid JSON for a control character and the rest of the command."""

_START = re.compile(
    r"""\[(?=\s*(?:[\[{\]"'“‘«]|-?[\d.]+\s*,|(?:null|None|true|false|True|False)\s*[,\]]))"""
    r"""|\{(?=\s*["'“‘«`]?[A-Za-z0-9_$][\w $.-]{0,40}["'”’»`]?\s*[:=])"""
)
"""Where a list or an object may begin: cheap, so that brackets of prose and of links cost nothing."""

_EFFORT = 4
"""So many times the text's length may be looked at in all; what is found until then counts."""


_LEAST = 10_000
_AROUND = 100


@dataclass(frozen=True, slots=True)
class Read:
    """A value that was found: what is in it, which level read it, whether it is a list, where it ends."""

    found: Found
    method: ExtractionMethod
    listed: bool
    end: int


@dataclass(frozen=True, slots=True)
class _Extent:
    end: int
    closed: bool
    deep: bool = False


def json_strict(text: str) -> Any:
    """A value as the standard has it, numbers that are no use kept as text.

    Raises:
        ValueError: it is none, nests deeper than ``MAX_DEPTH``, or shows LaTeX commands that lost their backslash.
    """
    extent = _extent(text, len(text) - len(text.lstrip()))
    if not extent.closed:
        raise ValueError("no value, or nested too deep")
    if _EATEN.search(text):
        raise ValueError("a command lost its backslash")
    return json.loads(
        text,
        object_pairs_hook=as_object,
        parse_int=whole_number,
        parse_float=fraction,
        parse_constant=_no_number,
    )


def json_values(text: str, *, closed: bool = False) -> Read | None:
    """The proposals of all lists that have any, else of all bare objects; else an empty list, else one that was cut.

    Models that talk put each proposal into a fence of its own, or a list behind each paragraph. A bare object beside a
    list is an idea on the way to it: it is not read, only counted. ``closed``: somebody marked the end of the text, so
    that a list which only lacks its bracket is not cut. An empty list counts only where it stands alone on its line:
    prose has empty brackets too.
    """
    parts: list[Read] = []
    nothing: Read | None = None
    position, effort = 0, 0
    while effort <= _EFFORT * len(text) + _LEAST:
        start = _START.search(text, position)
        if start is None:
            break
        read, looked = _read_at(text, start.start(), closed=closed)
        effort += looked
        if read is None or not _counts(text, start.start(), read):
            position = _go_on_at(text, start.start())
            continue
        if read.found.items or (parts and read.found.cut):
            parts.append(read)
        elif nothing is None or nothing.found.cut:
            nothing = read
        position = read.end
    lists = [read for read in parts if read.listed]
    return _together(lists or parts, passed_over=parts) if parts else nothing


def _counts(text: str, start: int, read: Read) -> bool:
    if read.found.items or read.found.cut:
        return True
    return not read.found.dropped and _alone(text, start, read.end)


def _alone(text: str, start: int, end: int) -> bool:
    """Nothing else on its lines but marks of emphasis, quotes or a full stop."""
    before = text[max(start - _AROUND, 0) : start].rpartition("\n")[2]
    after = text[end : end + _AROUND].partition("\n")[0]
    return not (before + after).strip(" \t\r`*_.,;\"'")


def _read_at(text: str, start: int, *, closed: bool) -> tuple[Read | None, int]:
    """The values that begin here and follow each other without prose between; and how far was looked."""
    parts: list[Read] = []
    position, effort = start, 0
    while position < len(text) and text[position] in "[{":
        read, looked = _one(text, position, closed=closed)
        effort += looked
        if read is None:
            break
        parts.append(read)
        position = _next(text, read.end)
        if not read.found.items:
            break
    return (_together(parts) if parts else None), max(effort, 1)


def _together(parts: list[Read], passed_over: Sequence[Read] = ()) -> Read:
    """One read of all ``parts``; what only the values ``passed_over`` say counts as dropped."""
    if len(parts) == 1 and len(passed_over) < 2:
        return parts[0]
    items = tuple(item for part in parts for item in part.found.items)
    known = set(map(_key, items))
    left = sum(_key(item) not in known for part in passed_over for item in part.found.items)
    last = (passed_over or parts)[-1]
    found = Found(items, sum(part.found.dropped for part in parts) + left, last.found.cut)
    method = parts[0].method if len(parts) == 1 else "json_relaxed"
    return Read(found, method, any(part.listed for part in parts), last.end)


def _key(item: dict[str, Any]) -> str:
    return json.dumps(item, sort_keys=True, default=str)


def _one(text: str, start: int, *, closed: bool) -> tuple[Read | None, int]:
    extent = _extent(text, start)
    looked = extent.end - start
    if extent.deep:
        return None, looked
    if extent.closed:
        try:
            return _read(json_strict(text[start : extent.end]), extent.end), looked
        except ValueError:
            pass
    relaxed = read_relaxed(text, start)
    looked += relaxed.looked
    found = relaxed.found
    if found is None:
        return None, looked
    if found.cut and found.items and closed and not relaxed.inside:
        found = Found(found.items, found.dropped)
    return Read(found, "json_relaxed", relaxed.listed, relaxed.end), looked


def _read(value: Any, end: int) -> Read | None:
    found = found_in(value)
    if found is None:
        return None
    return Read(found, "json_relaxed" if is_bare(value) else "json_strict", not is_bare(value), end)


def _extent(text: str, start: int) -> _Extent:
    """Where the value that begins at ``start`` ends, whether it does, and whether it nests too deep to be read."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        character = text[token.start()]
        if character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        if depth <= 0 or depth > MAX_DEPTH:
            return _Extent(token.end(), closed=depth == 0, deep=depth > 0)
    return _Extent(len(text), closed=False)


def _go_on_at(text: str, start: int) -> int:
    """Where to look after a value that is none: inside it, or behind what nests too deep."""
    extent = _extent(text, start)
    return extent.end if extent.deep else start + 1


def _next(text: str, position: int) -> int:
    """The next character that is no white space, comma or semicolon."""
    while position < len(text) and text[position] in " \t\r\n,;":
        position += 1
    return position


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
