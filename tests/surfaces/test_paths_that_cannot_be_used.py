"""Every option and argument that takes a path: what is no regular file, empty or too long is refused in two lines."""

import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer.hashing import content_hash

Cli = Callable[..., Any]

TEXT = "# A\n\nThe cat sat on the the mat.\n"
OP = {
    "action": "replace",
    "kind": "typo",
    "target": {"line_start": 3, "line_end": 3},
    "before_text": "cat",
    "before_hash": content_hash("cat"),
    "after_text": "dog",
}


@pytest.fixture
def desk(cli: Cli, folder: Path) -> Cli:
    """A document with a review, an ops file, and a pipe that nobody writes into or reads from."""
    (folder / "a.md").write_text(TEXT)
    (folder / "ops.json").write_text(json.dumps([OP]))
    os.mkfifo(folder / "pipe")
    assert cli("apply", "a.md", "--ops", "ops.json").code == 0
    return cli


OUTPUTS = {
    "state-at": ("state-at", "a.md", "original", "-o"),
    "apply": ("apply", "a.md", "--ops", "ops.json", "--output"),
    "review": ("review", "a.md", "--no-llm", "--output"),
    "baseline": ("check", "a.md", "--write-baseline"),
}
INPUTS = {
    "known": ("check", "a.md", "--baseline"),
    "config": ("check", "a.md", "--config"),
    "config-of-review": ("review", "a.md", "--no-llm", "--config"),
    "ops": ("apply", "a.md", "--ops"),
}
DOCUMENTS = {
    "inspect": ("inspect",),
    "review": ("review", "--no-llm"),
    "apply": ("apply", "--ops", "ops.json", "--in-place"),
    "revert": ("revert", "--all"),
    "reapply": ("reapply", "--all"),
    "report": ("report",),
    "log": ("log",),
    "grep": ("grep",),
    "verify": ("verify",),
    "status": ("status",),
    "show": ("show", "DOC", "RVW-0001"),
    "diff": ("diff", "DOC", "original", "current"),
    "state-at": ("state-at", "DOC", "original"),
}


@pytest.mark.parametrize("command", [*OUTPUTS.values(), *INPUTS.values()], ids=[*OUTPUTS, *INPUTS])
def test_a_pipe_is_neither_waited_for_nor_replaced(desk: Cli, folder: Path, command: tuple[str, ...]) -> None:
    before = sorted(os.listdir(folder))
    result = desk(*command, "pipe")
    assert (result.code, result.out) == (2, "")
    assert "is a named pipe, not a regular file" in result.err
    assert result.err.count("\n") == 2
    assert sorted(os.listdir(folder)) == before
    assert (folder / "pipe").is_fifo()


@pytest.mark.parametrize("command", [*OUTPUTS.values(), *INPUTS.values()], ids=[*OUTPUTS, *INPUTS])
def test_an_empty_path_names_its_option(desk: Cli, folder: Path, command: tuple[str, ...]) -> None:
    before = sorted(os.listdir(folder))
    result = desk(*command, "")
    assert result.code == 2
    assert command[-1] in result.err
    assert "a variable may be empty" in result.err
    assert sorted(os.listdir(folder)) == before


def test_an_empty_workspace_makes_none_in_the_present_folder(desk: Cli, folder: Path) -> None:
    result = desk("apply", "a.md", "--ops", "ops.json", "-w", "")
    assert (result.code, "-w: '' is no path" in result.err) == (2, True)
    assert not (folder / "stage1").exists()


@pytest.mark.parametrize("command", DOCUMENTS.values(), ids=list(DOCUMENTS))
@pytest.mark.parametrize("name", ["pipe", "/dev/null", "fd", "", "nowhere.md"])
def test_a_document_that_is_no_file_is_refused_by_every_command(
    desk: Cli, folder: Path, command: tuple[str, ...], name: str
) -> None:
    with (folder / "a.md").open("rb") as file:
        path = f"/dev/fd/{file.fileno()}" if name == "fd" else name
        words = [path if word == "DOC" else word for word in command]
        words = words if "DOC" in command else [words[0], path, *words[1:]]
        result = desk(*words, "--json")
    assert result.code == 2
    codes = {"": "missing-file", "nowhere.md": "missing-file"}
    assert result.json["code"] == codes.get(name, "not-a-file")
    assert (folder / "a.md").read_text() == TEXT


def test_a_bad_path_among_others_has_an_error_and_the_others_go_on(cli: Cli, folder: Path) -> None:
    for name in ("a.md", "bad/b.md", "bad/c.md", "pipes/d.md", "z.md"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(TEXT)
    (folder / "bad" / "reviewctl.toml").write_text("[[")
    os.mkfifo(folder / "pipes" / "reviewctl.toml")
    (folder / "loop.md").symlink_to("loop.md")
    result = cli("check", ".", "d/" * 3000 + "x.md", "--json")
    assert result.code == 2
    told = [(item["path"][:9], item.get("error", {}).get("code")) for item in result.json["documents"]]
    assert told == [
        ("a.md", None),
        ("loop.md", "missing-file"),
        ("z.md", None),
        ("bad/b.md", "bad-toml"),
        ("bad/c.md", "bad-toml"),
        ("pipes/d.m", "unreadable-config"),
        ("d/d/d/d/d", "unreadable"),
    ]
    assert all(item["findings"] for item in result.json["documents"] if "error" not in item)
    for_people = cli("check", ".")
    assert for_people.err.count("bad/reviewctl.toml") == 1
    assert "4 not read" in for_people.out


def test_folders_that_give_no_permission_are_told_and_the_others_go_on(cli: Cli, folder: Path) -> None:
    for name in ("ok.md", "none/a.md", "list/b.md"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(TEXT)
    (folder / "none").chmod(0)
    (folder / "list").chmod(0o600)
    if os.access(folder / "none", os.R_OK):
        pytest.skip("this user reads everything")
    try:
        result = cli("check", ".", "none/a.md", "--json")
    finally:
        (folder / "none").chmod(0o700)
        (folder / "list").chmod(0o700)
    assert result.code == 2
    told = {item["path"]: item.get("error", {}).get("code") for item in result.json["documents"]}
    assert told == {"ok.md": None, "./none": "unreadable", "list/b.md": "unreadable", "none/a.md": "unreadable"}


@pytest.mark.parametrize("given", [("--set", "rules.disable=nope"), ("--disable", "nope"), ("--config", "no.toml")])
def test_what_is_wrong_for_all_documents_is_told_once_and_nothing_is_checked(
    cli: Cli, folder: Path, given: tuple[str, str]
) -> None:
    (folder / "a.md").write_text(TEXT)
    result = cli("check", "a.md", "nowhere.md", *given)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 2


@pytest.mark.parametrize("name", ["c d.md", "it's.md", "-y.md"])
def test_the_commands_that_an_outcome_names_can_be_run_as_they_stand(cli: Cli, folder: Path, name: str) -> None:
    (folder / name).write_text(TEXT)
    (folder / "ops.json").write_text(json.dumps([OP]))
    done = cli("apply", f"./{name}", "--ops", "ops.json", "-w", "w s")
    lines = [line.partition("reviewctl ")[2] for line in done.out.split("\n") if "reviewctl " in line]
    assert len(lines) == 4
    assert lines[-1].endswith(" (or --all)")
    for line in lines:
        done = cli(*shlex.split(line.removesuffix(" (or --all)")))
        assert done.code == 0
    back = next(line.partition("reviewctl ")[2] for line in done.out.split("\n") if line.startswith("back:"))
    assert cli(*shlex.split(back)).code == 0


def test_a_broken_baseline_that_is_to_be_written_is_not_hinted_at_itself(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    (folder / "b c.json").write_text("{")
    result = cli("check", "a.md", "--write-baseline", "b c.json")
    assert result.code == 2
    assert "hint: restore it; or move it away" in result.err
    assert "--write-baseline 'b c.json'" in result.err
    assert (folder / "b c.json").read_text() == "{"


def test_a_baseline_stays_behind_its_link_and_may_have_the_longest_name(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    (folder / "real.json").write_text('{"schema": 1, "entries": []}')
    (folder / "link.json").symlink_to("real.json")
    for name in ("link.json", "b" * 250 + ".json"):
        assert cli("check", "a.md", "--write-baseline", name).code == 0
        assert cli("check", "a.md", "--baseline", name).out.startswith("0 findings")
    assert (folder / "link.json").is_symlink()
