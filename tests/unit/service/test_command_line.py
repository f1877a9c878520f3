"""Command lines that are shown can be copied into a shell as they are."""

import shutil
import subprocess
from pathlib import Path

import pytest

from reviewer.service.workspace.command_line import command, on_review, option
from reviewer.service.workspace.review_index import write_index

NAMES = [
    "guide.md",
    "c d.md",
    'it\'s $HOME `x` "y" \\n.md',
    "-y.md",
    "--help",
    "a\nb.md",
    "a\tb\x1b[1m\x7f\x01.md",
    "\u202egpj.md",
    "\N{GRINNING FACE}\xa0\u2028.md",
    "it's\n\\.md",
    "*?[a];&|<>(){}!#~.md",
    "e\u0301\xe9.md",
    "a\x011.md",
    "x\udcff\n.md",
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize("name", NAMES)
def test_a_shell_reads_the_name_that_was_meant(name: str) -> None:
    line = command("show", Path(name), "RVW-0001").removeprefix("reviewctl ")
    script = f"printf '%s\\0' {line}"
    environ = {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=True, timeout=60, env=environ)
    words = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    expected = f"./{name}" if name.startswith("-") else name
    assert words == ["show", expected, "RVW-0001", ""]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_one_line_without_characters_that_a_terminal_does_not_show(name: str) -> None:
    assert command("show", Path(name)).isprintable()


def test_plain_names_stay_plain() -> None:
    assert command("review", Path("docs/guide.md"), "--no-llm") == "reviewctl review docs/guide.md --no-llm"
    assert option("-w", Path("w s")) == " -w 'w s'"


def test_a_workspace_that_the_index_does_not_name_is_named(tmp_path: Path) -> None:
    document, folder = tmp_path / "guide.md", tmp_path / ".review"
    folder.mkdir()
    write_index(folder, {"guide.md": "guide_0"})
    assert on_review("log", document, folder / "guide_0") == command("log", document)
    for other in (folder / "guide_1", folder / "sub" / "guide_0", Path("/w s")):
        assert on_review("log", document, other) == command("log", document) + option("-w", other)
