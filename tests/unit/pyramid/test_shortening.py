"""Texts made shorter, and room shared out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.pyramid.share import Part, shared_out
from reviewer.pyramid.shorten import cut, leading, sentences


def test_sentences_end_at_full_stops_question_marks_and_ellipses() -> None:
    assert sentences("One. Two? Three! Four… Five") == ["One.", "Two?", "Three!", "Four…", "Five"]
    assert sentences("") == []


@pytest.mark.parametrize(
    ("size", "kept"),
    [
        (13, "one two three"),
        (12, "one two …"),
        (9, "one two …"),
        (8, "one tw …"),
        (3, "o …"),
        (2, "on"),
        (0, ""),
        (-1, ""),
    ],
)
def test_a_cut_is_between_words_unless_half_would_be_lost_and_shows(size: int, kept: str) -> None:
    assert cut("one two three", size) == kept


@given(st.text(), st.integers(-2, 40))
def test_a_cut_text_is_never_longer_than_asked_for(text: str, size: int) -> None:
    assert len(cut(text, size)) <= max(size, 0)
    assert cut(text, len(text)) == text


@given(st.lists(st.text(min_size=1, max_size=9), max_size=9), st.sampled_from([" ", "; "]), st.integers(0, 60))
def test_leading_pieces_fit_and_no_further_one_would(pieces: list[str], joint: str, size: int) -> None:
    kept = leading(pieces, joint, size)
    assert len(kept) <= size
    whole = [number for number in range(len(pieces) + 1) if len(joint.join(pieces[:number])) <= size]
    if whole[-1] or not pieces:
        assert kept == joint.join(pieces[: whole[-1]])
    else:
        assert kept == cut(pieces[0], size)


def test_parts_that_fit_are_left_as_they_are() -> None:
    parts = [Part("A", "one"), Part("", "two")]
    assert shared_out(parts, 100) == parts
    assert shared_out([], 100) == []


def test_long_parts_are_cut_to_the_same_length_and_short_ones_are_not_cut() -> None:
    parts = [Part("", "x" * 1000), Part("", "short"), Part("", "y" * 500)]
    kept = shared_out(parts, 150)
    assert kept[1] == parts[1]
    assert len(kept[0].text) == len(kept[2].text) > 200


@given(st.lists(st.tuples(st.text(max_size=200), st.text(max_size=500)), max_size=60), st.integers(60, 2000))
def test_parts_never_take_more_than_the_tokens(parts: list[tuple[str, str]], tokens: int) -> None:
    kept = shared_out([Part(*part) for part in parts], tokens)
    assert sum(len(title) + len(text) for title, text in kept) <= tokens * 4
    assert bool(kept) == bool(parts)
    assert all(0 < len(part.title) <= 120 for part in kept if part.title)
