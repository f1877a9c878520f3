"""Trimming an edit to what it changes."""

from hypothesis import given
from hypothesis import strategies as st

from reviewer.markdown.cuts import may_cut
from reviewer.markdown.locate import Located
from reviewer.model.position import Span
from reviewer.plan.minimise import minimise


def trimmed(before, after):
    found = minimise(Located(Span(10, 10 + len(before)), before, after))
    return found.span.start - 10, found.before, found.after


def test_only_the_changed_characters_are_left_of_a_long_line():
    assert trimmed("All of them support customer keywords.", "All of them support custom keywords.") == (26, "er", "")


def test_a_multi_line_replace_shrinks_to_its_one_change():
    assert trimmed("one\nteh\nthree", "one\nthe\nthree") == (5, "eh", "he")


def test_a_blank_line_put_between_two_lines_is_an_insertion():
    assert trimmed("one\ntwo", "one\n\ntwo") == (4, "", "\n")


def test_crlf_is_never_split():
    assert trimmed("a\r\n", "a\n") == (1, "\r\n", "\n")
    assert trimmed("a\rb", "a\r\nb") == (1, "\r", "\r\n")


def test_a_letter_is_never_parted_from_its_accent():
    assert trimmed("cafe\u0301s", "cafe\u0300s") == (3, "e\u0301", "e\u0300")
    assert trimmed("cafe", "cafe\u0301") == (3, "e", "e\u0301")
    assert trimmed("e\u0301", "a\u0301") == (0, "e\u0301", "a\u0301")


def test_equal_texts_leave_an_empty_edit():
    assert trimmed("same", "same") == (4, "", "")


def test_a_repeated_word_is_taken_once():
    assert trimmed("the the cat", "the cat") == (4, "the ", "")


TEXT = st.text(alphabet="ab\r\n\u0301 ", max_size=12)


@given(TEXT, TEXT)
def test_the_trimmed_edit_does_the_same_and_is_minimal(before, after):
    start, old, new = trimmed(before, after)
    end = start + len(old)
    assert before[:start] + new + before[end:] == after
    assert before[start:end] == old
    for text, stop in ((before, end), (after, start + len(new))):
        assert may_cut(text, start)
        assert may_cut(text, stop)
