"""From a commit to the object that ``review`` and ``apply`` print."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.config import ReviewerConfig
from reviewer.ledger.commit import CommitResult
from reviewer.ledger.fold import History
from reviewer.model.edit import Action, RejectCode, Rejection
from reviewer.model.outcome import Counts, Outputs, RejectedOp, ReviewOutcome
from reviewer.model.pyramid import HeldContext
from reviewer.model.validation import ValidatorCount
from reviewer.service.ops.done_before import DoneBefore
from reviewer.service.workspace.folder import Workspace


@dataclass(frozen=True, slots=True)
class Facts:
    """What the run that made a plan knows beyond it; ``kernels`` is empty where no kernel ran.

    ``models`` are what the run was made with, for ``run.json``: backend, endpoint, models, digests, prompts.
    ``validation`` counts the decisions of each validator.
    ``context`` is what prompts were told, None where the last record of it stays; ``notes`` are for people.
    ``plan`` is the hash of the stored plan that is applied, ``not_chosen`` op ids of what a decision left of it.
    ``ruled``: all rules looked at the whole document; ``unfound`` are the flags that they raise no more, None where
    they did not look.
    """

    command: str
    config: ReviewerConfig
    doc_hash: str = ""
    findings: int = 0
    chunks: int = 0
    kernels: tuple[tuple[str, str], ...] = ()
    failures: tuple[str, ...] = ()
    not_reviewed: tuple[str, ...] = ()
    refused_whole: tuple[str, ...] = ()
    asked_again: tuple[str, ...] = ()
    proofreading: tuple[str, ...] = ()
    chunks_failed: int = 0
    model_calls: int = 0
    models: tuple[tuple[str, str], ...] = ()
    validation: tuple[ValidatorCount, ...] = ()
    context: HeldContext | None = None
    ruled: bool = False
    unfound: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()
    plan: str = ""
    not_chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What the commit left."""

    history: History
    commit: CommitResult
    rejected: tuple[RejectedOp, ...]
    already_applied: tuple[str, ...]
    notes: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


def without_applied(
    rejections: Sequence[Rejection], history: History
) -> tuple[tuple[RejectedOp, ...], tuple[str, ...]]:
    """Refusals as they are shown and stored, in their file's order, and the entry ids of ops that are in force already.

    After ``--in-place`` the text that an op quotes is gone from the document because the op did its work. Such an op is
    known by its op id, or by its texts and lines where another edit on them made the op id another one.
    """
    refused, already, done = [], [], DoneBefore(history)
    for item in rejections:
        entry_id = None
        if item.code is RejectCode.HASH:
            entry_id = history.active_op_ids.get(item.op_id) or done.on_its_lines(item)
        elif item.code is RejectCode.RANGE:
            entry_id = done.alone(item)
        if entry_id is not None and item.id in ("", entry_id):
            already.append(entry_id)
        else:
            refused.append(_rejected(item))
    return tuple(sorted(refused, key=lambda op: op.index or 0)), tuple(already)


def _rejected(item: Rejection) -> RejectedOp:
    return RejectedOp(
        op_id=item.op_id,
        id=item.id,
        code=item.code,
        message=item.message,
        index=item.index or None,
        quote=item.quote,
        line=item.line or None,
        before=item.before,
        after=item.after,
    )


def outcome_of(workspace: Workspace, facts: Facts, result: Result) -> ReviewOutcome:
    """Exact counts of this run: changes are applied ops without flags."""
    accepted = result.commit.accepted
    changes = [item for item in accepted if item.op.action is not Action.FLAG_ONLY]
    flags = [item for item in accepted if item.op.action is Action.FLAG_ONLY]
    silent = sum(item.op.silent for item in changes)
    return ReviewOutcome(
        status="completed_with_failures" if facts.failures else "completed",
        workspace=str(workspace.root),
        document=str(workspace.document),
        head=result.history.head,
        counts=Counts(
            changes=len(changes),
            attention=len(changes) - silent,
            silent=silent,
            deletions=sum(item.op.action is Action.DELETE for item in changes),
            flags=len(flags),
            rejected=len(result.rejected),
            not_chosen=len(facts.not_chosen),
            findings=facts.findings,
            chunks=facts.chunks,
            chunks_failed=facts.chunks_failed,
            model_calls=facts.model_calls,
        ),
        applied=tuple(item.id for item in changes),
        flagged=tuple(item.id for item in flags),
        already_applied=result.already_applied,
        rejected=result.rejected,
        failures=facts.failures,
        notes=result.notes,
        written=result.written,
        outputs=outputs(workspace),
    )


def outputs(workspace: Workspace) -> Outputs:
    """Where the results of a workspace are."""
    return Outputs(
        edited=str(workspace.edited),
        annotated=str(workspace.annotated),
        report=str(workspace.report),
        ledger=str(workspace.ledger),
        patches=str(workspace.patches),
    )
