"""An ops file in which some ops would be lost, whichever way it is read, is refused as a whole, naming the two keys."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
TEXT = "# A\n\nThe cat sat on the mat.\n"
CAT = {"before": "cat", "after": "dog"}
MAT = {"before": "mat", "after": "rug"}
LISTS = ("ops", "edits", "changes", "proposals")


def refused(cli: Cli, folder: Path, data: object) -> str:
    (folder / "a.md").write_text(TEXT)
    (folder / "ops.json").write_text(json.dumps(data))
    answer = cli("apply", "a.md", "--ops", "ops.json", "--json")
    assert (answer.code, answer.json["code"]) == (2, "bad-ops-file")
    assert not (folder / ".review").exists()
    return str(answer.json["message"])


@pytest.mark.parametrize("second", [*LISTS[1:], "Edits", "CHANGES"])
@pytest.mark.parametrize("other", [[MAT], []], ids=["held", "empty"])
def test_two_lists(cli: Cli, folder: Path, second: str, other: list[object]) -> None:
    for data in ({"ops": [CAT], second: other}, {second: other, "ops": [CAT]}):
        message = refused(cli, folder, data)
        assert "'ops'" in message
        assert repr(second) in message


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(
    "own", [CAT, {"oldText": "cat"}, {"Replacement": "dog"}, {"target": {"line_start": 3}}, {"before_hash": "x"}]
)
def test_a_list_beside_fields_of_an_op(cli: Cli, folder: Path, name: str, own: dict[str, object]) -> None:
    message = refused(cli, folder, {**own, name: [MAT]})
    assert repr(name) in message
    assert repr(next(iter(own))) in message


@pytest.mark.parametrize(
    "data",
    [
        {"ops": [CAT], "rationale": "all of them are typos", "document": "a.md", "line": 3},
        {"Ops": [CAT]},
        {"ops": [CAT], "edits": 1, "changes": None},
        {**CAT, "changes": "one word"},
    ],
    ids=["said-of-all", "another-case", "no-second-list", "no-list"],
)
def test_what_loses_nothing_is_applied(cli: Cli, folder: Path, data: object) -> None:
    (folder / "a.md").write_text(TEXT)
    (folder / "ops.json").write_text(json.dumps(data))
    answer = cli("apply", "a.md", "--ops", "ops.json", "--json")
    assert (answer.code, answer.json["applied"]) == (0, ["RVW-0001"])
