"""Documentation of options and keys is made from the code and never stale."""

import re

import pytest

from reviewer.service.settings.keys import known_keys
from reviewer.surfaces.cli import reference


@pytest.mark.parametrize("name", list(reference.files()))
def test_the_file_is_what_the_code_says(name: str) -> None:
    written = (reference.DOCS / name).read_bytes().decode()
    assert written == reference.files()[name], "stale: run python -m reviewer.surfaces.cli.reference"


def test_every_key_has_a_row() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \|", reference.configuration_reference(), re.MULTILINE)
    assert rows == list(known_keys())


def test_every_command_of_the_issue_has_a_section() -> None:
    commands = re.findall(r"^## reviewctl ([\w-]+)$", reference.cli_reference(), re.MULTILINE)
    assert commands == [
        "review", "batch", "check", "inspect", "apply", "revert", "reapply", "report", "show", "grep", "log", "diff",
        "state-at", "verify", "status", "config", "server",
    ]  # fmt: skip


@pytest.mark.parametrize("text", [reference.cli_reference(), reference.configuration_reference()])
def test_tables_have_as_many_cells_as_columns(text: str) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        counts = {len(re.findall(r"(?<!\\)\|", row)) for row in table.strip().split("\n")}
        assert len(counts) == 1
