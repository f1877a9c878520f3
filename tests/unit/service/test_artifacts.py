import json

import pytest

from reviewer.ledger import atomic
from reviewer.model.results import KernelFailure
from reviewer.service.workspace.artifacts import write_bytes, write_json


def test_json_has_its_schema_version_first(tmp_path):
    path = tmp_path / "stage1" / "x.json"
    assert write_json(path, {"items": (KernelFailure(kernel="k", error="é"),)})
    data = json.loads(path.read_bytes())
    assert list(data) == ["schema", "items"]
    assert data == {"schema": 1, "items": [{"kernel": "k", "error": "é"}]}


def test_the_same_content_leaves_the_file_alone(tmp_path):
    path = tmp_path / "x.json"
    write_json(path, {"a": 1})
    before = path.stat().st_ino
    assert not write_json(path, {"a": 1})
    assert path.stat().st_ino == before
    assert write_json(path, {"a": 2})


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "x.bin"
    write_bytes(path, b"old")

    def broken(_descriptor):
        raise OSError("disk full")

    monkeypatch.setattr(atomic.os, "fsync", broken)
    with pytest.raises(OSError, match="disk full"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.bin"]
