"""What a value that was read holds: proposals, an empty list, or nothing. The same for every level of the ladder."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from reviewer.plan.proposal_fields import ACTIONS, ALIASES, LISTS, items_of, plain_name

MAX_DEPTH = 32
"""A proposal has three levels. Values that nest deeper than this are not read, so that no parser recurses far."""

DIGITS = 18
"""A longer whole number is kept as text: no line has it, and converting it is slow."""

_FRACTION = 400
"""Characters of a number with a point: all that a double can have."""

_MORE_LISTS = ("corrections", "suggestions", "operations", "edit_ops", "errors", "issues", "findings", "results")
"""Names that models give the list although they were asked for another; read only when they are the one list there."""

_SAYS_TEXT = frozenset((*ALIASES["before"], *ALIASES["after"], "target", "before_hash"))
_SAYS_ACTION = frozenset(ALIASES["action"])
_ACTIONS = frozenset(name for names in ACTIONS.values() for name in names)


@dataclass(frozen=True, slots=True)
class Found:
    """What a level read. No items: the reply says that there is nothing to change (unless it was ``cut``).

    ``dropped``: members that are no proposals. ``cut``: the text ended before the list did. ``open_end``: the last
    proposal has no mark that ends it, so that it may be a part of one if the reply was cut.
    """

    items: tuple[dict[str, Any], ...] = ()
    dropped: int = 0
    cut: bool = False
    open_end: bool = False

    @property
    def usable(self) -> bool:
        """Proposals, or a list that is empty on purpose; not a list in which nothing was a proposal."""
        return bool(self.items) or not (self.dropped or self.cut)


def is_item(value: object) -> bool:
    """An object that speaks of a text or names an action; anything else is no proposal, not even a bad one.

    A JSON Schema in which texts are described is none: a small model gives back the form that it was asked for.
    """
    if not isinstance(value, dict):
        return False
    names = {plain_name(key): key for key in value}
    if said_of := _SAYS_TEXT & names.keys():
        return not all(_describes(value[names[name]]) for name in said_of)
    said = [value[names[name]] for name in _SAYS_ACTION & names.keys()]
    return any(isinstance(action, str) and plain_name(action) in _ACTIONS for action in said)


def _describes(value: object) -> bool:
    """Whether a value is a JSON Schema: it says of what type a text is, not what it is."""
    return isinstance(value, dict) and ("type" in value or "$ref" in value or "anyOf" in value)


def found_in(value: object) -> Found | None:
    """The proposals of a list, of an object with a list, or of one bare object; None: it is none of these."""
    members = _members(value)
    if members is None:
        return None
    members = [*members, *_beside(value, members)]
    flat = _joined([inner for member in members for inner in (member if isinstance(member, list) else [member])])
    items = tuple(member for member in flat if is_item(member))
    return Found(items, len(flat) - len(items))


def is_bare(value: object) -> bool:
    """One proposal, not in a list (or several under ``"1"``, ``"2"`` …)."""
    if not isinstance(value, dict):
        return False
    return is_item(value) or not any(isinstance(member, list) for member in value.values())


def _members(value: object) -> list[Any] | None:
    if not isinstance(value, dict):
        return items_of(value)
    held = next((value[name] for name in LISTS if is_item(value.get(name))), None)
    if held is not None:
        return [held]
    lists = [member for member in value.values() if isinstance(member, list)]
    if len(lists) == 1 and any(plain_name(key) in _MORE_LISTS for key in value) and not is_item(value):
        return lists[0]
    return items_of(value)


def _beside(value: object, members: list[Any]) -> list[Any]:
    """Proposals in the other lists of an object: some models sort them (``"edits"`` and ``"corrections"``)."""
    if not isinstance(value, dict) or is_item(value):
        return []
    lists = (held for key, held in value.items() if plain_name(key) in (*LISTS, *_MORE_LISTS))
    others = [held for held in lists if isinstance(held, list) and held is not members]
    return [member for held in others for member in held if is_item(member)]


def _joined(members: list[Any]) -> list[Any]:
    """``[{"find": …}, {"replace": …}]`` is one proposal in two halves; a name that comes again begins the next."""
    if len(members) < 2 or not all(isinstance(member, dict) and len(member) == 1 for member in members):
        return members
    joined: list[dict[str, Any]] = [{}]
    for member in members:
        if member.keys() & joined[-1].keys():
            joined.append({})
        joined[-1].update(member)
    return joined


def as_object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that is said twice with different values has both, as a list, which no field of ours takes.

    So a proposal that contradicts itself is refused, and never read as one of the two.
    """
    made: dict[str, Any] = {}
    disputed: set[str] = set()
    for key, value in pairs:
        if key not in made:
            made[key] = value
        elif key not in disputed and made[key] != value:
            made[key] = [made[key], value]
            disputed.add(key)
    return made


def whole_number(digits: str) -> int | str:
    """The number; as text when nothing could be counted by it."""
    return int(digits) if len(digits.lstrip("-")) <= DIGITS else digits


def fraction(digits: str) -> float | None:
    """The number; None for one that is not finite, or that nobody would write."""
    number = float(digits) if len(digits) <= _FRACTION else math.inf
    return number if math.isfinite(number) else None
