"""``review`` of one document: make a plan, apply it. The flow and everything without Prefect run these functions."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.file_kinds import read_regular
from reviewer.model.document import Document
from reviewer.model.edit import EditPlan
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.ports import Clock, Speller
from reviewer.model.validation import counted
from reviewer.plan.finding_left import left_because
from reviewer.service.apply import ApplyOptions, apply_plan
from reviewer.service.files.documents import DocumentRef, load_document
from reviewer.service.models.held_context import Earlier
from reviewer.service.models.kernels import VERSIONS
from reviewer.service.models.review import ModelReview, ModelTools, ask_models
from reviewer.service.ops.finding_outcomes import Asked
from reviewer.service.outcomes import Facts
from reviewer.service.stage_files import write_artifacts
from reviewer.service.stages.decisions import decided, with_left
from reviewer.service.stages.kernels import KERNELS
from reviewer.service.stages.pipeline import Analysis, Run, analyse, call_directly
from reviewer.service.stages.planned import plan_review
from reviewer.service.stages.ruled import Ruled, ruled
from reviewer.service.workspace.context_text import stale_note
from reviewer.service.workspace.folder import Workspace, absolute, open_workspace
from reviewer.service.workspace.history import read_history
from reviewer.service.workspace.output_file import refuse_bad_output, refuse_unwritable_document
from reviewer.service.workspace.run_record import read_record

NO_MODEL = "No model was asked: only deterministic rules looked at this document."


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """What to review, and where results go. Paths may be relative; ``workspace`` None is beside the document.

    ``again``: what a person undid or rejected may be proposed again, under a new id. ``refresh_context``: models are
    told the document's summaries as they are now, not as they were when it was last reviewed.
    """

    path: Path
    config: ReviewerConfig
    workspace: Path | None = None
    output: Path | None = None
    again: bool = False
    refresh_context: bool = False


@dataclass(frozen=True, slots=True)
class Tools:
    """What a review needs from outside. ``run_for`` says how kernels of one document are run; no ``models``: none."""

    speller: Speller
    clock: Clock
    run_for: Callable[[DocumentRef], Run] = lambda _: call_directly
    models: ModelTools | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan that was made, with what applying it needs. ``store`` writes the files of stages 1 and 2.

    ``asked`` are the findings, each with what tells its ops.
    """

    workspace: Workspace
    plan: EditPlan
    facts: Facts
    store: Callable[[], None]
    asked: tuple[Asked, ...]


def review_document(request: ReviewRequest, tools: Tools) -> ReviewOutcome:
    """Review a document: make a plan and apply all of it. Again on an unchanged document it changes nothing.

    Raises:
        UserError: the document cannot be read, its workspace cannot be written; ``bad-output``.
        Busy, StaleHead, IntegrityError: as ``apply_plan``.
    """
    made = make_plan(request, tools)
    options = ApplyOptions(output=request.output, again=request.again, store=made.store, asked=made.asked)
    return apply_plan(made.workspace, made.plan, made.facts, clock=tools.clock, options=options)


def make_plan(request: ReviewRequest, tools: Tools) -> Planned:
    """Ask the rules, and models where there are some. Nothing is applied, and of stages 1 and 2 nothing is written.

    Raises:
        UserError: the document cannot be read, its workspace cannot be written; ``bad-output``.
        IntegrityError: ledger and snapshot do not fit together.
    """
    path = absolute(request.path)
    document = load_document(path)
    refuse_bad_output(path, request.workspace, request.output, request.config.output_suffix)
    refuse_unwritable_document(path, in_place=request.config.in_place)
    workspace = open_workspace(path, document, request.workspace)
    history, _ = read_history(workspace)  # before a model is asked: what cannot be gone on with costs no call
    analysis = analyse(document, request.config, tools.speller, tools.run_for(reference(workspace, document)))
    rules = ruled(analysis, request.config)
    asked = None
    if tools.models is not None and rules.editable:
        earlier = _earlier(workspace, tools.clock.now(), refresh=request.refresh_context)
        asked = ask_models(workspace, rules, request.config, tools.models, earlier)
    proposed, refused = (asked.ops, asked.refused) if asked else ((), ())
    plan = plan_review(rules, history.head, request.config, proposed, refused)
    plan = with_left(plan, asked.left if asked else ())
    store = partial(write_artifacts, workspace, analysis, plan, asked)
    facts = replace(_facts(analysis, request.config, tools.speller), validation=counted(decided(plan)))
    if asked is not None and tools.models is not None:
        facts = _with_models(facts, asked, tools.models)
    return Planned(workspace, plan, facts, store, _asked(rules, request.config))


def _asked(rules: Ruled, config: ReviewerConfig) -> tuple[Asked, ...]:
    """Every finding with what tells its ops, and why nothing is done about it where it asks for none."""
    findings = rules.analysis.findings
    if not rules.editable:
        return tuple(Asked(finding, "", "nothing is edited in this document: a kernel failed") for finding in findings)
    return tuple(
        Asked(finding, known.fingerprint, left_because(finding, config))
        for finding, known in zip(findings, rules.known, strict=True)
    )


def _earlier(workspace: Workspace, run: str, *, refresh: bool) -> Earlier:
    record = read_record(workspace)
    return Earlier(run, record.context if record else None, refresh)


def reference(workspace: Workspace, document: Document) -> DocumentRef:
    """The document by content, at its snapshot where that is the same state, else where it stands on disk."""
    same = read_regular(workspace.snapshot) == document.raw
    return DocumentRef(workspace.snapshot if same else workspace.document, document.source_id, document.doc_hash)


def _facts(analysis: Analysis, config: ReviewerConfig, speller: Speller) -> Facts:
    problems = analysis.problems
    return Facts(
        command="review",
        config=config,
        doc_hash=analysis.document.doc_hash,
        findings=len(analysis.findings),
        chunks=len(analysis.chunks),
        kernels=(*((kernel.name, kernel.version) for kernel in KERNELS), ("speller", speller.identity)),
        failures=problems,
        ruled=not problems,
        not_reviewed=(NO_MODEL, *problems),
    )


def _with_models(facts: Facts, asked: ModelReview, tools: ModelTools) -> Facts:
    """The same with what models were asked and what came of it."""
    problems = facts.failures
    described = (*(asked.mode.described() if asked.mode else ()), *(asked.judge.described() if asked.judge else ()))
    stale = (stale_note(asked.context),) if asked.context and asked.context.stale else ()
    return replace(
        facts,
        kernels=(*facts.kernels, *VERSIONS),
        failures=(*problems, *asked.failures),
        not_reviewed=(*problems, *asked.not_reviewed),
        refused_whole=asked.refused_whole,
        asked_again=asked.asked_again,
        proofreading=asked.proofreading,
        chunks_failed=asked.chunks_failed,
        model_calls=asked.calls,
        models=(*tools.edge.described(), *described),
        context=asked.context,
        notes=(*asked.notes, *stale),
    )
