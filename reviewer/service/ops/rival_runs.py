"""What a model proposes about a sentence that an earlier run wrote in another way: the two are not mixed.

Models see the original, so a further reply (another model, other background) may write a sentence anew that has changes
already. These stand; ``plan.rivals`` says what cannot be made beside them.
"""

from collections.abc import Iterable

from reviewer.hashing import content_hash
from reviewer.model.edit import Action, EditOp, EditPlan, Overlapped, Source, Target
from reviewer.model.finding import Severity
from reviewer.plan.merge import units_of_models
from reviewer.plan.reach import Reaches, puts_a_word, reach_of
from reviewer.plan.rivals import Rivals, disagree
from reviewer.service.ops.unseen_changes import Unseen


def without_rivals(plan: EditPlan, unseen: Iterable[Unseen], text: str) -> EditPlan:
    """The plan without ops of models that are bound to a change in force; those are recorded as overlapped.

    So are all that a proposal does in a sentence where one of them puts other words than such a change does.

    ``unseen`` are changes that ``text`` does not show; all spans are in it. What is in force already stays in.
    """
    standing = tuple(_as_op(change) for change in unseen if "quoted" in change.entry.source)
    if not standing:
        return plan
    there = {(op.span, op.after_text): op.op_id for op in standing}
    rivals = Rivals((*standing, *plan.ops), text, beside=True)
    reaches, by_id = Reaches(), {op.op_id: op for op in standing}
    for op in standing:
        rivals.take(op)
        reaches.take(reach_of(op, text), op)
    lost: dict[str, str] = {}
    for whole in units_of_models(plan.ops, text):
        agreed = {there.get((op.span, op.after_text), "") for op in whole}
        unit = [op for op in whole if (op.span, op.after_text) not in there]
        found = ((op, reaches.winner(reach_of(op, text), op)) for op in unit if len(unit) > 1 or puts_a_word(op))
        others = (winner for op, winner in found if winner is not None and disagree(op, by_id[winner], text))
        if (winner := rivals.winner(unit, agreed) or next(others, None)) is not None:
            lost |= {op.op_id: winner for op in unit}
    gone = tuple(Overlapped(op=op, winner=lost[op.op_id], otherwise=True) for op in plan.ops if op.op_id in lost)
    kept = tuple(op for op in plan.ops if op.op_id not in lost)
    return plan.model_copy(update={"ops": kept, "overlapped": (*plan.overlapped, *gone)})


def _as_op(change: Unseen) -> EditOp:
    """A change of a model as an op on the text that does not show it."""
    entry = change.entry
    before, after = entry.source["quoted"]
    kept = {name: entry.source.get(name, "") for name in Source.model_fields}
    return EditOp(
        op_id=entry.id,
        action=Action(entry.action),
        target=Target(line_start=1, line_end=1),
        span=change.span,
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
