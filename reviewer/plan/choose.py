"""From a plan and a choice to the plan that is applied, and what is left for another time."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from reviewer.errors import UserError
from reviewer.model.choice import Choice
from reviewer.model.edit import EDIT_KINDS, EditOp, EditPlan

_NAMED = 5


@dataclass(frozen=True, slots=True)
class Chosen:
    """``plan`` holds what was chosen; ``left`` are op ids of what was not, in the plan's order."""

    plan: EditPlan
    left: tuple[str, ...]


def choose(plan: EditPlan, choice: Choice, silent: Collection[str]) -> Chosen:
    """The chosen part of a plan; ``silent`` are op ids of its silent tier.

    A group is one correction: an op that is named takes its group along, and a tier or kinds take a group that is
    theirs as a whole. What gave way to another op can be chosen by name; else it waits behind its winner, where both
    are chosen.

    Raises:
        UserError: ``unknown-op``, ``unknown-kind``: the choice names what the plan has not; nothing is chosen.
    """
    _refuse_unknown(plan, choice)
    lost = {item.op.op_id: item for item in plan.overlapped}
    wanted = _fitting(plan, choice, frozenset(silent))
    ops = [op for op in plan.ops if op.op_id in wanted]
    named = [item.op for item in lost.values() if item.op.op_id in choice.ops and item.winner not in wanted]
    waiting = [item for item in plan.overlapped if item.op.op_id in wanted and item.winner in wanted]
    left = tuple(op.op_id for op in plan.ops if op.op_id not in wanted)
    return Chosen(plan.having(ops=(*ops, *named), overlapped=tuple(waiting)), left)


def _fitting(plan: EditPlan, choice: Choice, silent: frozenset[str]) -> frozenset[str]:
    """Op ids that the choice lets pass, groups whole."""
    every = [*plan.ops, *(item.op for item in plan.overlapped)]
    groups: dict[str, list[EditOp]] = {}
    for op in every:
        groups.setdefault(op.group or op.op_id, []).append(op)
    passes = _test_of(choice, silent)
    banned = _ban_of(choice)
    whole = any if choice.ops else all
    return frozenset(
        op.op_id
        for ops in groups.values()
        if whole(passes(op) for op in ops) and not any(banned(op) for op in ops)
        for op in ops
    )


def _test_of(choice: Choice, silent: frozenset[str]) -> Callable[[EditOp], bool]:
    if choice.ops:
        return lambda op: op.op_id in choice.ops
    if choice.tier == "none":
        return lambda _: False
    return lambda op: (choice.tier == "all" or op.op_id in silent) and (not choice.kinds or op.kind in choice.kinds)


def _ban_of(choice: Choice) -> Callable[[EditOp], bool]:
    return lambda op: op.op_id in choice.but_ops or op.kind in choice.but_kinds


def _refuse_unknown(plan: EditPlan, choice: Choice) -> None:
    known = {op.op_id for op in plan.ops} | {item.op.op_id for item in plan.overlapped}
    if unknown := _missing((*choice.ops, *choice.but_ops), known):
        message = f"the plan has no op {_listed(unknown)}"
        raise UserError("unknown-op", message, "take op ids from the plan; nothing was applied")
    if unknown := _missing((*choice.kinds, *choice.but_kinds), EDIT_KINDS):
        hint = f"the kinds are {', '.join(EDIT_KINDS)}; nothing was applied"
        raise UserError("unknown-kind", f"no edit is of the kind {_listed(unknown)}", hint)


def _missing(names: Iterable[str], known: Collection[str]) -> list[str]:
    return [name for name in names if name not in known]


def _listed(names: list[str]) -> str:
    shown = ", ".join(repr(name[:60]) for name in names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED} more"
