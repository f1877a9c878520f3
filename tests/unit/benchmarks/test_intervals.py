import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.grading.intervals import clopper_pearson


def test_nothing_of_many_has_the_limit_of_the_closed_form():
    share = clopper_pearson(0, 20_000)
    assert share.low == 0
    assert share.high == pytest.approx(1 - 0.025 ** (1 / 20_000))


def test_all_of_many_has_the_limit_of_the_closed_form():
    share = clopper_pearson(30, 30)
    assert share.high == 1
    assert share.low == pytest.approx(0.025 ** (1 / 30))


def test_a_published_interval():
    """Clopper-Pearson 95 % for 10 of 100, as in the tables of Brown, Cai, DasGupta (2001): 0.0490 to 0.1762."""
    share = clopper_pearson(10, 100)
    assert share.low == pytest.approx(0.0490, abs=5e-5)
    assert share.high == pytest.approx(0.1762, abs=5e-5)


def test_nothing_seen_says_nothing():
    assert clopper_pearson(0, 0)[2:] == (0, 1)


@pytest.mark.parametrize(("count", "total"), [(-1, 3), (4, 3)])
def test_no_part_is_refused(count, total):
    with pytest.raises(ValueError, match="no part"):
        clopper_pearson(count, total)


@given(st.integers(1, 400), st.data())
def test_the_tails_are_what_they_should_be(total, data):
    count = data.draw(st.integers(0, total))
    share = clopper_pearson(count, total)
    assert share.low <= share.value <= share.high
    if count:
        assert _at_least(count, total, share.low) == pytest.approx(0.025, rel=1e-6)
    if count < total:
        assert 1 - _at_least(count + 1, total, share.high) == pytest.approx(0.025, rel=1e-6)


def _at_least(count, total, share):
    """The tail, summed from the definition in whole numbers as far as they go."""
    chances = [math.comb(total, k) * share**k * (1 - share) ** (total - k) for k in range(total + 1)]
    return math.fsum(chances[count:])
