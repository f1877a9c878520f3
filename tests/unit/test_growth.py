"""The measure of growth itself: what it catches, what it lets pass, and what noise does to it."""

import gc
import time

import pytest
from growth import LAST_ROUNDS, MOST_ROUNDS, grows_linearly


class Machine:
    """A clock that work moves; ``noise`` lists by how much each measure in turn is stretched, the rest are exact."""

    def __init__(self, *noise):
        self.now = 0.0
        self.noise = list(noise)
        self.sizes = []

    def growth(self, seconds_of, size=100, factor=4):
        def prepare(asked):
            self.now += 1000  # preparing takes long, and is not timed
            self.sizes.append(asked)
            return lambda: self.spend(seconds_of(asked))

        return grows_linearly(prepare, size, factor, clock=lambda: self.now)

    def spend(self, seconds):
        self.now += seconds * (self.noise.pop(0) if self.noise else 1)


def linear(size):
    return size / 1000


def square(size):
    return size**2 / 100_000


def test_linear_work_passes_and_a_loop_in_a_loop_does_not():
    assert grows_linearly(lambda size: lambda: sum(range(size)), 500_000)
    assert not grows_linearly(lambda size: lambda: [sum(range(size)) for _ in range(size)], 400)


def test_a_list_that_is_searched_for_each_of_its_members_is_caught():
    assert not grows_linearly(lambda size: lambda: [list(range(size)).index(n) for n in range(size)], 400)


def test_sorting_is_not_taken_for_a_square():
    assert grows_linearly(lambda size: lambda: sorted(range(size), key=lambda n: n * 7919 % size), 30_000)


def test_a_quiet_machine_pays_for_one_round():
    machine = Machine()
    growth = machine.growth(linear)
    assert growth
    assert (machine.sizes, growth.rounds) == ([100, 400, 100], 1)
    assert (growth.small, growth.large) == (pytest.approx(0.1), pytest.approx(0.4))


@pytest.mark.parametrize("noise", [(1, 5, 1), (9, 9, 1, 9, 9, 1, 9, 9, 1), (1, 4, 1) * (MOST_ROUNDS - 1)])
def test_linear_work_passes_once_the_machine_is_quiet_for_one_measure(noise):
    assert Machine(*noise).growth(linear)


def test_each_side_needs_its_own_quiet_moment_only():
    growth = Machine(*(1, 9, 9), *(9, 1, 9)).growth(linear)
    assert (bool(growth), growth.rounds) == (True, 2)


@pytest.mark.parametrize("noise", [(), (9, 1, 1), (1, 1, 9), (2, 9, 1), (1.5, 1, 1.5), (1, 5, 1) * 5])
def test_a_square_is_caught_on_a_noisy_machine_too(noise):
    growth = Machine(*noise).growth(square)
    assert (bool(growth), growth.factor, growth.rounds) == (False, 16, LAST_ROUNDS)


def test_linear_work_passes_where_the_machine_was_twice_as_fast_at_one_short_moment():
    lucky = (2.06, 2.06, 1, *(2.06,) * (3 * MOST_ROUNDS - 3))
    growth = Machine(*lucky, 1, *(2.06,) * (3 * LAST_ROUNDS)).growth(linear)
    assert (bool(growth), growth.factor) == (True, 16)
    assert not Machine(*lucky, 1, *(2.06,) * (3 * LAST_ROUNDS)).growth(square)


@pytest.mark.parametrize("factor", [2, 4, 10])
def test_the_limit_follows_the_factor(factor):
    assert Machine().growth(linear, factor=factor)
    assert not Machine().growth(square, factor=factor)


def test_times_too_short_to_mean_anything_do_not_fail():
    assert Machine().growth(lambda size: square(size) / 1000)


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_rests_while_work_is_timed_and_is_as_before_afterwards(enabled):
    before = gc.isenabled()
    seen = []
    try:
        (gc.enable if enabled else gc.disable)()
        assert grows_linearly(lambda size: lambda: seen.append(gc.isenabled()), 1)
        assert gc.isenabled() is enabled
        with pytest.raises(ZeroDivisionError):
            grows_linearly(lambda size: lambda: 1 / 0, 1)
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()
    assert set(seen) == {False}


def test_other_peoples_processor_time_is_not_counted():
    def prepare(size):
        return lambda: time.sleep(size / 1000)

    assert grows_linearly(prepare, 1, 20).large < 0.02
