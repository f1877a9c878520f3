"""A review that was copied never writes for the place that it was copied from; one that was moved goes on."""

import shutil

import pytest

from reviewer.markdown.source import read_document
from reviewer.service.workspace.folder import find_workspace, open_workspace
from reviewer.service.workspace.run_record import RunRecord, read_record, write_record


@pytest.fixture
def quay(tmp_path):
    """A folder with a document, its review, and a file that was written elsewhere."""
    folder, out = tmp_path / "quay", tmp_path / "out.md"
    folder.mkdir()
    path = folder / "quay.md"
    path.write_bytes(b"# Quay\n")
    out.write_bytes(b"# Quay\n")
    workspace = open_workspace(path, read_document(b"# Quay\n", str(path)))
    files = {
        str(path): "sha256:1",
        str(workspace.edited): "sha256:2",
        str(workspace.report): "sha256:3",
        str(out): "sha256:4",
    }
    begun = {str(workspace.annotated): ("sha256:5",), str(out): ("sha256:6",)}
    write_record(workspace, RunRecord(document=str(path), created="now", files=files, begun=begun, in_place=True))
    return path


def record_of(path):
    workspace = find_workspace(path)
    return workspace, read_record(workspace)


def test_where_it_was_made_the_record_is_as_written(quay, tmp_path):
    workspace, record = record_of(quay)
    assert set(record.files) == {str(quay), str(workspace.edited), str(workspace.report), str(tmp_path / "out.md")}


def test_in_a_copy_only_the_files_of_the_copy_are_its_own(quay, tmp_path):
    shutil.copytree(quay.parent, tmp_path / "copy")
    path = tmp_path / "copy" / "quay.md"
    workspace, record = record_of(path)
    assert record.document == str(path)
    assert record.files == {str(path): "sha256:1", str(workspace.edited): "sha256:2", str(workspace.report): "sha256:3"}
    assert record.begun == {str(workspace.annotated): ("sha256:5",)}


def test_a_review_that_was_moved_keeps_what_it_wrote_elsewhere(quay, tmp_path):
    quay.parent.rename(tmp_path / "moved")
    path = tmp_path / "moved" / "quay.md"
    workspace, record = record_of(path)
    assert set(record.files) == {str(path), str(workspace.edited), str(workspace.report), str(tmp_path / "out.md")}


def test_another_path_to_the_same_document_is_no_copy(quay, tmp_path):
    (tmp_path / "way").symlink_to(quay.parent)
    path = tmp_path / "way" / "quay.md"
    workspace, record = record_of(path)
    assert set(record.files) == {str(path), str(workspace.edited), str(workspace.report), str(tmp_path / "out.md")}
