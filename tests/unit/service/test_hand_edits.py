"""Edits made by hand between two runs: recorded, never lost, never overwritten, and told."""

from pathlib import Path

import pytest
from review_desk import FixedClock, annotated, apply, edited, entries, ids, replace, review, tree, workspace_of

from reviewer.config import ReviewerConfig
from reviewer.errors import StaleHead, UserError
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.verify import verify

TEXT = "# Guide\n\nThe cat sat on teh mat.\n\nThe second one has mroe words.\n\nThe third one.\n"
MENDED = TEXT.replace("teh", "the").replace("mroe", "more")


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    """A document with two changes in its review."""
    path = tmp_path / "guide.md"
    path.write_text(TEXT)
    apply(path, replace(3, "teh", "the"), replace(5, "mroe", "more"))
    return path


def test_an_edit_of_the_document_is_recorded_and_our_changes_stay(guide):
    by_hand = TEXT.replace("third one", "third one, by hand")
    guide.write_text(by_hand)
    outcome = review(guide)
    assert ids(guide) == ["RVW-0001", "RVW-0002", "EXT-0001"]
    assert edited(guide).decode() == MENDED.replace("third one", "third one, by hand")
    assert guide.read_text() == by_hand
    assert outcome.notes == (f"{guide} had been edited by hand: recorded as EXT-0001",)
    entry = entries(guide)[-1]
    assert (entry["event"], entry["before_text"], entry["after_text"]) == ("external", "", ", by hand")


def test_an_edit_over_our_change_takes_it_out_of_force_and_says_so(guide):
    guide.write_text(TEXT.replace("teh mat", "xyz mat"))
    outcome = review(guide)
    assert edited(guide).decode() == MENDED.replace("the mat", "xyz mat")
    (note,) = outcome.notes
    assert "EXT-0001" in note
    assert "RVW-0001" in note
    assert "RVW-0002" not in note
    assert "RVW-0001" not in annotated(guide)
    assert "RVW-0002" in annotated(guide)


@pytest.mark.parametrize("edit", ["document", "edited copy", "both"])
def test_it_is_recorded_once(guide, edit):
    if edit != "edited copy":
        guide.write_text(TEXT.replace("third", "last"))
    if edit != "document":
        workspace_of(guide).edited.write_text(MENDED.replace("second", "other"))
    assert review(guide).notes
    before, known = tree(guide.parent), ids(guide)
    again = review(guide)
    assert (again.notes, ids(guide)) == ((), known)
    assert tree(guide.parent) == before
    assert verify(workspace_of(guide))["status"] == "ok"


def test_an_edit_of_the_edited_copy_is_recorded_and_kept(guide):
    workspace_of(guide).edited.write_text(MENDED.replace("third", "last"))
    review(guide)
    assert ids(guide)[-1] == "EXT-0001"
    assert edited(guide).decode() == MENDED.replace("third", "last")


def test_edits_of_the_document_and_of_the_edited_copy_come_together(guide):
    guide.write_text(TEXT.replace("third one", "third two"))
    workspace_of(guide).edited.write_text(MENDED.replace("third one", "last one"))
    review(guide)
    assert edited(guide).decode() == MENDED.replace("third one", "last two")


def test_where_both_differ_on_one_place_the_loser_is_named_and_in_the_ledger(guide):
    guide.write_text(TEXT.replace("third one", "fifth one"))
    workspace_of(guide).edited.write_text(MENDED.replace("third one", "last one"))
    outcome = review(guide)
    assert edited(guide).decode() == MENDED.replace("third one", "last one")
    assert "EXT-0001, no longer in force" in outcome.notes[1]
    lost = next(entry for entry in entries(guide) if entry["id"] == "EXT-0001")
    assert "fif" in lost["after_text"]


def test_an_edited_annotated_copy_and_report_are_kept_aside(guide):
    workspace = workspace_of(guide)
    for path in (workspace.annotated, workspace.report):
        path.write_text(path.read_text() + "\nmine\n")
    before = {path: path.read_text() for path in (workspace.annotated, workspace.report)}
    outcome = review(guide)
    assert len(outcome.notes) == len(before)
    for path, text in before.items():
        aside = path.with_name(f"{path.stem}.kept-1.md")
        assert aside.read_text() == text
        assert "mine" not in path.read_text()
        assert any(str(path) in note and str(aside) in note for note in outcome.notes)
    assert review(guide).notes == ()


def test_a_later_op_is_located_in_the_document_as_a_person_left_it(guide):
    guide.write_text("A new first line.\n\n" + TEXT)
    assert apply(guide, replace(9, "third", "last")).applied == ("RVW-0003",)
    assert edited(guide).decode() == "A new first line.\n\n" + MENDED.replace("third", "last")


@pytest.mark.parametrize("whole", ["", "Something else.\n", TEXT.replace("\n", "\r\n")], ids=["empty", "other", "crlf"])
def test_a_document_that_was_changed_as_a_whole_is_what_goes_on(guide, whole):
    guide.write_bytes(whole.encode())
    review(guide)
    assert guide.read_bytes() == whole.encode()
    words = edited(guide).decode().replace("\r\n", "\n")
    assert words == (MENDED if "\r\n" in whole else whole)
    assert edited(guide).count(b"\r\n") == whole.count("\r\n")
    assert review(guide).notes == ()


def test_adopting_the_edited_copy_as_the_document_is_no_hand_edit(guide):
    guide.write_bytes(edited(guide))
    assert review(guide).notes == ()
    assert ids(guide) == ["RVW-0001", "RVW-0002"]


def test_an_edited_copy_that_is_no_text_is_named_before_anything_is_written(guide):
    workspace = workspace_of(guide)
    workspace.edited.write_bytes(b"\xff\xfe")
    before = tree(guide.parent)
    with pytest.raises(UserError, match=r"doc\.edited\.md.* is not UTF-8"):
        apply(guide, replace(7, "third", "last"))
    assert {name: data for name, data in tree(guide.parent).items() if name != "ops.json"} == {
        name: data for name, data in before.items() if name != "ops.json"
    }
    assert verify(workspace)["status"] == "failed"


def test_a_document_that_changes_while_it_is_reviewed_is_not_written(guide):
    class Meanwhile:
        identity = "meanwhile 1"

        def corrections(self, words):
            guide.write_text(TEXT + "\nBy hand.\n")
            return {}

    known = ids(guide)
    with pytest.raises(StaleHead, match="changed since the plan"):
        review_document(ReviewRequest(guide, ReviewerConfig(in_place=True)), Tools(Meanwhile(), FixedClock()))
    assert guide.read_text() == TEXT + "\nBy hand.\n"
    assert ids(guide) == known
