"""Nothing but a review writes its files, and none of them is reviewed as a document of its own."""

import os

import pytest

from reviewer.errors import UserError
from reviewer.markdown.source import read_document
from reviewer.service.workspace.folder import open_workspace
from reviewer.service.workspace.inside_review import review_of
from reviewer.service.workspace.output_file import refuse_bad_output, refuse_unwritable

TEXT = b"# Quay\n\nA word.\n"


@pytest.fixture
def quay(tmp_path):
    """A document with a review beside it and another one in a folder of its own."""
    path = tmp_path / "quay.md"
    path.write_bytes(TEXT)
    beside = open_workspace(path, read_document(TEXT, str(path)))
    named = open_workspace(path, read_document(TEXT, str(path)), tmp_path / "ws")
    return path, beside, named


FILES = ["stage1/doc.raw.md", "stage3/doc.edited.md", "review/ledger.jsonl", "review/patches/new.md", "run.json"]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("place", [0, 1])
def test_files_of_a_review_are_no_documents_and_no_outputs(quay, tmp_path, name, place):
    _, *reviews = quay
    path = reviews[place].root / name
    link = tmp_path / "link.md"
    link.symlink_to(path)
    for way in (path, link, tmp_path / "x" / ".." / os.path.relpath(path, tmp_path)):
        with pytest.raises(UserError) as caught:
            open_workspace(way, read_document(TEXT, str(way)))
        assert caught.value.code == "inside-review"
        with pytest.raises(UserError) as caught:
            refuse_unwritable(way, "--write-baseline")
        assert caught.value.code == "bad-output"
    assert reviews[place].snapshot.read_bytes() == TEXT


def test_what_only_looks_like_a_review_is_none(tmp_path):
    for name in ("stage1/notes.md", "review/minutes.md", "reviews/a.md", "run.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(TEXT)
        assert review_of(path) is None
        assert open_workspace(path, read_document(TEXT, str(path))).snapshot.read_bytes() == TEXT


def test_a_document_may_lie_in_the_folder_that_is_its_workspace(tmp_path):
    path = tmp_path / "quay.md"
    path.write_bytes(TEXT)
    for _ in range(2):
        assert open_workspace(path, read_document(TEXT, str(path)), tmp_path).root == tmp_path


def test_no_workspace_is_made_among_the_files_of_another(quay):
    path, beside, named = quay
    other = path.with_name("other.md")
    for root in (beside.stage1, named.stage3, named.stage3 / "deeper", named.patches):
        with pytest.raises(UserError) as caught:
            open_workspace(other, read_document(TEXT, str(other)), root)
        assert caught.value.code == "inside-review"
    assert open_workspace(other, read_document(TEXT, str(other)), path.parent / ".review" / "second").snapshot.exists()


@pytest.mark.parametrize("output", [".", "/", "./."])
def test_an_output_without_a_name_is_refused(quay, tmp_path, output, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as caught:
        refuse_bad_output(quay[0], None, type(quay[0])(output), ".REVIEWED.md")
    assert caught.value.code == "bad-output"
