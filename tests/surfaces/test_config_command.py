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
    assert "llm.tutor_model = null" in lines


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
