"""A sentence that stands twice is taken away once, also by two runs whose models each saw both.

``plan.damage`` lets a duplicate go where the passage that its model saw has the sentence once more. That passage is the
original; a change in force may have taken the other one away since.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from reviewer.ledger.fold import History
from reviewer.model.edit import Action, EditOp, EditPlan, RejectCode, Rejection
from reviewer.model.parsed import OutlinedDocument
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.plan import edit_words
from reviewer.plan.op_fields import MODELS
from reviewer.plan.refusal import rejection
from reviewer.service.ops.unseen_changes import unseen_changes

_TOLD = 60
"""Characters of a sentence that a refusal repeats."""


def with_last_copies(plan: EditPlan, history: History, shown: frozenset[str], document: OutlinedDocument) -> EditPlan:
    """The plan, without ops of models that would take away the last copy of a sentence as a duplicate.

    ``shown`` is the active set of ``document``, in which all spans are. Refused are those that are ``REJECT_OTHER``.
    """
    asked = [op for op in plan.ops if op.source.type in MODELS and op.kind == "duplicate"]
    fresh = [op for op in asked if op.action is not Action.FLAG_ONLY and op.op_id not in history.active_op_ids]
    if not fresh or history.active <= shown:
        return plan
    made = list(unseen_changes(history, shown))
    refused = [lost for own, ops in _by_section(fresh, document) for lost in _refused(ops, made, own, document)]
    gone = {item.op_id for item in refused}
    kept = tuple(op for op in plan.ops if op.op_id not in gone)
    return plan.model_copy(update={"ops": kept, "rejected": (*plan.rejected, *refused)})


def _refused(ops: list[EditOp], made: list[TextEdit], own: Span, document: OutlinedDocument) -> Iterator[Rejection]:
    text = document.document.text
    there = [edit for edit in made if own.start <= edit.span.start and edit.span.end <= own.end]
    left = _counted(_with(there, text, own))
    if left == _counted(text[own.start : own.end]):
        return
    for op in ops:
        view = edit_words.touched(op, text, own)
        gone = _counted(view.before) - _counted(view.after)
        last = next((sentence for sentence in gone if left[sentence] <= gone[sentence]), None)
        if last is None:
            left -= gone
        else:
            told = last if len(last) <= _TOLD else last[: _TOLD - 1] + "…"
            yield rejection(op, RejectCode.OTHER, f"it would take away the last “{told}” (sentence-lost)")


def _by_section(ops: list[EditOp], document: OutlinedDocument) -> Iterable[tuple[Span, list[EditOp]]]:
    found: dict[Span, list[EditOp]] = {}
    for op in ops:
        found.setdefault(document.sections[document.section_at(op.span.start)].own, []).append(op)
    return found.items()


def _with(edits: list[TextEdit], text: str, own: Span) -> str:
    """A part of the text as it is with the edits; of two that overlap the first."""
    out, position = [], own.start
    for edit in sorted(edits):
        if edit.span.start >= position:
            out += [text[position : edit.span.start], edit.after_text]
            position = edit.span.end
    return "".join((*out, text[position : own.end]))


def _counted(text: str) -> Counter[str]:
    return Counter(map(edit_words.same_sentence, edit_words.sentence_texts(text)))
