"""Commands that are printed lead back to the review that they are about: as they stand, from anywhere, in a shell."""

import json
import os
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reviewer.service.workspace.command_line import on_review
from reviewer.service.workspace.review_index import write_index

Cli = Callable[..., Any]
TEXT = "# A\n\nThe cat sat on the mat.\n"


def given(folder: Path, before: str, after: str) -> None:
    (folder / "a.md").write_text(TEXT)
    (folder / "ops.json").write_text(json.dumps([{"before": before, "after": after}]))


def printed(text: str) -> Iterator[list[str]]:
    """The words of every command in a text, without ``reviewctl``."""
    for line in text.split("\n"):
        if "reviewctl " in line:
            yield shlex.split(line.partition("reviewctl ")[2].removesuffix(" (or --all)"))


PLACES = [".review/mine", ".review/sub/mine", "elsewhere", ".", ".review"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("other", [True, False], ids=["beside-another", "alone"])
def test_they_go_on_with_the_review_that_printed_them(cli: Cli, folder: Path, place: str, other: bool) -> None:
    """Also where the document has a second review, which the index names."""
    if other:
        given(folder, "mat", "rug")
        assert cli("apply", "a.md", "--ops", "ops.json").code == 0
    given(folder, "cat", "dog")
    done = cli("apply", "a.md", "--ops", "ops.json", "-w", place)
    assert done.code == 0
    commands = list(printed(done.out))
    assert len(commands) == 4
    assert all(words[-2:] == ["-w", os.path.abspath(place)] for words in commands)
    shown = next(words for words in commands if words[0] == "show")
    assert "dog" in cli(*shown).out
    revert = next(words for words in commands if words[0] == "revert")
    undone = cli(*revert)
    (back,) = printed(undone.out)
    assert back[-2:] == ["-w", os.path.abspath(place)]
    assert cli(*back).code == 0
    assert bool(list((folder / ".review").glob("a_*"))) is other


def test_the_review_that_the_index_names_needs_no_name(cli: Cli, folder: Path) -> None:
    given(folder, "cat", "dog")
    done = cli("apply", "a.md", "--ops", "ops.json")
    assert "-w" not in done.out
    assert all(cli(*words).code == 0 for words in printed(done.out))
    (root,) = (folder / ".review").glob("a_*")
    named = cli("apply", "a.md", "--ops", "ops.json", "-w", str(root))
    assert "-w" not in named.out


def test_an_index_that_cannot_be_read_or_names_another_review_leads_nowhere(folder: Path) -> None:
    document, root = folder / "a.md", folder / ".review" / "a_1"
    (folder / ".review").mkdir()
    assert on_review("log", document, root).endswith(f" -w {root}")
    write_index(folder / ".review", {"a.md": "a_2"})
    assert on_review("log", document, root).endswith(f" -w {root}")
    write_index(folder / ".review", {"a.md": "a_1"})
    assert on_review("log", document, root) == f"reviewctl log {document}"
    assert on_review("log", Path("a.md"), Path(".review/a_1")) == "reviewctl log a.md"
    (folder / ".review" / "index.json").write_text("{")
    assert on_review("log", document, root).endswith(f" -w {root}")


@pytest.mark.parametrize("command", [("show", "NONE"), ("state-at", "RVW-0099")])
def test_hints_of_refusals_lead_there_too(cli: Cli, folder: Path, command: tuple[str, ...]) -> None:
    given(folder, "cat", "dog")
    assert cli("apply", "a.md", "--ops", "ops.json", "-w", ".review/mine").code == 0
    refused = cli(command[0], "a.md", *command[1:], "-w", ".review/mine")
    assert refused.code == 2
    hint = next(line for line in refused.err.split("\n") if line.startswith("hint: "))
    assert f"a.md -w {folder / '.review' / 'mine'}" in hint
