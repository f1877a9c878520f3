"""The index of a folder's reviews: what is kept in memory is never older than the file."""

import json
import os

import pytest

from reviewer.errors import IntegrityError
from reviewer.service.workspace.review_index import read_index, write_index


def test_what_another_process_wrote_is_read(tmp_path):
    write_index(tmp_path, {"a.md": "a_1"})
    assert read_index(tmp_path) == {"a.md": "a_1"}
    data = {"schema": 1, "documents": {"a.md": {"workspace": "b_2"}}}
    (tmp_path / "new").write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    os.replace(tmp_path / "new", tmp_path / "index.json")
    assert read_index(tmp_path) == {"a.md": "b_2"}


def test_an_index_that_goes_or_breaks_is_noticed(tmp_path):
    write_index(tmp_path, {"a.md": "a_1"})
    read_index(tmp_path)
    (tmp_path / "index.json").write_text("{")
    with pytest.raises(IntegrityError):
        read_index(tmp_path)
    (tmp_path / "index.json").unlink()
    assert read_index(tmp_path) == {}


def test_who_changes_what_was_read_changes_nothing_else(tmp_path):
    write_index(tmp_path, {"a.md": "a_1"})
    read_index(tmp_path)["b.md"] = "b_1"
    assert read_index(tmp_path) == {"a.md": "a_1"}


def test_a_large_index_is_read_once_for_all_its_documents(tmp_path, monkeypatch):
    write_index(tmp_path, {f"{number}.md": f"{number}_1" for number in range(2000)})
    read_index(tmp_path)
    monkeypatch.setattr("reviewer.service.workspace.review_index.read_json", lambda *_: pytest.fail("read again"))
    assert len(read_index(tmp_path)) == 2000
