"""The part of a review that asks models: summaries, then chunks. What they propose goes into the fixers' plan."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from reviewer.config import ReviewerConfig
from reviewer.count_text import counted, verb
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import KEPT, ChunkEdits, Outcome
from reviewer.model.document import Document
from reviewer.model.edit import EditOp, Rejection
from reviewer.model.ports import Lexicon
from reviewer.model.pyramid import HeldContext
from reviewer.plan.chunk_job import Tiers
from reviewer.plan.twins import twins_of
from reviewer.service.models.chunk_reviews import NOT_SENT, ChunkReviews, Finished, Submit
from reviewer.service.models.chunk_tiers import highest_tier, tiers_of
from reviewer.service.models.edge import ModelEdge
from reviewer.service.models.files import ChunkFiles, write_pyramid
from reviewer.service.models.held_context import Context, Earlier, context_of
from reviewer.service.models.kernels import settings_digest
from reviewer.service.models.mode import Mode, mode_of
from reviewer.service.models.progress import Pace, Progress
from reviewer.service.models.proofreading import Proofreading, left_out_lines, proofreading_lines, repairs_of
from reviewer.service.models.pyramid_run import Built, build_pyramid
from reviewer.service.models.told import failed_of, failure_lines, refused_whole, unseen_lines
from reviewer.service.models.totals import ModelTotals, asked_again, breaker_note, model_totals
from reviewer.service.models.validation import Judge, Validated, judge_of, validate_proposals
from reviewer.service.models.validation_batches import Batcher
from reviewer.service.stages.pipeline import Analysis
from reviewer.service.stages.ruled import Ruled
from reviewer.service.stages.validated import known_of
from reviewer.service.word_lists import word_lists
from reviewer.service.workspace.folder import Workspace


@dataclass(frozen=True, slots=True)
class ModelTools:
    """``runs``: how tasks of the ``edge`` are run; ``progress`` hears of every chunk; ``seconds``: a running clock.

    ``lexicon``: what a proofreader takes for words.
    """

    edge: ModelEdge
    runs: Callable[[], AbstractContextManager[Submit]]
    progress: Callable[[Progress], None]
    seconds: Callable[[], float]
    lexicon: Lexicon = field(default_factory=word_lists)


@dataclass(frozen=True, slots=True)
class ModelReview:
    """What the models gave. ``failures`` are lines for the run, ``not_reviewed`` for the report, and so are
    ``refused_whole``: chunks that were reviewed, and of whose proposals none is left.

    ``left`` are candidates that a proofreader weighed and did not propose: no refused edits.
    ``totals`` are for the kernel's summary, ``asked_again`` and ``proofreading`` for the report, ``notes`` for people.
    ``mode`` is how models were asked.
    ``context`` is what prompts were told, for ``run.json``; None where it is not to be recorded: tier 0 is first, or
    the run did not come to an end with its backend there. ``validated`` is what validators made of the proposals,
    ``judge`` who judged them.
    """

    ops: tuple[EditOp, ...]
    refused: tuple[Rejection, ...]
    left: tuple[Rejection, ...]
    chunks_failed: int
    calls: int
    failures: tuple[str, ...]
    not_reviewed: tuple[str, ...]
    refused_whole: tuple[str, ...]
    totals: ModelTotals
    asked_again: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    proofreading: tuple[str, ...] = ()
    context: HeldContext | None = None
    mode: Mode | None = None
    validated: Validated = Validated()  # noqa: RUF009 - frozen
    judge: Judge | None = None


def ask_models(
    workspace: Workspace, rules: Ruled, config: ReviewerConfig, tools: ModelTools, earlier: Earlier
) -> ModelReview:
    """Summaries and chunk reviews of a document; artifacts of each chunk are written as it ends.

    A proofreader reads the text as ``rules`` mend it.

    Raises:
        SovereigntyError: text would leave the machine. Failures of a backend are outcomes of chunks.
    """
    before, edge, analysis = tools.edge.client.calls, tools.edge, rules.analysis
    files = ChunkFiles(workspace, earlier.run, settings_digest(edge, config))
    mode = mode_of(config.review, edge.models.worker, lambda: edge.client.offers(edge.models.worker))
    summaries = edge if mode.plan and not config.skip_pyramid else None
    with tools.runs() as submit:
        built = build_pyramid(analysis.document, config, summaries, submit)
        if summaries is not None:
            write_pyramid(workspace, built.pyramid)
        most = highest_tier(config) if summaries is not None else 0
        context = context_of(built, analysis.findings, config, edge, earlier) if most else None
        reviews = replace(_reviews(analysis, config, edge, context, files), known_languages=built.languages)
        known = {chunk.chunk_id for chunk in analysis.chunks}
        hear = _Heard(files, tools)
        proofread: tuple[ChunkEdits, ...] = ()
        if mode.proofread:
            repairs = repairs_of(rules.ops, analysis.document.text)
            reader = Proofreading(reviews, repairs, tools.lexicon, edge.client.offers(edge.models.worker))
            proofread = reader.run(submit, hear.from_now(files.proofread() & known))
        chunks = reviews.run(submit, hear.from_now(files.kept() & known)) if mode.plan else ()
        validated, judge = _validated((*proofread, *chunks), reviews, built, submit)
    found = _gathered(chunks, proofread, built, edge.client.calls - before)
    left_out = left_out_lines(proofread, reviews.parsed.blocks, tools.lexicon)
    found = replace(found, not_reviewed=(*found.not_reviewed, *left_out))
    found = replace(_with_validation(found, validated, judge), mode=mode)
    told = context is not None and config.adaptive.default_tier > 0 and _complete(edge, chunks)
    return replace(found, context=context.record()) if context is not None and told else found


@dataclass(frozen=True, slots=True)
class _Heard:
    """Who hears of chunks as they end: their files, and whoever waits."""

    files: ChunkFiles
    tools: ModelTools

    def from_now(self, stored: AbstractSet[str]) -> Callable[[Finished], None]:
        """What hears of one pass over the chunks; ``stored`` as in ``Pace``."""
        pace = Pace(self.tools.seconds, stored)

        def ended(finished: Finished) -> None:
            self.files.write(finished.edits)
            self.tools.progress(pace.heard(finished))

        return ended


def _validated(
    chunks: Sequence[ChunkEdits], reviews: ChunkReviews, built: Built, submit: Submit
) -> tuple[Validated, Judge | None]:
    """What the validators make of all that was proposed; nobody is asked where nothing was.

    The same edit from a list and from a proofreader is one candidate, the surer of the two: else what is refused of one
    would be made by the other.
    """
    proposed = [op for edits in chunks for op in edits.ops]
    twins = twins_of(proposed, reviews.document.text, reviews.config.validation)
    ops = [proposed[at] for at in sorted(equal[0] for equal in twins)]
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
        edits = f"{counted(count, 'proposed edit')} {verb(count, 'was', 'were')}"
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


def _gathered(chunks: Sequence[ChunkEdits], proofread: Sequence[ChunkEdits], built: Built, calls: int) -> ModelReview:
    """``chunks`` were reviewed, ``proofread`` proofread. What a proofreader weighed and left is no refused edit."""
    both = (*proofread, *chunks)
    failed = failed_of(both)
    totals = model_totals(chunks)
    unseen = unseen_lines(both, [node for node in built.pyramid.nodes if node.degraded])
    return ModelReview(
        ops=tuple(op for edits in both for op in edits.ops),
        refused=tuple(refusal for edits in chunks for refusal in edits.refused),
        left=tuple(refusal for edits in proofread for refusal in edits.refused),
        chunks_failed=len({edits.chunk_id for edits in failed}),
        calls=calls,
        failures=tuple(failure_lines(failed)),
        not_reviewed=tuple(unseen),
        refused_whole=tuple(
            refused_whole([edits for edits in chunks if edits.outcome is Outcome.OPS and not edits.ops])
        ),
        totals=totals,
        asked_again=asked_again(totals),
        proofreading=proofreading_lines(proofread),
        notes=(note,) if (note := breaker_note(chunks)) else (),
    )
