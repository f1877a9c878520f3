"""The part of a review that asks models: summaries, then chunks. What they propose goes into the fixers' plan."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from reviewer.config import ReviewerConfig
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import KEPT, ChunkEdits, Outcome
from reviewer.model.document import Document
from reviewer.model.edit import EditOp, Rejection
from reviewer.model.pyramid import HeldContext
from reviewer.plan.chunk_job import Tiers
from reviewer.plan.worker_reply import UNREAD
from reviewer.service.models.chunk_reviews import NOT_SENT, ChunkReviews, Finished, Submit
from reviewer.service.models.chunk_tiers import highest_tier, tiers_of
from reviewer.service.models.edge import ModelEdge
from reviewer.service.models.files import ChunkFiles, write_pyramid
from reviewer.service.models.held_context import Context, Earlier, context_of
from reviewer.service.models.kernels import settings_digest
from reviewer.service.models.progress import Pace, Progress
from reviewer.service.models.pyramid_run import Built, build_pyramid
from reviewer.service.models.totals import ModelTotals, asked_again, breaker_note, model_totals
from reviewer.service.models.validation import Judge, Validated, judge_of, validate_proposals
from reviewer.service.models.validation_batches import Batcher
from reviewer.service.stages.pipeline import Analysis
from reviewer.service.stages.validated import known_of
from reviewer.service.workspace.folder import Workspace

SHOWN = 20
"""So many chunks that failed are named in a run's failures."""


@dataclass(frozen=True, slots=True)
class ModelTools:
    """``runs``: how tasks of the ``edge`` are run; ``progress`` hears of every chunk; ``seconds``: a running clock."""

    edge: ModelEdge
    runs: Callable[[], AbstractContextManager[Submit]]
    progress: Callable[[Progress], None]
    seconds: Callable[[], float]


@dataclass(frozen=True, slots=True)
class ModelReview:
    """What the models gave. ``failures`` are lines for the run, ``not_reviewed`` for the report, and so are
    ``refused_whole``: chunks that were reviewed, and of whose proposals none is left.

    ``totals`` are for the kernel's summary, ``asked_again`` for the report, ``notes`` for people.
    ``context`` is what prompts were told, for ``run.json``; None where it is not to be recorded: nothing was told, or
    the run did not come to an end with its backend there. ``validated`` is what validators made of the proposals,
    ``judge`` who judged them.
    """

    ops: tuple[EditOp, ...]
    refused: tuple[Rejection, ...]
    chunks_failed: int
    calls: int
    failures: tuple[str, ...]
    not_reviewed: tuple[str, ...]
    refused_whole: tuple[str, ...]
    totals: ModelTotals
    asked_again: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    context: HeldContext | None = None
    validated: Validated = Validated()  # noqa: RUF009 - frozen
    judge: Judge | None = None


def ask_models(
    workspace: Workspace, analysis: Analysis, config: ReviewerConfig, tools: ModelTools, earlier: Earlier
) -> ModelReview:
    """Summaries and chunk reviews of a document; artifacts of each chunk are written as it ends.

    Raises:
        SovereigntyError: text would leave the machine. Failures of a backend are outcomes of chunks.
    """
    before = tools.edge.client.calls
    files = ChunkFiles(workspace, earlier.run, settings_digest(tools.edge, config))
    with tools.runs() as submit:
        summaries = None if config.skip_pyramid else tools.edge
        built = build_pyramid(analysis.document, config, summaries, submit)
        if not config.skip_pyramid:
            write_pyramid(workspace, built.pyramid)

        most = 0 if config.skip_pyramid else highest_tier(config)
        context = context_of(built, analysis.findings, config, tools.edge, earlier) if most else None

        def ended(finished: Finished) -> None:
            files.write(finished.edits)
            tools.progress(pace.heard(finished))

        known = {chunk.chunk_id for chunk in analysis.chunks}
        pace = Pace(tools.seconds, files.kept() & known)
        reviews = replace(_reviews(analysis, config, tools.edge, context, files), known_languages=built.languages)
        chunks = reviews.run(submit, ended)
        validated, judge = _validated(chunks, reviews, built, submit)
    found = _gathered(chunks, built, tools.edge.client.calls - before)
    found = _with_validation(found, validated, judge)
    return replace(found, context=context.record()) if context and _complete(tools.edge, chunks) else found


def _validated(
    chunks: Sequence[ChunkEdits], reviews: ChunkReviews, built: Built, submit: Submit
) -> tuple[Validated, Judge | None]:
    """What the validators make of all that was proposed; nobody is asked where nothing was."""
    ops = [op for edits in chunks for op in edits.ops]
    if not ops:
        return Validated(), None
    config, edge = reviews.config, reviews.edge
    judge = judge_of(config, edge)
    known = known_of(reviews.parsed, config, built.pyramid.glossary)
    batcher = Batcher(known, reviews.chunks, reviews.languages, config, edge, judge.model)
    return validate_proposals(ops, batcher, submit), judge


def _with_validation(found: ModelReview, validated: Validated, judge: Judge | None) -> ModelReview:
    """The same with what validators left; edits that nobody judged are told as a failure."""
    lines: tuple[str, ...] = ()
    if validated.unavailable:
        count = validated.unavailable
        edits = "1 proposed edit was" if count == 1 else f"{count} proposed edits were"
        lines = (f"{edits} not made, because no usable decision about it came ({validated.why})",)
    return replace(
        found,
        ops=validated.ops,
        refused=(*found.refused, *validated.refused),
        failures=(*found.failures, *(f"validation: {line}" for line in lines)),
        not_reviewed=(*found.not_reviewed, *(f"{line}. The next review asks again." for line in lines)),
        validated=validated,
        judge=judge,
    )


def _complete(edge: ModelEdge, chunks: Sequence[ChunkEdits]) -> bool:
    """Whether what was told is worth keeping: the backend was there to the end, and some chunk was reviewed with it.

    One chunk that fails every time does not hinder it: else each edit of such a document would ask for all of it.
    """
    reviewed = (edits.outcome in KEPT and not edits.reason.endswith(NOT_SENT) for edits in chunks)
    return not edge.client.gone and any(reviewed)


def _reviews(
    analysis: Analysis, config: ReviewerConfig, edge: ModelEdge, context: Context | None, files: ChunkFiles
) -> ChunkReviews:
    document: Document = analysis.document

    def tiers(chunk: ReviewChunk, text: str) -> Tiers:
        return Tiers() if context is None else tiers_of(context.background, chunk, text, config)

    return ChunkReviews(document, analysis.chunks, config, edge, tiers, files.templates())


def _gathered(chunks: tuple[ChunkEdits, ...], built: Built, calls: int) -> ModelReview:
    failed = [edits for edits in chunks if edits.outcome not in KEPT]
    degraded = [node for node in built.pyramid.nodes if node.degraded]
    lines = [f"chunk {edits.chunk_id}: {edits.outcome.value}: {edits.reason}" for edits in failed[:SHOWN]]
    if len(failed) > SHOWN:
        lines.append(f"{len(failed) - SHOWN} more chunks failed, see stage2/ops/status.jsonl")
    unseen = [f"Chunk {edits.chunk_id} {what_failed(edits)}." for edits in failed[:SHOWN]]
    kept = (edits for edits in chunks if edits.outcome in KEPT and edits.reason.endswith(UNREAD))
    unseen += [f"Chunk {edits.chunk_id}: {edits.reason}." for edits in kept]
    skipped = Counter(edits.reason for edits in chunks if edits.reason.endswith(NOT_SENT))
    for reason, count in sorted(skipped.items()):
        unseen.append(f"{_chunks(count)} not shown to a model: {reason.removesuffix(NOT_SENT)}.")
    if degraded:
        first = degraded[0].failure
        unseen.append(f"{len(degraded)} summaries are taken from the text, because no model answered ({first}).")
    totals = model_totals(chunks)
    return ModelReview(
        ops=tuple(op for edits in chunks for op in edits.ops),
        refused=tuple(refusal for edits in chunks for refusal in edits.refused),
        chunks_failed=len(failed),
        calls=calls,
        failures=tuple(lines),
        not_reviewed=tuple(unseen),
        refused_whole=tuple(
            refused_whole([edits for edits in chunks if edits.outcome is Outcome.OPS and not edits.ops])
        ),
        totals=totals,
        asked_again=asked_again(totals),
        notes=(note,) if (note := breaker_note(chunks)) else (),
    )


def what_failed(edits: ChunkEdits) -> str:
    """What became of a chunk that failed: a reply that was cut off may have given proposals before."""
    why = f"({edits.outcome.value}): {edits.reason}"
    if edits.ops:
        return f"was reviewed in part {why}; what the reply proposed before is made as any other proposal"
    if edits.refused:
        return f"was not reviewed to its end {why}; all that was proposed is among the refused edits"
    return f"got no usable reply {why}"


def refused_whole(chunks: Sequence[ChunkEdits]) -> list[str]:
    """Lines on chunks of which proposals were read and none is left."""
    lines = [f"Chunk {edits.chunk_id}: {_proposals(edits.metrics.ops_proposed)}." for edits in chunks[:SHOWN]]
    more = f"{_chunks(len(chunks) - SHOWN)} left without any proposal as well: all were refused."
    return [*lines, more] if len(chunks) > SHOWN else lines


def _proposals(count: int) -> str:
    return "the model's only proposal was refused" if count == 1 else f"all {count} proposals of the model were refused"


def _chunks(count: int) -> str:
    return "1 chunk was" if count == 1 else f"{count} chunks were"
