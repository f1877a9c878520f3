"""``reviewctl config`` end to end."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


def test_json_has_every_key_with_value_and_source(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "reviewctl.toml").write_text("strict = true\n")
    monkeypatch.setenv("REVIEWCTL_NO_LLM", "1")
    data = cli("config", "--json", "--set", "operator=Ada").json
    values = data["values"]
    assert values["strict"] == {"value": True, "source": str(folder / "reviewctl.toml")}
    assert values["no_llm"] == {"value": True, "source": "environment variable REVIEWCTL_NO_LLM"}
    assert values["operator"] == {"value": "Ada", "source": "--set operator"}
    assert values["chunk.max_chunk_tokens"] == {"value": 1800, "source": "default"}
    assert data["file"] == str(folder / "reviewctl.toml")


def test_for_people_there_is_one_line_a_key(cli: Cli, folder: Path) -> None:
    (folder / "reviewctl.toml").write_text("strict = true\n")
    lines = cli("config").out.split("\n")
    assert lines[0] == f"# file: {folder / 'reviewctl.toml'}"
    assert f"strict = true  # {folder / 'reviewctl.toml'}" in lines
    assert "llm.tutor_model = null  # default" in lines
    assert "rules.severity = {}  # default" in lines
    assert all("  # " in line for line in lines[1:] if line), "each says where its value came from"


def test_each_row_of_a_table_says_where_it_came_from(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "reviewctl.toml"
    file.write_text(
        '[proofread.policy]\nen-small-unknown = "attention 0.01"\n[rules.severity]\nmisspelling = "attention"\n'
    )
    monkeypatch.setenv("REVIEWCTL_PROOFREAD__POLICY__EN_SMALL_REPEAT", "drop")
    monkeypatch.setenv("REVIEWCTL_RULES__SEVERITY__TERM_DRIFT", "minor")
    chosen = ("--set", "proofread.policy.en-small-slip=attention 0.5")
    expected = {
        "proofread.policy.en-small-unknown": ("attention 0.01", str(file)),
        "proofread.policy.en-small-repeat": (
            "drop",
            "environment variable REVIEWCTL_PROOFREAD__POLICY__EN_SMALL_REPEAT",
        ),
        "proofread.policy.en-small-slip": ("attention 0.5", "--set proofread.policy.en-small-slip"),
        "proofread.policy.en-small-rewrite": ("drop", "default"),
        "rules.severity.misspelling": ("attention", str(file)),
        "rules.severity.term-drift": ("minor", "environment variable REVIEWCTL_RULES__SEVERITY__TERM_DRIFT"),
        "severity_alert_map.minor": ("NOTE", "default"),
    }
    lines, values = cli("config", *chosen).out.split("\n"), cli("config", *chosen, "--json").json["values"]
    for name, (value, source) in expected.items():
        table, _, row = name.rpartition(".")
        assert f'{name} = "{value}"  # {source}' in lines
        assert (values[table]["value"][row], values[table]["rows"][row]) == (value, source)
    assert "rows" not in values["strict"]
    assert all(set(held["rows"]) == set(held["value"]) for held in values.values() if "rows" in held)


def test_a_row_that_does_not_exist_is_refused_in_a_variable_too(
    cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REVIEWCTL_PROOFREAD__POLICY__EN_SMALL_UNKNOWM", "drop")
    result = cli("config", "--json")
    assert (result.code, result.json["code"]) == (2, "unknown-key")
    assert "proofread.policy.en-small-unknown" in result.json["hint"]


def test_the_search_begins_at_the_path(cli: Cli, folder: Path) -> None:
    (folder / "docs").mkdir()
    (folder / "docs" / "reviewctl.toml").write_text("strict = true\n")
    (folder / "docs" / "a.md").write_text("x\n")
    assert cli("config", "--json").json["values"]["strict"]["value"] is False
    assert cli("config", "docs/a.md", "--json").json["values"]["strict"]["value"] is True


def test_a_named_file_is_used(cli: Cli, folder: Path) -> None:
    (folder / "mine.toml").write_text("strict = true\n")
    assert cli("config", "--config", "mine.toml", "--json").json["file"] == "mine.toml"


def test_a_choice_between_two_files_is_told(cli: Cli, folder: Path) -> None:
    (folder / "reviewctl.toml").write_text("")
    (folder / "pyproject.toml").write_text("[tool.reviewctl]\nstrict = true\n")
    result = cli("config", "--json")
    assert len(result.json["notes"]) == 1
    assert "is ignored" in result.err


def test_a_mistake_is_exit_2_and_suggests_the_nearest_key(cli: Cli, folder: Path) -> None:
    (folder / "reviewctl.toml").write_text("[chunk]\nmax_tokens = 3\n")
    result = cli("config", "--json")
    assert result.code == 2
    assert result.json["code"] == "unknown-key"
    assert "chunk.max_chunk_tokens" in result.json["hint"]
