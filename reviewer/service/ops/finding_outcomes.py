"""What became of each finding of a review: the entries that its edits or its flag are, else why nothing was done.

The fact is nowhere else in one place: a plan knows ops, a ledger entries, and what a rule only reports is in neither.
It is written down once, by the commit; what is undone later the ledger tells.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from reviewer.ledger.commit import CommitResult
from reviewer.model.edit import Action, EditOp, EditPlan, RejectCode, Rejection
from reviewer.model.finding import Finding
from reviewer.model.outcome import FindingOutcome
from reviewer.model.position import Span
from reviewer.service.workspace.listed import listed

_OP = re.compile(r"\bop (op-[\w.]+)")
_WORDS = {RejectCode.OVERLAP: "lost to a rival", RejectCode.PROTECTED: "protected"}


class Asked(NamedTuple):
    """A finding, its fingerprint, and why nothing is done where no op comes of it."""

    finding: Finding
    mark: str
    otherwise: str


class Settled(NamedTuple):
    """How a run of a plan ended: what was committed, what was refused, and which ops a person had undone before.

    Of a stored plan, ``before`` are the entries of ops that were in force before, and ``not_chosen`` the ops that no
    decision has chosen yet.
    """

    commit: CommitResult
    refused: Sequence[Rejection]
    undone: Mapping[str, tuple[str, ...]]
    before: Mapping[str, str] = MappingProxyType({})
    not_chosen: Collection[str] = ()


def finding_outcomes(asked: Iterable[Asked], plan: EditPlan, settled: Settled) -> tuple[FindingOutcome, ...]:
    """One outcome for each finding, in order. ``plan`` is what the review made, before anything was left out of it."""
    ops = _ops_of(plan)
    became = {**settled.before, **dict(settled.commit.became)}
    why = {item.op_id: item for item in reversed(settled.refused)}
    told = [(one, ops.get(one.mark, [])) for one in asked]
    made = _made(plan, became)
    outcomes = (_outcome(one, own, became, _reasons(own, became, why, settled)) for one, own in told)
    return tuple(one if one.entries else one.having(touched=_touching(one.span, made)) for one in outcomes)


def _made(plan: EditPlan, became: Mapping[str, str]) -> list[tuple[Span, str]]:
    """Where edits of the plan were made, in order, each with its entry."""
    edits = (op for op in plan.ops if op.op_id in became and op.action is not Action.FLAG_ONLY)
    return sorted((op.span, became[op.op_id]) for op in edits)


def _touching(span: Span, made: Sequence[tuple[Span, str]]) -> tuple[str, ...]:
    """The entries of edits that change text of a span, or put some into it; those of a plan do not overlap, so of all
    that begin before it only the last one can reach into it."""
    first = max(bisect_left(made, span.start, key=lambda edit: edit[0].start) - 1, 0)
    found: list[str] = []
    for at in range(first, len(made)):
        (start, end), name = made[at]
        if start >= span.end:
            break
        if end > span.start:
            found.append(name)
    return tuple(found)


def _outcome(one: Asked, ops: Sequence[str], became: Mapping[str, str], reasons: Iterator[str]) -> FindingOutcome:
    entries = tuple(dict.fromkeys(became[op_id] for op_id in ops if op_id in became))
    left = next(reasons, "nothing is recorded of its edit" if ops and not entries else "")
    return FindingOutcome(
        rule=one.finding.rule,
        span=one.finding.span,
        message=one.finding.message,
        entries=entries,
        left=left if ops else one.otherwise,
    )


def _reasons(
    ops: Sequence[str], became: Mapping[str, str], why: Mapping[str, Rejection], settled: Settled
) -> Iterator[str]:
    for op_id in ops:
        if op_id in became:
            continue
        if op_id in settled.undone:
            yield f"a person undid or rejected the same before ({listed(settled.undone[op_id])}); see --again"
        elif op_id in why:
            refusal = why[op_id]
            yield f"{_WORDS.get(refusal.code, 'refused')}: {_with_entries(refusal.message, became)}"
        elif op_id in settled.not_chosen:
            yield "not chosen of the plan so far"


def _with_entries(message: str, became: Mapping[str, str]) -> str:
    """A refusal that names ops, with the entries that these are by now."""
    return _OP.sub(lambda met: f"change {became[met[1]]}" if met[1] in became else met[0], message)


def _ops_of(plan: EditPlan) -> Mapping[str, list[str]]:
    """Op ids of what the rules asked for, by the finding's fingerprint; of an op that equals another, that one's."""
    found: dict[str, list[str]] = defaultdict(list)
    ops: list[EditOp] = [*plan.ops, *(item.op for item in plan.overlapped)]
    for op in ops:
        if op.source.type == "fixer":
            found[op.fingerprint].append(op.op_id)
    for item in plan.rejected:
        given = item.op or {}
        source = given.get("source")
        if isinstance(source, dict) and source.get("type") == "fixer":
            found[str(given.get("fingerprint", ""))].append(item.op_id)
    for same in plan.also_judged:
        if same.equals:
            found[same.fingerprint].append(same.equals)
    return found
