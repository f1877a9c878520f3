"""Whether an edit leaves a paragraph blank is told without reading all of a long one."""

import re

from growth import grows_linearly
from hypothesis import given
from hypothesis import strategies as st
from validators import known, op

from reviewer.model.position import Span
from reviewer.validate.deterministic import judged
from reviewer.validate.non_empty_resulting_segment import is_blank, seen, shows_text

PIECES = (*"aé7. \n\t-\u200b", "<!--", "-->", "- ", "1. ", "12)", "# ", "> ", "&nbsp;", "&shy", "<br>")
MARKS = st.sets(st.sampled_from(("-", "*", "1.", "#", ">")))


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), MARKS)
def test_what_surely_shows_is_never_blank(text, marks):
    if shows_text(text):
        assert not is_blank(text, marks)
        assert not is_blank(seen(text), marks)


def test_a_word_is_found_behind_what_is_not_seen():
    assert shows_text("<!-- a note --> \n- &nbsp;word")
    assert not shows_text("<!-- a note -->\n- \n")
    assert not shows_text("<!-- a note")
    assert not shows_text("")


def test_long_beginnings_without_text_take_time_by_their_length():
    def prepare(size):
        text = "- <!-- a -->&nbsp; \n" * size
        return lambda: shows_text(text)

    assert grows_linearly(prepare, 2_000)


def test_many_edits_of_one_long_paragraph_do_not_each_read_all_of_it():
    def prepare(size):
        text = "It canbe read. " * size + "\n"
        places = [match.start() for match in re.finditer("canbe", text)]
        ops = [op(text, "canbe", "can be", at=at, span=Span(at, at + 5)) for at in places]
        facts = known(text)
        return lambda: list(judged(ops, facts))

    assert grows_linearly(prepare, 300)
