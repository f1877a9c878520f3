"""What a model proposes about a sentence that an earlier run wrote in another way: the two are not mixed.

Models see the original, so a further reply (another model, other background) may write a sentence anew that has changes
already. These stand; ``plan.rivals`` says what cannot be made beside them.
"""

from collections.abc import Iterator

from reviewer.hashing import content_hash
from reviewer.ledger.fold import History
from reviewer.model.edit import Action, EditOp, EditPlan, Overlapped, Source, Target
from reviewer.model.entry import LedgerEntry
from reviewer.model.finding import Severity
from reviewer.patch.view import View
from reviewer.plan.merge import units_of_models
from reviewer.plan.op_fields import MODELS
from reviewer.plan.reach import Reaches, puts_a_word, reach_of
from reviewer.plan.rivals import Rivals, disagree


def without_rivals(plan: EditPlan, history: History, shown: frozenset[str], text: str) -> EditPlan:
    """The plan without ops of models that are bound to a change in force; those are recorded as overlapped.

    So are all that a proposal does in a sentence where one of them puts other words than such a change does.

    ``shown`` is the active set of ``text``, in which all spans are. What is in force already stays in.
    """
    standing = tuple(_standing(history, shown)) if any(op.source.type in MODELS for op in plan.ops) else ()
    there = {(op.span, op.after_text): op.op_id for op in standing}
    rivals = Rivals((*standing, *plan.ops), text, beside=True)
    reaches, by_id = Reaches(), {op.op_id: op for op in standing}
    for op in standing:
        rivals.take(op)
        reaches.take(reach_of(op, text), op)
    lost: dict[str, str] = {}
    for whole in units_of_models(plan.ops, text) if standing else ():
        agreed = {there.get((op.span, op.after_text), "") for op in whole}
        unit = [op for op in whole if (op.span, op.after_text) not in there]
        found = ((op, reaches.winner(reach_of(op, text), op)) for op in unit if len(unit) > 1 or puts_a_word(op))
        others = (winner for op, winner in found if winner is not None and disagree(op, by_id[winner], text))
        if (winner := rivals.winner(unit, agreed) or next(others, None)) is not None:
            lost |= {op.op_id: winner for op in unit}
    gone = tuple(Overlapped(op=op, winner=lost[op.op_id], otherwise=True) for op in plan.ops if op.op_id in lost)
    kept = tuple(op for op in plan.ops if op.op_id not in lost)
    return plan.model_copy(update={"ops": kept, "overlapped": (*plan.overlapped, *gone)})


def _standing(history: History, shown: frozenset[str]) -> Iterator[EditOp]:
    """Changes of models that are in force and of which the text shows nothing, as ops on that text."""
    view: View | None = None
    for entry in history.entries:
        if entry.id not in history.active or entry.id in shown or "quoted" not in entry.source:
            continue
        view = view or View(history.replay, shown)
        span = view.undone_place(entry.id)
        if span is not None:
            yield _as_op(entry).model_copy(update={"span": span})


def _as_op(entry: LedgerEntry) -> EditOp:
    before, after = entry.source["quoted"]
    kept = {name: entry.source.get(name, "") for name in Source.model_fields}
    return EditOp(
        op_id=entry.id,
        action=Action(entry.action),
        target=Target(line_start=1, line_end=1),
        span=entry.span,
        before_hash=content_hash(entry.before_text),
        before_text=entry.before_text,
        after_text=entry.after_text,
        needs_attention=False,
        kind=entry.kind,
        severity=Severity(entry.severity),
        silent=entry.silent,
        source=Source.model_validate(kept),
        proposal=entry.source.get("proposal", ""),
        whole=(before, after),
        around=(before, after),
    )
