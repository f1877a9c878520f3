"""Ops of one file that ask for the same edit: it is made once, and each of them is told of (DESIGN §7, Order)."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.ledger.commit import CommitResult
from reviewer.ledger.fold import History
from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.plan.refusal import rejection
from reviewer.service.workspace.listed import listed

Duplicates = Sequence[tuple[EditOp, EditOp]]
"""Pairs of an op that was left out because it is equal, and the op that stands for both."""


@dataclass(frozen=True, slots=True)
class GivenTwice:
    """What became of equal ops: ``already`` are the entries that they ask for."""

    rejected: tuple[Rejection, ...] = ()
    already: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def given_twice(
    duplicates: Duplicates, result: CommitResult, refusals: Sequence[Rejection], history: History
) -> GivenTwice:
    """An equal op has the fate of the one that stands for it: there already, or refused for the same reason.

    One that asks for an id of its own cannot have it: ``REJECT_LEDGER``.
    """
    entries = {**history.active_op_ids, **{item.op.op_id: item.id for item in result.accepted}}
    refused = {item.op_id: item for item in refusals}
    rejected, already, made = [], [], []
    for op, first in duplicates:
        entry_id, fault = entries.get(first.op_id, ""), refused.get(first.op_id)
        same = f"it is the same edit as op {first.index} of the file"
        if fault is not None:
            rejected.append(rejection(op, fault.code, f"{same}, which was refused: {fault.message}"))
        elif op.id and entry_id and op.id != entry_id:
            rejected.append(rejection(op, RejectCode.LEDGER, f"{same}, which is {entry_id}"))
        else:
            already += [entry_id] if entry_id else []
            made.append(f"op {op.index}, as op {first.index}" + (f" ({entry_id})" if entry_id else ""))
    notes = (f"the same edit was given more than once and is made once: {listed(made)}",) if made else ()
    return GivenTwice(tuple(rejected), tuple(already), notes)
