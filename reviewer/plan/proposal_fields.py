"""The proposal form: what may be called what. One table of names, whoever wrote the proposal (issue C).

A proposal quotes text and says what stands there afterwards; it has no target and no hash. Names are compared without
regard to case, and ``oldText``, ``old-text`` and ``old_text`` are one name.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from reviewer.model.edit import RejectCode
from reviewer.plan.op_fields import Refused, as_stored

ALIASES: dict[str, tuple[str, ...]] = {
    "action": ("action", "op", "type"),
    "before": ("before", "before_text", "find", "find_text", "search", "search_text", "old", "old_text", "original",
               "original_text"),
    "after": ("after", "after_text", "replace", "replace_with", "replacement", "replacement_text", "new", "new_text"),
    "line": ("line", "line_start", "line_number"),
    "section": ("section", "anchor"),
    "rationale": ("rationale", "reason", "explanation"),
}  # fmt: skip
"""Every name of a field, our own first."""

ACTIONS: dict[str, tuple[str, ...]] = {
    "replace": ("replace", "replacement", "substitute", "substitution", "edit", "modify"),
    "insert": ("insert", "insertion", "insert_after", "add"),
    "delete": ("delete", "deletion", "remove"),
    "flag_only": ("flag_only", "flag", "comment"),
}
"""Every word for an action, our own first."""

LISTS = ("ops", "edits", "changes", "proposals")
"""Names under which a list may stand in an object."""

_PASSED_ON = ("id", "kind", "severity", "confidence", "source", "group", "needs_attention", "review_note")
_FULL = frozenset({"target", "before_hash"})
_FIELD_OF = {name: field for field, names in ALIASES.items() for name in names}
_ACTION_OF = {name: action for action, names in ACTIONS.items() for name in names}
_SHOWN = 60
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Proposal:
    """One proposal with our names. ``line`` and ``section`` only choose; ``rest`` are fields that ops have as well."""

    action: str
    before: str
    after: str | None
    line: int | None
    section: str
    rationale: object
    rest: dict[str, object]


def items_of(data: object) -> list[object] | None:
    """The ops of a file, in order: a list, an object with a list, one bare op, or ops under ``"1"``, ``"2"`` …

    None when it is none of these.
    """
    if isinstance(data, list):
        return data
    if not isinstance(data, dict):
        return None
    lists = _lists_of(data)
    if lists:
        found: list[object] = data[min(lists, key=lambda key: LISTS.index(plain_name(key)))]
        return found
    names = {plain_name(key) for key in data}
    if _fields_of_an_op(data):
        return [data]
    if data and all(name.isdecimal() for name in names) and all(isinstance(item, dict) for item in data.values()):
        return list(data.values())
    return None


def two_readings(data: object) -> str:
    """Why an object would lose ops, whichever way it is read, naming two of its keys; empty where it would not.

    It has a list under two names, or a list and fields of an op of its own.
    """
    if not isinstance(data, dict):
        return ""
    lists = _lists_of(data)
    if len(lists) > 1:
        first, second = lists[:2]
        return f"it holds two lists, {_name(first)} and {_name(second)}; put all ops into one"
    fields = _fields_of_an_op(data)
    if lists and fields:
        return f"it holds the list {_name(lists[0])}, and beside it {_name(fields[0])} of an op: put all into the list"
    return ""


def _lists_of(data: dict[Any, Any]) -> list[Any]:
    return [key for key, value in data.items() if plain_name(key) in LISTS and isinstance(value, list)]


def _fields_of_an_op(data: dict[Any, Any]) -> list[Any]:
    """The keys by which an object is an op: what it quotes, what it puts there, where."""
    return [key for key in data if plain_name(key) in _FULL or _FIELD_OF.get(plain_name(key)) in ("before", "after")]


def _name(key: object) -> str:
    return repr(as_stored(str(key)))[:_SHOWN]


def is_proposal(item: object) -> bool:
    """True for an object without target and hash; with one of them it is an op in full (``read_fields``)."""
    return isinstance(item, dict) and not any(plain_name(key) in _FULL for key in item)


def changes_nothing(item: dict[Any, Any]) -> bool:
    """True for a proposal whose two texts are the same, and which is no remark: the text is good as it is."""
    try:
        given = _given(item)
    except Refused:
        return False
    before, after = given.get("before"), given.get("after")
    remark = plain_name(given.get("action", "")) in ACTIONS["flag_only"]
    return isinstance(before, str) and bool(before) and before == after and not remark


def quote_of(item: object) -> str:
    """The beginning of what an item of a file quotes, or puts in where it quotes nothing; of no object, of itself."""
    if isinstance(item, dict):
        said = {_FIELD_OF.get(plain_name(key)): value for key, value in reversed(item.items())}
        texts = [value for name in ("before", "after") if isinstance(value := said.get(name), str) and value]
        text = texts[0] if texts else ""
    else:
        text = str(as_stored(item))
    return shortened(text)


def text_of(item: object, field: str) -> str:
    """The beginning of a text field of an item of a file, "" where it has none."""
    pairs = item.items() if isinstance(item, dict) else ()
    texts = [value for key, value in pairs if _FIELD_OF.get(plain_name(key)) == field and isinstance(value, str)]
    return shortened(texts[0]) if texts else ""


def shortened(text: str) -> str:
    """At most 60 characters of a text, fit for UTF-8."""
    return str(as_stored(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"))


def read_proposal(item: dict[Any, Any]) -> Proposal:
    """The proposal under our names. Fields that are null are not given; unknown ones are left alone.

    Raises:
        Refused: ``REJECT_OTHER``: two names of one field disagree, nothing is quoted, or the action is not clear.
    """
    given = _given(item)
    before, after = _text(given, "before"), _text(given, "after")
    if not before:
        hint = "; a line number is no anchor" if "line" in given else ""
        raise Refused(RejectCode.OTHER, f"a proposal must quote the text that it is about{hint}")
    return Proposal(
        action=_action(given, has_after=after is not None),
        before=before,
        after=after,
        line=_line(given),
        section=_text(given, "section") or "",
        rationale=given.get("rationale"),
        rest={name: given[name] for name in _PASSED_ON if name in given},
    )


def _given(item: dict[Any, Any]) -> dict[str, object]:
    given: dict[str, object] = {}
    said: dict[str, str] = {}
    for key, value in item.items():
        name = plain_name(key)
        field = _FIELD_OF.get(name, name)
        if value is None:
            continue
        if field in given and given[field] != value:
            names = f"{as_stored(said[field])[:20]!r} and {as_stored(str(key))[:20]!r}"
            raise Refused(RejectCode.OTHER, f"{names} are names of one field and say different things")
        given[field] = value
        said[field] = str(key)
    return given


def plain_name(key: object) -> str:
    """A name as names are compared: ``oldText``, ``Old-Text`` and ``old_text`` are one."""
    return _plain(str(key))


@lru_cache(maxsize=256)  # a file of 10,000 ops has a dozen names, and each of them is asked for time and again
def _plain(name: str) -> str:
    return _HUMP.sub("_", name).replace("-", "_").replace(" ", "_").casefold()


def _text(given: dict[str, object], field: str) -> str | None:
    value = given.get(field)
    if value is not None and not isinstance(value, str):
        raise Refused(RejectCode.OTHER, f"{field} must be text, not {type(value).__name__}")
    return value


def _action(given: dict[str, object], *, has_after: bool) -> str:
    value = given.get("action")
    if value is None and has_after:
        return "replace"
    if value is None:
        raise Refused(RejectCode.OTHER, "the proposal has no action, and no text to put there")
    action = _ACTION_OF.get(plain_name(value)) if isinstance(value, str) else None
    if action is None:
        shown = repr(as_stored(value))[:40]
        raise Refused(RejectCode.OTHER, f"action {shown} is not one of {', '.join(ACTIONS)}")
    return action


def _line(given: dict[str, object]) -> int | None:
    value = given.get("line")
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | None):
        raise Refused(RejectCode.OTHER, f"line must be a whole number, not {type(value).__name__}")
    return value
