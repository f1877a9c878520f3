"""Arguments, variables and files that nobody types by accident: exit 2, one line that names what is wrong, never 70."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
DEEP = "[" * 100_000
DOCUMENT = "# A\n\nThe cat sat on a mat.\n"


@pytest.fixture
def reviewed(cli: Cli, folder: Path) -> Path:
    (folder / "a.md").write_text(DOCUMENT)
    (folder / "ops.json").write_text("[]")
    assert cli("apply", "a.md", "--ops", "ops.json").code == 0
    return folder


def told(cli: Cli, *arguments: str) -> str:
    """The message of a refusal, as text and as JSON."""
    shown = cli(*arguments)
    assert shown.code == 2
    assert shown.err.count("\n") == 2
    assert shown.err.startswith("error: ")
    answer = cli(*arguments, "--json")
    assert (answer.code, answer.json["status"]) == (2, "error")
    return str(answer.json["message"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "a.md", "--set", f"style.glossary={DEEP}"), "style.glossary"),
        (("check", "a.md", "--set", "chunk.max_chunk_tokens=" + "9" * 5000), "chunk.max_chunk_tokens"),
        (("check", "a.md", "--set", 'style.ai_leftover_patterns=["a{99999999999}"]'), "style.ai_leftover_patterns"),
        (("check", "a.md", "--set", "operator=\udcff"), "operator"),
        (("check", "a.md", "--set", "\udcff=1"), "unknown key"),
        (("check", "a.md", "--set", "\udcff"), "--set"),
        (("check", "a.md", "--disable", "\udcff"), "rules.disable"),
        (("config", "--set", f"rules.severity={DEEP}"), "rules.severity"),
        (("review", "a.md", "--no-llm", "--model", "\udcff"), "llm.edit_model"),
        (("review", "a.md", "--no-llm", "--endpoint", "\udcff"), "llm.endpoint"),
        (("apply", "a.md", "--ops", "ops.json", "--output", "o.md", "--set", 'output_suffix=".\\u0000"'), "suffix"),
        (("grep", "a.md", "a{99999999999}"), "regular expression"),
        (("grep", "a.md", "(" * 5000), "regular expression"),
        (("grep", "a.md", "\udcff"), "regular expression"),
        (("check", "a.md", "--baseline", "deep.json"), "nested"),
        (("apply", "a.md", "--ops", "deep.json"), "nested"),
        (("check", "a.md", "--config", "deep.toml"), "deep.toml"),
    ],
    ids=range(17),
)
def test_it_is_refused_by_name(cli: Cli, reviewed: Path, arguments: tuple[str, ...], said: str) -> None:
    (reviewed / "deep.json").write_text(DEEP)
    (reviewed / "deep.toml").write_text(f"style.glossary = {DEEP}\n")
    assert said in told(cli, *arguments)


def test_a_variable_that_is_no_text_is_refused(cli: Cli, reviewed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVIEWCTL_OPERATOR", "\udcff")
    assert "REVIEWCTL_OPERATOR" in told(cli, "check", "a.md")


def test_a_choice_that_does_not_exist_is_told_in_our_words(cli: Cli, reviewed: Path) -> None:
    message = told(cli, "check", "a.md", "--fail-on", "x")
    assert message == "Invalid value for '--fail-on': 'x' is not one of 'minor', 'attention', 'critical', 'none'"


def op(**more: object) -> dict[str, object]:
    quoted = {"before": "cat", "after": "dog"}
    return {**quoted, **more}


@pytest.mark.parametrize(
    "text",
    [
        f'{{"ops": [{json.dumps(op())}], "ops": []}}',
        '{"before": "cat", "after": "dog", "after": "cow"}',
        f'{{"1": {json.dumps(op())}, "1": {json.dumps(op(after="cow"))}}}',
    ],
)
def test_a_key_that_stands_twice_around_the_ops_refuses_the_file(cli: Cli, reviewed: Path, text: str) -> None:
    (reviewed / "ops.json").write_text(text)
    assert "stands twice" in told(cli, "apply", "a.md", "--ops", "ops.json")
    assert (reviewed / "a.md").read_text() == DOCUMENT


@pytest.mark.parametrize(
    "twice",
    [
        '{"before": "cat", "after": "dog", "after": "cow"}',
        '{"action": "flag_only", "target": {"line_start": 3, "line_start": 1, "line_end": 3}, "after_text": ""}',
        '{"before": "cat", "after": "dog", "source": {"type": "human", "type": "fixer"}}',
    ],
)
def test_a_key_that_stands_twice_in_an_op_refuses_that_op_alone(cli: Cli, reviewed: Path, twice: str) -> None:
    (reviewed / "ops.json").write_text(f'[{twice}, {{"before": "mat", "after": "rug"}}]')
    result = cli("apply", "a.md", "--ops", "ops.json", "--json")
    assert result.code == 1
    assert result.json["applied"] == ["RVW-0001"]
    (refused,) = result.json["rejected"]
    assert (refused["code"], "stands twice" in refused["message"], refused["index"]) == ("REJECT_OTHER", True, 1)


@pytest.mark.parametrize("arguments", [("--version", "--json"), ("--json", "--version")])
def test_the_version_as_json(cli: Cli, arguments: tuple[str, ...]) -> None:
    answer = cli(*arguments)
    assert answer.code == 0
    assert answer.json == {"schema": 1, "version": cli("--version").out.split()[1]}


def test_json_without_a_command_and_before_one_is_refused_as_json(cli: Cli, reviewed: Path) -> None:
    assert cli("--json").json["message"] == "Missing command"
    answer = cli("--json", "check", "a.md")
    assert answer.code == 2
    assert "reviewctl check" in answer.json["hint"]


@pytest.mark.parametrize(
    "arguments", [("--set", "in_place=false", "--in-place"), ("--in-place", "--set", "in_place=false")]
)
def test_a_flag_beats_set_in_either_order(cli: Cli, reviewed: Path, arguments: tuple[str, ...]) -> None:
    (reviewed / "ops.json").write_text('[{"before": "mat", "after": "rug"}]')
    assert cli("apply", "a.md", "--ops", "ops.json", *arguments).code == 0
    assert (reviewed / "a.md").read_text() == DOCUMENT.replace("mat", "rug")


def test_disable_adds_to_what_set_says(cli: Cli, reviewed: Path) -> None:
    (reviewed / "b.md").write_text("# B\n\nThe the [words](#nowhere) stand.\n")
    assert cli("check", "b.md", "--fail-on", "none").out.count("b.md:") == 2
    both = ("--disable", "broken-anchor", "--set", "rules.disable=doubled-word")
    assert cli("check", "b.md", *both).out.count("b.md:") == 0
