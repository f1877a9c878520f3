"""JSON that somebody else wrote: the one reader for files, options and variables that are not ours to trust.

Python's own reader gives up on deep nesting with an error that no caller expects, at a depth that depends on the
caller, and keeps the last of two equal keys without a word. Here everything that is wrong is one exception with one
line of text.
"""

import codecs
import json
from collections.abc import Callable, Iterator
from typing import Any

DEPTH = 200
"""Levels of arrays and objects that are read. What this program writes and takes has less than a tenth of them."""

_NULS = "it holds a NUL, which no JSON does: save it as UTF-8, if it is UTF-16"

Pairs = list[tuple[str, Any]]

_NESTS = (dict, list, tuple)


class BadJson(ValueError):  # noqa: N818 - said of a text, not of the program
    """The text is not JSON; the message says where and why, in one line."""


class JsonLimit(BadJson):
    """The text may be JSON, but is not read: too deep, a number too long, a key twice in one object."""


class Repeated(dict[str, Any]):
    """An object of which ``key`` stands in the text twice or more; it holds the last value, as plain JSON would."""

    key: str = ""


def read_json(text: bytes | str, pairs: Callable[[Pairs], dict[str, Any]] | None = None) -> Any:
    """The value of a JSON text. ``pairs`` makes the objects: ``refuse_repeats``, ``mark_repeats``, or plain ones.

    Bytes are UTF-8, perhaps with a byte-order mark; no other encoding is guessed.

    Raises:
        BadJson: not JSON (RFC 8259, with Python's ``NaN`` and ``Infinity``), not UTF-8.
        JsonLimit: more than ``DEPTH`` levels, a number of more digits than Python converts, what ``pairs`` raises.
    """
    if isinstance(text, bytes):
        text = _decoded(text)
    try:
        value = json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        raise BadJson(_NULS if "\0" in text else f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise _too_deep() from None
    except JsonLimit:
        raise
    except ValueError:  # int() refuses more digits than sys.get_int_max_str_digits()
        raise JsonLimit("it holds a number of more digits than can be read") from None
    if text.count("[") + text.count("{") > DEPTH and is_deep(value):
        raise _too_deep()
    return value


def _decoded(data: bytes) -> str:
    """Raises: BadJson."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise BadJson("it is UTF-16 or UTF-32: save it as UTF-8")
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        raise BadJson(f"it is not UTF-8: invalid byte at offset {error.start}") from None


def refuse_repeats(pairs: Pairs) -> dict[str, Any]:
    """An object each of whose keys stands once.

    Raises:
        JsonLimit: naming the key.
    """
    made = mark_repeats(pairs)
    if isinstance(made, Repeated):
        raise JsonLimit(f"the key {shown(made.key)} stands twice in one object")
    return made


def mark_repeats(pairs: Pairs) -> dict[str, Any]:
    """An object; a ``Repeated`` where a key stands twice."""
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    marked, seen = Repeated(made), set[str]()
    for key, _ in pairs:
        if key in seen:
            marked.key = key
            break
        seen.add(key)
    return marked


def repeated_key(value: object) -> str | None:
    """A key that stands twice in an object somewhere in a value that was read with ``mark_repeats``; None if none."""
    return next((item.key for _, item in _levels(value) if isinstance(item, Repeated)), None)


def is_deep(value: object, depth: int = DEPTH) -> bool:
    """Whether lists and objects are nested in more than ``depth`` levels."""
    return any(level > depth for level, _ in _levels(value))


def shown(text: str, most: int = 60) -> str:
    """A text from elsewhere in quotes, cut and fit to be printed and written as UTF-8."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return repr(cut.encode("utf-8", "backslashreplace").decode())


def _levels(value: object) -> Iterator[tuple[int, object]]:
    """Every list and object with its level, from 1; without recursion."""
    waiting = [(1, value)]
    while waiting:
        level, item = waiting.pop()
        if isinstance(item, _NESTS):
            yield level, item
            inner = item.values() if isinstance(item, dict) else item
            waiting += [(level + 1, part) for part in inner if isinstance(part, _NESTS)]


def _too_deep() -> JsonLimit:
    return JsonLimit(f"it is nested in more than {DEPTH} levels")
