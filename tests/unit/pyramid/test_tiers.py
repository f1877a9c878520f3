"""Which tier a chunk's prompt gets: from its tokens, the budget and the default, and from nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.pyramid.context import INSTRUCTIONS, tier_share
from reviewer.pyramid.tiers import TIERS, compute_context_tier


@pytest.mark.parametrize(
    ("tokens", "budget", "default", "tier"),
    [
        (400, 6144, 1, 1),
        (400, 6144, 3, 3),
        (900, 1000, 3, 0),
        (800, 1000, 3, 1),
        (600, 1000, 3, 2),
        (400, 1000, 3, 3),
        (100, 6144, 0, 0),
        (0, 0, 3, 3),
    ],
)
def test_the_highest_tier_that_fits(tokens, budget, default, tier):
    assert compute_context_tier(tokens, budget, default) == tier


@given(st.integers(0, 3000), st.integers(0, 9000), st.sampled_from(TIERS))
def test_a_longer_chunk_never_gets_more_and_a_larger_budget_never_less(tokens, budget, default):
    tier = compute_context_tier(tokens, budget, default)
    assert tier <= default
    assert compute_context_tier(tokens + 100, budget, default) <= tier
    if tier:
        assert int(budget * tier_share(tier)) + tokens + int(budget * INSTRUCTIONS) <= budget


def test_shares_are_those_of_the_components():
    assert [round(tier_share(tier), 2) for tier in TIERS] == [0.0, 0.1, 0.3, 0.5]
