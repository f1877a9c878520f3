"""Edits by hand: minimal hunks, recorded against the state that the file last had, nothing lost."""

from dataclasses import replace

import pytest
from growth import grows_linearly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviewer.ledger.compare import hunks
from reviewer.ledger.entries import Draft, transaction_of
from reviewer.ledger.external import AS_A_WHOLE, plan_external
from reviewer.ledger.fold import fold
from reviewer.ledger.undo import revert_draft
from reviewer.model.position import Span
from reviewer.patch.differences import differences
from reviewer.patch.replay import TextEdit

TEXT = "# T\n\none teh two\n\nthree adn four\n\nlast\n"


def applied(basis, found):
    parts, position = [], 0
    for hunk in found:
        assert basis[hunk.span.start : hunk.span.end] == hunk.before_text != hunk.after_text
        assert hunk.span.start >= position
        parts += [basis[position : hunk.span.start], hunk.after_text]
        position = hunk.span.end
    return "".join([*parts, basis[position:]])


def test_each_changed_word_is_its_own_hunk():
    present = TEXT.replace("teh", "the").replace("adn", "and").replace("last", "last!")
    assert hunks(TEXT, present) == (
        TextEdit(Span(10, 12), "eh", "he"),
        TextEdit(Span(25, 27), "dn", "nd"),
        TextEdit(Span(len(TEXT) - 1, len(TEXT) - 1), "", "!"),
    )


def test_moved_and_repeated_lines_give_the_new_text():
    basis = "a\n" * 50 + "x\n" + "b\n" * 50
    present = "b\n" * 50 + "x\ny\n" + "a\n" * 50
    assert applied(basis, hunks(basis, present)) == present


@settings(max_examples=200, deadline=None)
@given(st.text("ab \n\r\u0301", max_size=60), st.text("ab \n\r\u0301", max_size=60))
def test_hunks_always_give_the_present_text(basis, present):
    assert applied(basis, hunks(basis, present)) == present


def test_large_documents_and_long_lines_take_linear_work():
    def prepare(size):
        basis = "".join(f"line {n} of the text\n" for n in range(size)) + "word " * size
        present = basis.replace("7 of", "7 in").replace("word word ", "word other ", 3)
        return lambda: hunks(basis, present)

    assert grows_linearly(prepare, 2_000)


def record(history, make, text, view=None, txn="hand"):
    observed = make.document(text)
    view = history.active if view is None else view
    return plan_external(history, observed, view, replace(make.stamp, txn=txn))


def test_edit_of_the_current_text_is_recorded_and_our_changes_stay(make):
    history = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"))
    text = history.text.replace("last", "the end")
    after = record(history, make, text).history
    entry = after.entries[-1]
    assert (after.text, entry.event, entry.id, entry.basis_seq) == (text, "external", "EXT-0001", 1)
    assert entry.observed_hash == make.document(text).doc_hash
    assert after.active == {"RVW-0001", "EXT-0001"}


def test_what_shows_only_when_another_hand_edit_gives_way_gives_way_too(make):
    """In the copy a sentence was put into a line and the whole taken away; in the document the line was replaced."""
    history = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"))
    with_more = history.text.replace("three adn", "three (added here) adn")
    history = record(history, make, with_more, txn="h1").history
    history = record(history, make, with_more.replace("three (added here) adn four\n\n", ""), txn="h2").history
    assert history.active == {"RVW-0001", "EXT-0001", "EXT-0002"}
    retyped = TEXT.replace("three adn four", "gone")
    after = record(history, make, retyped, frozenset()).history
    assert after.text == retyped.replace("teh", "the")
    assert "RVW-0001" in after.active
    assert not {"EXT-0001", "EXT-0002"} & after.active
    assert all(entry.reason != AS_A_WHOLE for entry in after.entries)


def test_edit_of_the_original_keeps_our_changes_elsewhere_and_knows_the_file_again(make):
    history = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"))
    on_disk = TEXT.replace("last", "the end")
    after = record(history, make, on_disk, frozenset()).history
    assert after.text == TEXT.replace("teh", "the").replace("last", "the end")
    view = after.view_of(make.document(on_disk))
    assert view == {"EXT-0001"}
    assert after.replay.materialise(view) == on_disk
    again = on_disk.replace("four", "4")
    third = record(after, make, again, view, "hand").history
    assert third.text == TEXT.replace("teh", "the").replace("last", "the end").replace("four", "4")
    assert third.replay.materialise(third.view_of(make.document(again))) == again


def test_edit_of_the_original_that_overlaps_a_change_takes_it_out_of_force_and_names_it(make):
    history = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"), make.op(TEXT, "adn", "and"))
    on_disk = TEXT.replace("one teh two", "1")
    after = record(history, make, on_disk, frozenset()).history
    revert, external = after.entries[-2:]
    assert (revert.id, revert.refs, revert.is_revert) == ("REVERT-RVW-0001", ("RVW-0001",), True)
    assert "EXT-0001" in revert.reason
    assert (external.id, after.text) == ("EXT-0001", on_disk.replace("adn", "and"))
    assert fold(after.snapshot, after.entries, checked=True).text == after.text


def test_edit_of_text_that_was_undone_meanwhile_is_not_lost(make):
    history = make.committed(make.empty(TEXT), make.op(TEXT, "one", "the first of them", kind="style"))
    stale = history.text.replace("first of", "FIRST of")
    draft = revert_draft(history.replay.clone(), "RVW-0001", set(history.by_id), "test")
    undone = transaction_of(history, [draft], replace(make.stamp, txn="undo")).history
    assert undone.text == TEXT
    after = record(undone, make, stale, frozenset({"RVW-0001"})).history
    assert after.text == stale


def test_unchanged_text_gives_no_entry(make):
    assert record(make.empty(TEXT), make, TEXT) is None


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from("abc"), max_size=9), st.lists(st.sampled_from("abc"), max_size=9))
def test_differences_are_as_few_as_a_table_of_all_common_subsequences_says(old, new):
    longest = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, a in enumerate(old):
        for j, b in enumerate(new):
            longest[i + 1][j + 1] = longest[i][j] + 1 if a == b else max(longest[i][j + 1], longest[i + 1][j])
    found = differences(old, new)
    result, position = [], 0
    for one, other in found:
        result += old[position : one.start] + new[other.start : other.end]
        position = one.end
    assert result + old[position:] == new
    touched = sum(one.end - one.start + other.end - other.start for one, other in found)
    assert touched == len(old) + len(new) - 2 * longest[-1][-1]


def test_few_edits_among_a_hundred_thousand_equal_lines_are_few_small_hunks():
    lines = ["same\n"] * 100_000
    changed = [*lines]
    changed[30_000] = "one\n"
    changed[70_000] = "two\n"
    basis, present = "".join(lines), "".join(changed)
    found = hunks(basis, present)
    assert applied(basis, found) == present
    assert sum(len(hunk.before_text) + len(hunk.after_text) for hunk in found) <= 20


def test_texts_without_anything_in_common_are_one_hunk():
    old, new = "".join(f"a{n}\n" for n in range(5_000)), "".join(f"b{n}\n" for n in range(5_000))
    assert len(hunks(old, new)) == 1


TWICE = "The gateway keeps and and sends what it occured.\n"
MENDED = "The gateway keeps and sends what it occurred.\n"


@pytest.mark.parametrize(
    "by_hand",
    [
        MENDED,
        "The gateway keeps and sends what it occured.\n",
        "The gateway keeps and and sends what it occurred.\n",
    ],
)
def test_a_person_who_mends_in_the_original_what_we_mended_mends_it_once(make, by_hand):
    ours = (make.op(TWICE, "and and", "and"), make.op(TWICE, "occured", "occurred"))
    history = make.committed(make.empty(TWICE), *ours)
    assert history.text == MENDED
    assert record(history, make, by_hand, frozenset()).history.text == MENDED


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.lists(st.sampled_from(["a", "b", " ", "ab ", "\n"]), max_size=14).map("".join), data=st.data())
def test_a_hand_edit_of_the_original_equal_to_ours_is_never_made_twice(make, text, data):
    place = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(place, min(place + 3, len(text))))
    put = data.draw(st.sampled_from(["", "a", "b", "ab", " "]))
    by_hand = text[:place] + put + text[end:]
    draft = Draft("RVW-0001", "change", "replace", Span(place, end), text[place:end], put)
    history = transaction_of(make.empty(text), [draft] if by_hand != text else [], make.stamp)
    if history is None:
        return
    transaction = record(history.history, make, by_hand, frozenset())
    assert (transaction.history if transaction else history.history).text == by_hand


@pytest.mark.parametrize(
    ("before", "after", "by_hand"),
    [
        ("The cat sat.\n", "The cat and a cat sat.\n", "The cat and a cat sits.\n"),
        (
            "One line.\n\nLast line.\n",
            "One line.\n\nNew para.\n\nLast line.\n",
            "One line.\n\nNew para.\n\nThe last line.\n",
        ),
        ("It is is here and there.\n", "It is here and there.\n", "It is there.\n"),
    ],
)
def test_what_a_person_did_as_we_did_together_with_more_is_made_once(make, before, after, by_hand):
    left, right = 0, 0
    while before[left] == after[left]:
        left += 1
    while before[-1 - right] == after[-1 - right] and right < min(len(before), len(after)) - left:
        right += 1
    span = Span(left, len(before) - right)
    draft = Draft("RVW-0001", "change", "replace", span, before[left : span.end], after[left : len(after) - right])
    history = transaction_of(make.empty(before), [draft], make.stamp).history
    assert history.text == after
    assert record(history, make, by_hand, frozenset()).history.text == by_hand
