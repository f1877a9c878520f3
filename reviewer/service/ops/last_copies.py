"""A sentence that stands twice is taken away once, also by two runs whose models each saw both.

``validate.preserve`` lets a duplicate go where the passage that its model saw has the sentence once more. That passage
is the original; a change in force may have taken the other one away since.
"""

from collections.abc import Iterable, Iterator, Sequence

from reviewer.ledger.fold import History
from reviewer.model.document import Document
from reviewer.model.edit import MODELS, Action, EditOp, EditPlan, RejectCode, Rejection
from reviewer.model.parsed import OutlinedDocument
from reviewer.model.position import Span
from reviewer.plan.refusal import rejection
from reviewer.service.files.documents import outlined
from reviewer.service.ops.unseen_changes import Unseen
from reviewer.validate.preserve import edit_words
from reviewer.validate.preserve.edit_words import counted_sentences

_TOLD = 60
"""Characters of a sentence that a refusal repeats."""


def with_last_copies(plan: EditPlan, unseen: Sequence[Unseen], history: History, document: Document) -> EditPlan:
    """The plan, without ops of models that would take away the last copy of a sentence as a duplicate.

    ``unseen`` are changes that ``document`` does not show; all spans are in it. Those ops are ``REJECT_OTHER``.
    """
    asked = [op for op in plan.ops if op.source.type in MODELS and op.kind == "duplicate"]
    fresh = [op for op in asked if op.action is not Action.FLAG_ONLY and op.op_id not in history.active_op_ids]
    if not fresh or not unseen:
        return plan
    parts = outlined(document)
    refused = [lost for own, ops in _by_section(fresh, parts) for lost in _refused(ops, unseen, own, document.text)]
    gone = {item.op_id for item in refused}
    kept = tuple(op for op in plan.ops if op.op_id not in gone)
    return plan.model_copy(update={"ops": kept, "rejected": (*plan.rejected, *refused)})


def _refused(ops: list[EditOp], unseen: Sequence[Unseen], own: Span, text: str) -> Iterator[Rejection]:
    there = [edit for edit in unseen if own.start <= edit.span.start and edit.span.end <= own.end]
    left = counted_sentences(_with(there, text, own))
    if left == counted_sentences(text[own.start : own.end]):
        return
    for op in ops:
        view = edit_words.touched(op, text, own)
        gone = counted_sentences(view.before) - counted_sentences(view.after)
        last = next((sentence for sentence in gone if left[sentence] <= gone[sentence]), None)
        if last is None:
            left -= gone
        else:
            told = last if len(last) <= _TOLD else last[: _TOLD - 1] + "…"
            yield rejection(op, RejectCode.OTHER, f"it would take away the last “{told}” (sentence_lost)")


def _by_section(ops: list[EditOp], document: OutlinedDocument) -> Iterable[tuple[Span, list[EditOp]]]:
    found: dict[Span, list[EditOp]] = {}
    for op in ops:
        found.setdefault(document.sections[document.section_at(op.span.start)].own, []).append(op)
    return found.items()


def _with(made: Sequence[Unseen], text: str, own: Span) -> str:
    """A part of the text as it is with the changes; of two that overlap the first."""
    out, position = [], own.start
    for span, entry in sorted(made, key=lambda edit: (edit.span, edit.entry.before_text, edit.entry.after_text)):
        if span.start >= position:
            out += [text[position : span.start], entry.after_text]
            position = span.end
    return "".join((*out, text[position : own.end]))
