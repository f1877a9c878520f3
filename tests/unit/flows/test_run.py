"""Flows from a shell, as far as they need no server."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flows.run import run_apply, run_review
from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.hashing import content_hash

ROOT = Path(__file__).parents[3]
OP = {
    "action": "replace",
    "target": {"line_start": 3, "line_end": 3},
    "before_text": "quay",
    "before_hash": content_hash("quay"),
    "after_text": "pier",
}


@pytest.fixture(autouse=True)
def no_server(tmp_path, monkeypatch):
    for name in [name for name in os.environ if name.startswith("PREFECT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVIEWCTL_HOME", str(tmp_path / "state"))


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "harbour.md"
    path.write_bytes(b"# Harbour\n\nThe ship leaves the quay in the morning.\n")
    return path


def test_apply_without_a_server_needs_no_prefect_and_starts_none(document, tmp_path):
    (tmp_path / "ops.json").write_text(json.dumps([OP]), encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; from flows.run import run_apply; "
        "from reviewer.config import ReviewerConfig; "
        "print(run_apply(Path('harbour.md'), Path('ops.json'), ReviewerConfig()).applied, 'prefect' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("('RVW-0001',) False\n", "")
    assert not (tmp_path / "state").exists()


def test_revert_without_a_server_needs_no_prefect_and_starts_none(document, tmp_path):
    (tmp_path / "ops.json").write_text(json.dumps([OP]), encoding="utf-8")
    run_apply(document, tmp_path / "ops.json", ReviewerConfig())
    code = (
        "import sys; from pathlib import Path; from flows.run import run_undo; "
        "from reviewer.config import ReviewerConfig; from reviewer.model.selection import Selection; "
        "from reviewer.service.revert import UndoRequest; "
        "request = UndoRequest(Path('harbour.md'), Selection(all=True), ReviewerConfig()); "
        "print(run_undo(request).reverted, 'prefect' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("('RVW-0001',) False\n", "")
    assert not (tmp_path / "state").exists()


def test_wrong_input_is_told_before_a_server_is_started(tmp_path):
    with pytest.raises(UserError) as caught:
        run_review(tmp_path / "none.md", ReviewerConfig())
    assert caught.value.code == "missing-file"
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("content", ["", "{", "[1, 2", "\x00", "[" * 100_000])
def test_an_ops_file_that_is_no_json_is_named_and_nothing_is_written(document, tmp_path, content):
    ops = tmp_path / "ops.json"
    ops.write_text(content, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        run_apply(document, ops, ReviewerConfig())
    assert caught.value.code == "bad-ops-file"
    assert "ops.json" in caught.value.message
    assert not (tmp_path / ".review").exists()


def test_a_missing_ops_file_is_named(document, tmp_path):
    with pytest.raises(UserError) as caught:
        run_apply(document, tmp_path / "none.json", ReviewerConfig())
    assert caught.value.code == "missing-file"
