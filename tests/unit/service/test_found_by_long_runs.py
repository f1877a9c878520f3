"""Histories that lost a person's text, told something wrong or left something half done; found by random long runs."""

import shutil
from pathlib import Path

import pytest
from review_desk import Killed, annotated, apply, edited, replace, review, workspace_of
from undo_desk import fits, patched, revert

from reviewer.config import ReviewerConfig
from reviewer.service import session
from reviewer.service.clock import SystemClock
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.spelling import TyposSpeller
from reviewer.service.status import status
from reviewer.service.verify import verify

TEXT = "# Guide\n\nThe first line.\n\nThe second line.\n\nThe third line.\n"
TWICE = "# The words\n\nThis is the text that we recieve from them.\n\nThat is what they recieve now.\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "doc.md"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


def spell(path: Path, *, in_place: bool = True):
    """A review that knows misspellings."""
    request = ReviewRequest(path, ReviewerConfig(no_llm=True, in_place=in_place))
    return review_document(request, Tools(TyposSpeller(), SystemClock()))


def test_what_two_people_put_at_one_place_of_two_files_is_all_kept(doc):
    apply(doc, replace(7, "third", "3rd"))
    copy = workspace_of(doc).edited
    copy.write_text(copy.read_text().replace("The first line.\n", "The first line.\nTyped in the copy.\n"))
    review(doc)
    doc.write_text(TEXT.replace("The first line.\n", "The first line.\nTyped in the document.\n"))
    review(doc)
    text = edited(doc).decode()
    assert "Typed in the copy.\n" in text
    assert "Typed in the document.\n" in text
    assert "3rd" in text
    assert fits(doc)


def test_the_same_line_put_into_both_files_is_there_once(doc):
    apply(doc, replace(7, "third", "3rd"))
    more = TEXT.replace("The first line.\n", "The first line.\nTyped in both.\n")
    copy = workspace_of(doc).edited
    copy.write_text(more.replace("third", "3rd"))
    review(doc)
    doc.write_text(more)
    review(doc)
    assert edited(doc).decode() == more.replace("third", "3rd")


def test_an_edit_of_an_undone_change_that_the_document_still_shows_undoes_nothing_else(doc):
    apply(doc, replace(3, "first", "initial"), in_place=True)
    apply(doc, replace(7, "third", "3rd"))
    copy = workspace_of(doc).edited
    copy.write_text(copy.read_text().replace("second line", "second line, typed in the copy"))
    revert(doc, "RVW-0001", in_place=False)
    doc.write_text(doc.read_text().replace("initial", "initNEWial"))
    outcome = review(doc)
    assert edited(doc).decode() == (
        "# Guide\n\nThe initNEWial line.\n\nThe second line, typed in the copy.\n\nThe 3rd line.\n"
    )
    assert any("RVW-0001, in force again" in note for note in outcome.notes)
    assert fits(doc)
    assert review(doc).notes == ()


def test_a_word_typed_before_one_with_the_same_first_letters_is_not_torn_by_an_edit_of_the_other(doc):
    apply(doc, replace(7, "third", "3rd"))
    copy = workspace_of(doc).edited
    copy.write_text(copy.read_text().replace("second", "se--cond"))
    doc.write_text(TEXT.replace("second", "secret second"))
    review(doc)
    assert edited(doc).decode() == TEXT.replace("second", "secret se--cond").replace("third", "3rd")


@pytest.mark.parametrize("after", ["a move", "a lost run record"])
def test_both_files_edited_by_hand_after(doc, after):
    apply(doc, replace(7, "third", "3rd"))
    if after == "a move":
        moved = doc.parent.parent / "elsewhere"
        shutil.move(doc.parent, moved)
        doc = moved / doc.name
    else:
        workspace_of(doc).run_json.unlink()
    copy = workspace_of(doc).edited
    copy.write_text(copy.read_text().replace("second", "2nd, typed in the copy"))
    doc.write_text(TEXT.replace("first", "1st, typed in the document"))
    review(doc)
    assert edited(doc).decode() == (
        "# Guide\n\nThe 1st, typed in the document line.\n\nThe 2nd, typed in the copy line.\n\nThe 3rd line.\n"
    )
    assert fits(doc)


def test_a_line_typed_beside_a_change_leaves_it_in_force(doc):
    apply(doc, replace(3, "line.", "row."))
    doc.write_text(TEXT.replace("first line.\n", "first line.\n\nTyped beside.\n"))
    outcome = review(doc)
    assert edited(doc).decode() == TEXT.replace("first line.\n", "first row.\n\nTyped beside.\n")
    assert "no longer in force" not in outcome.notes[0]


@pytest.mark.parametrize("after", ["a move", "a lost run record"])
def test_text_typed_into_the_annotated_copy_is_kept(doc, after):
    apply(doc, replace(3, "first", "1st", review_note={"alert": "NOTE", "text": "REVIEWER: why"}))
    with workspace_of(doc).annotated.open("a") as file:
        file.write("Typed here.\n")
    if after == "a move":
        moved = doc.parent.parent / "elsewhere"
        shutil.move(doc.parent, moved)
        doc = moved / doc.name
    else:
        workspace_of(doc).run_json.unlink()
    outcome = review(doc)
    kept = workspace_of(doc).annotated.with_name("doc.REVIEWED.kept-1.md")
    assert kept.read_text().endswith("Typed here.\n")
    assert any(str(kept) in note for note in outcome.notes)
    assert "Typed here." not in annotated(doc)


@pytest.mark.parametrize("folder", ["review", "stage3"])
@pytest.mark.parametrize("lost", [False, True])
def test_text_typed_into_either_report_is_kept(doc, folder, lost):
    apply(doc, replace(3, "first", "1st"))
    path = workspace_of(doc).root / folder / "REVIEW_doc.md"
    path.write_text("Typed here.\n")
    if lost:
        workspace_of(doc).run_json.unlink()
    review(doc)
    assert path.with_name("REVIEW_doc.kept-1.md").read_text() == "Typed here.\n"


def test_no_copy_is_kept_of_what_nobody_touched_after_a_lost_run_record(doc):
    apply(doc, replace(3, "first", "1st", needs_attention=True, review_note={"alert": "NOTE", "text": "REVIEWER: x"}))
    workspace_of(doc).run_json.unlink()
    assert review(doc).notes == ()


@pytest.mark.parametrize("name", ["out.md", "out.REVIEWED.md"])
def test_a_file_that_an_output_takes_the_place_of_is_kept(doc, tmp_path, name):
    review(doc, output=tmp_path / "out.md")
    (tmp_path / name).write_text("Typed here.\n")
    review(doc, output=tmp_path / "out.md")
    assert (tmp_path / name.replace(".md", ".kept-1.md")).read_text() == "Typed here.\n"


def test_a_file_that_was_never_ours_is_kept_as_well(doc, tmp_path):
    (tmp_path / "out.md").write_text("Typed here.\n")
    outcome = review(doc, output=tmp_path / "out.md")
    assert (tmp_path / "out.kept-1.md").read_text() == "Typed here.\n"
    assert "did not write" in outcome.notes[0]


@pytest.mark.parametrize("step", ["write_patches", "derive"])
def test_verify_of_a_run_that_was_killed_after_its_documents_is_no_failure(doc, monkeypatch, step):
    apply(doc, replace(3, "first", "1st"))

    def end(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(session, "add_patches", lambda *_: False)
        patch.setattr(session, step, end)
        with pytest.raises(Killed):
            apply(doc, replace(5, "second", "2nd"))
    assert verify(workspace_of(doc))["status"] == "repair_pending"
    assert status(doc)["status"] == "partial"
    review(doc)
    assert fits(doc)
    assert status(doc)["pending_repair"] is None


def test_patches_of_a_document_with_a_byte_order_mark_apply(doc, tmp_path):
    raw = b"\xef\xbb\xbf" + TEXT.encode()
    doc.write_bytes(raw)
    apply(doc, replace(3, "first", "1st"))
    patches = workspace_of(doc).patches
    after = patched(tmp_path / "git", raw, (patches / "RVW-0001.patch").read_bytes())
    assert after == raw.replace(b"first", b"1st")
    assert patched(tmp_path / "git", after, (patches / "RVW-0001.inverse.patch").read_bytes()) == raw


def test_what_was_undone_is_not_made_again_where_an_earlier_equal_slip_is_mended_in_place(doc):
    doc.write_text(TWICE)
    assert spell(doc).applied == ("RVW-0001", "RVW-0002")
    revert(doc, "RVW-0002")
    outcome = spell(doc)
    assert outcome.applied == ()
    assert "RVW-0002" in outcome.notes[0]
    assert doc.read_text() == TWICE.replace("we recieve", "we receive")


def test_what_was_taken_back_by_hand_is_not_made_again_where_an_earlier_equal_slip_is_mended_in_place(doc):
    doc.write_text(TWICE)
    spell(doc)
    by_hand = TWICE.replace("we recieve", "we receive") + "\nMine.\n"
    doc.write_text(by_hand)
    assert spell(doc).applied == ()
    assert doc.read_text() == by_hand


def test_a_slip_made_once_more_in_a_document_that_shows_the_first_change_is_mended_once(doc):
    doc.write_text(TWICE)
    spell(doc)
    doc.write_text(doc.read_text() + "\nAnd here they recieve more.\n")
    assert spell(doc, in_place=False).applied == ("RVW-0003",)
    outcome = spell(doc, in_place=False)
    assert (outcome.applied, outcome.rejected) == ((), ())
    assert "RVW-0003" in outcome.already_applied


def test_a_letter_put_into_a_slip_made_once_more_is_put_in_once(doc):
    doc.write_text("# The words\n\nThis is the error that occured here.\n")
    spell(doc)
    doc.write_text(doc.read_text() + "\nAnd that is the error that occured there.\n")
    assert spell(doc, in_place=False).applied == ("RVW-0002",)
    assert spell(doc, in_place=False).applied == ()
    assert edited(doc).decode().count("occurred") == 2


def test_a_line_of_no_break_spaces_after_a_note_is_not_drawn_into_it(doc):
    doc.write_text("# Guide\n\u00a0\nmore\n")
    note = {"alert": "NOTE", "text": "REVIEWER: why"}
    apply(doc, replace(1, "Guide", "Manual", needs_attention=True, review_note=note))
    assert annotated(doc).endswith("\n\n\u00a0\nmore\n")
