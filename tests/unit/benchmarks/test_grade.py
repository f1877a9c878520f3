from hypothesis import given
from hypothesis import strategies as st

from benchmarks.grading.documents import Measured, Record
from benchmarks.grading.edits import Edit, apply, core, in_words, slice_after
from benchmarks.grading.grade import grade, grade_record, is_exact
from benchmarks.grading.labels import key_of
from benchmarks.grading.protected import protected_bytes_changed


def measured(text, *records, language="en"):
    return Measured("doc", language, text.encode(), records)


def edit_in(text, before, after, who="worker"):
    start = text.index(before)
    return Edit(start, start + len(before), after, who)


TEXT = "One line.\nThe pumps is olld and loud.\nLast line.\n"
RECORD = Record(2, 2, "The pumps is olld and loud.", "The pumps are old and loud.", "agreement")


def test_an_error_is_missed_fixed_in_part_fixed_or_changed_otherwise():
    document = measured(TEXT, RECORD)
    verb, typo = edit_in(TEXT, "is", "are"), edit_in(TEXT, "olld", "old")
    assert grade_record(document, RECORD, []) == "missed"
    assert grade_record(document, RECORD, [verb]) == "partly"
    assert grade_record(document, RECORD, [verb, typo]) == "fixed"
    assert grade_record(document, RECORD, [edit_in(TEXT, "loud", "noisy")]) == "otherwise"
    assert grade_record(document, RECORD, [verb, typo, edit_in(TEXT, "loud", "noisy")]) == "partly"


def test_edits_of_other_lines_change_no_grade():
    document = measured(TEXT, RECORD)
    assert grade_record(document, RECORD, [edit_in(TEXT, "Last", "First"), edit_in(TEXT, "One", "A")]) == "missed"


def test_an_edit_over_the_line_end_is_graded_with_what_it_takes_along():
    document = measured(TEXT, RECORD)
    wide = edit_in(TEXT, "is olld and loud.\nLast", "are old and loud.\nLast")
    lost = edit_in(TEXT, "is olld and loud.\nLast", "are old and loud.\nFirst")
    assert grade_record(document, RECORD, [wide]) == "fixed"
    assert grade_record(document, RECORD, [lost]) == "partly"


def test_white_space_counts_only_where_it_is_the_error():
    assert grade("a  teh b", "a the b", "a  the b") == "fixed"
    assert grade("a  b", "a b", "a b  ") == "fixed"
    assert grade("a   b", "a b", "a  b") == "otherwise"


def test_an_edit_is_exact_where_it_does_nothing_but_what_the_humans_did():
    document = measured(TEXT, RECORD)
    assert is_exact(document, edit_in(TEXT, "is", "are"))
    assert is_exact(document, edit_in(TEXT, "is olld", "are old"))
    assert not is_exact(document, edit_in(TEXT, "olld and loud", "old and noisy"))
    assert not is_exact(document, edit_in(TEXT, "is", "is"))
    assert not is_exact(document, edit_in(TEXT, "One", "A"))


def test_a_doubled_word_is_exact_whichever_copy_goes_also_over_a_line_end():
    text = "It stands by the\nthe wall.\n"
    document = measured(text, Record(1, 2, "It stands by the\nthe wall.", "It stands by the\nwall.", "doubled_word"))
    assert is_exact(document, edit_in(text, "the\nthe", "the"))


def test_the_same_edit_has_the_same_key_however_it_was_cut():
    document = measured(TEXT)
    narrow, wide = edit_in(TEXT, "ll", "l"), edit_in(TEXT, "is olld and", "is old and")
    assert in_words(TEXT, narrow) == in_words(TEXT, wide)
    assert key_of(document, narrow) == key_of(document, wide)
    assert key_of(document, narrow).line == 2


def test_the_same_words_at_another_place_of_the_line_have_another_key():
    text = "a teh b teh c\n"
    document = measured(text)
    assert key_of(document, Edit(2, 5, "the", "worker")) != key_of(document, Edit(8, 11, "the", "worker"))


@given(st.text("ab \n", max_size=30), st.data())
def test_what_becomes_of_a_part_is_what_stands_there_in_the_whole(text, data):
    ends = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=4, max_size=4, unique=False)))
    edits = [Edit(ends[0], ends[1], "X", "worker"), Edit(ends[2], ends[3], "Y", "worker")]
    if ends[1] == ends[2]:
        edits = edits[:1]
    low, high, now = slice_after(text, edits, ends[1], ends[2])
    assert text[:low] == apply(text, edits)[:low] or low > ends[0]
    assert now in apply(text, edits)
    assert low <= ends[1] <= ends[2] <= high


@given(st.text("ab", max_size=8), st.text("ab", max_size=8), st.text("ab", max_size=8))
def test_the_core_of_an_edit_does_the_same(before, old, new):
    text = before + old + "c"
    edit = Edit(len(before), len(before) + len(old), new, "worker")
    start, end, after = core(text, edit)
    assert text[:start] + after + text[end:] == edit.done(text)


CODE = "Use `abc` and `de` here, see [text](to/page.md).\n"


def changed(before, after, who="worker", text=CODE):
    return protected_bytes_changed(measured(text).parsed, [edit_in(text, before, after, who)])


def test_words_around_protected_text_change_none_of_it():
    assert changed("Use `abc` and `de` here", "Take `abc` or `de` now") == (0, 0)


def test_protected_text_that_is_lost_or_out_of_order_counts_its_bytes():
    assert changed("Use `abc` and", "Use abc and")[0] > 0
    assert changed("Use `abc` and `de` here", "Take nothing now") == (len("`abc`") + len("`de`"), 0)
    assert changed("Use `abc` and `de` here", "Take `de` and `abc` now")[0] > 0


def test_text_put_inside_a_span_counts():
    assert changed("abc", "abéc") == (2, 0)


def test_a_rule_may_rewrite_a_link_target_and_nothing_else():
    broken, links = changed("to/page.md", "other.html", "fixer")
    assert broken == 0
    assert links > 0
    assert changed("to/page.md", "other.html") == (links, 0)
    assert changed("abc", "xyz", "fixer")[0] > 0
