"""The configuration keys as data: name, what is allowed, default, description. Read from ``reviewer.config``."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen
from pydantic import BaseModel

from reviewer.config import ReviewerConfig
from reviewer.json_text import BadJson, JsonLimit, read_json, refuse_repeats

_PATTERNS = {r"^[^/\\]*$": "without / and \\"}
"""What the patterns of text keys allow, in words."""

_LIKE = 0.6
"""How much a name must be like another one to be suggested."""

_ENDING = 0.9
"""What it counts to be like the last words of a name, against the whole of it."""

_PAIRS = (("[", "]"), ("{", "}"))

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Key:
    """One configuration key. ``name`` is dotted (``chunk.max_chunk_tokens``)."""

    name: str
    annotation: Any
    constraints: tuple[Any, ...]
    default: object
    description: str

    @property
    def is_map(self) -> bool:
        """True when the key holds a table of free names (``rules.severity``)."""
        return get_origin(self.annotation) is dict

    @property
    def allowed(self) -> str:
        """What a value must be, in words."""
        return _describe(self.annotation, self.constraints)


@cache
def known_keys() -> dict[str, Key]:
    """Every key of the configuration, in the order of its definition."""
    return {key.name: key for key in _walk(ReviewerConfig, "")}


@cache
def sections() -> frozenset[str]:
    """The names that hold keys (``chunk``, ``llm``, …)."""
    return frozenset(name.rpartition(".")[0] for name in known_keys()) - {""}


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that was most likely meant.

    The same last part first; then the most similar last part in the same group, else in any. A name that a candidate
    ends in is nearly that one: ``llm.model`` is ``llm.edit_model``, not ``llm.model_path``.
    """
    names = list(candidates)
    group, _, last = name.rpartition(".")
    same = [candidate for candidate in names if candidate.rpartition(".")[2] == last]
    if same:
        return (get_close_matches(name, same, n=1, cutoff=0.0) or same)[0]
    beside = [candidate for candidate in names if group and candidate.rpartition(".")[0] == group]
    for some in (beside, names):
        scores = {candidate: _likeness(last, candidate.rpartition(".")[2]) for candidate in some}
        best = max(some, key=lambda candidate: scores[candidate], default=None)
        if best is not None and scores[best][0] >= _LIKE:
            return best
    return next(iter(get_close_matches(name, names, n=1, cutoff=_LIKE)), None)


def _likeness(last: str, other: str) -> tuple[float, float]:
    """From 0 to 1, where the last words of a name count nearly as much as the name; among equals the name decides."""
    words = other.split("_")
    whole = _ratio(last, other)
    endings = (_ENDING * _ratio(last, "_".join(words[start:])) for start in range(1, len(words)))
    return max([whole, *endings]), whole


def _ratio(first: str, second: str) -> float:
    return SequenceMatcher(None, first, second).ratio()


def from_text(text: str, annotation: Any) -> object:
    """The value that a text stands for where the key's type is ``annotation``: JSON, else plain words.

    Text keys keep plain text as it is (``123`` stays text); lists may be plain, separated by commas, but a list that is
    broken JSON is not cut at its commas. What cannot be read as the type is returned as text, and validation refuses it
    with the key's name.

    Raises:
        BadJson: a list that begins as JSON and is none. ``JsonLimit``: the text is JSON that is not read (nested too
            deep, a key twice, …), not plain words.
    """
    choices, optional = _unwrap(annotation)
    if optional and text in {"", "null"}:
        return None
    if choices is bool:
        lowered = text.strip().lower()
        return True if lowered in TRUE_WORDS else False if lowered in FALSE_WORDS else text
    if choices is str or get_origin(choices) is Literal:
        return _unquoted(text)
    if get_origin(choices) is tuple:
        return _list_from(text)
    value = _json_or_none(text)
    return text if value is None else value


def _list_from(text: str) -> object:
    """Raises: BadJson: JSON that is broken; where it is one word (``[Aa]s``), or a plain list, it is that.

    A plain list may begin with a bracket, too: ``[::1]:11434, box.lan``.
    """
    try:
        value: object = read_json(text, refuse_repeats)
    except JsonLimit:
        raise
    except BadJson as error:
        first, comma, _ = text.strip().partition(",")
        if comma and _begins_json(first):
            raise BadJson(f'it begins as JSON (as ["a", "b"] does) and is none: {error}') from None
        return [part.strip() for part in text.split(",") if part.strip()]
    if isinstance(value, list | dict):
        return value
    return [value if isinstance(value, str) else text.strip()]


def _begins_json(first: str) -> bool:
    """Whether the first part of a list is JSON or a piece of it, not a word that has its brackets to itself."""
    if not first.startswith(("[", "{", '"')):
        return False
    if '"' in first or any(first.count(left) != first.count(right) for left, right in _PAIRS):
        return True
    return _json_or_none(first) is not None


def _walk(model: type[BaseModel], prefix: str) -> Iterable[Key]:
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _walk(field.annotation, f"{prefix}{name}.")
        else:
            default = field.get_default(call_default_factory=True)
            text = field.description or ""
            yield Key(prefix + name, field.annotation, tuple(field.metadata), default, text)


def _unwrap(annotation: Any) -> tuple[Any, bool]:
    if get_origin(annotation) in {Union, UnionType}:
        parts = [part for part in get_args(annotation) if part is not NoneType]
        return parts[0], True
    return annotation, False


def _unquoted(text: str) -> str:
    if text.startswith('"'):
        value = _json_or_none(text)
        if isinstance(value, str):
            return value
    return text


def _json_or_none(text: str) -> object:
    try:
        value: object = read_json(text, refuse_repeats)
    except JsonLimit:
        raise
    except BadJson:
        return None
    return value


def _describe(annotation: Any, constraints: tuple[Any, ...] = ()) -> str:
    inner, optional = _unwrap(annotation)
    if optional:
        return f"{_describe(inner, constraints)} or null"
    simple = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    if inner in simple:
        return simple[inner] + _bounds(constraints)
    arguments = get_args(inner)
    if get_origin(inner) is Literal:
        return "one of " + ", ".join(map(str, arguments))
    if get_origin(inner) is dict:
        return f"a table whose values are {_of_values(arguments[1])}"
    if arguments and arguments[0] is str:
        return "a list of texts"
    return "a list of pairs of texts"


def _of_values(annotation: Any) -> str:
    """As ``_describe``; a pattern is told by its description."""
    if get_origin(annotation) is Annotated:
        annotation, told = get_args(annotation)[:2]
        return told.description or _describe(annotation)
    return _describe(annotation)


def _bounds(constraints: tuple[Any, ...]) -> str:
    words = []
    for bound in constraints:
        if isinstance(bound, Ge):
            words.append(f"at least {bound.ge}")
        elif isinstance(bound, Gt):
            words.append(f"above {bound.gt}")
        elif isinstance(bound, Le):
            words.append(f"at most {bound.le}")
        elif isinstance(bound, Lt):
            words.append(f"below {bound.lt}")
        elif isinstance(bound, MinLen):
            words.append("not empty")
        elif isinstance(bound, MaxLen):
            words.append(f"at most {bound.max_length} characters")
        elif pattern := getattr(bound, "pattern", None):
            words.append(_PATTERNS[pattern])
    return f", {(' and ' if len(words) < 3 else ', ').join(words)}" if words else ""
