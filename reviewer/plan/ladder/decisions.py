"""The decisions in a validator's reply: the ladder's levels, for objects that have a ``ref`` and a ``decision``.

Strict JSON first, alone or in a fence; then JSON as models write it, object by object; then lines like ``1: approve``.
Nothing is invented: an object that does not close is no decision.
"""

import re
from collections.abc import Iterator
from typing import Any

from reviewer.plan.ladder.json_values import json_strict
from reviewer.plan.ladder.relaxed import relaxed_object
from reviewer.plan.ladder.text import fenced, without_thinking

_OBJECT = re.compile(r"\{(?=[^{}]{0,200}?\bref\b)")
_LINE = re.compile(
    r"^[ \t>*_#-]*(?:ref(?:erence)?|candidate)?[ \t#:=]*(?P<ref>\d{1,4})[ \t*_.):=-]+"
    r"(?P<decision>approved?|reject(?:ed)?)\b[*_]{0,3}[ \t]*"
    r"(?:(?:[:,;(\[=–—-]?[ \t]*(?:confidence[ \t:=]{0,3})?"
    r"(?P<confidence>[01](?:\.\d{1,6})?)(?![.\d])[)\]]?)(?P<said>[^\n]*)|(?P<reason>(?:[,;:.(\[–—-][^\n]*)?))$",
    re.IGNORECASE | re.MULTILINE,
)
"""Number, decision, then its confidence and a reason, or a reason behind a mark. One that goes on in words is none."""
_TURNS_ROUND = re.compile(r"\b(?:reject\w*|no|not|never|wrong)\b", re.IGNORECASE)
"""In the reason of an approval: it may be none (``approved: no``). A rejection needs no such care."""
_MOST = 1_000
"""Objects of one reply that are read."""


def decisions_in(reply: str) -> tuple[dict[str, Any], ...] | None:
    """The decisions, unchecked, in the reply's order; None where the reply holds none that can be read.

    An empty list is an answer: it decides nothing. Never raises.
    """
    answer = without_thinking(reply)
    text = answer.text.strip()
    if answer.unfinished or not text:
        return None
    for candidate in (text, *fenced(text)[:1]):
        found = _strict(candidate)
        if found is not None:
            return found
    objects = tuple(_objects(text))
    if objects:
        return objects
    return tuple(_decided(line) for line in _LINE.finditer(text) if _is_plain(line)) or None


def _is_plain(line: re.Match[str]) -> bool:
    """Whether a line decides one thing."""
    return line["decision"].casefold().startswith("reject") or not _TURNS_ROUND.search(
        line["said"] or line["reason"] or ""
    )


def _decided(line: re.Match[str]) -> dict[str, Any]:
    reason = (line["said"] or line["reason"] or "").strip(" \t.,;:–—-")
    return {"ref": line["ref"], "decision": line["decision"], "reason": reason} | _number(line["confidence"])


def _strict(text: str) -> tuple[dict[str, Any], ...] | None:
    try:
        value = json_strict(text)
    except ValueError:
        return None
    if isinstance(value, dict) and "ref" in value:
        value = [value]
    elif isinstance(value, dict):
        value = _list_in(value)
    if not isinstance(value, list):
        return None
    return tuple(member for member in value if isinstance(member, dict))


def _list_in(value: dict[str, Any]) -> list[Any] | None:
    """The list of decisions in an object: the one of that name, else the first that has any, else the first."""
    named = value.get("decisions")
    lists = [named] if isinstance(named, list) else [held for held in value.values() if isinstance(held, list)]
    full = (held for held in lists if any(isinstance(member, dict) and "ref" in member for member in held))
    return next(full, next(iter(lists), None))


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Every object with a ``ref`` that closes, wherever it stands."""
    at = 0
    for _ in range(_MOST):
        match = _OBJECT.search(text, at)
        if match is None:
            return
        value, at = relaxed_object(text, match.start())
        if value is not None and "ref" in value:
            yield value


def _number(text: str | None) -> dict[str, float | None]:
    return {"confidence": None if text is None else float(text)}
