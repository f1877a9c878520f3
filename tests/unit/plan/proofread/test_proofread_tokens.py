"""Words, marks and masks are told apart, and two texts differ in the least edits that each can stand alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.plan.proofread.tokens import local_edits, tokens
from reviewer.validate.preserve.edit_words import distance

TEXT = st.text(alphabet="ab é'’-.,`(cu1)[r]<t>\n ", max_size=40)


def changes(before, after):
    return [(edit.old(before), edit.new) for edit in local_edits(before, after)]


@given(TEXT)
def test_tokens_make_up_the_text(text):
    assert "".join(tokens(text)) == text


@given(TEXT, TEXT)
def test_edits_lead_from_one_text_to_the_other(before, after):
    made = before
    for edit in reversed(local_edits(before, after)):
        made = edit.applied(made)
    assert made == after


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("every node have it", "every node has it", [("have", "has")]),
        ("thay are writen so", "they are written so", [("thay", "they"), ("writen", "written")]),
        ("thay writen so", "they written so", [("thay", "they"), ("writen", "written")]),
        ("it's the `c1` of (u1)", "its the `c1` of (u1)", [("it's", "its")]),
        ("the the queue", "the queue", [("the ", "")]),
        ("as it is", "as it is", []),
    ],
)
def test_each_correction_is_an_edit_of_its_own(before, after, expected):
    assert changes(before, after) == expected


def test_a_word_that_comes_takes_nothing_away():
    (edit,) = local_edits("on same host", "on the same host")
    assert (edit.old("on same host"), edit.new.strip()) == ("", "the")


@pytest.mark.parametrize("mask", ["`c12`", "(u3)", "[r1]", "<t2>"])
def test_a_mask_is_one_token(mask):
    assert mask in tokens(f"see {mask}, and so on")


def test_distance_counts_letters():
    assert (distance("wich", "which"), distance("teh", "the"), distance("", "ab")) == (1, 2, 2)
