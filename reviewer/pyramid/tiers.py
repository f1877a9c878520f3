"""How much background a chunk's prompt gets: four tiers, from tokens and budget (seed §7, v7 Preflight Pipeline)."""

from reviewer.pyramid.context import INSTRUCTIONS, tier_share

TIERS = (0, 1, 2, 3)
"""0: nothing; 1: the section's summary; 2: abstract and findings, too; 3: all of the pyramid (seed's table)."""


def compute_context_tier(chunk_tokens: int, budget: int, default: int) -> int:
    """The highest tier up to ``default`` whose background fits beside a chunk into ``budget`` tokens of prompt.

    Each tier counts with the parts of the budget that its components may have (seed §5), whatever they are here: the
    tier of a chunk depends on nothing but these three numbers. 0 where nothing more fits.
    """
    left = budget - int(budget * INSTRUCTIONS) - chunk_tokens
    return max((tier for tier in TIERS if tier <= default and int(budget * tier_share(tier)) <= left), default=0)
