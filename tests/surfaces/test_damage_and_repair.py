"""What a person sees when files of a review were lost, damaged or put in the wrong place: exit codes and JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reviewer.hashing import content_hash
from reviewer.surfaces.cli.schemas import schemas

Cli = Callable[..., Any]
TEXT = "# Guide\n\nThe pump is blue.\n"
OUTCOME = {
    "schema", "status", "workspace", "document", "head", "counts", "applied", "flagged", "already_applied", "rejected",
    "outputs",
}  # fmt: skip
COUNTS = {
    "changes", "attention", "silent", "deletions", "flags", "rejected", "not_chosen", "findings", "chunks",
    "chunks_failed", "model_calls",
}  # fmt: skip


@pytest.fixture
def applied(cli: Cli, folder: Path) -> Any:
    """A document with one change and one refused op in its review; the outcome of that ``apply``."""
    (folder / "a.md").write_text(TEXT)
    op = {
        "action": "replace",
        "target": {"line_start": 3, "line_end": 3},
        "before_text": "blue",
        "before_hash": content_hash("blue"),
        "after_text": "green",
    }
    (folder / "ops.json").write_text(json.dumps([op, op | {"before_text": "red", "id": "RVW-0009"}]))
    result = cli("apply", "a.md", "--ops", "ops.json", "--json")
    assert result.code == 1
    return result.json


def valid(name: str, data: Any) -> Any:
    jsonschema.Draft202012Validator(schemas()[f"{name}.schema.json"]).validate(data)
    return data


def test_every_field_of_the_outcome(applied: Any, folder: Path) -> None:
    assert set(applied) >= OUTCOME
    assert set(applied["counts"]) == COUNTS
    assert (applied["schema"], applied["status"]) == (1, "completed")
    assert applied["document"] == str(folder / "a.md")
    assert {name for name, count in applied["counts"].items() if count} == {
        "changes",
        "attention",
        "rejected",
        "chunks",
    }
    assert (applied["applied"], applied["flagged"], applied["already_applied"]) == (["RVW-0001"], [], [])
    (refused,) = applied["rejected"]
    assert set(refused) == {"op_id", "id", "code", "message", "index", "quote", "line", "before", "after"}
    assert (refused["index"], refused["quote"]) == (2, "red")
    assert (refused["id"], refused["code"]) == ("RVW-0009", "REJECT_HASH")
    assert all(Path(path).exists() and Path(path).is_absolute() for path in applied["outputs"].values())
    assert list(applied["outputs"]) == ["edited", "annotated", "report", "ledger", "patches"]


def test_a_pending_repair_is_told_completed_and_told_again(cli: Cli, applied: Any) -> None:
    Path(applied["outputs"]["edited"]).unlink()
    verdict = cli("verify", "a.md", "--json")
    assert (verdict.code, valid("verify", verdict.json)["status"]) == (0, "repair_pending")
    state = valid("status", cli("status", "a.md", "--json").json)
    assert (state["status"], "doc.edited.md" in state["pending_repair"]) == ("partial", True)
    assert "pending repair: " in cli("status", "a.md").out
    assert not Path(applied["outputs"]["edited"]).exists()
    assert "note: " in cli("apply", "a.md", "--ops", "ops.json").out
    assert cli("verify", "a.md", "--json").json["status"] == "ok"


@pytest.mark.parametrize("damage", ["flipped", "no text", "gone"])
def test_a_damaged_snapshot_is_exit_4_for_every_command(cli: Cli, applied: Any, damage: str) -> None:
    snapshot = Path(applied["workspace"]) / "stage1" / "doc.raw.md"
    if damage == "gone":
        snapshot.unlink()
    else:
        snapshot.write_bytes(snapshot.read_bytes().replace(b"pump", b"pumq" if damage == "flipped" else b"pum\xff"))
    for command in (
        ("verify",),
        ("status",),
        ("report",),
        ("grep",),
        ("show", "RVW-0001"),
        ("apply", "--ops", "ops.json"),
    ):
        name, *rest = command
        result = cli(name, "a.md", *rest, "--json")
        assert result.code == 4, command
        if name != "verify" or damage == "gone":
            assert set(valid("error", result.json)) == {"schema", "status", "code", "message", "hint"}
    if damage != "gone":
        assert "FAIL  snapshot: " in cli("verify", "a.md").out


def test_hand_edits_are_named_on_the_command_line(cli: Cli, applied: Any, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT.replace("blue", "grey"))
    (folder / "ops.json").write_text("[]")
    result = cli("apply", "a.md", "--ops", "ops.json")
    assert result.code == 0
    assert "recorded as EXT-0001; it took the place of RVW-0001" in result.out


def test_output_over_the_document_is_wrong_usage_and_writes_nothing(cli: Cli, applied: Any, folder: Path) -> None:
    result = cli("apply", "a.md", "--ops", "ops.json", "--output", "a.md", "--json")
    assert (result.code, result.json["code"]) == (2, "bad-output")
    assert "--in-place" in result.json["hint"]
    assert (folder / "a.md").read_text() == TEXT


def test_a_suffix_that_is_no_ending_of_a_name_is_refused(cli: Cli, applied: Any) -> None:
    result = cli("apply", "a.md", "--ops", "ops.json", "--set", "output_suffix=/../x.md", "--json")
    assert (result.code, "output_suffix" in result.json["message"]) == (2, True)


@pytest.mark.parametrize("content", [b"\xff", None], ids=["not-utf8", "missing"])
def test_a_document_that_cannot_be_read_is_exit_2_without_a_traceback(cli: Cli, applied: Any, content: Any) -> None:
    path = Path("b.md")
    if content is not None:
        path.write_bytes(content)
    for command in (("apply", "--ops", "ops.json"), ("review", "--no-llm")):
        name, *rest = command
        result = cli(name, "b.md", *rest)
        assert (result.code, result.out) == (2, "")
        assert result.err.count("\n") == 2
        assert "Traceback" not in result.err
    assert sorted(found.name for found in Path(".review").iterdir() if found.is_dir()) == [
        Path(applied["workspace"]).name
    ]
