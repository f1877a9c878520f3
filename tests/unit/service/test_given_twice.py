"""An edit that one file asks for twice is made once, and the second op leaves a trace."""

from pathlib import Path

import pytest
from review_desk import apply, codes, delete, edited, ids, insert, replace
from undo_desk import fits

from reviewer.service.apply import ApplyOptions

ALLOW_EMPTY = ApplyOptions(allow_empty=True)
TEXT = "# T\n\nThe first word.\n\n```\ncode word\n```\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_text(TEXT)
    return path


def test_the_second_of_two_equal_ops_is_already_applied_and_named(doc: Path) -> None:
    outcome = apply(doc, replace(3, "first", "1st"), replace(3, "first", "1st"))
    assert (outcome.applied, outcome.already_applied, outcome.rejected) == (("RVW-0001",), ("RVW-0001",), ())
    (note,) = outcome.notes
    assert "made once: op 2, as op 1 (RVW-0001)" in note
    assert edited(doc) == TEXT.replace("first", "1st").encode()
    assert ids(doc) == ["RVW-0001"]
    assert fits(doc)


def test_ops_that_say_the_same_edit_in_other_words_are_equal(doc: Path) -> None:
    outcome = apply(doc, replace(3, "The first", "The 1st"), replace(3, "first word", "1st word"))
    assert (outcome.applied, outcome.already_applied) == (("RVW-0001",), ("RVW-0001",))


def test_the_same_file_once_more_says_the_same(doc: Path) -> None:
    ops = [replace(3, "first", "1st"), insert(3, "More.\n"), insert(3, "More.\n"), replace(3, "first", "1st")]
    first = apply(doc, *ops)
    again = apply(doc, *ops)
    assert (len(first.applied), again.applied, again.rejected) == (2, (), ())
    assert set(again.already_applied) == set(first.already_applied) == set(first.applied)
    assert again.notes == first.notes
    assert edited(doc).count(b"More.") == 1


def test_an_equal_op_that_asks_for_an_id_of_its_own_is_refused(doc: Path) -> None:
    outcome = apply(doc, replace(3, "first", "1st", id="RVW-0001"), replace(3, "first", "1st", id="RVW-0002"))
    assert (outcome.applied, codes(outcome)) == (("RVW-0001",), ["REJECT_LEDGER"])
    (refused,) = outcome.rejected
    assert (refused.index, refused.id) == (2, "RVW-0002")
    assert "same edit as op 1" in refused.message
    assert "RVW-0001" in refused.message


def test_an_equal_op_with_the_same_id_is_already_applied(doc: Path) -> None:
    outcome = apply(doc, replace(3, "first", "1st", id="RVW-0004"), replace(3, "first", "1st", id="RVW-0004"))
    assert (outcome.applied, outcome.already_applied, outcome.rejected) == (("RVW-0004",), ("RVW-0004",), ())


def test_an_equal_op_of_a_refused_one_is_refused_for_the_same_reason(doc: Path) -> None:
    outcome = apply(doc, replace(6, "code", "text"), replace(6, "code", "text"))
    assert codes(outcome) == ["REJECT_PROTECTED", "REJECT_PROTECTED"]
    assert [refused.index for refused in outcome.rejected] == [1, 2]
    stored = doc.parent.glob(".review/*/stage3/rejected.jsonl")
    assert [len(path.read_text().splitlines()) for path in stored] == [2]


def test_equal_deletions_are_one(doc: Path) -> None:
    outcome = apply(doc, delete(3, 3, "The first word.\n"), delete(3, 3, "The first word.\n"), options=ALLOW_EMPTY)
    assert (len(outcome.applied), outcome.already_applied) == (1, outcome.applied)
