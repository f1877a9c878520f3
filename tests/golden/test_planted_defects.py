"""Every planted defect of the example documents is found with the promised treatment, and no decoy is."""

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from reviewer.config import ReviewerConfig, StyleRules
from reviewer.markdown.source import read_document
from reviewer.model.finding import Finding
from reviewer.service.spelling import TyposSpeller
from reviewer.service.stages.pipeline import analyse

FOLDER = Path(__file__).parents[2] / "fixtures" / "documents"


def findings_of(name: str) -> dict[str, list[Finding]]:
    config = ReviewerConfig(style=StyleRules(glossary=("OpenGateway",)))
    document = read_document((FOLDER / f"{name}.md").read_bytes(), name)
    by_rule: dict[str, list[Finding]] = defaultdict(list)
    for found in analyse(document, config, TyposSpeller()).findings:
        by_rule[found.rule].append(found)
    return by_rule


def rows_of(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.defects.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def hits(found: dict[str, list[Finding]], row: dict[str, str]) -> list[Finding]:
    line, text = int(row["line"]), " ".join(row["text"].split())
    return [
        finding
        for finding in found[row["rule"]]
        if finding.line <= line <= finding.end_line
        and (text in " ".join(finding.text.split()) or " ".join(finding.text.split()) in text)
    ]


@pytest.mark.parametrize("name", ["gateway-spec", "rapport-audit"])
def test_planted_defects_are_found_and_decoys_are_left_alone(name: str) -> None:
    found = findings_of(name)
    wrong = []
    for row in rows_of(name):
        here = hits(found, row)
        repaired = any(finding.repairs for finding in here)
        action = row["action"]
        fine = {
            "decoy": not here,
            "decoy (not edited)": not repaired,
            "flagged": bool(here) and not repaired,
            "fixed silently": bool(here) and repaired,
            "fixed with note": bool(here) and repaired,
        }[action]
        if not fine:
            wrong.append((row["rule"], row["line"], row["text"], action))
    assert wrong == []


@pytest.mark.parametrize("name", ["gateway-spec", "rapport-audit"])
def test_nothing_is_found_but_what_was_planted(name: str) -> None:
    listed = rows_of(name)
    found = findings_of(name)
    expected = {id(finding) for row in listed for finding in hits(found, row)}
    surplus = [
        (finding.rule, finding.line, finding.text)
        for finding in (item for items in found.values() for item in items)
        if id(finding) not in expected and not any(_same_line(row, finding) for row in listed)
    ]
    assert surplus == []


def _same_line(row: dict[str, str], finding: Finding) -> bool:
    return row["rule"] == finding.rule and finding.line <= int(row["line"]) <= finding.end_line
