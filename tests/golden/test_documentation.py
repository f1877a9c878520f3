"""What README and docs/ show is true: commands parse, links lead somewhere, examples are what they say they are."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from markdown_it import MarkdownIt

from reviewer.config import ProofreadConfig, ReviewerConfig
from reviewer.ledger.compare import hunks
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import RejectCode
from reviewer.model.entry import LedgerEntry
from reviewer.plan.diffs.diff_text import parse_diff
from reviewer.plan.diffs.from_diff import ops_from_diff
from reviewer.plan.from_ops import ops_from_json
from reviewer.plan.place import Places
from reviewer.plan.proofread.policy import Measured, Policy, policy_of
from reviewer.plan.proposal_fields import ALIASES
from reviewer.scan.registry import RULES
from reviewer.service.check import Sources, check
from reviewer.service.files.collect import Found
from reviewer.service.settings.resolution import load_settings
from reviewer.service.spelling import TyposSpeller
from reviewer.surfaces.cli.main import app

ROOT = Path(__file__).parents[2]
DOCS = sorted([ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
_PROOFREADING = (ROOT / "docs/proofreading.md").read_bytes().decode()
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


class Fence(NamedTuple):
    """A code fence: where, its language, its text, and the heading above it."""

    place: str
    language: str
    text: str
    heading: str


def _tokens(file: Path) -> list[Any]:
    return MarkdownIt("commonmark").enable("table").parse(file.read_bytes().decode())


def _fences() -> Iterator[Fence]:
    for file in DOCS:
        heading, tokens = "", _tokens(file)
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                heading = tokens[index + 1].content
            if token.type == "fence":
                place = f"{file.relative_to(ROOT)}:{token.map[0] + 1}"
                yield Fence(place, token.info.strip(), token.content, heading)


def _inline(file: Path) -> Iterator[Any]:
    for token in _tokens(file):
        yield from token.children or ()


FENCES = tuple(_fences())


def _of(language: str) -> list[Any]:
    return [pytest.param(fence.text, id=fence.place) for fence in FENCES if fence.language == language]


def _commands() -> Iterator[Any]:
    for fence in FENCES:
        for line in fence.text.split("\n"):
            if fence.language == "sh" or (fence.language == "yaml" and "run:" in line):
                found = re.search(r"(?:^|[ /])reviewctl ([a-z][^|;&>]*)", line)
                given = " FILE" if "xargs" in line else ""
                if found:
                    yield pytest.param(found[1] + given, id=f"{fence.place} {found[1]}")


def _mentions() -> Iterator[Any]:
    for file in DOCS:
        for token in _inline(file):
            if token.type == "code_inline" and token.content.startswith("reviewctl "):
                yield pytest.param(token.content, id=f"{file.name} {token.content}")


def _links() -> Iterator[Any]:
    for file in DOCS:
        for token in _inline(file):
            href = token.attrGet("href") if token.type == "link_open" else None
            if href and not re.match(r"[a-z]+:", href):
                yield pytest.param(file, href, id=f"{file.name} {href}")


@pytest.mark.parametrize("line", list(_commands()))
def test_a_shown_command_line_parses(line: str) -> None:
    name, *arguments = shlex.split(line, comments=True)
    assert name in COMMANDS
    COMMANDS[name].make_context(name, arguments)  # raises a usage error; runs nothing


@pytest.mark.parametrize("text", list(_mentions()))
def test_a_mentioned_command_and_its_options_exist(text: str) -> None:
    _, name, *words = shlex.split(text)
    known = {option for parameter in COMMANDS[name].params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert {word.split("=")[0] for word in words if word.startswith("-")} <= known


@pytest.mark.parametrize(("file", "href"), list(_links()))
def test_a_link_leads_to_a_file_and_an_anchor_that_exist(file: Path, href: str) -> None:
    path, _, fragment = href.partition("#")
    target = (file.parent / path) if path else file
    assert target.exists()
    if fragment:
        assert fragment in parse(read_document(target.read_bytes(), target.name)).anchors


@pytest.mark.parametrize("text", _of("json"))
def test_a_json_example_is_json(text: str) -> None:
    json.loads(text)


@pytest.mark.parametrize("text", _of("toml"))
def test_a_toml_example_is_a_configuration(text: str, tmp_path: Path) -> None:
    file = tmp_path / ("pyproject.toml" if "[tool." in text else "reviewctl.toml")
    file.write_bytes(text.encode())
    assert load_settings(tmp_path, {}, {}).file == file


_TIERS = {"small": "model-0.5b", "medium": "model-1.5b", "large": "model-7b"}
_GRID = [Measured(alt, gain) for alt in (None, *(n / 100 for n in range(101))) for gain in (None, *range(-6, 9))]


def _policies(text: str, size: str, tmp_path: Path, *, scores: bool) -> tuple[Policy, Policy]:
    """The policy as it is by default, and with an example of the documentation."""
    (tmp_path / "reviewctl.toml").write_bytes(text.encode())
    example = load_settings(tmp_path, {}, {}).config.proofread
    before, after = (policy_of(config, _TIERS[size], scores=scores) for config in (ProofreadConfig(), example))
    return before, after


def test_the_policy_has_one_example() -> None:
    assert [f.place.partition(":")[0] for f in FENCES if "[proofread.policy]" in f.text] == ["docs/proofreading.md"]


@pytest.mark.parametrize("scores", [True, False])
def test_the_example_of_the_policy_tells_what_was_silent_and_changes_nothing_else(tmp_path: Path, scores: bool) -> None:
    (text,) = (fence.text for fence in FENCES if "[proofread.policy]" in fence.text)
    for size in _TIERS:
        before, after = _policies(text, size, tmp_path, scores=scores)
        for row in before.rows:
            was, now = ([step and step.tier for step in (p.step(*row, m) for m in _GRID)] for p in (before, after))
            if size == "small":
                was = [tier and "attention" for tier in was]
            assert now == was, (size, row)


@pytest.mark.parametrize("row", re.findall(r"`((?:silent|attention) [^`]*)`", _PROOFREADING.replace("\n", " ")))
def test_a_row_of_the_policy_that_the_text_shows_is_one(row: str) -> None:
    assert ProofreadConfig(policy={"en-small-unknown": row}).policy["en-small-unknown"] == row


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_the_example_of_a_rule_is_found_by_that_rule_alone(rule: str) -> None:
    example = [fence.text for fence in FENCES if fence.heading == f"`{rule}`" and fence.language == "markdown"]
    assert len(example) == 1
    sources = Sources(lambda _: ReviewerConfig(), TyposSpeller(), example[0].encode)
    (checked,) = check([Found("-")], sources)
    assert {finding.rule for finding in checked.findings} == {rule}


def test_the_ops_example_is_accepted_as_it_stands() -> None:
    document, data = (
        next(f.text for f in FENCES if f.place.startswith("docs/ops.md") and f.language == language)
        for language in ("markdown", "json")
    )
    parsed, config = parse(read_document(document.encode(), "spec.md")), ReviewerConfig()
    ops, refused = ops_from_json(parsed, chunk_plan(parsed, config.chunk), json.loads(data), config)
    assert [op.action.value for op in ops] == ["replace", "insert", "delete", "flag_only"]
    assert refused == ()


def test_the_proposals_and_the_diff_are_accepted_as_they_stand() -> None:
    ops_page = [f for f in FENCES if f.place.startswith("docs/ops.md")]
    text = next(f.text for f in ops_page if f.language == "markdown")
    data, diff = (
        next(f.text for f in ops_page if f.heading == heading and f.language == language)
        for heading, language in (("Proposals", "json"), ("Unified diffs", "diff"))
    )
    parsed, config = parse(read_document(text.encode(), "spec.md")), ReviewerConfig()
    ops, refused = ops_from_json(parsed, chunk_plan(parsed, config.chunk), json.loads(data), config)
    assert [op.action.value for op in ops] == ["replace", "delete", "insert", "flag_only"]
    assert refused == ()
    places = Places(parsed, chunk_plan(parsed, config.chunk))
    (op,), refused = ops_from_diff(places, parse_diff(diff), config, hunks)
    assert (op.before_text, op.after_text, refused) == ("wice", "hree times", ())


def test_every_name_of_a_proposals_field_is_documented() -> None:
    text = (ROOT / "docs/ops.md").read_text(encoding="utf-8").partition("## Proposals")[2].partition("## ")[0]
    rows = re.findall(r"^\| (`\w+`) \| (.*?) \|", text, re.MULTILINE)
    shown = {field.strip("`"): (field.strip("`"), *re.findall(r"`(\w+)`", names)) for field, names in rows}
    assert shown == ALIASES


def test_every_reject_code_has_a_section() -> None:
    headings = re.findall(r"^### `(REJECT_\w+)`$", (ROOT / "docs/ops.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(headings) == sorted(code.value for code in RejectCode)


def test_every_field_of_a_ledger_entry_is_explained() -> None:
    text = (ROOT / "docs/workspace.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", text.partition("## The ledger entry")[2].partition("### Ids")[0], re.MULTILINE)
    explained = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert explained == {field.alias or name for name, field in LedgerEntry.model_fields.items()}
