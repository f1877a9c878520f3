"""``reviewctl review --no-llm`` end to end on the session's server: every option that has an effect in this version."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reviewer.surfaces.cli.schemas import schemas

Cli = Callable[..., Any]
pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

TEXT = "# Guide\n\nThe pump runs the the motor.\n\nSee [the valve](#nowhere).\n"
MENDED = TEXT.replace("the the", "the")
"""One silent change (doubled-word) and one flag (broken-anchor)."""


@pytest.fixture
def review(cli: Cli, orchestrator: object, folder: Path) -> Cli:
    """``review a.md --no-llm`` with further arguments."""
    (folder / "a.md").write_text(TEXT)
    return lambda *arguments: cli("review", "a.md", "--no-llm", *arguments)


def test_the_outcome_is_the_documented_object_and_the_original_stays(review: Cli, folder: Path) -> None:
    result = review("--json")
    assert (result.code, result.err) == (0, "")
    data = result.json
    jsonschema.Draft202012Validator(schemas()["review.schema.json"]).validate(data)
    assert data["counts"] | {"chunks": 0} == {
        "changes": 1,
        "attention": 0,
        "silent": 1,
        "deletions": 0,
        "flags": 1,
        "rejected": 0,
        "not_chosen": 0,
        "findings": 2,
        "chunks": 0,
        "chunks_failed": 0,
        "model_calls": 0,
    }
    assert (data["applied"], data["flagged"]) == (["RVW-0001"], ["RVW-0002"])
    assert (folder / "a.md").read_text() == TEXT
    assert Path(data["outputs"]["edited"]).read_text() == MENDED
    assert "REVIEWER: RVW-0002" in Path(data["outputs"]["annotated"]).read_text()


def test_for_people_it_is_short_and_names_the_next_steps(review: Cli, folder: Path) -> None:
    result = review()
    assert (result.code, result.err) == (0, "")
    lines = result.out.rstrip("\n").split("\n")
    assert lines[0] == f"{folder / 'a.md'}: 2 findings, 1 change (1 silent, 0 attention), 1 flag, 0 rejected"
    assert f"next: reviewctl report {folder / 'a.md'}" in lines
    assert any(line.startswith("undo: ") for line in lines)


def test_again_nothing_changes(review: Cli) -> None:
    first, again = review("--json").json, review("--json").json
    assert again["head"] == first["head"]
    assert again["applied"] == []


def test_in_place_writes_the_document_without_notes(review: Cli, folder: Path) -> None:
    review("--in-place")
    assert (folder / "a.md").read_text() == MENDED


def test_output_and_workspace_go_where_they_are_told(review: Cli, folder: Path) -> None:
    data = review("--output", "b.md", "-w", "ws", "--json").json
    assert (folder / "b.md").read_text() == MENDED
    assert "REVIEWER: RVW-0002" in (folder / "b.REVIEWED.md").read_text()
    assert data["workspace"] == str(folder / "ws")
    assert not (folder / ".review").exists()


def test_no_fixers_only_reports(review: Cli) -> None:
    counts = review("--no-fixers", "--json").json["counts"]
    assert (counts["changes"], counts["findings"]) == (0, 2)


def test_disable_leaves_a_rule_out(review: Cli) -> None:
    counts = review("--disable", "broken-anchor", "--json").json["counts"]
    assert (counts["flags"], counts["findings"]) == (0, 1)


def test_set_and_config_reach_the_review(review: Cli, folder: Path) -> None:
    (folder / "mine.toml").write_text("[rules]\ndisable = ['broken-anchor']\n")
    arguments = ("--config", "mine.toml", "--set", "rules.severity.doubled-word=critical", "--json")
    data = review(*arguments).json
    assert data["counts"]["findings"] == 1
    assert review(*arguments, "--fail-on", "critical").code == 1


@pytest.mark.parametrize(("level", "code"), [("minor", 1), ("attention", 1), ("critical", 0), ("none", 0)])
def test_fail_on_looks_at_the_findings(review: Cli, level: str, code: int) -> None:
    assert review("--fail-on", level).code == code


def test_strict_rejects_what_would_else_be_a_flag(cli: Cli, folder: Path, orchestrator: object) -> None:
    (folder / "a.md").write_text("# Guide\n\nThe name `guid` stands for the guide that everybody knows.\n")
    edit = {"action": "replace", "before": "`guid`", "after": "`guide`"}
    (folder / "answers.jsonl").write_text(json.dumps({"when": {}, "reply": [edit]}) + "\n")
    models = ("--backend", "scripted", "--script", "answers.jsonl", "--set", "validation.judge=false")
    scripted = ("review", "a.md", *models, "--skip-pyramid", "--json")
    relaxed, strict = cli(*scripted).json, cli(*scripted, "--strict", "-w", "other").json
    assert (len(relaxed["flagged"]), relaxed["rejected"]) == (1, [])
    assert strict["flagged"] == []
    assert [refused["code"] for refused in strict["rejected"]] == ["REJECT_PROTECTED"]


def test_read_only_without_a_cached_result_is_a_failure(review: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT + "\nNever seen before by any cache.\n")
    result = review("--cache-mode", "read_only", "--json")
    assert result.code == 3
    assert result.json["status"] == "completed_with_failures"


def test_check_finds_what_review_finds_and_skips_its_outputs(review: Cli, cli: Cli) -> None:
    review("--output", "b.md")
    documents = cli("check", ".", "--json").json["documents"]
    assert [document["path"] for document in documents] == ["a.md", "b.md"]
    assert [finding["rule"] for finding in documents[0]["findings"]] == ["doubled-word", "broken-anchor"]


def test_a_document_without_findings_has_all_its_outputs(review: Cli, folder: Path) -> None:
    (folder / "a.md").write_bytes(b"")
    outputs = review("--json").json["outputs"]
    missing = {name for name, path in outputs.items() if not Path(path).exists()}
    assert missing <= {"ledger"}, "without an entry there is no ledger yet"


def test_where_nothing_is_found_the_edited_and_the_annotated_copy_are_the_document(review: Cli, folder: Path) -> None:
    text = b"# Guide\r\n\r\nThe pump runs the motor.\r\n\r\nNo last line end here."
    (folder / "a.md").write_bytes(text)
    done = review("--json")
    assert done.code == 0
    outputs = done.json["outputs"]
    assert [Path(outputs[name]).read_bytes() for name in ("edited", "annotated")] == [text, text]


def test_the_real_program_prints_one_object(program: Cli, review: Cli) -> None:
    result = program("review", "a.md", "--no-llm", "--json")
    assert (result.code, result.err) == (0, "")
    assert result.json["status"] == "completed"


def test_verbose_shows_the_flows_log_on_standard_error(program: Cli, review: Cli) -> None:
    result = program("review", "a.md", "--no-llm", "--json", "-v")
    assert "kernels served from the cache" in result.err
    assert result.json["status"] == "completed"


def test_what_was_undone_comes_again_only_with_again_and_fails_nothing(review: Cli, cli: Cli, folder: Path) -> None:
    review()
    assert cli("revert", "a.md", "RVW-0001").code == 0
    result = review("--json", "--fail-on", "critical")
    assert (result.code, result.json["applied"], result.json["rejected"]) == (0, [], [])
    assert any("RVW-0001" in note for note in result.json["notes"])
    assert review("--again", "--json").json["applied"] == ["RVW-0003"]
    assert Path(review("--json").json["outputs"]["edited"]).read_text() == MENDED
