"""``reviewctl state-at``, ``diff`` and ``log``, end to end."""

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reviewer.hashing import content_hash
from reviewer.surfaces.cli.schemas import schemas

Cli = Callable[..., Any]
RAW = b"# A\r\n\r\none teh\r\n\r\ntwo teh \xe2\x80\xa8 x"
FIRST = RAW.replace(b"one teh", b"one the")
BOTH = RAW.replace(b"teh", b"the")


@pytest.fixture
def document(folder: Path, cli: Cli) -> Path:
    """CRLF, a line separator, no last line end; two changes."""
    (folder / "a.md").write_bytes(RAW)
    ops = [
        {"action": "replace", "target": {"line_start": line, "line_end": line}, "before_text": "teh",
         "before_hash": content_hash("teh"), "after_text": "the"}
        for line in (3, 5)
    ]  # fmt: skip
    (folder / "ops.json").write_text(json.dumps(ops))
    for extra in ([], ["-w", "ws"]):
        assert cli("apply", "a.md", "--ops", "ops.json", *extra).code == 0
    return folder / "a.md"


def valid(name: str, data: Any) -> Any:
    jsonschema.Draft202012Validator(schemas()[f"{name}.schema.json"]).validate(data)
    return data


def test_the_bytes_on_standard_output_are_exact(program: Cli, document: Path) -> None:
    for name, raw in (("original", RAW), ("RVW-0001", FIRST), ("2", BOTH), ("current", BOTH)):
        result = program("state-at", "a.md", name)
        assert (result.code, result.out.encode(), result.err) == (0, raw, "")


def test_a_state_goes_into_a_file(cli: Cli, document: Path) -> None:
    assert cli("state-at", "a.md", "RVW-0001", "-o", "old.md").out == ""
    assert Path("old.md").read_bytes() == FIRST
    data = valid("state-at", cli("state-at", "a.md", "1", "--output", "old.md", "--json").json)
    assert (data["seq"], data["output"], data["text"], data["bytes"]) == (1, "old.md", None, len(FIRST))
    data = valid("state-at", cli("state-at", "a.md", "1", "--json").json)
    assert data["text"].encode() == FIRST


def test_a_state_is_never_written_over_the_document(cli: Cli, document: Path) -> None:
    result = cli("state-at", "a.md", "current", "-o", "a.md", "--json")
    assert (result.code, valid("error", result.json)["code"]) == (2, "bad-output")
    assert document.read_bytes() == RAW


def test_an_unknown_state_is_wrong_usage_and_a_time_is_none_of_them(cli: Cli, document: Path) -> None:
    result = cli("state-at", "a.md", "soon")
    assert (result.code, result.err.startswith("error: 'soon' is no")) == (2, True)
    assert cli("state-at", "a.md", "2001-01-01T00:00:00Z", "--json").json["seq"] == 0


def test_a_diff_applies_with_git(program: Cli, document: Path) -> None:
    result = program("diff", "a.md", "original", "RVW-0001")
    assert result.code == 0
    done = subprocess.run(["git", "apply", "-"], input=result.out.encode(), check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert document.read_bytes() == FIRST


def test_a_diff_as_json(cli: Cli, document: Path) -> None:
    data = valid("diff", cli("diff", "a.md", "RVW-0001", "RVW-0002", "--json").json)
    assert "+two the" in data["diff"]
    assert cli("diff", "a.md", "2", "current", "--json").json["diff"] == ""


def test_the_log_is_in_order_and_says_what_is_out_of_force(cli: Cli, document: Path) -> None:
    cli("revert", "a.md", "RVW-0001", "--reason", "wrong")
    data = valid("log", cli("log", "a.md", "--json").json)
    assert [(entry["id"], entry["active"]) for entry in data["entries"]] == [
        ("RVW-0001", False), ("RVW-0002", True), ("REVERT-RVW-0001", False),
    ]  # fmt: skip
    lines = cli("log", "a.md").out.splitlines()
    assert len(lines) == 3
    assert "RVW-0001" in lines[0]
    assert lines[0].endswith("(not in force)")
    assert lines[2].endswith("wrong")


def test_an_entry_that_undoes_or_redoes_is_shown_by_what_it_is_about(cli: Cli, document: Path) -> None:
    cli("revert", "a.md", "RVW-0001", "--reason", "wrong")
    cli("reapply", "a.md", "RVW-0001")
    undone, redone = (cli("show", "a.md", name).out for name in ("REVERT-RVW-0001", "REAPPLY-RVW-0001"))
    assert "\nevent:     revert of RVW-0001\n" in undone
    assert "\nreason:    wrong\n" in undone
    assert "\nevent:     reapply of RVW-0001\n" in redone
    assert "in force" not in undone + redone
    assert "\nevent:     change, in force\n" in cli("show", "a.md", "RVW-0001").out


@pytest.fixture(params=[("XXX-5", 5), ("XXX+5", -5)], ids=["east", "west"])
def hours(request: pytest.FixtureRequest) -> Iterator[int]:
    """A time zone so many hours ahead of UTC."""
    zone, ahead = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        yield ahead
    time.tzset()


def test_a_time_without_offset_is_local(cli: Cli, document: Path, hours: int) -> None:
    made = datetime.fromisoformat(cli("log", "a.md", "--json").json["entries"][0]["timestamp"])
    local = (made + timedelta(hours=hours)).replace(tzinfo=None)
    for seconds, seq in ((-1, 0), (1, 2)):
        moment = local + timedelta(seconds=seconds)
        assert cli("state-at", "a.md", moment.isoformat(), "--json").json["seq"] == seq


@pytest.mark.parametrize("command", ["state-at", "diff"])
def test_the_help_says_what_a_time_is(cli: Cli, command: str) -> None:
    assert "without offset it is local" in " ".join(cli(command, "--help").out.replace("│", " ").split())


@pytest.mark.parametrize("command", [["state-at", "current"], ["diff", "0", "current"], ["log"]])
def test_the_workspace_can_be_named(cli: Cli, document: Path, command: list[str]) -> None:
    name, *rest = command
    cli("revert", "a.md", "--all")
    named, own = (cli(name, "a.md", *rest, *extra, "--json").json for extra in (["-w", "ws"], []))
    assert named != own


@pytest.mark.parametrize("command", [["state-at", "current"], ["diff", "0", "1"], ["log"]])
def test_without_a_review_it_is_said(cli: Cli, document: Path, command: list[str]) -> None:
    Path("b.md").write_text("x\n")
    name, *rest = command
    result = cli(name, "b.md", *rest, "--verbose", "--json")
    assert (result.code, result.json["code"]) == (2, "no-review")
    assert "Traceback" in result.err
