"""Level 3 of the ladder: YAML, for models that write it instead of JSON (seed §7).

PyYAML splits the text into events; values are built from them here, so no tag is ever acted on, no alias followed (one
alias and the text is no reply), and nothing recurses. Scalars stay text, as quotes must: ``no`` is not False and
``1.10`` not 1.1; only what has to be a number or a truth value is made one.
"""

import re
from dataclasses import replace
from typing import Any

import yaml

from reviewer.plan.ladder.items import MAX_DEPTH, Found, as_object, found_in, fraction
from reviewer.plan.ladder.text import fenced
from reviewer.plan.proposal_fields import ALIASES, LISTS, plain_name

MOST = 32_768
"""Characters beyond which a text is no list of proposals for one chunk; PyYAML reads some 100,000 a second."""

_NAMES = "|".join(sorted({name for names in ALIASES.values() for name in names} | set(LISTS), key=len, reverse=True))
_FIELD = re.compile(rf"""^[ \t]*(?:-[ \t]+)*["']?(?:{_NAMES})["']?[ \t]*:(?:[ \t]|$)""", re.IGNORECASE | re.MULTILINE)
_COMMENT = re.compile(r"""^[ \t]*(?:-[ \t]+)*[\w"' -]{1,40}:[ \t]+[^"'|>\n#][^\n]*[ \t]#""", re.MULTILINE)
"""A plain scalar with `` #``: YAML calls the rest a comment, the writer hardly did."""

_SEPARATORS = re.compile(r"[\x85\u2028\u2029]")
"""Line ends for YAML alone: they would not come back as they were."""

_FENCES = 4

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


class _NotRead(Exception):  # noqa: N818 - an answer
    """This is YAML that no reply has."""


def yaml_values(text: str) -> Found | None:
    """The proposals of a YAML list or object: in a fence, as the whole text, or from its first field to the end."""
    found: Found | None = None
    inside = fenced(text)[:_FENCES]
    for part in _parts(text, inside):
        read = _read(part)
        if read is not None and part not in inside:
            read = replace(read, open_end=True)
        if read is not None and (found is None or read.items):
            found = read
        if found is not None and found.items:
            break
    return found


def _parts(text: str, inside: list[str]) -> list[str]:
    first = _FIELD.search(text) if len(text) <= MOST else None
    if first is None:
        return []
    rest = text[first.start() :]
    return [part for part in dict.fromkeys((*inside, text, rest)) if _FIELD.search(part)]


def _read(text: str) -> Found | None:
    if _SEPARATORS.search(text) or _COMMENT.search(text):
        return None
    try:
        values = _Values().read(text)
    except (yaml.YAMLError, _NotRead, ValueError, ArithmeticError, LookupError):
        return None
    parts = [found for value in values if (found := found_in(value)) is not None]
    if not parts:
        return None
    return Found(tuple(item for part in parts for item in part.items), sum(part.dropped for part in parts))


class _Values:
    """Documents of a text, from events."""

    def __init__(self) -> None:
        self._done: list[Any] = []
        self._open: list[tuple[bool, list[Any]]] = []

    def read(self, text: str) -> list[Any]:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            self._take(event)
        return self._done

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.AliasEvent):
            raise _NotRead
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if len(self._open) >= MAX_DEPTH:
                raise _NotRead
            self._open.append((isinstance(event, yaml.MappingStartEvent), []))
        elif isinstance(event, yaml.ScalarEvent):
            self._put(self._scalar(event))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            mapping, parts = self._open.pop()
            self._put(_mapping(parts) if mapping else parts)

    def _put(self, value: Any) -> None:
        (self._open[-1][1] if self._open else self._done).append(value)

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        """Text, but for nothing. The line end that a block scalar adds is not the writer's."""
        value: str = event.value
        if event.style in {"|", ">"}:
            return value.removesuffix("\n")
        key = bool(self._open) and self._open[-1][0] and len(self._open[-1][1]) % 2 == 0
        return None if event.style is None and value in _NULLS and not key else value


def _mapping(parts: list[Any]) -> dict[str, Any]:
    keys, values = parts[::2], parts[1::2]
    if not all(isinstance(key, str) for key in keys):
        raise _NotRead
    return as_object((key, typed(key, value)) for key, value in zip(keys, values, strict=True))


def typed(key: str, value: Any) -> Any:
    """A text as what its field needs; as it is when it is not that."""
    if not isinstance(value, str):
        return value
    name = plain_name(key)
    if name == "confidence" and re.fullmatch(r"[0-9.]{1,20}", value) and value.count(".") <= 1 and value != ".":
        return fraction(value)
    if name == "needs_attention":
        return _TRUTH.get(value.casefold(), value)
    return value
