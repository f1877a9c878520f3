"""A state that an undo would make is checked like one that an edit makes; a refusal names what is in the way."""

from pathlib import Path

import pytest
from review_desk import apply, edited, insert, replace, review, workspace_of
from undo_desk import blocked, fits, reapply, revert


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def then(doc: Path, *ops: object) -> None:
    """Apply ops to the present state, as a later person who has adopted it."""
    doc.write_bytes(edited(doc))
    outcome = apply(doc, *ops)
    assert (outcome.rejected, len(outcome.applied)) == ((), len(ops))


def split_and_underlined(doc: Path) -> None:
    """A blank line keeps ``alpha`` a paragraph; a rule stands where ``beta`` stood."""
    doc.write_bytes(b"# T\n\nalpha\nbeta\n\nEnd.\n")
    assert apply(doc, replace(3, "alpha\nbeta", "alpha\n\nbeta", last=4)).applied == ("RVW-0001",)
    then(doc, replace(5, "beta", "---"))


def test_a_revert_that_would_make_a_heading_of_another_line_is_refused(doc):
    split_and_underlined(doc)
    before = edited(doc)
    outcome = revert(doc, "RVW-0001")
    assert outcome.status == "refused"
    assert blocked(outcome) == {"RVW-0001": ("RVW-0002",)}
    assert "line 3 would be a heading where it is a paragraph" in outcome.failed[0].reason
    assert edited(doc) == before
    assert fits(doc)


def test_undone_together_with_what_is_in_the_way_it_is_sound(doc):
    split_and_underlined(doc)
    assert revert(doc, "RVW-0001", "RVW-0002").failed == ()
    assert edited(doc) == b"# T\n\nalpha\nbeta\n\nEnd.\n"


def test_with_keep_going_only_the_unsound_one_stays(doc):
    doc.write_bytes(b"# T\n\nalpha\nbeta\n\nsome teh\n\nEnd.\n")
    apply(doc, replace(3, "alpha\nbeta", "alpha\n\nbeta", last=4), replace(6, "teh", "the"))
    then(doc, replace(5, "beta", "---"))
    outcome = revert(doc, "RVW-0001", "RVW-0002", keep_going=True)
    assert (outcome.status, outcome.reverted, blocked(outcome)) == (
        "partial",
        ("RVW-0002",),
        {"RVW-0001": ("RVW-0003",)},
    )
    assert edited(doc) == b"# T\n\nalpha\n\n---\n\nsome teh\n\nEnd.\n"


def test_a_redo_is_checked_as_well(doc):
    doc.write_bytes(b"# T\n\nalpha\nbeta\n\nEnd.\n")
    apply(doc, replace(4, "beta", "beta\ngamma"))
    revert(doc, "RVW-0001")
    then(doc, insert(4, "\n```\ncode\n```\n"))
    assert reapply(doc, "RVW-0001").failed == ()
    assert edited(doc) == b"# T\n\nalpha\nbeta\ngamma\n\n```\ncode\n```\n\nEnd.\n"


def test_text_does_not_come_back_inside_a_fence_that_a_person_put_around_it(doc):
    doc.write_bytes(b"# T\n\nrun teh command\n\nEnd.\n")
    apply(doc, replace(3, "teh", "the"), in_place=True)
    doc.write_bytes(b"# T\n\n```\nrun the command\n```\n\nEnd.\n")
    outcome = revert(doc, "RVW-0001")
    assert outcome.status == "refused"
    assert "line 4" in outcome.failed[0].reason
    assert blocked(outcome)["RVW-0001"] == ("EXT-0001", "EXT-0002")
    assert doc.read_bytes() == b"# T\n\n```\nrun the command\n```\n\nEnd.\n"


def test_a_change_that_made_something_protected_can_be_undone_beside_others(doc):
    doc.write_bytes(b"# T\n\ncall start now\n\nsome teh\n")
    apply(doc, replace(3, "start", "`start`"), replace(5, "teh", "the"))
    assert revert(doc, "RVW-0001").failed == ()
    assert edited(doc) == b"# T\n\ncall start now\n\nsome the\n"


def test_a_fence_that_a_change_put_in_can_be_undone_beside_others(doc):
    doc.write_bytes(b"# T\n\none\n\nsome teh\n")
    apply(doc, insert(3, "\n```\ncode\n```\n"), replace(5, "teh", "the"))
    assert revert(doc, "RVW-0001").failed == ()
    assert edited(doc) == b"# T\n\none\n\nsome the\n"


def test_a_line_made_a_heading_can_be_made_a_paragraph_again_beside_others(doc):
    doc.write_bytes(b"# T\n\nPart\n\nsome teh\n")
    apply(doc, replace(3, "Part", "## Part"), replace(5, "teh", "the"))
    assert revert(doc, "RVW-0001").failed == ()
    assert edited(doc) == b"# T\n\nPart\n\nsome the\n"


def test_the_repair_of_a_link_target_can_be_undone_beside_others(doc):
    doc.write_bytes(b"# Guide\n\nThe crew checks the the lock, see [limits](#limts).\n\n## Limits\n\nNone at all.\n")
    assert review(doc).applied == ("RVW-0001", "RVW-0002")
    assert b"(#limits)" in edited(doc)
    assert revert(doc, "RVW-0002").failed == ()
    assert edited(doc) == doc.read_bytes().replace(b"the the", b"the")


def test_many_changes_of_which_one_is_unsound_are_told_apart(doc):
    lines = b"".join(b"word teh\n\n" for _ in range(30))
    doc.write_bytes(b"# T\n\nalpha\nbeta\n\n" + lines)
    ops = [replace(3, "alpha\nbeta", "alpha\n\nbeta", last=4), *(replace(6 + 2 * n, "teh", "the") for n in range(30))]
    assert len(apply(doc, *ops).applied) == 31
    then(doc, replace(5, "beta", "---"))
    outcome = revert(doc, "RVW-0001..RVW-0031", keep_going=True)
    assert (len(outcome.reverted), list(blocked(outcome))) == (30, ["RVW-0001"])
    assert edited(doc) == b"# T\n\nalpha\n\n---\n\n" + lines
    assert workspace_of(doc).ledger.read_bytes().count(b"\n") == 62
