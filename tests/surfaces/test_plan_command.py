"""``reviewctl plan`` and ``apply --plan``: what would be done is stored, and of that is applied what is chosen."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reviewer.surfaces.cli.schemas import schemas

Cli = Callable[..., Any]
TEXT = "# Crane\n\nThe crane lifts the the box.\n\nSee [it](#nowhere-at-all), and a operator.\n\nAnd the the rest.\n"


@pytest.fixture
def document(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document; commands find no server and start none: what the flow ``plan`` does is done directly here."""
    from reviewer.service.clock import SystemClock
    from reviewer.service.plan_document import plan_document
    from reviewer.service.review import ReviewRequest, Tools

    class NoSpeller:
        identity = "none 1"

        def corrections(self, words: Any) -> dict[str, str]:
            return {}

    def directly(doc: Path, config: Any, workspace: Path | None, options: Any) -> Any:
        return plan_document(ReviewRequest(doc, config, workspace), Tools(NoSpeller(), SystemClock()))

    monkeypatch.setattr("flows.plans.run_plan", directly)
    (folder / "a.md").write_text(TEXT)
    return folder / "a.md"


def planned(cli: Cli) -> Any:
    result = cli("plan", "a.md", "--no-llm", "--json")
    assert (result.code, result.err) == (0, "")
    jsonschema.Draft202012Validator(schemas()["plan.schema.json"]).validate(result.json)
    return result.json


def ledger(data: Any) -> list[Any]:
    file = Path(data["workspace"]) / "review" / "ledger.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_plan_is_printed_with_its_hash_and_how_to_apply_it(cli: Cli, document: Path) -> None:
    out = cli("plan", "a.md", "--no-llm").out
    data = planned(cli)
    assert f"plan:   {data['plan']}" in out
    assert f"reviewctl apply {document} --plan {data['plan']}" in out
    assert Path(data["path"]).is_file()
    assert data["readable"].endswith("PLAN_a.md")
    assert document.read_text() == TEXT
    assert ledger(data) == []


def test_all_of_the_latest_plan_is_applied(cli: Cli, document: Path) -> None:
    data = planned(cli)
    result = cli("apply", "a.md", "--plan", "latest", "--json")
    assert result.code == 0
    assert result.json["counts"]["changes"] == data["counts"]["changes"]
    again = cli("apply", "a.md", "--plan", data["plan"], "--json")
    assert (again.code, again.json["applied"]) == (0, [])
    assert cli("verify", "a.md").code == 0


def test_a_part_is_applied_and_the_rest_is_told(cli: Cli, document: Path) -> None:
    data = planned(cli)
    result = cli(
        "apply", "a.md", "--plan", data["plan"], "--select", "silent", "--reason", "typos", "--set", "operator=Ada"
    )
    assert result.code == 0
    assert "not chosen" in result.out
    entries = ledger(data)
    assert entries
    assert {(one["actor"]["operator"], one["actor"]["reason"], one["silent"]) for one in entries} == {
        ("Ada", "typos", True)
    }
    assert "## Not chosen" in cli("report", "a.md").out


def test_ops_are_chosen_by_id_and_kinds_by_name(cli: Cli, document: Path) -> None:
    data = planned(cli)
    ops = json.loads(Path(data["path"]).read_bytes())["plan"]["ops"]
    first, last = ops[0], ops[-1]
    assert cli("apply", "a.md", "--plan", "latest", "--select", first["op_id"]).code == 0
    assert [one["op_id"] for one in ledger(data)] == [first["op_id"]]
    assert cli("apply", "a.md", "--plan", "latest", "--kind", last["kind"], "--but", first["op_id"]).code == 0
    wanted = {op["op_id"] for op in ops if op["kind"] == last["kind"]} | {first["op_id"]}
    assert {one["op_id"] for one in ledger(data)} == wanted


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--ops", "x.json", "--plan", "latest"],
        ["--ops", "x.json", "--select", "silent"],
        ["--plan", "latest", "--allow-empty"],
        ["--plan", "latest", "--select", "silent", "--select", "all"],
        ["--plan", "latest", "--select", "silent,op-1"],
        ["--plan", "latest", "--select", "op-1", "--kind", "typo"],
        ["--plan", "latest", "--reason", "x" * 501],
        ["--plan", "latest", "--select", "op-nowhere"],
        ["--plan", "latest", "--kind", "typos"],
        ["--plan", "0" * 64],
        ["--plan", ""],
        ["--plan", "latest", "--select", ""],
        ["--plan", "latest", "--select", " , "],
        ["--plan", "latest", "--kind", ""],
        ["--plan", "latest", "--but", ""],
    ],
)
def test_what_does_not_fit_is_exit_2_and_changes_nothing(cli: Cli, document: Path, words: list[str]) -> None:
    data = planned(cli)
    result = cli("apply", "a.md", *words)
    assert (result.code, result.err.count("\n")) == (2, 2)
    assert ledger(data) == []


def test_a_changed_document_is_exit_2_and_a_damaged_plan_exit_4(cli: Cli, document: Path) -> None:
    data = planned(cli)
    document.write_text(TEXT + "\nMore.\n")
    changed = cli("apply", "a.md", "--plan", "latest", "--json")
    assert (changed.code, changed.json["code"]) == (2, "document-changed")
    document.write_text(TEXT)
    Path(data["path"]).write_bytes(b"{}")
    damaged = cli("apply", "a.md", "--plan", "latest", "--json")
    assert (damaged.code, damaged.json["code"]) == (4, "bad-plan")
