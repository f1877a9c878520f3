"""What the commands print is what the documented JSON Schemas say."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reviewer.surfaces.cli.schemas import schemas

Cli = Callable[..., Any]
TEXT = "---\nlang: en\n---\n# Guide\n\nThis is teh `code` text [a](#nowhere).\n\n## Set up\n\n```\nx\n```\n"


def validate(name: str, data: object) -> None:
    schema = schemas()[f"{name}.schema.json"]
    checker = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    assert [error.message for error in checker.iter_errors(data)] == []


@pytest.mark.parametrize("name", list(schemas()))
def test_each_schema_is_valid_itself(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schemas()[name])


def test_check(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    data = cli("check", "a.md", "nowhere.md", "--json").json
    assert data["summary"]["findings"] >= 2
    validate("check", data)
    validate("check", cli("check", "a.md", "--write-baseline", "b.json", "--json").json)
    validate("baseline", json.loads((folder / "b.json").read_bytes()))


def test_inspect_and_config(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    validate("inspect", cli("inspect", "a.md", "--json").json)
    validate("config", cli("config", "--json").json)


def test_errors(cli: Cli) -> None:
    validate("error", cli("inspect", "nowhere.md", "--json").json)
    validate("error", cli("nonsense", "--json").json)


def test_a_schema_refuses_what_lacks_a_field(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    data = cli("check", "a.md", "--json").json
    del data["documents"][0]["findings"][0]["end_column"]
    with pytest.raises(AssertionError, match="end_column"):
        validate("check", data)
