"""Hints in ``review`` name what helps there."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


@pytest.fixture
def document(folder: Path) -> Path:
    (folder / "a.md").write_text("# A\n\nThe cat sat on a mat.\n")
    return folder


@pytest.mark.parametrize(
    ("option", "owner"),
    [("--allow-empty", "'reviewctl apply'"), ("--dry-run", "'reviewctl revert'"), ("--baseline", "'reviewctl check'")],
)
def test_an_option_of_another_command_is_told_with_that_command(
    cli: Cli, document: Path, option: str, owner: str
) -> None:
    ran = cli("review", "a.md", option)
    assert ran.code == 2
    assert f"hint: {option} is an option of " in ran.err
    assert owner in ran.err
    assert "see 'reviewctl review --help'" in ran.err
    assert owner in cli("review", "a.md", option, "--json").json["hint"]


def test_an_option_of_no_command_is_not(cli: Cli, document: Path) -> None:
    ran = cli("review", "a.md", "--nothing-like-it")
    assert "hint: see 'reviewctl review --help'" in ran.err


@pytest.mark.parametrize(
    ("endpoint", "hint"),
    [
        ("127.0.0.1:11434", "did you mean --endpoint http://127.0.0.1:11434?"),
        ("localhost:8080/v1", "did you mean --endpoint http://localhost:8080/v1?"),
        ("http//127.0.0.1", "for example: --endpoint http://127.0.0.1:11434"),
        ("http://exa mple", "write it as http://HOST:PORT"),
    ],
)
def test_an_endpoint_that_is_no_url_is_told_how_to_write_it(cli: Cli, document: Path, endpoint: str, hint: str) -> None:
    ran = cli("review", "a.md", "--endpoint", endpoint)
    assert ran.code == 2
    assert f"hint: {hint}" in ran.err
