"""Values of configuration keys as they come from files, variables and options: what no key can hold, whatever its type.

Everything here is told with the key's name and where the value came from, before types are looked at.
"""

import json
import math

from reviewer.errors import UserError
from reviewer.json_text import is_deep

LARGEST = 2**31 - 1
"""The largest number of any key: more than any budget, and what a C ``int`` of timeouts and sizes can hold."""

DEPTH = 20
"""Levels of lists; no key has more than two."""

_SHOWN = 80

_PLACES = frozenset({"llm", "llm.endpoint", "llm.allowed_hosts"})
"""Keys, and the table of them, whose value may hold a password by mistake: it is never shown, whatever its type."""


def fault_of(value: object) -> str | None:
    """Why no key can hold a value; empty where its type says it, None for a list or a scalar that some key may hold."""
    if is_deep(value, DEPTH):
        return f"it is nested in more than {DEPTH} levels"
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, list | tuple):
            waiting += item
        elif (fault := _scalar_fault(item)) is not None:
            return fault
    return None


def _scalar_fault(value: object) -> str | None:
    if isinstance(value, str):
        return text_fault(value)
    if isinstance(value, float) and not math.isfinite(value):
        return ""
    if isinstance(value, int | float):
        return None if abs(value) <= LARGEST else f"numbers go up to {LARGEST}"
    return None if value is None else ""


def text_fault(text: str) -> str | None:
    """Why a text can be no value and no name of a key; None when it can."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "it is not UTF-8 text"
    return "it holds a NUL" if "\0" in text else None


def bad_value(name: str, value: object, allowed: str, origin: str, reason: str = "") -> UserError:
    """The refusal of a value: key, value (cut, and no place), where it came from, and what is allowed."""
    because = f": {reason}" if reason else ""
    shown = "…" if name in _PLACES else _shown(value)
    return UserError("bad-value", f"{name} = {shown} is not allowed{because} (from {origin})", f"allowed: {allowed}")


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):  # nested without end, or a number of thousands of digits
        return "…"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
