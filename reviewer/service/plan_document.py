"""``plan``: everything of a review but its effect. What would be done is stored, and nothing of it is done."""

from collections import Counter

from reviewer.endpoint import refuse_secrets
from reviewer.ledger.lock import workspace_lock
from reviewer.model.edit import Action
from reviewer.model.plan_outcome import PlanCounts, PlanOutcome
from reviewer.report.plan_text import PlanText, plan_text
from reviewer.service.apply import ApplyOptions, WorkedOut, planned_document, work_out
from reviewer.service.outcomes import Facts
from reviewer.service.review import Planned, ReviewRequest, Tools, make_plan
from reviewer.service.session import Session
from reviewer.service.stored_plan import StoredPlan, stored_form
from reviewer.service.workspace.artifacts import write_bytes
from reviewer.service.workspace.command_line import on_review
from reviewer.service.workspace.folder import Workspace, told_when_unwritable
from reviewer.service.workspace.op_words import op_words
from reviewer.service.workspace.plans import Made, store_plan
from reviewer.service.workspace.run_record import read_record


def plan_document(request: ReviewRequest, tools: Tools, run: str = "", *, despite_failures: bool = True) -> PlanOutcome:
    """Make a plan and store it: stages 1 and 2 are written, document, ledger and report stay as they are.

    ``run`` names who will go on with it later (``plan_of_run``); not with a plan of which something failed, unless
    ``despite_failures``. ``request.output`` is not used.

    Raises:
        UserError: as ``make_plan``; ``unwritable``; ``secret-in-endpoint``.
        StaleHead: ``document-changed``, while it was planned.
        Busy: another process holds the workspace for longer than ``config.lock_timeout``.
        IntegrityError: ledger, snapshot and documents do not fit together.
    """
    refuse_secrets(request.config.llm)  # before anything is stored: a plan holds the configuration
    made = make_plan(request, tools)
    workspace, config = made.workspace, request.config
    session = Session(workspace, made.facts, tools.clock, in_place=config.in_place)
    with workspace_lock(workspace.root, "plan", config.lock_timeout):
        document = planned_document(workspace, made.plan)
        history = session.preview().history
        done = work_out(session, history, (made.plan, document), ApplyOptions(again=request.again))
        stored = StoredPlan(
            plan=made.plan, facts=made.facts, silent=_silent(done), again=request.again, asked=made.asked
        )
        digest, body = stored_form(stored)
        record = read_record(workspace)
        outcome = _outcome(made, digest, history.head, done)
        readable = _readable(outcome, made, done, document.text)
        with told_when_unwritable(workspace):
            made.store()
            waits = run if despite_failures or not outcome.failures else ""
            noted = Made(
                plan=digest, made=tools.clock.now(), doc_hash=outcome.doc_hash, run=waits, counts=outcome.counts
            )
            store_plan(workspace, body, noted, config.plans_kept, [record.plan] if record and record.plan else ())
            write_bytes(workspace.readable_plan, readable.encode("utf-8", "backslashreplace"))
    return outcome


def _silent(done: WorkedOut) -> tuple[str, ...]:
    return tuple(sorted({item.op.op_id for item in done.result.accepted if item.op.silent}))


def _outcome(made: Planned, digest: str, head: str, done: WorkedOut) -> PlanOutcome:
    workspace, facts = made.workspace, made.facts
    name = digest.removeprefix("sha256:")
    return PlanOutcome(
        status="completed_with_failures" if facts.failures else "completed",
        workspace=str(workspace.root),
        document=str(workspace.document),
        doc_hash=made.plan.doc_hash,
        head=head,
        plan=digest,
        path=str(workspace.plans / f"{name}.json"),
        readable=str(workspace.readable_plan),
        counts=_counts(facts, done),
        failures=facts.failures,
        notes=(*done.notes, *facts.notes),
    )


def _counts(facts: Facts, done: WorkedOut) -> PlanCounts:
    accepted = [item.op for item in done.result.accepted]
    changes = [op for op in accepted if op.action is not Action.FLAG_ONLY]
    silent = sum(op.silent for op in changes)
    return PlanCounts(
        changes=len(changes),
        attention=len(changes) - silent,
        silent=silent,
        deletions=sum(op.action is Action.DELETE for op in changes),
        flags=len(accepted) - len(changes),
        rejected=len(done.refused),
        already_applied=len(done.already),
        findings=facts.findings,
        chunks=facts.chunks,
        chunks_failed=facts.chunks_failed,
        model_calls=facts.model_calls,
        kinds=dict(sorted(Counter(op.kind for op in accepted).items())),
    )


def _readable(outcome: PlanOutcome, made: Planned, done: WorkedOut, text: str) -> str:
    data = PlanText(
        document=made.workspace.document.name,
        outcome=outcome,
        ops=tuple(item.op for item in done.result.accepted),
        words=op_words(text, made.plan.ops),
        lines={op.op_id: op.target.line_start for op in made.plan.ops},
        rejected=done.refused,
        not_reviewed=made.facts.not_reviewed,
        apply=apply_command(made.workspace, outcome.plan),
    )
    return plan_text(data)


def apply_command(workspace: Workspace, digest: str) -> str:
    """The command line that applies a plan of this workspace."""
    return on_review("apply", workspace.document, workspace.root, "--plan", digest)
