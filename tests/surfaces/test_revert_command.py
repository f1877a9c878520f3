"""``reviewctl revert`` and ``reapply``, end to end; no server is started for them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reviewer.hashing import content_hash
from reviewer.surfaces.cli.schemas import schemas

Cli = Callable[..., Any]
TEXT = "# Guide\n\nThe pump is blue.\n\n## Valves\n\nThe valve is red.\n\n### Spares\n\nThe spare is grey.\n"
DONE = TEXT.replace("blue", "green").replace("red", "black").replace("grey", "white")


def op(line: int, before: str, after: str, **more: object) -> dict[str, object]:
    """A human's replacement on one line."""
    target = {"line_start": line, "line_end": line}
    hashed = content_hash(before)
    return {
        "action": "replace",
        "target": target,
        "before_text": before,
        "before_hash": hashed,
        "after_text": after,
    } | more


@pytest.fixture
def document(folder: Path, cli: Cli) -> Path:
    """A document with three changes in its edited copy."""
    (folder / "a.md").write_text(TEXT)
    ops = [
        op(3, "blue", "green", kind="factual"),
        op(7, "red", "black", kind="style", severity="attention"),
        op(11, "grey", "white", kind="style"),
    ]
    (folder / "ops.json").write_text(json.dumps(ops))
    assert cli("apply", "a.md", "--ops", "ops.json").code == 0
    return folder / "a.md"


def valid(name: str, data: Any) -> Any:
    """The data, which the documented schema must allow."""
    jsonschema.Draft202012Validator(schemas()[f"{name}.schema.json"]).validate(data)
    return data


def edited(document: Path) -> str:
    (place,) = document.parent.glob(".review/*/stage3/doc.edited.md")
    return place.read_text()


def done(cli: Cli, *arguments: str, code: int = 0) -> Any:
    result = cli(*arguments, "--json")
    assert (result.code, result.err) == (code, "")
    return valid("revert", result.json)


def test_one_change_is_undone_and_redone(cli: Cli, document: Path) -> None:
    data = done(cli, "revert", "a.md", "RVW-0002")
    assert (data["status"], data["reverted"], data["failed"]) == ("completed", ["RVW-0002"], [])
    assert edited(document) == DONE.replace("black", "red")
    data = done(cli, "reapply", "a.md", "RVW-0002")
    assert (data["reverted"], data["reapplied"]) == ([], ["RVW-0002"])
    assert edited(document) == DONE
    assert document.read_text() == TEXT


def test_for_people_what_was_done_and_the_way_back_are_named(cli: Cli, document: Path) -> None:
    out = cli("revert", "a.md", "RVW-0001", "RVW-0003").out
    assert out.startswith("2 reverted, 0 failed: RVW-0003, RVW-0001\n")
    assert f"reviewctl reapply {document} RVW-0003 RVW-0001" in out
    assert cli("reapply", "a.md", "RVW-0001").out.startswith("1 reapplied, 0 failed: RVW-0001\n")


@pytest.mark.parametrize(
    ("arguments", "numbers"),
    [
        (["RVW-0001..RVW-0002"], [1, 2]),
        (["RVW-0001,RVW-0003"], [1, 3]),
        (["-k", "style"], [2, 3]),
        (["--kind", "factual"], [1]),
        (["-s", "attention"], [2]),
        (["--severity", "minor"], [1, 3]),
        (["--section", "spares"], [3]),
        (["--section", "S1"], [2, 3]),
        (["--source", "human"], [1, 2, 3]),
        (["--kind", "style", "--severity", "minor"], [3]),
        (["--all"], [1, 2, 3]),
    ],
)
def test_changes_are_chosen(cli: Cli, document: Path, arguments: list[str], numbers: list[int]) -> None:
    names = [f"RVW-{number:04}" for number in numbers]
    assert done(cli, "revert", "a.md", *arguments)["reverted"] == names[::-1]
    assert done(cli, "reapply", "a.md", *arguments)["reapplied"] == names


@pytest.mark.parametrize("arguments", [[], ["RVW-0001", "--all"], ["RVW-0002..RVW-0001"], ["--kind", "none"]])
def test_a_choice_that_cannot_be_meant_is_wrong_usage(cli: Cli, document: Path, arguments: list[str]) -> None:
    result = cli("revert", "a.md", *arguments, "--json")
    assert result.code == 2
    valid("error", result.json)


def test_a_failure_is_exit_1_and_nothing_is_done(cli: Cli, document: Path) -> None:
    data = done(cli, "revert", "a.md", "RVW-0001", "RVW-0044", code=1)
    assert (data["status"], data["reverted"], [item["id"] for item in data["failed"]]) == ("refused", [], ["RVW-0044"])
    assert edited(document) == DONE
    assert "failed: RVW-0044: " in cli("revert", "a.md", "RVW-0044").out


def test_keep_going_does_what_can_be_done_and_is_still_exit_1(cli: Cli, document: Path) -> None:
    data = done(cli, "revert", "a.md", "RVW-0001", "RVW-0044", "--keep-going", code=1)
    assert (data["status"], data["reverted"]) == ("partial", ["RVW-0001"])
    data = done(cli, "reapply", "a.md", "RVW-0044", "RVW-0001", "--keep-going", code=1)
    assert (data["status"], data["reapplied"]) == ("partial", ["RVW-0001"])


def test_twice_is_refused(cli: Cli, document: Path) -> None:
    done(cli, "revert", "a.md", "RVW-0001")
    done(cli, "revert", "a.md", "RVW-0001", code=1)
    done(cli, "revert", "a.md", "REVERT-RVW-0001", code=1)


def test_a_dry_run_prints_the_diff_and_writes_nothing(cli: Cli, document: Path) -> None:
    data = done(cli, "revert", "a.md", "RVW-0001", "--dry-run")
    assert (data["dry_run"], data["reverted"]) == (True, ["RVW-0001"])
    assert "-The pump is green.\n+The pump is blue.\n" in data["diff"]
    assert edited(document) == DONE
    assert "+The pump is blue." in cli("revert", "a.md", "RVW-0001", "--dry-run").out
    done(cli, "revert", "a.md", "RVW-0001")
    assert "+The pump is green." in done(cli, "reapply", "a.md", "RVW-0001", "--dry-run")["diff"]
    assert edited(document) == DONE.replace("green", "blue")


def test_a_cascade_takes_what_stands_on_it(cli: Cli, document: Path) -> None:
    document.write_text(edited(document))
    Path("ops.json").write_text(json.dumps([op(3, "ee", "ai")]))
    assert cli("apply", "a.md", "--ops", "ops.json", "--json").json["applied"] == ["RVW-0004"]
    data = done(cli, "revert", "a.md", "RVW-0001", code=1)
    assert data["failed"][0]["blocked_by"] == ["RVW-0004"]
    data = done(cli, "revert", "a.md", "RVW-0001", "--cascade")
    assert (data["reverted"], data["cascaded"]) == (["RVW-0004", "RVW-0001"], ["RVW-0004"])
    done(cli, "reapply", "a.md", "RVW-0004", code=1)
    assert done(cli, "reapply", "a.md", "RVW-0004", "--cascade")["cascaded"] == ["RVW-0001"]


def test_a_hand_edit_goes_only_with_its_own_word(cli: Cli, document: Path) -> None:
    cli("apply", "a.md", "--ops", "ops.json", "--in-place")
    document.write_text(DONE.replace("green", "grxxn"))
    assert done(cli, "revert", "a.md", "RVW-0001", "--cascade", code=1)["failed"][0]["blocked_by"] == ["EXT-0001"]
    assert done(cli, "revert", "a.md", "RVW-0001", "--cascade-external")["cascaded"] == ["EXT-0001"]
    assert document.read_text() == DONE.replace("green", "blue")


def test_the_document_is_written_when_asked(cli: Cli, document: Path) -> None:
    done(cli, "revert", "a.md", "RVW-0001", "--in-place")
    assert document.read_text() == DONE.replace("green", "blue")
    done(cli, "reapply", "a.md", "RVW-0001", "--no-in-place")
    assert document.read_text() == DONE.replace("green", "blue")
    Path("reviewctl.toml").write_text("in_place = true\n")
    done(cli, "revert", "a.md", "RVW-0002")
    assert document.read_text() == DONE.replace("black", "red")


@pytest.mark.parametrize("verb", ["revert", "reapply"])
def test_settings_can_be_given(cli: Cli, document: Path, verb: str) -> None:
    if verb == "reapply":
        done(cli, "revert", "a.md", "RVW-0001")
    Path("mine.toml").write_text('operator = "Ada"\n')
    done(cli, verb, "a.md", "RVW-0001", "--config", "mine.toml", "--set", "in_place=true")
    (ledger,) = Path().glob(".review/*/review/ledger.jsonl")
    last = json.loads(ledger.read_text().strip().split("\n")[-1])
    assert last["actor"]["operator"] == "Ada"
    assert document.read_text() != TEXT


@pytest.mark.parametrize("verb", ["revert", "reapply"])
def test_the_reason_is_kept(cli: Cli, document: Path, verb: str) -> None:
    if verb == "reapply":
        done(cli, "revert", "a.md", "RVW-0001")
    done(cli, verb, "a.md", "RVW-0001", "--reason", "blue it is")
    entry = valid("log", cli("log", "a.md", "--json").json)["entries"][-1]
    assert (entry["reason"], entry["refs"]) == ("blue it is", ["RVW-0001"])


@pytest.mark.parametrize("verb", ["revert", "reapply"])
def test_the_workspace_can_be_named(cli: Cli, document: Path, verb: str) -> None:
    cli("apply", "a.md", "--ops", "ops.json", "-w", "ws")
    if verb == "reapply":
        done(cli, "revert", "a.md", "RVW-0001", "-w", "ws")
    assert done(cli, verb, "a.md", "RVW-0001", "-w", "ws")["workspace"] == str(document.parent / "ws")
    assert edited(document) == DONE


def test_a_traceback_only_when_asked(cli: Cli, document: Path) -> None:
    assert "Traceback" not in cli("revert", "a.md").err
    assert "Traceback" in cli("revert", "a.md", "--verbose").err


def test_the_review_names_the_command_for_undo(cli: Cli, document: Path) -> None:
    Path("b.md").write_text(TEXT)
    out = cli("apply", "b.md", "--ops", "ops.json").out
    assert f"undo: reviewctl revert {document.parent / 'b.md'} RVW-0001" in out


def test_a_patch_that_is_written_to_a_file_is_exact(cli: Cli, tmp_path: Path) -> None:
    raw = b"# T\r\n\r\nThe pump is is here.\r\n"
    path = tmp_path / "crlf.md"
    path.write_bytes(raw)
    ops = {"ops": [{"find": "is is", "replace": "is"}]}
    (tmp_path / "ops.json").write_text(json.dumps(ops))
    assert cli("apply", "crlf.md", "--ops", "ops.json").code == 0
    shown = cli("show", "crlf.md", "RVW-0001", "--patch").out
    assert "-The pump is is here.\r\n" in shown


@pytest.mark.parametrize("verb", ["revert", "reapply"])
@pytest.mark.parametrize("name", ["RVW-9999", "nonsense"])
def test_an_unknown_id_is_exit_1_and_says_where_the_ids_are(cli: Cli, document: Path, verb: str, name: str) -> None:
    result = cli(verb, "a.md", name)
    (failed,) = [line for line in result.out.split("\n") if line.startswith("failed: ")]
    assert result.code == 1
    assert failed.startswith(f"failed: {name}: ")
    assert "'reviewctl log' lists them" in failed
