"""An ``--in-place`` run says what it does to the document beyond the edits that it was given."""

from pathlib import Path

import pytest
from review_desk import apply, edited, ids, replace, review
from undo_desk import fits, reapply, revert
from unprivileged import without_privilege

from reviewer.errors import UserError

TEXT = "# T\n\nThe first word.\n\nThe second word.\n\nThe third word.\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "doc.md"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


def told(outcome, *names: str) -> list[str]:
    """The notes that name the document and all of the ids."""
    return [note for note in outcome.notes if outcome.document in note and all(name in note for name in names)]


def test_an_undone_change_that_the_document_still_showed_is_taken_out_with_a_note(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"), replace(5, "second", "2nd"), in_place=True)
    revert(doc, "RVW-0001", in_place=False)
    assert "1st" in doc.read_text()
    outcome = apply(doc, replace(7, "third", "3rd"), in_place=True)
    assert doc.read_text() == TEXT.replace("second", "2nd").replace("third", "3rd")
    (note,) = told(outcome, "RVW-0001")
    assert "still showed RVW-0001, undone before; it was taken out" in note


def test_changes_of_earlier_runs_that_the_document_did_not_show_are_put_in_with_a_note(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"), replace(5, "second", "2nd"))
    outcome = apply(doc, replace(7, "third", "3rd"), in_place=True)
    assert doc.read_text() == TEXT.replace("first", "1st").replace("second", "2nd").replace("third", "3rd")
    (note,) = told(outcome, "RVW-0001", "RVW-0002")
    assert "did not show RVW-0001, RVW-0002 of an earlier run yet; they were put in" in note


def test_a_run_that_does_only_what_it_was_asked_for_has_no_such_note(doc: Path) -> None:
    assert apply(doc, replace(3, "first", "1st"), in_place=True).notes == ()
    assert apply(doc, replace(5, "second", "2nd"), in_place=True).notes == ()
    assert revert(doc, "RVW-0001", in_place=True).notes == ()
    assert reapply(doc, "RVW-0001", in_place=True).notes == ()
    assert review(doc, in_place=True).notes == ()


def test_a_change_that_is_put_back_while_the_document_shows_it_is_no_surprise(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"), in_place=True)
    revert(doc, "RVW-0001", in_place=False)
    assert told(reapply(doc, "RVW-0001", in_place=True), "RVW-0001") == []
    assert doc.read_text() == TEXT.replace("first", "1st")


def test_an_undo_in_place_tells_of_the_other_undone_changes(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"), replace(5, "second", "2nd"), in_place=True)
    revert(doc, "RVW-0001", in_place=False)
    outcome = revert(doc, "RVW-0002", in_place=True)
    assert doc.read_text() == TEXT
    (note,) = told(outcome, "RVW-0001")
    assert "RVW-0002" not in note
    assert fits(doc)


def read_only(doc: Path, command) -> str:
    """The error of a command on a document in a folder that cannot be written, while its review can; or its result."""

    def work() -> str:
        try:
            return repr(command())
        except UserError as error:
            return f"{error.code}: {error.message} ({error.hint})"

    doc.parent.chmod(0o555)
    try:
        return without_privilege(work)
    finally:
        doc.parent.chmod(0o755)


def test_in_place_in_a_folder_that_cannot_be_written_is_refused_before_anything_is_committed(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"), replace(5, "second", "2nd"))
    (doc.parent / "ops.json").write_text("[]")
    before = doc.read_bytes(), edited(doc), ids(doc)
    for command in (
        lambda: review(doc, in_place=True),
        lambda: apply(doc, replace(7, "third", "3rd"), in_place=True),
        lambda: revert(doc, "RVW-0001", in_place=True),
    ):
        assert read_only(doc, command).startswith("bad-output: --in-place")
    assert (doc.read_bytes(), edited(doc), ids(doc)) == before


def test_an_undo_that_the_document_cannot_follow_is_refused_before_anything_is_committed(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"), in_place=True)
    before = doc.read_bytes(), edited(doc), ids(doc)
    answer = read_only(doc, lambda: revert(doc, "RVW-0001"))
    assert answer.startswith("bad-output:")
    assert "--no-in-place" in answer
    assert (doc.read_bytes(), edited(doc), ids(doc)) == before
    answer = read_only(doc, lambda: revert(doc, "RVW-0001", in_place=False).notes)
    assert "itself still shows RVW-0001" in answer
    assert edited(doc) == TEXT.encode()


def test_an_output_that_cannot_be_written_is_left_alone_with_a_note(doc: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    output = elsewhere / "out.md"
    doc.write_text("# T\n\nThe crew checks the the lock.\n")
    assert review(doc, output).applied == ("RVW-0001",)
    elsewhere.chmod(0o555)
    try:
        answer = without_privilege(lambda: repr(revert(doc, "RVW-0001").notes))
    finally:
        elsewhere.chmod(0o755)
    assert "were left alone and still show RVW-0001" in answer
    assert b"checks the the lock" in edited(doc)
    assert fits(doc)
