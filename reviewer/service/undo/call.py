"""One ``revert`` or ``reapply``, planned on a history: what goes, what is refused, and the history that it leaves."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.config import ReviewerConfig
from reviewer.ledger.entries import Stamp, transaction_of
from reviewer.ledger.fold import History
from reviewer.ledger.undo import undo_drafts
from reviewer.service.undo.plan import UndoPlan, plan_reapply, plan_revert
from reviewer.service.undo.soundness import Judge, Leave


@dataclass(frozen=True, slots=True)
class Call:
    """The ids that are named; ``on``: to be redone; what may go along unasked; ``keep_going``: not all or nothing."""

    ids: tuple[str, ...]
    on: bool
    leave: Leave = Leave()  # noqa: RUF009 - frozen
    keep_going: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """``plan`` as it will be done; ``trials`` are how many remedies may still be tried for its refusals."""

    plan: UndoPlan
    trials: int


def plan_call(history: History, call: Call, config: ReviewerConfig, trials: int | None = None) -> Planned:
    """Which ids go, which cannot; nothing goes when one cannot, unless the call keeps going.

    The steps that it gives for what is refused are not run through yet (``way_out``).
    """
    if call.on:
        plan = plan_reapply(history, call.ids, cascade=call.leave.cascade)
    else:
        plan = plan_revert(history, call.ids, cascade=call.leave.cascade, external=call.leave.external)
    judge = Judge(history, config, on=call.on, leave=call.leave, trials=trials)
    kept, unsound = judge.settle(plan.ids)
    failed = (*plan.failed, *unsound)
    kept = kept if call.keep_going or not failed else ()
    return Planned(UndoPlan(kept, failed, {**plan.steps, **judge.steps}), judge.remedies.left)


def history_after(history: History, ids: Sequence[str], *, on: bool) -> History:
    """The history that the ledger will give once these are undone (or redone), in this order; nothing is written."""
    stamp = Stamp(doc="", timestamp="", txn=f"T{history.next_seq:06}", operator="")
    transaction = transaction_of(history, undo_drafts(history, ids, "", on=on), stamp)
    return history if transaction is None else transaction.history
