"""Where a review is found again: by the document's path, by name, after a move; and what is refused."""

import json
import os
import shlex
from pathlib import Path

import pytest
from review_desk import apply, edited, ids, replace, review, tree, workspace_of

from reviewer.errors import IntegrityError, UserError
from reviewer.service.status import status
from reviewer.service.verify import verify
from reviewer.service.workspace.folder import find_workspace, require_workspace

TEXT = "# Guide\n\nThe cat sat on teh mat.\n"


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "guide.md"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


def test_two_documents_of_one_stem_and_content_have_a_review_each(guide):
    twin = guide.with_suffix(".markdown")
    twin.write_text(TEXT)
    apply(guide, replace(3, "teh", "the"))
    apply(twin, replace(3, "cat", "dog"))
    assert workspace_of(guide).root != workspace_of(twin).root
    assert edited(guide).decode() == TEXT.replace("teh", "the")
    assert edited(twin).decode() == TEXT.replace("cat", "dog")


def test_a_workspace_is_named_after_stem_and_first_hash_and_found_after_edits(guide):
    review(guide)
    name = workspace_of(guide).root.name
    assert name == "guide_" + verify(workspace_of(guide))["head"].removeprefix("sha256:")[:12]
    guide.write_text(TEXT + "\nMore.\n")
    review(guide)
    assert workspace_of(guide).root.name == name


def test_a_folder_that_moved_with_its_reviews_goes_on(guide, tmp_path):
    apply(guide, replace(3, "teh", "the"), in_place=True)
    moved = guide.parent.rename(tmp_path / "moved") / "guide.md"
    moved.write_text(moved.read_text() + "\nBy hand.\n")
    outcome = review(moved)
    assert ids(moved) == ["RVW-0001", "EXT-0001"]
    assert "no longer in force" not in outcome.notes[0]
    assert edited(moved) == moved.read_bytes()
    assert verify(workspace_of(moved))["status"] == "ok"


def test_a_renamed_document_goes_on_in_the_workspace_that_is_named(guide):
    apply(guide, replace(3, "teh", "the"))
    root = workspace_of(guide).root
    renamed = guide.rename(guide.with_name("manual.md"))
    assert find_workspace(renamed) is None
    review(renamed, workspace=root)
    assert require_workspace(renamed, root).edited.read_text() == TEXT.replace("teh", "the")


def test_the_workspace_of_another_document_is_refused(guide):
    review(guide)
    other = guide.with_name("other.md")
    other.write_text("# Other\n")
    before = tree(guide.parent)
    with pytest.raises(UserError, match=r"guide\.md") as raised:
        review(other, workspace=workspace_of(guide).root)
    assert raised.value.code == "foreign-workspace"
    assert tree(guide.parent) == before


def test_a_review_whose_snapshot_is_gone_is_an_integrity_error_for_every_command(guide):
    review(guide)
    workspace_of(guide).snapshot.unlink()
    for command in (review, status, workspace_of):
        with pytest.raises(IntegrityError) as raised:
            command(guide)
        assert raised.value.code == "no-snapshot"


def test_a_named_workspace_whose_snapshot_is_gone_is_not_begun_anew(guide, tmp_path):
    apply(guide, replace(3, "teh", "the"))
    root = workspace_of(guide).root
    workspace_of(guide).snapshot.unlink()
    with pytest.raises(IntegrityError):
        review(guide, workspace=root)
    assert not (root / "stage1" / "doc.raw.md").exists()


@pytest.mark.parametrize("place", ["../elsewhere", "..", "", "/etc", 7, None])
def test_an_index_that_leads_out_of_its_folder_is_refused(guide, place):
    review(guide)
    index = guide.parent / ".review" / "index.json"
    index.write_text(json.dumps({"schema": 1, "documents": {"guide.md": {"workspace": place}}}))
    for command in (review, status):
        with pytest.raises(IntegrityError) as raised:
            command(guide)
        assert raised.value.code == "bad-index"


@pytest.mark.parametrize("place", ["file", "file/below", "guide.md"])
def test_a_workspace_that_cannot_be_made_is_an_error_that_names_it(guide, place):
    (guide.parent / "file").write_text("")
    with pytest.raises(UserError) as raised:
        review(guide, workspace=guide.parent / place)
    assert raised.value.code == "unwritable"
    assert place in raised.value.message


def test_a_file_in_the_place_of_the_review_folder_is_an_error_that_names_it(guide):
    (guide.parent / ".review").write_text("")
    with pytest.raises(UserError) as raised:
        review(guide)
    assert (raised.value.code, ".review" in raised.value.message) == ("unwritable", True)
    assert status(guide)["status"] == "not_found"


def test_a_file_in_the_place_of_a_stage_is_an_error_and_not_a_bug(guide):
    review(guide)
    stage = workspace_of(guide).stage2
    for file in stage.iterdir():
        file.unlink()
    stage.rmdir()
    stage.write_text("")
    with pytest.raises(UserError) as raised:
        review(guide)
    assert raised.value.code == "unwritable"


@pytest.mark.parametrize("name", ["run.json", "review/notes.md", "stage2/a/b.json"])
def test_a_folder_that_holds_no_review_but_files_in_its_places_is_refused(guide, name):
    root = guide.parent / "project"
    (root / name).parent.mkdir(parents=True)
    (root / name).write_text('{"mine": true}')
    before = tree(guide.parent), (root / name).read_bytes()
    with pytest.raises(UserError, match="is no workspace") as raised:
        review(guide, workspace=root)
    assert (raised.value.code, name.split("/")[0] in raised.value.message) == ("foreign-workspace", True)
    assert (tree(guide.parent), (root / name).read_bytes()) == before
    assert not (root / "stage1").exists()


def test_what_a_run_left_that_was_killed_at_its_start_is_no_hindrance(guide):
    root = guide.parent / "ws"
    (root / "stage1").mkdir(parents=True)
    (root / "stage1" / ".doc.raw.md.x1y2.tmp").write_text("half")
    assert review(guide, workspace=root).status == "completed"


def test_a_document_that_is_not_there_has_no_status_but_a_review_without_its_document_has(guide):
    with pytest.raises(UserError) as raised:
        status(guide.with_name("none.md"))
    assert raised.value.code == "missing-file"
    assert status(guide)["status"] == "not_found"
    review(guide)
    guide.unlink()
    assert status(guide)["status"] == "completed"


def test_a_pipe_or_a_folder_has_neither_a_status_nor_a_review(guide):
    os.mkfifo(guide.with_name("pipe.md"))
    for command in (status, require_workspace):
        with pytest.raises(UserError) as raised:
            command(guide.with_name("pipe.md"))
        assert raised.value.code == "not-a-file"
        with pytest.raises(UserError) as raised:
            command(guide.parent)
        assert raised.value.code == "is-a-folder"


def test_the_hint_of_a_document_without_review_is_a_command_that_can_be_run(guide):
    other = guide.with_name("it's new.md")
    other.write_text(TEXT)
    with pytest.raises(UserError) as raised:
        require_workspace(other, guide.parent / "w s")
    quoted = shlex.join(["reviewctl", "review", str(other), "--no-llm", "-w", str(guide.parent / "w s")])
    assert quoted in raised.value.hint


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), os.mkfifo, lambda path: path.symlink_to(path.name)])
def test_an_index_that_is_no_file_is_an_integrity_error_and_not_waited_for(guide, make):
    (guide.parent / ".review").mkdir()
    make(guide.parent / ".review" / "index.json")
    with pytest.raises(IntegrityError) as raised:
        status(guide)
    assert raised.value.code == "bad-index"
