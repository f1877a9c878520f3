"""``reviewctl apply`` and the commands that read a review, end to end; no server is started for them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reviewer.hashing import content_hash
from reviewer.surfaces.cli.schemas import schemas

Cli = Callable[..., Any]
TEXT = "# Guide\n\nThe pump is blue.\n\nThe valve is red.\n"


def op(line: int, before: str, after: str, **more: object) -> dict[str, object]:
    """A human's replacement on one line."""
    return {
        "action": "replace",
        "target": {"line_start": line, "line_end": line},
        "before_text": before,
        "before_hash": content_hash(before),
        "after_text": after,
        **more,
    }


@pytest.fixture
def document(folder: Path) -> Path:
    """The document and an ops file with one good op."""
    (folder / "a.md").write_text(TEXT)
    (folder / "ops.json").write_text(json.dumps([op(3, "blue", "green")]))
    return folder / "a.md"


def valid(name: str, data: Any) -> Any:
    """The data, which the documented schema must allow."""
    jsonschema.Draft202012Validator(schemas()[f"{name}.schema.json"]).validate(data)
    return data


def test_an_op_is_applied_beside_the_untouched_document(cli: Cli, document: Path) -> None:
    result = cli("apply", "a.md", "--ops", "ops.json", "--json")
    assert (result.code, result.err) == (0, "")
    data = valid("review", result.json)
    assert (data["status"], data["applied"], data["rejected"]) == ("completed", ["RVW-0001"], [])
    assert document.read_text() == TEXT
    assert Path(data["outputs"]["edited"]).read_text() == TEXT.replace("blue", "green")
    assert all(
        Path(data["outputs"][name]).is_absolute() for name in ("edited", "annotated", "report", "ledger", "patches")
    )


def test_for_people_the_results_and_the_next_steps_are_named(cli: Cli, document: Path) -> None:
    out = cli("apply", "a.md", "--ops", "ops.json").out
    assert "1 change" in out
    assert "doc.edited.md" in out
    assert f"reviewctl show {document} RVW-0001 --patch" in out


def test_again_it_is_already_applied(cli: Cli, document: Path) -> None:
    first = cli("apply", "a.md", "--ops", "ops.json", "--json").json
    again = cli("apply", "a.md", "--ops", "ops.json", "--json")
    assert again.code == 0
    assert (again.json["applied"], again.json["already_applied"]) == ([], ["RVW-0001"])
    assert again.json["head"] == first["head"]


def test_a_rejected_op_is_exit_1_and_the_others_are_applied(cli: Cli, document: Path) -> None:
    ops = {"ops": [op(3, "blue", "green"), op(5, "yellow", "green")]}
    Path("ops.json").write_text(json.dumps(ops))
    result = cli("apply", "a.md", "--ops", "ops.json", "--json")
    assert result.code == 1
    assert len(result.json["applied"]) == 1
    assert [refused["code"] for refused in result.json["rejected"]] == ["REJECT_HASH"]
    assert "REJECT_HASH" in cli("apply", "a.md", "--ops", "ops.json").out


def test_ops_for_another_document_are_said_to_be_that(cli: Cli, document: Path) -> None:
    hint = "hint: no op fits this document; name the document, or the state of it, that the ops were made for"
    Path("other.json").write_text(json.dumps([op(40, "blue", "green"), op(5, "yellow", "green")]))
    result = cli("apply", "a.md", "--ops", "other.json")
    assert (result.code, hint in result.out.split("\n")) == (1, True)
    Path("mixed.json").write_text(json.dumps([op(40, "blue", "green"), op(3, "blue", "green")]))
    result = cli("apply", "a.md", "--ops", "mixed.json")
    assert (result.code, "no op fits" in result.out) == (1, False)


def test_a_folder_for_an_ops_file_is_refused_as_a_file_not_as_a_document(cli: Cli, document: Path) -> None:
    Path("folder").mkdir()
    result = cli("apply", "a.md", "--ops", "folder")
    assert (result.code, result.err) == (2, "error: 'folder' is a folder, not a file\nhint: name one file in it\n")


def test_in_place_writes_the_document(cli: Cli, document: Path) -> None:
    assert cli("apply", "a.md", "--ops", "ops.json", "--in-place").code == 0
    assert document.read_text() == TEXT.replace("blue", "green")


def test_no_in_place_beats_the_configuration(cli: Cli, document: Path) -> None:
    Path("reviewctl.toml").write_text("in_place = true\n")
    cli("apply", "a.md", "--ops", "ops.json", "--no-in-place")
    assert document.read_text() == TEXT


def test_output_gets_the_edited_text_and_the_annotated_copy_beside_it(cli: Cli, document: Path) -> None:
    Path("out").mkdir()
    cli("apply", "a.md", "--ops", "ops.json", "--output", "out/b.md", "--set", "output_suffix=.noted.md")
    assert Path("out/b.md").read_text() == TEXT.replace("blue", "green")
    assert sorted(path.name for path in Path("out").iterdir()) == ["b.md", "b.noted.md"]


def test_the_workspace_can_be_named(cli: Cli, document: Path) -> None:
    data = cli("apply", "a.md", "--ops", "ops.json", "-w", "ws", "--json").json
    assert data["workspace"] == str(document.parent / "ws")
    assert not Path(".review").exists()
    assert cli("status", "a.md", "-w", "ws", "--json").json["counts"]["total_changes"] == 1
    assert cli("status", "a.md", "--json").json["status"] == "not_found"


def test_emptying_a_section_needs_a_word(cli: Cli, document: Path) -> None:
    lines = "The pump is blue.\n\nThe valve is red.\n"
    note = {"alert": "CAUTION", "text": "REVIEWER: RVW-0001 Both sentences are out of date."}
    policy = {
        "id": "RVW-0001",
        "action": "delete",
        "severity": "deletion",
        "needs_attention": True,
        "review_note": note,
    }
    emptying = op(3, lines, "", target={"line_start": 3, "line_end": 5}) | policy
    Path("ops.json").write_text(json.dumps([emptying]))
    assert cli("apply", "a.md", "--ops", "ops.json").code == 1
    assert cli("apply", "a.md", "--ops", "ops.json", "--allow-empty").code == 0


@pytest.mark.parametrize(("name", "content"), [("nowhere.json", None), ("bad.json", "[1,")])
def test_a_broken_ops_file_is_wrong_input(cli: Cli, document: Path, name: str, content: str | None) -> None:
    if content is not None:
        Path(name).write_text(content)
    result = cli("apply", "a.md", "--ops", name, "--json")
    assert result.code == 2
    assert name in result.json["message"]


def test_show_prints_the_entry_and_its_patch(cli: Cli, document: Path) -> None:
    cli("apply", "a.md", "--ops", "ops.json")
    entry = valid("show", cli("show", "a.md", "RVW-0001", "--json").json)
    assert (entry["before_text"], entry["after_text"], entry["active"]) == ("blue", "green", True)
    assert "patch" not in entry
    patch = cli("show", "a.md", "RVW-0001", "--patch", "--json").json["patch"]
    assert "-The pump is blue.\n+The pump is green.\n" in patch
    out = cli("show", "a.md", "RVW-0001", "--patch").out
    assert "RVW-0001" in out
    assert "\n+The pump is green.\n" in out


def test_show_of_an_unknown_id_suggests_the_nearest(cli: Cli, document: Path) -> None:
    cli("apply", "a.md", "--ops", "ops.json")
    result = cli("show", "a.md", "RVW-0002", "--json")
    assert (result.code, result.json["code"]) == (2, "unknown-id")
    assert "RVW-0001" in result.json["hint"]


@pytest.fixture
def two_changes(cli: Cli, document: Path) -> None:
    """A typo (silent or not, as the policy says) and a factual change."""
    ops = [op(3, "blue", "green", kind="typo"), op(5, "red", "shut", kind="factual", severity="attention")]
    Path("ops.json").write_text(json.dumps(ops))
    assert cli("apply", "a.md", "--ops", "ops.json").code == 0


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ((), ["RVW-0001", "RVW-0002"]),
        (("RVW-0002",), ["RVW-0002"]),
        (("no such text",), []),
        (("-k", "typo"), ["RVW-0001"]),
        (("--kind", "factual"), ["RVW-0002"]),
        (("-s", "attention"), ["RVW-0002"]),
        (("--severity", "minor"), ["RVW-0001"]),
        (("--silent", "true"), ["RVW-0001"]),
        (("--silent", "false"), ["RVW-0002"]),
        (("--reverts", "true"), []),
        (("--reverts", "false"), ["RVW-0001", "RVW-0002"]),
    ],
)
def test_grep_filters(cli: Cli, two_changes: None, arguments: tuple[str, ...], ids: list[str]) -> None:
    result = cli("grep", "a.md", *arguments, "--json")
    assert result.code == 0
    assert [entry["id"] for entry in valid("grep", result.json)["entries"]] == ids
    lines = cli("grep", "a.md", *arguments).out.split("\n")[:-1]
    assert [line.split(" ")[0] for line in lines] == ids


def test_grep_refuses_what_it_cannot_mean(cli: Cli, two_changes: None) -> None:
    assert cli("grep", "a.md", "(", "--json").json["code"] == "bad-pattern"
    assert cli("grep", "a.md", "-s", "major", "--json").json["code"] == "bad-severity"
    assert cli("grep", "a.md", "--silent", "maybe").code == 2


def test_report_prints_the_report(cli: Cli, two_changes: None) -> None:
    data = valid("report", cli("report", "a.md", "--json").json)
    out = cli("report", "a.md").out
    assert out == data["text"]
    assert "RVW-0002" in out


def test_status_tells_head_and_counts(cli: Cli, two_changes: None) -> None:
    data = valid("status", cli("status", "a.md", "--json").json)
    assert data["counts"]["total_changes"] == 2
    assert data["pending_repair"] is None
    assert data["head"] in cli("status", "a.md").out


def test_verify_is_ok_and_knows_its_head(cli: Cli, two_changes: None) -> None:
    data = valid("verify", cli("verify", "a.md", "--json").json)
    assert data["status"] == "ok"
    assert all(check["ok"] for check in data["checks"])
    assert cli("verify", "a.md", "--head", data["head"]).code == 0
    other = cli("verify", "a.md", "--head", "sha256:" + "0" * 64, "--json")
    assert (other.code, other.json["status"]) == (4, "failed")
    unset = cli("verify", "a.md", "--head", "")
    assert (unset.code, "FAIL  head: " in unset.out) == (4, True)


def test_a_changed_ledger_is_exit_4(cli: Cli, two_changes: None) -> None:
    (ledger,) = Path(".review").glob("*/review/ledger.jsonl")
    ledger.write_bytes(ledger.read_bytes().replace(b"green", b"groan", 1))
    result = cli("verify", "a.md", "--json")
    assert result.code == 4
    assert valid("verify", result.json)["status"] == "failed"
    assert "FAIL" in cli("verify", "a.md").out


@pytest.mark.parametrize("command", [("report",), ("show", "RVW-0001"), ("grep",), ("verify",)])
def test_without_a_review_the_next_step_is_named(cli: Cli, document: Path, command: tuple[str, ...]) -> None:
    name, *rest = command
    result = cli(name, "a.md", *rest, "--json")
    assert (result.code, result.json["code"]) == (2, "no-review")
    assert "reviewctl review" in result.json["hint"]


def test_status_without_a_review_is_no_error(cli: Cli, document: Path) -> None:
    result = cli("status", "a.md", "--json")
    assert (result.code, result.json["status"]) == (0, "not_found")


@pytest.mark.parametrize("command", [("report",), ("show", "RVW-0001"), ("grep",), ("verify",), ("status",)])
def test_reading_commands_take_the_named_workspace(cli: Cli, document: Path, command: tuple[str, ...]) -> None:
    cli("apply", "a.md", "--ops", "ops.json", "--workspace", "ws")
    name, *rest = command
    result = cli(name, "a.md", *rest, "-w", "ws")
    assert (result.code, result.err) == (0, "")
    assert "RVW-0001" in result.out or name in {"verify", "status"}
    assert cli(name, "a.md", *rest, "-w", "elsewhere").code == (0 if name == "status" else 2)


def test_config_and_set_reach_apply(cli: Cli, document: Path) -> None:
    Path("mine.toml").write_text("operator = 'Ada'\n")
    cli("apply", "a.md", "--ops", "ops.json", "--config", "mine.toml")
    assert cli("show", "a.md", "RVW-0001", "--json").json["actor"]["operator"] == "Ada"
    Path("ops.json").write_text(json.dumps([op(5, "red", "grey")]))
    cli("apply", "a.md", "--ops", "ops.json", "--config", "mine.toml", "--set", "operator=Grace")
    assert cli("show", "a.md", "RVW-0002", "--json").json["actor"]["operator"] == "Grace"
