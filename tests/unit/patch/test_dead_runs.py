"""A change finds its first live character however many dead pieces stand before it."""

import pytest

from reviewer.model.position import Span
from reviewer.patch.replay import NEAR, Replay, TextEdit


@pytest.mark.parametrize("dead", [0, 1, NEAR - 1, NEAR, NEAR + 1, 3 * NEAR])
def test_the_text_behind_a_run_of_dead_pieces_is_replaced_and_only_that(dead):
    replay = Replay("a" + "x" * dead + "bc")
    for number in range(dead):
        assert replay.change(f"d{number}", "t1", Span(1, 2), "") == TextEdit(Span(1, 2), "x", "")
    assert replay.change("r", "t2", Span(1, 2), "B") == TextEdit(Span(1, 2), "b", "B")
    assert replay.text() == "aBc"
    assert [piece.text for piece in replay.records["r"].deleted] == ["b"]
    assert replay.records["r"].depends == set()
    assert replay.toggle("r", False) == TextEdit(Span(1, 2), "B", "b")


def test_a_change_inside_one_piece_cuts_it_on_both_sides():
    replay = Replay("abcdef")
    assert replay.change("r", "t1", Span(2, 4), "X") == TextEdit(Span(2, 4), "cd", "X")
    assert [piece.text for piece in replay.tape] == ["ab", "cd", "X", "ef"]
