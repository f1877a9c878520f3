"""``--output``: a copy of the edited text and its annotated copy beside it, and never in place of anything of ours."""

import os
from pathlib import Path

import pytest
from review_desk import apply, edited, ids, replace, review, tree, workspace_of
from undo_desk import reapply, revert

from reviewer.errors import UserError
from reviewer.service.apply import ApplyOptions
from reviewer.service.states import save_state, state_at
from reviewer.service.verify import verify

TEXT = "# Guide\n\nThe cat sat on teh mat.\n\nThe crew checks the the lock before they leave.\n"


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    path = tmp_path / "guide.md"
    path.write_text(TEXT)
    return path


def to(output: Path) -> ApplyOptions:
    return ApplyOptions(output=output)


def test_both_copies_are_written_and_are_those_of_the_workspace(guide, tmp_path):
    out = tmp_path / "out.md"
    apply(guide, replace(3, "teh", "the"), options=to(out))
    assert out.read_bytes() == edited(guide)
    assert (tmp_path / "out.REVIEWED.md").read_bytes() == workspace_of(guide).annotated.read_bytes()
    assert guide.read_text() == TEXT


def test_review_writes_them_too_and_with_the_suffix_that_is_set(guide, tmp_path):
    review(guide, output=tmp_path / "out.md", output_suffix=".notes.md")
    assert (tmp_path / "out.md").read_bytes() == edited(guide)
    assert b"the the" not in edited(guide)
    assert (tmp_path / "out.notes.md").exists()


@pytest.mark.parametrize(
    ("name", "document", "suffix"),
    [
        ("guide.md", "guide.md", ".REVIEWED.md"),
        ("link.md", "guide.md", ".REVIEWED.md"),
        ("guide.md", "guide.REVIEWED.md", ".REVIEWED.md"),
        (".review/out.md", "guide.md", ".REVIEWED.md"),
        ("folder", "guide.md", ".REVIEWED.md"),
        ("nowhere/out.md", "guide.md", ".REVIEWED.md"),
        ("out.md", "guide.md", ".md"),
    ],
    ids=["document", "link-to-it", "copy-is-document", "in-review", "folder", "no-folder", "one-name"],
)
def test_what_would_overwrite_something_of_ours_is_refused_before_anything_is_written(tmp_path, name, document, suffix):
    path = tmp_path / document
    path.write_text(TEXT)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.md").symlink_to(document)
    before = tree(tmp_path)
    for command in (
        lambda: review(path, output=tmp_path / name, output_suffix=suffix),
        lambda: apply(path, replace(3, "teh", "the"), options=to(tmp_path / name), output_suffix=suffix),
    ):
        with pytest.raises(UserError) as raised:
            command()
        assert raised.value.code == "bad-output"
    assert {name: data for name, data in tree(tmp_path).items() if name != "ops.json"} == before


@pytest.mark.parametrize("name", ["pipe", "link", "loop", "out.md"])
def test_what_is_no_regular_file_is_refused_before_anything_is_written_and_stays(guide, tmp_path, name):
    """``out.md`` would be written; its annotated copy would replace a pipe."""
    for pipe in ("pipe", "out.REVIEWED.md"):
        os.mkfifo(tmp_path / pipe)
    (tmp_path / "link").symlink_to("pipe")
    (tmp_path / "loop").symlink_to("loop")
    names = sorted(os.listdir(tmp_path))
    for command in (
        lambda: review(guide, output=tmp_path / name),
        lambda: apply(guide, replace(3, "teh", "the"), options=to(tmp_path / name)),
    ):
        with pytest.raises(UserError) as raised:
            command()
        assert raised.value.code == "bad-output"
    assert sorted(os.listdir(tmp_path)) == sorted([*names, "ops.json"])
    assert (tmp_path / "pipe").is_fifo()


def test_a_state_is_not_written_over_a_pipe_and_the_hint_says_how_to_print_it(guide, tmp_path):
    review(guide)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match="is a named pipe, not a regular file") as raised:
        save_state(workspace_of(guide), state_at(workspace_of(guide), "original"), tmp_path / "pipe")
    assert "leave -o out" in raised.value.hint
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("option", ["--output", "--in-place"])
def test_a_folder_that_cannot_be_written_is_told_before_anything_is_done(guide, tmp_path, option):
    closed = tmp_path / "closed"
    closed.mkdir()
    path = guide.rename(closed / "guide.md") if option == "--in-place" else guide
    closed.chmod(0o500)
    output = closed / "out.md" if option == "--output" else None
    if os.access(closed, os.W_OK):
        pytest.skip("this user writes everywhere")
    try:
        with pytest.raises(UserError, match=option) as raised:
            review(path, output=output, workspace=tmp_path / "ws", in_place=output is None)
    finally:
        closed.chmod(0o700)
    assert raised.value.code == "bad-output"
    assert not (tmp_path / "ws").exists()


def test_the_files_of_a_named_workspace_are_refused_too(guide, tmp_path):
    review(guide, workspace=tmp_path / "ws")
    snapshot = tmp_path / "ws" / "stage1" / "doc.raw.md"
    with pytest.raises(UserError, match="folder of a review"):
        review(guide, workspace=tmp_path / "ws", output=snapshot)
    assert snapshot.read_text() == TEXT


def shown_notes(outcome, output):
    return [note for note in outcome.notes if str(output) in note]


def test_an_output_file_that_stays_behind_is_named_with_what_it_still_shows(guide, tmp_path):
    out = tmp_path / "out.md"
    apply(guide, replace(3, "teh", "the"), options=to(out))
    apply(guide, replace(5, "leave", "go"))
    before = out.read_bytes(), (tmp_path / "out.REVIEWED.md").read_bytes()
    (note,) = shown_notes(revert(guide, "RVW-0001"), out)
    assert note.endswith("out.REVIEWED.md were left alone and still show RVW-0001")
    assert (out.read_bytes(), (tmp_path / "out.REVIEWED.md").read_bytes()) == before
    assert shown_notes(reapply(guide, "RVW-0001"), out) == []
    assert shown_notes(revert(guide, "RVW-0002"), out) == []


def test_an_output_file_that_was_edited_by_hand_may_still_show_it(guide, tmp_path):
    out = tmp_path / "out.md"
    apply(guide, replace(3, "teh", "the"), options=to(out))
    (tmp_path / "out.REVIEWED.md").unlink()
    out.write_text("Mine. " + out.read_text())
    (note,) = shown_notes(revert(guide, "RVW-0001"), out)
    assert note == f"{out} was left alone, because it was edited since; it may still show RVW-0001"


def test_an_annotated_copy_whose_file_is_gone_may_still_show_it(guide, tmp_path):
    out = tmp_path / "out.md"
    apply(guide, replace(3, "teh", "the"), options=to(out))
    out.unlink()
    (note,) = shown_notes(revert(guide, "RVW-0001"), tmp_path / "out.REVIEWED.md")
    assert note.endswith("out.REVIEWED.md was left alone, because it was edited since; it may still show RVW-0001")


def test_an_output_file_that_goes_along_or_is_gone_needs_no_note(guide, tmp_path):
    out = tmp_path / "out.md"
    apply(guide, replace(3, "teh", "the"), options=to(out))
    assert shown_notes(revert(guide, "RVW-0001"), tmp_path / "out") == []
    assert out.read_text() == TEXT
    for name in ("out.md", "out.REVIEWED.md"):
        (tmp_path / name).unlink()
    reapply(guide, "RVW-0001")
    assert shown_notes(revert(guide, "RVW-0001"), tmp_path / "out") == []


def test_a_revert_that_was_refused_or_is_only_tried_says_nothing_of_it(guide, tmp_path):
    out = tmp_path / "out.md"
    apply(guide, replace(3, "teh", "the"), options=to(out))
    apply(guide, replace(5, "leave", "go"))
    assert shown_notes(revert(guide, "RVW-0009"), out) == []


def test_two_reviews_that_write_one_file_stay_apart(guide, tmp_path):
    other, out = tmp_path / "other.md", tmp_path / "out.md"
    other.write_text("# Other\n\nNothing in common.\n")
    for _ in range(2):
        review(guide, output=out)
        review(other, output=out)
    assert edited(guide).decode() == TEXT.replace("the the", "the")
    assert edited(other) == other.read_bytes()
    assert ids(guide) == ["RVW-0001"]


def test_an_output_that_was_changed_by_hand_is_kept_aside(guide, tmp_path):
    out = tmp_path / "out.md"
    review(guide, output=out)
    out.write_text("mine\n")
    outcome = review(guide, output=out)
    assert out.read_bytes() == edited(guide)
    assert (tmp_path / "out.kept-1.md").read_text() == "mine\n"
    assert str(out) in outcome.notes[0]


def test_a_run_without_it_leaves_an_earlier_output_alone(guide, tmp_path):
    out = tmp_path / "out.md"
    apply(guide, replace(3, "teh", "the"), options=to(out))
    before = out.read_bytes()
    apply(guide, replace(3, "cat", "dog"))
    assert verify(workspace_of(guide))["status"] == "ok"
    assert review(guide).notes == ()
    assert out.read_bytes() == before
