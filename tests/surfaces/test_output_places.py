"""Files that a command is told to write: what can be no place for one is refused before anything is done."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
TEXT = "# A\n\nThe cat sat on the mat.\n"
OPS = json.dumps([{"before": "cat", "after": "dog"}])

COMMANDS = {
    "apply": ("apply", "a.md", "--ops", "ops.json", "--output"),
    "review": ("review", "a.md", "--no-llm", "--output"),
    "state-at": ("state-at", "b.md", "original", "-o"),
    "baseline": ("check", "a.md", "--write-baseline"),
}
COMMAND = pytest.mark.parametrize("command", COMMANDS.values(), ids=list(COMMANDS))


@pytest.fixture
def desk(cli: Cli, folder: Path) -> Cli:
    """Two documents; the second has a review."""
    for name in ("a.md", "b.md"):
        (folder / name).write_text(TEXT)
    (folder / "ops.json").write_text(OPS)
    assert cli("apply", "b.md", "--ops", "ops.json").code == 0
    return cli


def refused(desk: Cli, *arguments: str) -> tuple[str, str]:
    """Message and hint of a refusal that left nothing behind."""
    before = {str(path) for path in Path().rglob("*")}
    answer = desk(*arguments, "--json")
    assert (answer.code, answer.json["code"]) == (2, "bad-output")
    assert {str(path) for path in Path().rglob("*")} == before
    assert answer.json["hint"]
    return answer.json["message"], answer.json["hint"]


@COMMAND
@pytest.mark.parametrize("name", ["x/", "x//", "x/.", "x/..", ".", "..", "./", "/"])
def test_the_name_of_a_folder_is_no_file(desk: Cli, command: tuple[str, ...], name: str) -> None:
    message, _ = refused(desk, *command, name)
    assert f"{command[-1]} {name!r} is a folder" in message


@COMMAND
@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="this system has no /proc")
@pytest.mark.parametrize("name", ["/dev/fd/99", "/proc/x", "/proc/self/fd/99", "/proc/self/x", "link"])
def test_a_folder_of_the_system_takes_no_files(desk: Cli, folder: Path, command: tuple[str, ...], name: str) -> None:
    (folder / "link").symlink_to("/proc/x")
    message, hint = refused(desk, *command, name)
    assert repr(name) in message
    assert "no file can be made" in message
    assert "elsewhere" in hint


@pytest.mark.parametrize("name", ["ops.json", "./ops.json", "link.json"])
def test_the_ops_file_is_not_replaced_by_what_is_made_of_it(desk: Cli, folder: Path, name: str) -> None:
    (folder / "link.json").symlink_to("ops.json")
    message, _ = refused(desk, *COMMANDS["apply"], name)
    assert "--ops" in message
    assert (folder / "ops.json").read_text() == OPS


def test_nor_by_its_annotated_copy(desk: Cli, folder: Path) -> None:
    (folder / "x.REVIEWED.md").write_text(OPS)
    message, _ = refused(desk, "apply", "a.md", "--ops", "x.REVIEWED.md", "--output", "x.md")
    assert "'x.REVIEWED.md' is the file that --ops names" in message


@pytest.mark.parametrize("command", [COMMANDS["apply"], COMMANDS["review"]], ids=["apply", "review"])
@pytest.mark.parametrize("given", [True, False], ids=["given", "found"])
def test_the_configuration_is_not_replaced_either(
    desk: Cli, folder: Path, command: tuple[str, ...], given: bool
) -> None:
    (folder / "reviewctl.toml").write_text("strict = true\n")
    message, _ = refused(desk, *command, "reviewctl.toml", *(("--config", "reviewctl.toml") if given else ()))
    assert "--config" in message


@pytest.mark.parametrize("other", ["gone.md", "latin.md"])
def test_no_baseline_is_written_where_a_document_could_not_be_read(cli: Cli, folder: Path, other: str) -> None:
    (folder / "a.md").write_text("# A\n\nSee [here](#gone).\n")
    (folder / "latin.md").write_bytes(b"caf\xe9\n")
    result = cli("check", "a.md", other, "--write-baseline", "base.json")
    assert result.code == 2
    assert not (folder / "base.json").exists()
    assert f"note: the baseline 'base.json' was not written: '{other}' could not be read" in result.err
    assert "broken-anchor" in result.out
    assert "accepted" not in result.out
    answer = cli("check", "a.md", other, "--write-baseline", "base.json", "--json")
    assert (answer.code, answer.json["summary"]["baseline"]) == (2, {"known": 0, "fixed": 0})


def test_a_baseline_that_stands_there_is_left_as_it_is(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text("# A\n\nSee [here](#gone).\n")
    assert cli("check", "a.md", "--write-baseline", "base.json").code == 0
    before = (folder / "base.json").read_bytes()
    (folder / "a.md").write_text("# A\n\nAll is well.\n")
    result = cli("check", "a.md", "gone.md", "--write-baseline", "base.json")
    assert (result.code, (folder / "base.json").read_bytes()) == (2, before)


def test_nor_where_a_rule_failed(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The spelling program is missing: its findings would be missing in the baseline."""
    (folder / "a.md").write_text("# A\n\nThe cat sat on teh mat.\n")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.executable", str(folder / "python"))
    result = cli("check", "a.md", "--write-baseline", "base.json")
    if result.code == 0:
        pytest.skip("the spelling program is found elsewhere")
    assert not (folder / "base.json").exists()
    assert "'misspelling' failed" in result.err


ODD = ["a\nb.md", "a\x1b[1m.md", "a\u202eb.md", "a\u200bb.md", "a\xadb.md"]


@pytest.mark.parametrize("name", ODD)
def test_a_name_that_a_terminal_does_not_show_is_escaped_wherever_it_is_printed(
    cli: Cli, folder: Path, name: str
) -> None:
    (folder / name).write_text("# A\n\nThe cat sat on teh mat. See [here](#gone).\n")
    (folder / "ops.json").write_text(OPS)
    for arguments in (
        ("check", name),
        ("check", f"{name}.gone"),
        ("apply", name, "--ops", "ops.json"),
        ("apply", name, "--ops", f"{name}.gone"),
        ("apply", name, "--ops", "ops.json", "--output", name),
        ("status", name),
        ("verify", name),
        ("revert", name, "RVW-0001"),
        ("status", f"{name}.gone"),
        ("check", name, "--baseline", f"{name}.gone"),
        ("config", f"{name}.gone"),
    ):
        result = cli(*arguments)
        for line in (result.out + result.err).split("\n"):
            assert line.isprintable(), (arguments, line)
        assert repr(name)[1:-1].removesuffix(".md") in result.out + result.err, arguments
