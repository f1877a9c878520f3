"""``reviewctl batch``: exit codes, what is printed, options that go to every document."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from batch_desk import write

from reviewer.surfaces.cli.main import main
from reviewer.surfaces.cli.schemas import schemas

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]


def batch(capsys, *arguments):
    code = main(["batch", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_all_good_is_0_with_a_line_a_document(orchestrator, tmp_path, capsys):
    write(tmp_path, "a.md", "b.md")
    code, out, err = batch(capsys, tmp_path, "--no-llm")
    assert (code, out.split("\n")[0]) == (0, "2 of 2 documents reviewed")
    assert sorted(line[:6] for line in err.strip().split("\n")) == ["[1/2] ", "[2/2] "]
    code, out, err = batch(capsys, tmp_path, "--no-llm")
    assert (code, out.split("\n")[0], err) == (0, "0 of 2 documents reviewed, 2 unchanged", "")


def test_some_failed_is_3_and_json_keeps_its_schema(orchestrator, tmp_path, capsys):
    write(tmp_path, "a.md")
    (tmp_path / "b.md").write_bytes(b"\xff")
    code, out, _ = batch(capsys, tmp_path, "--no-llm", "--json")
    outcome = json.loads(out)
    assert (code, outcome["status"], outcome["counts"]["failed"]) == (3, "completed_with_failures", 1)
    jsonschema.validate(outcome, schemas()["batch.schema.json"])


def test_options_hold_for_every_document_above_its_own_file(orchestrator, tmp_path, capsys):
    write(tmp_path, "a.md", "sub/b.md")
    (tmp_path / "sub/reviewctl.toml").write_text("fixers = true\n")
    _, out, _ = batch(capsys, tmp_path, "--no-llm", "--no-fixers", "--set", "operator=Ada", "--json")
    outcome = json.loads(out)
    assert [row["changes"] for row in outcome["documents"]] == [0, 0]
    records = [json.loads((Path(row["workspace"]) / "run.json").read_text()) for row in outcome["documents"]]
    assert {record["config"]["operator"] for record in records} == {"Ada"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nowhere.txt", "--exclude", "*"], "no-documents"),
        (["-"], "bad-path"),
        (["."], "no-documents"),
        ([".", "--changed-since", "HEAD", "--include", "*.txt"], "no-repository"),
        ([".", "--set", "nonsense=1"], "unknown-key"),
        ([".", "--config", "missing.toml"], "missing-config"),
        ([""], "missing-file"),
    ],
)
def test_what_is_wrong_for_all_is_2_and_starts_no_server(tmp_path, arguments, code):
    (tmp_path / "note.txt").write_text("text\n")
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "batch", *arguments, "--json"]
    env = {
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "REVIEWCTL_HOME": str(tmp_path / "home"),
        "PATH": "/usr/bin:/bin",
    }
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, json.loads(done.stdout)["code"]) == (2, code)
    assert not (tmp_path / "home").exists()
