"""A word or a paragraph that was taken out and that a person put back by hand, alone or with other edits beside it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from review_desk import apply, delete, edited, entries, ids, replace, review, workspace_of
from undo_desk import fits, reapply, revert

SLIP = "# The words\n\nThis is the the text that we have.\n"
MENDED = "# The words\n\nThis is the text that we have.\n"
BESIDE = {
    "a word behind it": ("the the text", "the the nice text"),
    "a word before it": ("is the the", "is also the the"),
    "letters of the next word": ("the the text", "the the tent"),
    "another word on the line": ("we have", "we had"),
    "a line before it": ("This is", "Now this is"),
    "the word behind it gone": ("the the text that", "the the that"),
    "the word before it gone": ("This is the the", "This the the"),
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


WORDS = st.sampled_from(["a", "the", "of", "it", "is", "we", "crew", "lock", "text", "no", "I", "x"])


def taken_out(words: list[str], at: int, folder: str) -> Path:
    """A document from whose line the word ``at`` was taken out in place."""
    path = Path(folder) / "doc.md"
    path.write_text(f"{' '.join(words)}.\n")
    without = [*words[:at], *words[at + 1 :]]
    apply(path, replace(1, f"{' '.join(words)}.", f"{' '.join(without)}."), in_place=True)
    assert path.read_text() == f"{' '.join(without)}.\n"
    return path


@settings(max_examples=60)
@given(
    words=st.lists(WORDS, min_size=3, max_size=8),
    at=st.integers(0, 7),
    other=st.integers(0, 7),
    how=st.sampled_from(["insert", "replace", "delete"]),
    new=WORDS | st.just("new"),
)
@example(words=["no", "the", "is", "the", "lock"], at=3, other=5, how="delete", new="")
@example(words=["is", "I", "I", "the", "we"], at=1, other=0, how="delete", new="")
@example(words=["text", "x", "the", "of"], at=1, other=0, how="insert", new="the")
@example(words=["it", "the", "text", "the", "we"], at=2, other=4, how="replace", new="lock")
@example(words=["the", "I", "x", "the"], at=2, other=1, how="delete", new="")
def test_an_undo_never_makes_more_of_a_doubled_word_than_there_ever_was(
    words: list[str], at: int, other: int, how: str, new: str
) -> None:
    """The second of two equal words is taken out; a person puts it back, and edits another word of the line."""
    at = at % len(words)
    words = [*words[: at + 1], *words[at:]]
    others = [number for number in range(len(words)) if number not in {at, at + 1}]
    other = others[other % len(others)]
    parts = {"insert": [new, words[other]], "replace": [new], "delete": []}[how]
    present = [*words[:other], *parts, *words[other + 1 :]]
    with TemporaryDirectory() as folder:
        path = taken_out(words, at + 1, folder)
        path.write_text(f"{' '.join(present)}.\n")
        revert(path, "RVW-0001")
        found = edited(path).decode().removesuffix(".\n").split(" ")
        assert found.count(words[at]) <= max(words.count(words[at]), present.count(words[at]))
        assert fits(path)


def test_a_letter_that_is_a_word_counts_as_one(tmp_path: Path) -> None:
    path = taken_out(["this", "is", "a", "a", "text"], 3, str(tmp_path))
    path.write_text("this is a a nice text.\n")
    assert revert(path, "RVW-0001").status == "refused"
    assert "REVERT-RVW-0001" in ids(path)
    assert edited(path).decode() == "this is a a nice text.\n"


@pytest.mark.parametrize(
    "present",
    ["we see the crew of the lock", "we see the crew at the", "we see crew", "see the nice crew", "we see a the crew"],
)
def test_what_a_person_types_without_the_word_leaves_the_change_in_force(tmp_path: Path, present: str) -> None:
    path = taken_out(["we", "see", "the", "the", "crew"], 3, str(tmp_path))
    path.write_text(f"{present}.\n")
    review(path)
    assert "REVERT-RVW-0001" not in ids(path)
    assert edited(path).decode() == f"{present}.\n"
