"""Commit a plan to a document's ledger and write what follows from it. Used by ``review`` and ``apply``.

Everything happens under the workspace's lock, in the order of DESIGN §6. Safe to repeat: a plan whose ops are all in
the ledger writes no entry.
"""

from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from reviewer.errors import IntegrityError, StaleHead
from reviewer.ledger.commit import CommitContext, CommitPolicy, CommitResult, plan_commit
from reviewer.ledger.entries import Stamp, build_transaction
from reviewer.ledger.fold import History
from reviewer.ledger.lock import workspace_lock
from reviewer.markdown.safety import structure_violations
from reviewer.markdown.source import encode, read_document
from reviewer.model.choice import Decision
from reviewer.model.document import Document
from reviewer.model.edit import EditPlan, Rejection
from reviewer.model.outcome import RejectedOp, ReviewOutcome
from reviewer.model.ports import Clock
from reviewer.path_text import shown_path
from reviewer.plan.merge import gave_way
from reviewer.service.files.documents import load_document, parsed
from reviewer.service.ops.finding_outcomes import Asked, Settled, finding_outcomes
from reviewer.service.ops.given_again import Reading, noted
from reviewer.service.ops.given_twice import Duplicates, given_twice
from reviewer.service.ops.last_copies import with_last_copies
from reviewer.service.ops.made_alike import placed_alike
from reviewer.service.ops.proposals import without_refused
from reviewer.service.ops.rival_ops import without_rivals_of_file
from reviewer.service.ops.rival_runs import without_rivals
from reviewer.service.ops.second_chance import committed
from reviewer.service.ops.unfound import unfound_flags
from reviewer.service.ops.unseen_changes import unseen_changes
from reviewer.service.outcomes import Facts, Result, outcome_of, without_applied
from reviewer.service.session import Opened, Session
from reviewer.service.workspace.command_line import on_review
from reviewer.service.workspace.derive import write_rejected
from reviewer.service.workspace.folder import Workspace, told_when_unwritable
from reviewer.service.workspace.followers import refuse_changed_bom
from reviewer.service.workspace.history import read_history
from reviewer.service.workspace.outcomes_file import write_outcomes

PLAN = "plan"
"""Key of an entry's ``actor``: the hash of the stored plan that it is of."""


@dataclass(frozen=True, slots=True)
class OfFile:
    """The hash of the ops file that a plan was made from, and how it was read: perhaps against an earlier document."""

    digest: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class OfPlan:
    """The stored plan of which ops were chosen: its hash, all of it, and the decision."""

    digest: str
    whole: EditPlan
    decision: Decision


@dataclass(frozen=True, slots=True)
class ApplyOptions:
    """Where results go beside the workspace, and what is allowed. ``again``: also what a person undid before.

    ``elsewhere``: the ops were made elsewhere, so what they say of their source opens no protected text; ``twice`` are
    those that ask for the same edit as another one of the file, ``of_file`` is what the file was. ``of_plan``: the ops
    were chosen of a stored plan.

    ``store`` writes what the run found before it changes anything; under the lock, so that the files of a workspace are
    of one run. ``asked`` are the findings of a review, None where no rule looked: what became of each is stored.
    """

    allow_empty: bool = False
    output: Path | None = None
    again: bool = False
    elsewhere: bool = False
    twice: Duplicates = ()
    of_file: OfFile | None = None
    of_plan: OfPlan | None = None
    store: Callable[[], object] = lambda: None
    asked: tuple[Asked, ...] | None = None


def apply_plan(
    workspace: Workspace,
    plan: EditPlan,
    facts: Facts,
    *,
    clock: Clock,
    options: ApplyOptions = ApplyOptions(),
) -> ReviewOutcome:
    """Commit ``plan`` and write edited document, notes, patches and report.

    Raises:
        StaleHead: ``document-changed`` when the document is not the one that the plan was made on.
        UserError: ``bom-changed``.
        Busy: another process holds the workspace for longer than ``config.lock_timeout``.
        IntegrityError: ledger, snapshot and documents do not fit together; nothing was written.
    """
    outputs = () if options.output is None else (options.output,)
    session = Session(workspace, facts, clock, in_place=facts.config.in_place, outputs=outputs)
    with workspace_lock(workspace.root, facts.command, facts.config.lock_timeout):
        document = planned_document(workspace, plan, options.of_plan)
        opened = session.begin()
        facts = _left_of_plan(facts, opened)
        if session.in_place:
            refuse_changed_bom(workspace.document, opened.history)
        document = options.of_file.reading.document if options.of_file is not None else document
        done = work_out(session, opened.history, (plan, document), options)
        with told_when_unwritable(workspace):
            options.store()
            write_rejected(workspace, done.refused)
            if options.asked is not None:
                whole, settled = _as_planned((plan, done.settled), options.of_plan, opened.history, facts)
                write_outcomes(workspace, finding_outcomes(options.asked, whole, settled))
        stamp = _stamp(session, opened.history, options)
        transaction = build_transaction(opened.history, done.result, stamp)
        finished = session.with_facts(_unfound(facts, opened, done, options)).finish(opened, transaction)
        notes = (*finished.notes, *done.notes, *facts.notes)
        result = Result(finished.history, done.result, done.refused, done.already, notes, finished.written)
        return outcome_of(workspace, facts, result)


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """What a commit of a plan would do: the plan as it was run, what is refused, and which entries have it already.

    ``shown`` is the active set of the text that the plan was made on; ``settled`` tells what became of findings.
    """

    plan: EditPlan
    result: CommitResult
    refused: tuple[RejectedOp, ...]
    already: tuple[str, ...]
    notes: tuple[str, ...]
    shown: frozenset[str]
    settled: Settled


def work_out(
    session: Session, history: History, planned: tuple[EditPlan, Document], options: ApplyOptions
) -> WorkedOut:
    """What committing ``planned``, a plan and the document that its spans are of, would do. Writes nothing.

    Raises:
        IntegrityError: ``unknown-state``.
    """
    plan, document = planned
    view = history.view_of(document)
    shown = history.active if view is None else view
    run = partial(_plan_commit, history, document=document, run=(session, options))
    kept, left_out, undone = without_refused(plan, history, shown, again=options.again)
    if options.of_file is not None:
        kept = without_rivals_of_file(kept, options.of_file.reading.rivals, history, shown)
    left = {op.op_id for op in plan.ops} - {op.op_id for op in kept.ops}
    unseen = unseen_changes(kept, history, shown)
    kept = placed_alike(kept, unseen, document.text)
    kept = without_rivals(kept, unseen, document.text)
    kept = with_last_copies(kept, unseen, history, document)
    plan, result = committed(kept, run, document.text, left)
    gone = {item.op_id for item in result.rejected}
    refusals = (*_refused(plan, gone), *result.rejected)
    twice = given_twice(options.twice, result, refusals, history)
    refused, already = without_applied((*refusals, *twice.rejected), history)
    already = tuple(dict.fromkeys((*result.already_applied, *already, *twice.already)))
    settled = Settled(result, refusals, undone)
    return WorkedOut(plan, result, refused, already, (*left_out, *twice.notes), shown, settled)


def _as_planned(
    run: tuple[EditPlan, Settled], stored: OfPlan | None, history: History, facts: Facts
) -> tuple[EditPlan, Settled]:
    """The plan that findings were made into, and how it ended: of a stored one, with what other decisions did."""
    plan, settled = run
    if stored is None:
        return plan, settled
    return stored.whole, settled._replace(before=history.active_op_ids, not_chosen=frozenset(facts.not_chosen))


def _left_of_plan(facts: Facts, opened: Opened) -> Facts:
    """The facts, with what no decision on this plan has chosen, the present one included."""
    last = opened.record
    if last is None or last.plan != facts.plan:
        return facts
    before = frozenset(last.not_chosen)
    return replace(facts, not_chosen=tuple(op_id for op_id in facts.not_chosen if op_id in before))


def _unfound(facts: Facts, opened: Opened, done: WorkedOut, options: ApplyOptions) -> Facts:
    """The facts, with the flags that a review of the whole document did not raise again."""
    if not facts.ruled:
        return facts
    plans = (done.plan,) if options.of_plan is None else (done.plan, options.of_plan.whole)
    asked = [
        op_id
        for plan in plans
        for op_id in (
            *(op.op_id for op in (*plan.ops, *(item.op for item in plan.overlapped))),
            *(r.op_id for r in plan.rejected),
        )
    ]
    before = opened.record.unfound if opened.record is not None else ()
    again = frozenset((*done.already, *asked))
    return replace(facts, unfound=unfound_flags(opened.history, again, done.shown, before))


def _stamp(session: Session, history: History, options: ApplyOptions) -> Stamp:
    stamp, file, plan = session.stamp(history), options.of_file, options.of_plan
    if plan is not None:
        return replace(stamp, operator=plan.decision.operator or stamp.operator, noted=noted_of_plan(plan))
    return stamp if file is None else replace(stamp, noted=noted(file.digest, file.reading, history))


def noted_of_plan(plan: OfPlan) -> tuple[tuple[str, str], ...]:
    """What each entry of a stored plan notes in ``actor``: the plan's hash, what was chosen, and why."""
    decision = plan.decision
    said = [(PLAN, plan.digest), ("decision", decision.choice.described())]
    return (*said, ("reason", decision.reason)) if decision.reason else tuple(said)


def planned_document(workspace: Workspace, plan: EditPlan, stored: OfPlan | None = None) -> Document:
    """The document that the plan's spans are of: the one on disk, or what it was before ops of this very plan.

    Raises:
        StaleHead: ``document-changed``.
        UserError: as ``load_document``.
    """
    document = load_document(workspace.document)
    if stored is not None and document.doc_hash != plan.doc_hash:
        document = _before_own(workspace, stored, document) or document
    if document.doc_hash != plan.doc_hash:
        raise StaleHead(
            "document-changed",
            f"{shown_path(workspace.document)} has changed since the plan was made",
            "run the command again",
        )
    return document


def _before_own(workspace: Workspace, stored: OfPlan, document: Document) -> Document | None:
    """The plan's document, where all that happened to it since is that ops of this plan were written over it."""
    history, _ = read_history(workspace)
    if document.doc_hash != history.doc_hash:
        return None
    own = [entry.actor.get(PLAN) == stored.digest for entry in history.entries]
    view = history.view_for(stored.whole.doc_hash)
    if view is None or True not in own or not all(own[own.index(True) :]):
        return None
    raw = encode(history.replay.materialise(view), bom=history.snapshot.bom)
    return read_document(raw, document.source_id)


def _refused(plan: EditPlan, gone: Container[str] = ()) -> tuple[Rejection, ...]:
    return (*plan.rejected, *(gave_way(item, gone) for item in plan.overlapped))


def _plan_commit(
    history: History, plan: EditPlan, document: Document, run: tuple[Session, ApplyOptions]
) -> CommitResult:
    """A dry run of the plan against the present state; its spans are those of ``document``, a known state."""
    session, options = run
    style = session.config.style
    view = history.view_of(document)
    if view is None:
        path = session.workspace.document
        raise IntegrityError(
            "unknown-state",
            f"{shown_path(path)} is in a state that the ledger does not know",
            f"run: {on_review('verify', path, session.workspace.root)}",
        )
    current = read_document(history.bytes, document.source_id)
    context = CommitContext(
        current=parsed(current, style.unprotected),
        view=None if view == history.active else view,
        policy=CommitPolicy(
            strict=session.config.strict,
            allow_empty=options.allow_empty,
            again=options.again,
            elsewhere=options.elsewhere,
            silent_allowlist=frozenset(style.silent_allowlist),
            alerts=session.config.severity_alert_map,
        ),
        parse=partial(parsed, unprotected=style.unprotected),
        refused=_refused(plan),
        structure=partial(structure_violations, silent=style.silent_allowlist),
    )
    return plan_commit(history, plan.ops, context)
