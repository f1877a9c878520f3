"""``in_place`` writes the document and nothing about it but its text; without it the document is never written."""

import os
from pathlib import Path

import pytest
from review_desk import annotated, apply, edited, ids, replace, review, tree, workspace_of
from undo_desk import reapply, revert

from reviewer.errors import UserError
from reviewer.markdown.source import BOM
from reviewer.service.verify import verify

TWICE = b"# Guide\n\nThe crew checks the the lock before they leave the harbour.\n"
ONCE = TWICE.replace(b"the the", b"the")


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    path = tmp_path / "guide.md"
    path.write_bytes(TWICE)
    return path


def test_without_it_the_document_is_not_even_touched(guide):
    guide.chmod(0o444)
    before = guide.stat()
    assert review(guide).counts.changes == 1
    after = guide.stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_mode) == (before.st_ino, before.st_mtime_ns, before.st_mode)
    assert guide.read_bytes() == TWICE
    assert edited(guide) == ONCE


def test_with_it_the_edited_text_without_notes_is_written_and_the_first_state_kept(guide):
    note = {"alert": "NOTE", "text": "REVIEWER: see"}
    apply(guide, replace(3, "crew", "team", needs_attention=True, review_note=note), in_place=True)
    assert guide.read_bytes() == edited(guide) == TWICE.replace(b"crew", b"team")
    assert "[!NOTE]" in annotated(guide)
    assert workspace_of(guide).snapshot.read_bytes() == TWICE


def test_a_second_review_finds_nothing_new_and_changes_no_byte(guide):
    review(guide, in_place=True)
    assert guide.read_bytes() == ONCE
    second = review(guide, in_place=True)
    assert (second.applied, second.flagged, second.rejected) == ((), (), ())
    before = tree(guide.parent)
    review(guide, in_place=True)
    assert tree(guide.parent) == before
    assert ids(guide) == ["RVW-0001"]


def test_the_same_ops_again_are_already_applied_though_their_text_is_gone(guide):
    ops = (replace(3, "the the", "the"), replace(3, "crew", "team"))
    apply(guide, *ops, in_place=True)
    again = apply(guide, *ops, in_place=True)
    assert (sorted(again.already_applied), again.applied, again.rejected) == (["RVW-0001", "RVW-0002"], (), ())
    assert ids(guide) == ["RVW-0001", "RVW-0002"]


def test_ids_go_on_after_an_edit_in_place(guide):
    review(guide, in_place=True)
    assert apply(guide, replace(3, "crew", "team"), in_place=True).applied == ("RVW-0002",)
    assert guide.read_bytes() == ONCE.replace(b"crew", b"team")


def test_mode_and_link_are_kept(guide):
    guide.chmod(0o640)
    link = guide.with_name("link.md")
    link.symlink_to(guide.name)
    apply(link, replace(3, "crew", "team"), in_place=True)
    assert os.readlink(link) == "guide.md"
    assert guide.read_bytes() == TWICE.replace(b"crew", b"team")
    assert guide.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    "content",
    [b"\xef\xbb\xbf# T\n\nOne teh.\n", b"# T\r\n\r\nOne teh.\r\n", b"# T\n\nOne teh.", b"# T\r\n\nOne teh.\r\rTwo.\n"],
    ids=["bom", "crlf", "no-final-newline", "mixed"],
)
def test_every_other_byte_is_kept(guide, content):
    guide.write_bytes(content)
    apply(guide, replace(3, "teh", "the"), in_place=True)
    assert guide.read_bytes() == content.replace(b"teh", b"the")


def test_a_document_that_was_put_back_by_hand_stays_so_until_it_is_asked_for(guide):
    review(guide, in_place=True)
    guide.write_bytes(TWICE)
    review(guide)
    assert guide.read_bytes() == TWICE
    assert verify(workspace_of(guide))["status"] == "ok"
    review(guide, in_place=True)
    assert guide.read_bytes() == ONCE


@pytest.mark.parametrize(("first", "then"), [(b"", BOM), (BOM, b"")])
def test_a_byte_order_mark_that_came_or_went_by_hand_stops_a_run_in_place(guide, first, then):
    guide.write_bytes(first + TWICE)
    review(guide)
    guide.write_bytes(then + TWICE)
    with pytest.raises(UserError, match="byte-order mark"):
        review(guide, in_place=True)
    assert guide.read_bytes() == then + TWICE
    assert review(guide).status == "completed"


def test_a_redo_says_that_the_document_without_its_byte_order_mark_was_left_alone(guide):
    guide.write_bytes(BOM + TWICE)
    review(guide, in_place=True)
    revert(guide, "RVW-0001")
    guide.write_bytes(TWICE)
    outcome = reapply(guide, "RVW-0001")
    assert (outcome.written, guide.read_bytes()) == ((), TWICE)
    assert "lost its byte-order mark and was not written; it does not show RVW-0001" in " ".join(outcome.notes)


def test_a_redo_says_that_a_document_that_was_put_back_was_left_alone(guide):
    review(guide, in_place=True)
    apply(guide, replace(3, "crew", "team"), in_place=True)
    revert(guide, "RVW-0002")
    guide.write_bytes(TWICE)
    outcome = reapply(guide, "RVW-0002")
    assert guide.read_bytes() == TWICE
    assert "guide.md itself does not show RVW-0002; --in-place writes the present state" in " ".join(outcome.notes)


@pytest.mark.parametrize("in_place", [True, False])
def test_a_redo_says_nothing_of_a_document_that_goes_along_or_was_never_written(guide, in_place):
    review(guide, in_place=in_place)
    revert(guide, "RVW-0001")
    assert reapply(guide, "RVW-0001").notes == ()


def test_what_an_undo_refuses_names_no_option_that_it_does_not_have(guide):
    guide.write_bytes(TWICE)
    review(guide)
    guide.write_bytes(BOM + TWICE)
    with pytest.raises(UserError, match="byte-order mark") as caught:
        revert(guide, "RVW-0001", in_place=True)
    assert "--output" not in caught.value.hint
    assert f"reviewctl state-at {guide} current -o FILE" in caught.value.hint
