"""Undoing in documents that people edit too: their text is never lost, and nobody is asked the same thing twice."""

from pathlib import Path

import pytest
from review_desk import TOOLS, Killed, apply, edited, entries, ids, replace, review, workspace_of
from undo_desk import blocked, fits, reapply, revert

from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.ledger import transaction
from reviewer.service.review import ReviewRequest, review_document

RAW = b"# Guide\n\nThe crew checks the the lock before they leave.\n\nThe ship sails at noon.\n"
ONCE = RAW.replace(b"the the", b"the")
AUTHOR = (b"sails at noon", b"sails at dawn")


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_bytes(RAW)
    return path


def test_the_author_edits_the_original_then_the_change_is_undone(doc):
    review(doc)
    doc.write_bytes(RAW.replace(*AUTHOR))
    outcome = revert(doc, "RVW-0001")
    assert (outcome.status, ids(doc)) == ("completed", ["RVW-0001", "EXT-0001", "REVERT-RVW-0001"])
    assert edited(doc) == doc.read_bytes() == RAW.replace(*AUTHOR)
    assert fits(doc)


def test_a_hand_edit_of_the_original_over_our_change_takes_it_out_of_force_and_names_it(doc):
    review(doc)
    doc.write_bytes(RAW.replace(b"checks the the lock", b"looks at every lock"))
    outcome = revert(doc, "RVW-0001")
    assert (outcome.status, "undone already" in outcome.failed[0].reason) == ("refused", True)
    assert any("RVW-0001" in note for note in outcome.notes)
    assert edited(doc) == doc.read_bytes()
    (blocking,) = blocked(reapply(doc, "RVW-0001"))["RVW-0001"]
    assert blocking.startswith("EXT-")


def test_a_hand_edit_on_our_change_in_place_stays_and_the_revert_names_it(doc):
    apply(doc, replace(5, "noon", "twelve o'clock"), in_place=True)
    doc.write_bytes(doc.read_bytes().replace(b"twelve", b"eleven"))
    before = doc.read_bytes()
    for options in ({}, {"cascade": True}):
        outcome = revert(doc, "RVW-0001", **options)
        assert blocked(outcome) == {"RVW-0001": ("EXT-0001",)}
        assert "by hand" in outcome.failed[0].reason
        assert doc.read_bytes() == before
    outcome = revert(doc, "RVW-0001", cascade_external=True)
    assert (outcome.reverted, outcome.cascaded) == (("EXT-0001", "RVW-0001"), ("EXT-0001",))
    assert doc.read_bytes() == RAW
    assert fits(doc)


def test_a_hand_edit_can_be_undone_by_its_id(doc):
    review(doc, in_place=True)
    doc.write_bytes(ONCE.replace(*AUTHOR))
    review(doc, in_place=True)
    assert revert(doc, "EXT-0001").reverted == ("EXT-0001",)
    assert doc.read_bytes() == ONCE


def test_all_never_means_hand_edits(doc):
    review(doc, in_place=True)
    doc.write_bytes(ONCE.replace(*AUTHOR))
    assert revert(doc, all=True).reverted == ("RVW-0001",)
    assert doc.read_bytes() == RAW.replace(*AUTHOR)


def test_a_dry_run_counts_a_hand_edit_and_does_not_record_it(doc):
    review(doc, in_place=True)
    doc.write_bytes(ONCE.replace(*AUTHOR))
    outcome = revert(doc, "RVW-0001", dry_run=True)
    assert "+The crew checks the the lock" in outcome.diff
    assert "dawn" in outcome.diff
    assert any("EXT-0001" in note for note in outcome.notes)
    assert ids(doc) == ["RVW-0001"]


def test_after_in_place_the_document_goes_along_with_an_undo_and_a_redo(doc):
    review(doc, in_place=True)
    assert revert(doc, "RVW-0001").notes == ()
    assert doc.read_bytes() == edited(doc) == RAW
    reapply(doc, "RVW-0001")
    assert doc.read_bytes() == edited(doc) == ONCE
    assert all(entry["actor"]["output"] == "in-place" for entry in entries(doc))


def test_without_in_place_the_document_is_never_written(doc):
    review(doc)
    revert(doc, "RVW-0001")
    reapply(doc, "RVW-0001")
    assert (doc.read_bytes(), edited(doc)) == (RAW, ONCE)


def test_no_in_place_leaves_the_document_and_says_what_it_still_shows(doc):
    review(doc, in_place=True)
    outcome = revert(doc, "RVW-0001", in_place=False)
    assert (doc.read_bytes(), edited(doc)) == (ONCE, RAW)
    assert any("still shows RVW-0001" in note for note in outcome.notes)


def test_an_adopted_edited_copy_is_told_and_written_only_when_asked(doc):
    review(doc)
    doc.write_bytes(edited(doc))
    outcome = revert(doc, "RVW-0001")
    assert (doc.read_bytes(), edited(doc)) == (ONCE, RAW)
    assert any("still shows RVW-0001" in note for note in outcome.notes)
    assert ids(doc) == ["RVW-0001", "REVERT-RVW-0001"]
    reapply(doc, "RVW-0001")
    assert revert(doc, "RVW-0001", in_place=True).notes == ()
    assert doc.read_bytes() == RAW


def test_a_document_that_was_put_back_is_left_alone(doc):
    review(doc, in_place=True)
    doc.write_bytes(RAW)
    revert(doc, "RVW-0001")
    reapply(doc, "RVW-0001")
    assert (doc.read_bytes(), edited(doc)) == (RAW, ONCE)


def test_a_review_without_in_place_that_changed_nothing_does_not_stop_the_document_from_going_along(doc):
    review(doc, in_place=True)
    review(doc)
    revert(doc, "RVW-0001")
    assert doc.read_bytes() == RAW


def test_a_document_that_holds_only_a_part_of_the_changes_is_left_alone_and_told(doc):
    review(doc, in_place=True)
    apply(doc, replace(5, "noon", "ten"))
    outcome = revert(doc, "RVW-0001")
    assert doc.read_bytes() == ONCE
    assert edited(doc) == RAW.replace(b"noon", b"ten")
    assert any("still shows RVW-0001" in note for note in outcome.notes)


def test_in_place_again_without_new_changes_makes_it_follow_again(doc):
    review(doc, in_place=True)
    apply(doc, replace(5, "noon", "ten"))
    review(doc, in_place=True)
    revert(doc, all=True)
    assert doc.read_bytes() == RAW


def test_an_output_file_goes_along_while_it_shows_the_present_state(doc, tmp_path):
    out = tmp_path / "out.md"
    review(doc, output=out)
    revert(doc, "RVW-0001")
    assert out.read_bytes() == RAW
    assert (tmp_path / "out.REVIEWED.md").read_bytes() == RAW
    out.write_bytes(b"something else\n")
    reapply(doc, "RVW-0001")
    assert out.read_bytes() == b"something else\n"


def test_nothing_is_proposed_again_that_a_person_undid_unless_asked(doc):
    review(doc)
    revert(doc, "RVW-0001")
    again = review(doc)
    assert (again.status, again.applied, again.rejected) == ("completed", (), ())
    assert any("RVW-0001" in note and "--again" in note for note in again.notes)
    assert edited(doc) == RAW
    asked = review_document(ReviewRequest(doc, ReviewerConfig(no_llm=True), again=True), TOOLS)
    assert (asked.applied, asked.rejected) == (("RVW-0002",), ())
    assert edited(doc) == ONCE
    assert review(doc).notes == ()


def test_nor_in_place_nor_when_lines_have_moved(doc):
    review(doc, in_place=True)
    revert(doc, "RVW-0001")
    doc.write_bytes(b"# Guide\n\nA new first paragraph.\n\nAnd a second.\n" + RAW.removeprefix(b"# Guide\n"))
    before = doc.read_bytes()
    assert review(doc, in_place=True).applied == ()
    assert doc.read_bytes() == before


def test_the_same_slip_at_a_new_place_is_proposed(doc):
    review(doc)
    revert(doc, "RVW-0001")
    doc.write_bytes(RAW + b"\n## Quay\n\nThey tie the the rope to the bollard.\n")
    assert len(review(doc).applied) == 1
    assert edited(doc) == RAW + b"\n## Quay\n\nThey tie the rope to the bollard.\n"


def test_a_persons_op_that_was_undone_is_refused_and_the_redo_is_named(doc):
    op = replace(5, "noon", "ten")
    apply(doc, op)
    revert(doc, "RVW-0001")
    (refused,) = apply(doc, op).rejected
    assert refused.code.value == "REJECT_LEDGER"
    assert "reapply RVW-0001" in refused.message


def test_undone_then_edited_by_hand_elsewhere_then_redone(doc):
    review(doc, in_place=True)
    revert(doc, "RVW-0001")
    doc.write_bytes(doc.read_bytes().replace(*AUTHOR))
    assert reapply(doc, "RVW-0001").failed == ()
    assert doc.read_bytes() == ONCE.replace(*AUTHOR)
    assert ids(doc) == ["RVW-0001", "REVERT-RVW-0001", "EXT-0001", "REAPPLY-RVW-0001"]
    assert fits(doc)


def test_a_report_edited_by_hand_is_kept_as_a_copy(doc):
    review(doc)
    workspace_of(doc).report.write_text("mine\n")
    assert any("kept" in note for note in revert(doc, "RVW-0001").notes)


@pytest.mark.parametrize("in_place", [False, True])
def test_an_undo_killed_before_the_document_is_completed_by_the_next_command(doc, in_place):
    apply(doc, replace(3, "the the", "the"), replace(5, "noon", "ten"), in_place=in_place)
    both = edited(doc)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction, "write_checked", _end)
        with pytest.raises(Killed):
            revert(doc, "RVW-0001")
    assert edited(doc) == both
    outcome = revert(doc, "RVW-0002")
    assert (outcome.reverted, edited(doc)) == (("RVW-0002",), RAW)
    assert doc.read_bytes() == RAW
    assert ids(doc) == ["RVW-0001", "RVW-0002", "REVERT-RVW-0001", "REVERT-RVW-0002"]
    assert fits(doc)


def _end(*_):
    raise Killed


def test_a_document_that_is_gone_is_told_and_nothing_is_written(doc):
    review(doc)
    before = ids(doc)
    workspace = workspace_of(doc)
    doc.unlink()
    with pytest.raises(UserError) as caught:
        revert(doc, "RVW-0001")
    assert str(doc) in caught.value.message
    assert workspace.ledger.read_bytes().count(b"\n") == len(before)


LONG = "# Say\n\nSay alpha metal beta.\n\nmetal first.\n\nLast one.\n"
BESIDE = {
    "a word before it": ("alpha lambda", "alpha new lambda"),
    "words before it": ("alpha lambda", "alpha quite a new lambda"),
    "a word behind it": ("lambda beta", "lambda new beta"),
    "a paragraph before it": ("\n\nSay", "\n\nNew here.\n\nSay"),
    "a paragraph before one that begins with it": ("\n\nlambda", "\n\nNew here.\n\nlambda"),
    "a paragraph behind it": ("beta.\n", "beta.\n\nNew here.\n"),
    "an equal word before it": ("alpha lambda", "alpha alpha lambda"),
}


@pytest.mark.parametrize("file", ["document", "edited copy"])
@pytest.mark.parametrize("typed", BESIDE.values(), ids=list(BESIDE))
def test_what_is_typed_beside_a_replacement_stays_when_that_is_undone(doc, typed, file):
    doc.write_text(LONG)
    apply(doc, replace(3, "metal", "lambda"), replace(5, "metal", "lambda"), in_place=file == "document")
    target = doc if file == "document" else workspace_of(doc).edited
    before, after = typed
    target.write_text(target.read_text().replace(before, after, 1))
    outcome = revert(doc, "RVW-0001", "RVW-0002")
    assert set(outcome.reverted) == {"RVW-0001", "RVW-0002"}
    undone = (before.replace("lambda", "metal"), after.replace("lambda", "metal"))
    assert edited(doc).decode() == LONG.replace(*undone, 1)
    assert set(reapply(doc, "RVW-0001", "RVW-0002").reapplied) == {"RVW-0001", "RVW-0002"}
    assert edited(doc).decode() == LONG.replace("metal", "lambda").replace(before, after, 1)
    assert fits(doc)


@pytest.mark.parametrize(
    "typed", [("\n\nlambda", "\n\nnew lambda"), ("alpha lambda", "alpha newlambda")], ids=["at a line's start", "glued"]
)
def test_where_no_other_place_gives_the_same_text_the_undo_is_refused(doc, typed):
    """The typed text has nothing in force between it and what was taken away."""
    doc.write_text(LONG)
    apply(doc, replace(3, "metal", "lambda"), replace(5, "metal", "lambda"), in_place=True)
    doc.write_text(doc.read_text().replace(*typed, 1))
    outcome = revert(doc, all=True)
    assert list(blocked(outcome).values()) == [("EXT-0001",)]
    assert typed[1] in doc.read_text()


def test_without_the_run_record_the_ledger_says_what_the_document_was_written_with(tmp_path: Path) -> None:
    doc = tmp_path / "doc.md"
    doc.write_text("# T\n\nIt occured untill now and then.\n")
    apply(doc, replace(3, "occured", "occurred"), replace(3, "untill", "until"), in_place=True)
    (tmp_path / next(tmp_path.glob(".review/doc_*")) / "run.json").unlink()
    doc.write_text(doc.read_text().replace("then", "again"))
    review(doc, in_place=True)
    assert ids(doc) == ["RVW-0001", "RVW-0002", "EXT-0001"]
    revert(doc, "RVW-0001", "RVW-0002", in_place=True)
    assert doc.read_text() == "# T\n\nIt occured untill now and again.\n"
