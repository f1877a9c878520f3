"""A word or a paragraph that was taken out and that a person put back by hand, alone or with other edits beside it."""

from pathlib import Path

import pytest
from review_desk import apply, delete, edited, entries, ids, review, workspace_of
from undo_desk import fits, reapply, revert

SLIP = "# The words\n\nThis is the the text that we have.\n"
MENDED = "# The words\n\nThis is the text that we have.\n"
BESIDE = {
    "a word behind it": ("the the text", "the the nice text"),
    "a word before it": ("is the the", "is also the the"),
    "letters of the next word": ("the the text", "the the tent"),
    "another word on the line": ("we have", "we had"),
    "a line before it": ("This is", "Now this is"),
}


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "doc.md"
    path.parent.mkdir()
    path.write_text(SLIP)
    assert review(path, in_place=True).applied == ("RVW-0001",)
    assert path.read_text() == MENDED
    return path


@pytest.mark.parametrize("edit", BESIDE.values(), ids=BESIDE)
def test_a_word_put_back_with_more_beside_it_is_not_taken_out_again(doc: Path, edit: tuple[str, str]) -> None:
    present = SLIP.replace(*edit)
    assert present != SLIP
    doc.write_text(present)
    again = review(doc, in_place=True)
    assert doc.read_text() == present
    assert again.applied == ()
    assert any("what RVW-0001 took out was put back" in note for note in again.notes)
    assert fits(doc)


@pytest.mark.parametrize("edit", BESIDE.values(), ids=BESIDE)
def test_a_word_put_back_is_never_there_twice_whatever_is_undone_afterwards(doc: Path, edit: tuple[str, str]) -> None:
    present = SLIP.replace(*edit)
    doc.write_text(present)
    review(doc, in_place=True)
    assert revert(doc, "RVW-0001").status == "refused"
    assert edited(doc).decode() == present
    reapply(doc, "RVW-0001")
    assert edited(doc).decode().count("the") == present.count("the") - 1
    revert(doc, "RVW-0001", *(name for name in ids(doc) if name.startswith("EXT-")))
    assert edited(doc).decode() == SLIP
    assert fits(doc)


def test_putting_back_is_recorded_as_the_persons_undo_of_that_change(doc: Path) -> None:
    doc.write_text(SLIP.replace("the the text", "the the nice text"))
    review(doc, in_place=True)
    undone, typed = entries(doc)[1:]
    assert (undone["id"], undone["refs"], undone["source"]["type"]) == ("REVERT-RVW-0001", ["RVW-0001"], "human")
    assert (typed["id"], typed["before_text"], typed["after_text"].strip()) == ("EXT-0001", "", "nice")


def test_a_deleted_paragraph_put_back_with_a_new_one_comes_back_as_itself(tmp_path: Path) -> None:
    path = tmp_path / "doc.md"
    kept = "# A\n\nOne stays here.\n\nTwo goes away from here.\n\nThree stays too.\n"
    path.write_text(kept)
    apply(path, delete(5, 6, "Two goes away from here.\n\n"))
    copy = edited(path).decode()
    assert "Two" not in copy
    present = kept.replace("Three", "Two and a half is new.\n\nThree")
    workspace_of(path).edited.write_text(present)
    review(path)
    assert edited(path).decode() == present
    assert "REVERT-RVW-0001" in ids(path)
    revert(path, "EXT-0001")
    assert edited(path).decode() == kept
    assert fits(path)


def test_the_same_word_typed_elsewhere_leaves_the_change_in_force(doc: Path) -> None:
    present = MENDED.replace("we have", "we have of the world")
    doc.write_text(present)
    review(doc, in_place=True)
    assert doc.read_text() == present
    assert ids(doc) == ["RVW-0001", "EXT-0001"]
