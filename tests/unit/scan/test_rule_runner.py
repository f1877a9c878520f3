import re
from collections.abc import Iterator

import pytest
from scan_cases import parsed, scan

from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.model.finding import Finding, Severity
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.registry import RULE_IDS, RULES, check_rule_ids
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.runner import run_rules, scan_input
from reviewer.scan.words.spelling_evidence import evidence_of

PUBLISHED = set(
    re.findall(
        r"\S+",
        "ai-leftover duplicate-paragraph broken-reference broken-reference-fr number-contradiction table-columns "
        "table-percent-sum term-drift heading-level-skip section-numbering figure-sequence table-sequence "
        "equation-sequence dangling-figure dangling-table dangling-equation broken-anchor misspelling doubled-word "
        "indefinite-article possessive-its abbreviation-stops",
    )
)
MINOR = {"ai-leftover", "term-drift", "misspelling", "doubled-word", "indefinite-article", "unclosed-directive"} | {
    "possessive-its",
    "abbreviation-stops",
}


class Everywhere:
    """Reports every ``zz``."""

    id = "everywhere"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"

    def __init__(self, *kinds: ProtectedKind) -> None:
        self.scope = frozenset(kinds)

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        document = scan.parsed.document
        for match in reversed(list(re.finditer("zz", document.text))):
            yield finding(self, document, Span(*match.span()), "zz")


class Breaks(Everywhere):
    """Reports one finding, then raises."""

    id = "breaks"

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        yield from Everywhere.find(self, scan)
        raise ZeroDivisionError("no divisor")


TEXT = "zz\n\n```\nzz\n```\n\n| a | b |\n|---|---|\n| zz | `zz` |\n\nend zz\n"


def run(*rules: Everywhere, **rule_settings: object) -> list[int]:
    config = ReviewerConfig.model_validate({"rules": rule_settings})
    return [item.line for item in run_rules(scan_input(parsed(TEXT), config), rules=rules).findings]


def test_every_published_rule_exists_with_its_severity() -> None:
    assert RULE_IDS == PUBLISHED
    assert {rule.id for rule in RULES if rule.severity is Severity.MINOR} == MINOR
    assert {rule.severity for rule in RULES if rule.id not in MINOR} == {Severity.ATTENTION}


def test_findings_in_protected_spans_are_dropped_and_the_rest_is_in_document_order() -> None:
    assert run(Everywhere()) == [1, 11]


def test_a_declared_scope_keeps_findings_in_that_kind_only() -> None:
    assert run(Everywhere(ProtectedKind.TABLE)) == [1, 9, 9, 11]
    assert run(Everywhere(ProtectedKind.CODE_FENCE)) == [1, 4, 11]


def test_a_rule_that_raises_is_reported_and_the_others_still_run() -> None:
    result = run_rules(scan_input(parsed(TEXT), ReviewerConfig()), rules=(Breaks(), Everywhere()))
    assert [(failed.rule, failed.error) for failed in result.failed_rules] == [
        ("breaks", "ZeroDivisionError: no divisor")
    ]
    assert {item.rule for item in result.findings} == {"everywhere"}


def test_a_disabled_rule_does_not_run() -> None:
    assert run(Everywhere(), disable=["everywhere"]) == []


def test_severity_can_be_overridden() -> None:
    text = "We saw the the cat.\n"
    assert [item.severity for item in scan(text).findings] == ["minor"]
    changed = scan(text, rules={"severity": {"doubled-word": "critical"}})
    assert [item.severity for item in changed.findings] == ["critical"]


def test_a_kernel_selects_its_rules() -> None:
    config = ReviewerConfig()
    data = scan_input(parsed("# A\n\n### B\n\nWe saw the the cat.\n"), config)
    assert [item.rule for item in run_rules(data, "md_consistency_scan").findings] == ["doubled-word"]
    assert [item.rule for item in run_rules(data, "md_numbering_control").findings] == ["heading-level-skip"]


def test_a_spellers_answer_keeps_what_was_worked_out_and_leaves_the_first_input_as_it_was() -> None:
    data = scan_input(parsed("We recieve the cat.\n"), ReviewerConfig())
    evidence = evidence_of(data)
    answered = data.answered({"recieve": ("receive",)})
    assert evidence_of(answered) is evidence
    assert [item.text for item in run_rules(answered).findings] == ["recieve"]
    assert run_rules(data).findings == ()


def test_a_speller_that_gave_no_answer_is_a_failed_rule() -> None:
    data = scan_input(parsed("We saw the the cat.\n"), ReviewerConfig(), spelling_failure="typos was not found")
    result = run_rules(data)
    assert [(failed.rule, "typos was not found" in failed.error) for failed in result.failed_rules] == [
        ("misspelling", True)
    ]
    assert [item.rule for item in result.findings] == ["doubled-word"]


def test_known_rule_names_pass_and_an_unknown_one_names_the_nearest() -> None:
    check_rule_ids(["doubled-word", "term-drift"])
    with pytest.raises(UserError) as error:
        check_rule_ids(["misspelling", "double-word"])
    assert error.value.code == "unknown-rule"
    assert "double-word" in error.value.message
    assert "doubled-word" in error.value.hint


@pytest.mark.parametrize("text", ["", "\n", "\0", "---\na: b\n---\n", "```\n", "<!-- open", "$$\n" * 50, "> " * 200])
def test_no_rule_fails_on_odd_documents(text: str) -> None:
    assert scan(text).failed_rules == ()
