"""How much background each chunk's prompts get at first, and how much they may get (seed §7, Context tiering)."""

from reviewer.config import ReviewerConfig
from reviewer.model.chunk import ReviewChunk
from reviewer.plan.chunk_job import Tiers
from reviewer.pyramid.context import Background
from reviewer.pyramid.tiers import compute_context_tier


def highest_tier(config: ReviewerConfig) -> int:
    """The highest tier that any prompt of a run may have."""
    adaptive = config.adaptive
    return max(adaptive.default_tier, adaptive.tier_max) if adaptive.enabled else adaptive.default_tier


def tiers_of(background: Background, chunk: ReviewChunk, text: str, config: ReviewerConfig) -> Tiers:
    """The tiers of a chunk, or of a part of one, with this text, by its estimated tokens and the budget of a prompt.

    More than the first is told only of a chunk in which the rules found something (Policy B), so that a summary that
    changes asks again about no chunk whose prompts cannot hold it.
    """
    adaptive, span = config.adaptive, chunk.span
    first = compute_context_tier(chunk.token_estimate, background.budget, adaptive.default_tier)
    findings = background.has_findings(span)
    highest = highest_tier(config) if findings else adaptive.default_tier
    most = compute_context_tier(chunk.token_estimate, background.budget, highest)
    return Tiers(
        first=first,
        most=most,
        at=lambda tier: background.of(span, text, tier),
        digest=background.digest(span, text, most) if most > first else "",
        findings=findings,
    )
