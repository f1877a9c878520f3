"""Kernel ``md_apply_ops``: a dry run of edit ops against the current state of a document.

Pure: nothing is written. Ops are admitted one by one (``admission``), chosen together (``selection``, ``soundness``)
and given their change ids in document order. ``entries.build_transaction`` makes the ledger entries of the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from reviewer.ledger import notes
from reviewer.ledger.admission import Admission, Admitted
from reviewer.ledger.emptiness import refuse_emptying, refuse_mark
from reviewer.ledger.fold import History
from reviewer.ledger.ids import ChangeID
from reviewer.ledger.last_line import LastLine
from reviewer.ledger.policy import CommitPolicy
from reviewer.ledger.selection import Selection, in_document_order, merged, select
from reviewer.ledger.soundness import Soundness, StructureCheck
from reviewer.ledger.standing import Already
from reviewer.markdown.source import encode, read_document
from reviewer.model.document import Document
from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.patch.replay import NO_FOOTING, Footing
from reviewer.patch.view import View
from reviewer.plan.refusal import rejection

__all__ = ["AcceptedOp", "CommitContext", "CommitPolicy", "CommitResult", "plan_commit"]

VERSION = "1"


@dataclass(frozen=True)
class CommitContext:
    """What a commit needs to know.

    ``current`` is the parsed current text of the history. ``view`` is the active set of the text in which the ops'
    spans and lines are given, None when that is the current text. ``parse`` and ``structure`` serve the structure
    check; without ``structure`` there is none (tests only). ``refused`` are ops that the plan itself refused: what is
    grouped with them falls too; they are not in the result.
    """

    current: ParsedDocument
    parse: Callable[[Document], ParsedDocument]
    structure: StructureCheck | None
    view: frozenset[str] | None = None
    policy: CommitPolicy = field(default_factory=CommitPolicy)
    refused: tuple[Rejection, ...] = ()


@dataclass(frozen=True, slots=True)
class AcceptedOp:
    """An op with its change id. ``span`` is in the current text before the transaction; a flag's is where it points.

    ``footing`` is what the current text does not tell of its place.
    """

    id: str
    op: EditOp
    span: Span
    footing: Footing = NO_FOOTING


@dataclass(frozen=True)
class CommitResult:
    """``accepted`` in document order, flags included; ``text`` is the document afterwards.

    ``already_applied`` are entry ids; ``fixups`` pairs of op id and what was mended (HASH_RECOMPUTE, NOTE_INJECT,
    NOTE_ID_FIX); ``became`` pairs of the op id of the plan and the entry that it is, now or already.
    """

    accepted: tuple[AcceptedOp, ...]
    rejected: tuple[Rejection, ...]
    already_applied: tuple[str, ...]
    text: str
    fixups: tuple[tuple[str, str], ...] = ()
    became: tuple[tuple[str, str], ...] = ()


def plan_commit(history: History, ops: Sequence[EditOp], context: CommitContext) -> CommitResult:
    """Which of ``ops`` can be committed now, with which ids, and why the others cannot.

    Deterministic, linear in document and ops. One bad op never stops the rest; ops of one group stand or fall
    together; ops that touch are independent, of ops that overlap the first in the plan wins; inserts at one place keep
    their order. Ids are given after the highest ever issued; an explicit free id is kept.
    """
    admission = Admission(history, context.current, _located(history, context))
    admitted: list[Admitted] = []
    already: list[tuple[str, str]] = []
    rejected: list[Rejection] = []
    for number, op in enumerate(ops):
        answer = admission.admit(number, op, context.policy)
        if isinstance(answer, Admitted):
            admitted.append(answer)
        elif isinstance(answer, Already):
            already.append((op.op_id, answer.id))
        else:
            rejected.append(answer)
    admitted, doubled = _one_op_per_id(admitted)
    rejected += doubled
    lost = [item for item in context.refused if item.op_id not in history.active_op_ids]
    selection = _chosen(admitted, [*lost, *rejected], context)
    return _result(history, ops, selection, (already, rejected))


def _located(history: History, context: CommitContext) -> tuple[Document, View | None]:
    if context.view is None or context.view == history.active:
        return context.current.document, None
    view = View(history.replay, context.view)
    return read_document(encode(view.text, bom=history.snapshot.bom), history.snapshot.source_id), view


def _one_op_per_id(admitted: Sequence[Admitted]) -> tuple[list[Admitted], list[Rejection]]:
    seen: set[str] = set()
    kept, rejected = [], []
    for candidate in admitted:
        if candidate.op.id and candidate.op.id in seen:
            message = f"id {candidate.op.id} is used twice in the plan"
            rejected.append(rejection(candidate.op, RejectCode.LEDGER, message))
        else:
            seen.add(candidate.op.id)
            kept.append(candidate)
    return kept, rejected


def _chosen(admitted: list[Admitted], rejected: Sequence[Rejection], context: CommitContext) -> Selection:
    broken = {
        str(item.op["group"]): (item.code, f"op {item.op_id} of its group was rejected: {item.message}")
        for item in rejected
        if item.op and item.op.get("group")
    }
    last_line = LastLine(_without_flagged_groups(admitted, broken), context.current)
    selection = select(last_line.ops, broken, "" if context.view is None else context.current.document.text)
    refuse_mark(selection, context.current)
    if not context.policy.allow_empty:
        refuse_emptying(selection, context.current)
    if context.structure is not None:
        Soundness(context.current, context.parse, context.structure).enforce(selection)
    last_line.end(selection)
    return selection


def _without_flagged_groups(admitted: list[Admitted], broken: dict[str, tuple[RejectCode, str]]) -> list[Admitted]:
    """A group of which one op became a flag is flagged as a whole: that flag stays, alone, the rest is not applied."""
    flagged = {a.op.group: a for a in admitted if a.op.group and a.obstacle}
    kept = []
    for candidate in admitted:
        flag = flagged.get(candidate.op.group)
        if flag is not None and flag.number == candidate.number:
            kept.append(replace(flag, op=flag.op.model_copy(update={"group": ""})))
        else:
            kept.append(candidate)
    for group, flag in flagged.items():
        message = f"op {flag.op.op_id} of its group became a flag: it would touch {flag.obstacle}"
        broken.setdefault(group, (RejectCode.PROTECTED, message))
    return kept


def _result(
    history: History,
    ops: Sequence[EditOp],
    selection: Selection,
    other: tuple[list[tuple[str, str]], list[Rejection]],
) -> CommitResult:
    already, rejected = other
    ordered = in_document_order(selection.chosen.values())
    ids = _ids(history, ordered)
    given = ((ops[candidate.number].op_id, name) for candidate, name in zip(ordered, ids, strict=True))
    accepted = tuple(_accepted(candidate, change_id) for candidate, change_id in zip(ordered, ids, strict=True))
    return CommitResult(
        accepted,
        (*rejected, *selection.rejected),
        tuple(dict.fromkeys(entry_id for _, entry_id in already)),
        merged(history.text, [candidate for candidate in ordered if not candidate.is_flag]),
        tuple((candidate.op.op_id, fixup) for candidate in ordered for fixup in candidate.fixups),
        (*already, *given),
    )


def _ids(history: History, ordered: Sequence[Admitted]) -> list[str]:
    given = [ChangeID.parse(candidate.op.id).seq for candidate in ordered if candidate.op.id]
    following = max([history.highest, *given]) + 1
    ids = []
    for candidate in ordered:
        if candidate.op.id:
            ids.append(candidate.op.id)
        else:
            ids.append(ChangeID(following).canonical)
            following += 1
    return ids


def _accepted(candidate: Admitted, change_id: str) -> AcceptedOp:
    note = candidate.op.review_note
    stamped = notes.stamped(note, change_id) if note is not None else None
    op = candidate.op.model_copy(update={"id": change_id, "span": candidate.span, "review_note": stamped})
    return AcceptedOp(change_id, op, candidate.span, candidate.footing)
