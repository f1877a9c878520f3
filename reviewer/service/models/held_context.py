"""What prompts are told of a document in this run, and what of it is recorded for the next one (issue C)."""

from collections.abc import Callable
from dataclasses import dataclass

from reviewer import __version__
from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash, json_hash
from reviewer.model.finding import Finding
from reviewer.model.pyramid import HeldContext
from reviewer.pyramid import summarise
from reviewer.pyramid.context import Background
from reviewer.pyramid.held import Told, outline_hash, stale_parts, told_again
from reviewer.service.models.edge import ModelEdge
from reviewer.service.models.prompt_files import template
from reviewer.service.models.pyramid_run import Built
from reviewer.service.models.token_counts import TokenCounts


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an earlier run left. ``run`` names this one; ``refresh``: today's summaries are told all the same."""

    run: str
    held: HeldContext | None = None
    refresh: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """The background of this run's chunks; ``record`` is what the next run needs of it."""

    background: Background
    record: Callable[[], HeldContext]


def context_of(
    built: Built, findings: tuple[Finding, ...], config: ReviewerConfig, edge: ModelEdge, earlier: Earlier
) -> Context:
    """Summaries of the last run that recorded some, as long as they are for the same outline and settings."""
    tier = config.adaptive.default_tier
    outline, settings = outline_hash(built.jobs), _settings(config, edge)
    held = None if earlier.refresh else earlier.held
    counts = _counts(edge, held if held and held.settings == settings else None)
    if held is not None and (held.outline, held.settings) != (outline, settings):
        held = None
    told = Told(built.pyramid, built.pyramid) if held is None else told_again(built.pyramid, built.jobs, held)
    budget = config.llm.num_ctx - config.llm.num_predict
    background = Background(told.around, built.jobs, findings, tier, budget, counts, told.standing)

    def record() -> HeldContext:
        return HeldContext(
            run=held.run if held else earlier.run,
            outline=outline,
            settings=settings,
            pyramid=told.standing,
            own=told.own,
            stale=stale_parts(built.pyramid, told, tier),
            counted_by=counts.by,
            counts=counts.used(),
        )

    return Context(background, record)


def _counts(edge: ModelEdge, held: HeldContext | None) -> TokenCounts:
    """By the worker's model; what the same model counted before is not counted again."""

    def ask(text: str) -> int | None:
        return edge.client.count_tokens(edge.models.worker, text)

    if held is None:
        return TokenCounts(ask)
    return TokenCounts(ask, held.counts, estimated=held.counted_by == "estimate")


def _settings(config: ReviewerConfig, edge: ModelEdge) -> str:
    """What summaries are made with, and what changes every prompt: then all chunks are asked about in any case."""
    llm, models = config.llm, edge.models
    return json_hash(
        {
            "release": [__version__, summarise.VERSION],
            "edits": [models.worker, models.worker_digest, models.tutor, models.tutor_digest, edge.prompts.digest()],
            "summaries": [edge.pyramid_model, edge.pyramid_digest, edge.client.backend, config.summary_max_tokens],
            "prompts": [content_hash(template(name)) for name in ("pyramid", "pyramid_task")],
            "sampling": [llm.temperature, llm.num_ctx, llm.num_predict],
            "told": [config.adaptive.default_tier, config.pyramid_levels, sorted(config.style.glossary)],
        }
    )
