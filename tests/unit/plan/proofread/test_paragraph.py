"""What a model is given stands for the document character by character, and masks stand for nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from proofread_desk import paragraph

from reviewer.model.position import Span
from reviewer.plan.proofread.tokens import TextEdit, masks

PARTS = (
    "word", "`code`", "`c1`", "(u1)", "u1", "c2", "[r1]", "see [text](http://a.b/c)", "![alt `x`](i.png)", "<br>",
    "**b**", "$x_1$", "https://a.b/c1", "été", "\\`", "[^1]", "end.", "_it_", "(", "t1", "<t1>",
)  # fmt: skip
LINES = st.lists(st.lists(st.sampled_from(PARTS), min_size=1, max_size=6).map(" ".join), min_size=1, max_size=4)
BREAKS = st.sampled_from(["\n", "  \n", "\r\n", "\n> ", "\n  "])


def document(lines, between):
    return ("> " if between == "\n> " else "") + "Word " + between.join(lines) + "\n"


def edit_of(text, old, new):
    start = text.index(old)
    return TextEdit(start, start + len(old), new)


@given(LINES, BREAKS)
def test_each_character_stands_for_its_own(lines, between):
    text = document(lines, between)
    read = paragraph(text)
    assert "".join(piece.text for piece in read.pieces) == read.text
    assert len(read.owner) == len(read.text)
    for piece in read.pieces:
        stood = text[piece.span.start : piece.span.end]
        if piece.made == "text":
            assert piece.text == stood
        elif piece.made == "break":
            assert "\n" in stood
            assert not any(map(str.isalnum, stood))
    ends = [piece.span.end for piece in read.pieces]
    assert [piece.span.start for piece in read.pieces][1:] == ends[:-1], "nothing is lost in between"


@given(LINES, BREAKS)
def test_a_mask_stands_once_in_the_text_whatever_stands_there(lines, between):
    read = paragraph(document(lines, between))
    assert [read.text.count(mask) for mask in read.masks] == [1] * len(read.masks)
    assert len(set(read.masks)) == len(read.masks)


@given(LINES, BREAKS, st.data())
def test_an_edit_is_placed_where_its_text_stands_or_nowhere(lines, between, data):
    text = document(lines, between)
    read = paragraph(text)
    start = data.draw(st.integers(0, len(read.text)))
    end = data.draw(st.integers(start, len(read.text)))
    place = read.placed(TextEdit(start, end, "NEW"))
    made = [read.pieces[at].made for at in read.owner[start:end]]
    if isinstance(place, str):
        assert set(made) != {"text"}
        assert made or start != end or (0 < start < len(read.text))
    else:
        assert set(made) <= {"text"}
        assert text[place.start : place.end] == read.text[start:end]


def test_protected_text_is_a_noun_a_target_a_mark_or_a_tag():
    text = "Call `f()` as [shown](http://a.b) there[^1], <b>or</b> $x$ and https://a.b.\n\n[^1]: Note.\n"
    assert paragraph(text).text == "Call `c1` as [shown](u1) there[r1], <t1>or<t2> `c2` and `c3`."


def test_an_image_is_one_mask():
    assert paragraph("Look at ![the `old` plan](a.png) now.\n").text == "Look at `c1` now."


def test_numbers_that_the_text_uses_are_passed_over():
    read = paragraph("The names c1 and (u1) are not `these` or [those](a.md).\n")
    assert read.text == "The names c1 and (u1) are not `c2` or [those](u2)."
    assert read.masks == ("`c2`", "(u2)")


def test_lines_are_joined_and_an_edit_leaves_their_ends_alone():
    text = "> One line of the\n> the quote.\n"
    read = paragraph(text)
    assert read.text == "One line of the the quote."
    doubled = TextEdit(read.text.index(" the the"), read.text.index(" the the") + 4, "")
    assert read.placed(TextEdit(doubled.start + 4, doubled.end + 4, "")) == "it would change where a line ends"
    slid = read.slid(TextEdit(doubled.start + 4, doubled.end + 4, ""))
    place = read.placed(slid)
    assert text[: place.start] + text[place.end :] == "> One line of the\n> quote.\n"


@pytest.mark.parametrize("old", ["has", "its", "a"])
def test_what_a_program_has_mended_is_read_and_left_alone(old):
    text = "The pump hes it's valve, an the key.\n"
    mended = ((Span(9, 12), "has"), (Span(13, 17), "its"), (Span(25, 27), "a"))
    read = paragraph(text, *mended)
    assert read.text == "The pump has its valve, a the key."
    assert read.placed(edit_of(read.text, f" {old} ", " x ")) == "it would change what a program has mended"


def test_an_edit_beside_a_repair_is_placed_in_the_document_as_it_is():
    text = "The teh pumps is wich is old.\n"
    read = paragraph(text, (Span(4, 8), ""), (Span(17, 21), "which"))
    assert read.text == "The pumps is which is old."
    place = read.placed(edit_of(read.text, "old", "new"))
    assert text[place.start : place.end] == "old"
    assert isinstance(read.placed(edit_of(read.text, "pumps", "pump")), str), "a repair touches it"


def test_masks_are_seen():
    assert masks("a `c1` (u2) [r3] <t4> b") == ["`c1`", "(u2)", "[r3]", "<t4>"]
