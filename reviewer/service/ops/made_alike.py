"""A correction is one wherever among equal words it is placed (``goes to hall``: put behind *goes*, or before *hall*).

In one reply ``plan.merge`` knows that. A further reply, whose model saw the original again, may place it otherwise.
"""

from collections.abc import Iterable

from reviewer.hashing import content_hash
from reviewer.markdown.locate import Located
from reviewer.model.edit import MODELS, Action, EditOp, EditPlan
from reviewer.model.position import Span
from reviewer.plan.minimise import least_edit, minimise
from reviewer.plan.reach import first_form
from reviewer.service.ops.unseen_changes import Unseen


def placed_alike(plan: EditPlan, unseen: Iterable[Unseen], text: str) -> EditPlan:
    """The plan, with ops of models that an ``unseen`` change has made already put where that change made them.

    All spans are in ``text``.
    """
    made = _made(unseen, text)
    return plan.model_copy(update={"ops": tuple(_alike(op, made, text) for op in plan.ops)}) if made else plan


def _made(unseen: Iterable[Unseen], text: str) -> dict[tuple[Span, str], Located]:
    """Changes by the first place where each could have been made."""
    made: dict[tuple[Span, str], Located] = {}
    for span, entry in unseen:
        least = minimise(Located(span, entry.before_text, entry.after_text))
        made.setdefault(first_form(least, text), least)
    return made


def _alike(op: EditOp, made: dict[tuple[Span, str], Located], text: str) -> EditOp:
    if op.source.type not in MODELS or op.action is Action.FLAG_ONLY:
        return op
    least = least_edit(op)
    there = made.get(first_form(least, text))
    if there is None or there.span == least.span:
        return op
    left, right = op.around
    further = there.span.start - op.span.start
    return op.model_copy(
        update={
            "span": there.span,
            "before_text": there.before,
            "before_hash": content_hash(there.before),
            "after_text": there.after,
            "around": (max(left + further, 0), max(right - further, 0)),
        }
    )
