"""What became of each finding of a review: the entries that its edits or its flag are, else why nothing was done.

The fact is nowhere else in one place: a plan knows ops, a ledger entries, and what a rule only reports is in neither.
It is written down once, by the commit; what is undone later the ledger tells.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from reviewer.ledger.commit import CommitResult
from reviewer.model.edit import EditOp, EditPlan, RejectCode, Rejection
from reviewer.model.finding import Finding
from reviewer.model.outcome import FindingOutcome
from reviewer.service.workspace.listed import listed

_OP = re.compile(r"\bop (op-[\w.]+)")
_WORDS = {RejectCode.OVERLAP: "lost to a rival", RejectCode.PROTECTED: "protected"}


class Asked(NamedTuple):
    """A finding, its fingerprint, and why nothing is done where no op comes of it."""

    finding: Finding
    mark: str
    otherwise: str


class Settled(NamedTuple):
    """How a run of a plan ended: what was committed, what was refused, and which ops a person had undone before."""

    commit: CommitResult
    refused: Sequence[Rejection]
    undone: Mapping[str, tuple[str, ...]]


def finding_outcomes(asked: Iterable[Asked], plan: EditPlan, settled: Settled) -> tuple[FindingOutcome, ...]:
    """One outcome for each finding, in order. ``plan`` is what the review made, before anything was left out of it."""
    ops = _ops_of(plan)
    became = dict(settled.commit.became)
    why = {item.op_id: item for item in reversed(settled.refused)}
    told = [(one, ops.get(one.mark, [])) for one in asked]
    return tuple(_outcome(one, own, became, _reasons(own, became, why, settled.undone)) for one, own in told)


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
    ops: Sequence[str], became: Mapping[str, str], why: Mapping[str, Rejection], undone: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    for op_id in ops:
        if op_id in became:
            continue
        if op_id in undone:
            yield f"a person undid or rejected the same before ({listed(undone[op_id])}); see --again"
        elif op_id in why:
            refusal = why[op_id]
            yield f"{_WORDS.get(refusal.code, 'refused')}: {_with_entries(refusal.message, became)}"


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
