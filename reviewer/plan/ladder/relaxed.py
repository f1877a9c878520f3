"""Level 2 of the ladder: JSON as models write it, read by a reader that never invents an end.

Understood: commas too many or missing, comments, bare words, quotes of any kind as delimiters, quotes and line ends
inside strings, unknown escapes (they keep their backslash), ``NaN`` (nothing). A string or an object that does not end
is no proposal; the complete ones before it are kept, and the complete ones after a broken one.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from reviewer.plan.ladder.escapes import unescaped
from reviewer.plan.ladder.items import MAX_DEPTH, Found, as_object, found_in, fraction, is_bare, is_item, whole_number
from reviewer.plan.proposal_fields import ALIASES

_CLOSERS = {'"': '"', "'": "'", "`": "`", "“": '”“"', "‘": "’‘'", "«": "»"}
_CLOSER = {opener: re.compile(f"[\\\\{closers}]") for opener, closers in _CLOSERS.items()}
_BLANK = re.compile(r"(?:[ \t\r\n\f\v\u00a0\ufeff]+|//[^\n]*|#[^\n]*|/\*[\s\S]{0,2000}?\*/)+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_$][\w$.-]*")
_WORD = re.compile(r"-?[A-Za-z_][\w.-]*")
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")
_COLON = re.compile(r"=>|[:=]")
_WORDS = {"true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None, "infinity": None,
          "-infinity": None}  # fmt: skip

_KEY = r"""["'“‘«`]?[A-Za-z0-9_$][\w $.-]{0,40}["'”’»`]?\s*(?:=>|[:=])"""
_KEY_ENDS = re.compile(r"\s*(?:=>|[:=])")
_MEMBER_ENDS = re.compile(rf"\s*(?:\}}|;|//|/\*|\Z|,\s*(?:{_KEY}|\}}|\]|//|/\*|\Z))|[ \t\r]*\n\s*{_KEY}")
_ITEM_ENDS = re.compile(r"""\s*(?:\]|//|/\*|\Z|,\s*(?:["'“‘«`{\[\]\d-]|null|true|false|None|True|False|\Z))""")
"""What must follow a quote mark so that it ends a key, a value of an object, a member of a list."""

_NAMES = "|".join(sorted({name for names in ALIASES.values() for name in names}, key=len, reverse=True))
_AGAIN = re.compile(rf"""\{{(?=\s*["'“]?(?:{_NAMES})["'”]?\s*[:=])""", re.IGNORECASE)
"""Where the next proposal begins after one that could not be read."""


@dataclass(frozen=True, slots=True)
class Relaxed:
    """What was read. ``inside``: the text ended within a proposal. ``looked``: characters that were looked at."""

    found: Found | None
    listed: bool
    end: int
    looked: int
    inside: bool = False


class _Cut(Exception):  # noqa: N818 - the text ends here
    """The text ended inside a value."""


class _Broken(Exception):  # noqa: N818 - reading goes on elsewhere
    """This is no JSON of any kind."""


def read_relaxed(text: str, start: int) -> Relaxed:
    """The value that begins at ``start``, or the proposals of it that are complete. Never raises."""
    reader = _Reader(text, start)
    try:
        value = reader.value()
    except _Cut:
        return _partial(reader, start, cut=True)
    except _Broken:
        return _mended(reader, start)
    return Relaxed(found_in(value), not is_bare(value), reader.at, reader.at - start)


def relaxed_object(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    """The object that begins at ``start`` and where reading ended; None where it does not close. Never raises."""
    reader = _Reader(text, start)
    try:
        value = reader.value()
    except (_Cut, _Broken):
        return None, max(reader.at, start + 1)
    return (value if isinstance(value, dict) else None), max(reader.at, start + 1)


def _partial(reader: "_Reader", start: int, *, cut: bool) -> Relaxed:
    found = Found(tuple(reader.complete), reader.dropped, cut)
    return Relaxed(found, reader.listed, reader.at, reader.at - start, inside=reader.inside > 0 or not reader.listed)


def _mended(reader: "_Reader", start: int) -> Relaxed:
    """What follows a broken proposal, one by one. Nothing complete before it or after it: this was no reply."""
    cut = False
    if reader.listed or reader.complete or _AGAIN.match(reader.text, start):
        cut = _go_on(reader)
    if not reader.complete:
        return Relaxed(None, listed=False, end=start, looked=reader.at - start)
    return _partial(reader, start, cut=cut)


def _go_on(reader: "_Reader") -> bool:
    """Read on after every broken member; whether the text ended inside the list."""
    reader.dropped += 1
    while reader.again():
        try:
            reader.members()
        except _Cut:
            return True
        except _Broken:
            reader.dropped += 1
            continue
        return False
    return False


@dataclass
class _Reader:
    """One pass over a text. ``complete``: proposals that were closed, in order, in whatever holds them."""

    text: str
    at: int
    complete: list[dict[str, Any]] = field(default_factory=list)
    dropped: int = 0
    inside: int = 0
    """Objects that are open and are not the one around the list."""
    listed: bool = False
    depth: int = 0

    def value(self) -> Any:
        character = self.text[self.at]
        if character == "[":
            return self._list()
        if character == "{":
            return self._object()
        raise _Broken

    def again(self) -> bool:
        """Go to where the next proposal begins; it stands in a list: after a bracket or a comma, or on a new line."""
        while (match := _AGAIN.search(self.text, self.at)) is not None:
            self.at = match.end()
            before = self.text[max(match.start() - 40, 0) : match.start()].rstrip(" \t\r")
            if before[-1:] == "\n" or before[-1:] in {",", "}", "[", "]"}:
                self.at = match.start()
                return True
        self.at = len(self.text)
        return False

    def members(self) -> None:
        """Objects that follow each other, up to the end of their list."""
        self.depth, self.inside = 1, 0
        self.listed = True
        while True:
            self._skip(",;")
            if self.at >= len(self.text):
                raise _Cut
            if self.text[self.at] != "{":
                self.at += self.text[self.at] == "]"
                return
            self._object()

    def _list(self) -> list[Any]:
        self._enter()
        self.listed = self.listed or self.depth <= 2
        made: list[Any] = []
        while True:
            self._skip(",")
            if self._closes("]"):
                return made
            made.append(self._any(_ITEM_ENDS))

    def _object(self) -> dict[str, Any]:
        outermost = not self.depth
        inner = bool(self.inside)
        self._enter()
        self.inside += not outermost
        pairs: list[tuple[str, Any]] = []
        while True:
            self._skip(",;")
            if self._closes("}"):
                break
            key = self._key()
            pairs.append((key, self._any(_MEMBER_ENDS)))
        made = as_object(pairs)
        self.inside -= not outermost
        if not inner and is_item(made):
            self.complete.append(made)
        return made

    def _enter(self) -> None:
        self.at += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _Broken

    def _closes(self, bracket: str) -> bool:
        if self.at >= len(self.text):
            raise _Cut
        if self.text[self.at] != bracket:
            return False
        self.at += 1
        self.depth -= 1
        return True

    def _skip(self, more: str = "") -> None:
        while True:
            match = _BLANK.match(self.text, self.at)
            if match is not None:
                self.at = match.end()
            if self.at >= len(self.text) or self.text[self.at] not in more:
                return
            self.at += 1

    def _key(self) -> str:
        if self.text[self.at] in _CLOSERS:
            key = self._string(_KEY_ENDS)
        else:
            match = _BARE_KEY.match(self.text, self.at)
            if match is None:
                raise _Broken
            self.at = match.end()
            key = match[0]
        self._skip()
        if self.at >= len(self.text):
            raise _Cut
        colon = _COLON.match(self.text, self.at)
        if colon is None:
            raise _Broken
        self.at = colon.end()
        return key

    def _any(self, ends: re.Pattern[str]) -> Any:
        self._skip()
        if self.at >= len(self.text):
            raise _Cut
        character = self.text[self.at]
        if character in "[{":
            return self.value()
        if character in _CLOSERS:
            return self._string(ends)
        return self._scalar()

    def _scalar(self) -> Any:
        number = _NUMBER.match(self.text, self.at)
        match = number or _WORD.match(self.text, self.at)
        if match is None:
            raise _Broken
        self.at = match.end()
        if self.at >= len(self.text):
            raise _Cut
        if number is None:
            return _WORDS.get(match[0].casefold(), match[0])
        return fraction(match[0]) if number[1] or number[2] else whole_number(match[0])

    def _string(self, ends: re.Pattern[str]) -> str:
        """Up to the first closing mark that something follows which follows strings; other marks are text."""
        marks = _CLOSER[self.text[self.at]]
        start = position = self.at + 1
        while (mark := marks.search(self.text, position)) is not None:
            position = mark.end()
            if mark[0] == "\\":
                position += 1
            elif ends.match(self.text, position):
                self.at = position
                return unescaped(self.text[start : mark.start()])
        self.at = len(self.text)
        raise _Cut
