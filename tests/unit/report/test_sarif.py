"""SARIF output. The required properties and enumerations are those of the OASIS SARIF 2.1.0 schema, read by hand;
the whole output was also validated once against the published schema."""

from typing import Any

import jsonschema
import pytest

from reviewer.model.checked import CheckedDocument, Identity, Unreadable
from reviewer.model.finding import FailedRule, Finding, Repair, Severity
from reviewer.model.position import Span
from reviewer.report.rule_texts import RULE_TEXTS
from reviewer.report.sarif import artifact_uri, sarif_log
from reviewer.scan.registry import RULES

REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn"],
    "properties": {
        name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")
    },
}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
ARTIFACT = {"type": "object", "required": ["uri"], "properties": {"uri": {"type": "string", "format": "uri-reference"}}}
LOCATION = {
    "type": "object",
    "properties": {"physicalLocation": {"properties": {"artifactLocation": ARTIFACT, "region": REGION}}},
}
RESULT = {
    "type": "object",
    "required": ["message", "ruleId"],
    "properties": {
        "level": LEVEL,
        "message": MESSAGE,
        "ruleIndex": {"type": "integer", "minimum": -1},
        "locations": {"type": "array", "items": LOCATION},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "fixes": {"type": "array", "minItems": 1, "items": {"required": ["artifactChanges"]}},
    },
}
RUN = {
    "type": "object",
    "required": ["tool", "results"],
    "properties": {
        "tool": {"required": ["driver"], "properties": {"driver": {"required": ["name", "rules"]}}},
        "invocations": {"items": {"required": ["executionSuccessful"]}},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": {"type": "array", "items": RESULT},
    },
}
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {"version": {"const": "2.1.0"}, "runs": {"type": "array", "minItems": 1, "items": RUN}},
}


def a_finding(repairs: tuple[Repair, ...] = (), end_line: int = 3) -> Finding:
    return Finding(
        rule="doubled-word",
        severity=Severity.MINOR,
        span=Span(20, 27),
        line=3,
        column=5,
        end_line=end_line,
        end_column=12,
        text="the the",
        message="the word 'the' stands twice",
        repairs=repairs,
    )


def result_of(finding: Finding) -> dict[str, Any]:
    identity = Identity("One", "the the", 1, "sha256:ab")
    document = CheckedDocument("docs/a b.md", "sha256:00", (finding,), (identity,))
    log = sarif_log([document], RULES)
    jsonschema.validate(log, LOG)
    result: dict[str, Any] = log["runs"][0]["results"][0]
    return result


def test_a_finding_is_a_result_with_its_exact_region() -> None:
    result = result_of(a_finding())
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "docs/a%20b.md"
    assert place["region"] == {
        "startLine": 3,
        "startColumn": 5,
        "endLine": 3,
        "endColumn": 12,
        "snippet": {"text": "the the"},
    }
    assert (result["ruleId"], result["level"]) == ("doubled-word", "note")
    assert result["partialFingerprints"] == {"reviewctlIdentity/v1": "sha256:ab"}


def test_the_rule_index_leads_to_the_rule() -> None:
    log = sarif_log([], RULES)
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert rules[result_of(a_finding())["ruleIndex"]]["id"] == "doubled-word"
    assert {rule["id"] for rule in rules} == set(RULE_TEXTS)


def test_one_repair_inside_the_finding_is_a_fix_at_its_place() -> None:
    repair = Repair(span=Span(23, 27), before_text=" the", after_text="", kind="typo")
    (fix,) = result_of(a_finding((repair,)))["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    assert replacement["deletedRegion"] == {"startLine": 3, "startColumn": 8, "endLine": 3, "endColumn": 12}
    assert replacement["insertedContent"] == {"text": ""}


@pytest.mark.parametrize(
    "finding",
    [
        a_finding((Repair(span=Span(90, 91), before_text="a", after_text="b", kind="typo"),)),
        a_finding((Repair(span=Span(20, 27), before_text="the the", after_text="the", kind="typo"),), end_line=4),
        a_finding((Repair(span=Span(20, 27), before_text="the the", after_text="the", kind="typo"),) * 2),
    ],
    ids=["elsewhere", "over lines", "one of several"],
)
def test_a_repair_that_cannot_be_placed_or_stand_alone_is_no_fix(finding: Finding) -> None:
    assert "fixes" not in result_of(finding)


@pytest.mark.parametrize(("severity", "level"), [("minor", "note"), ("attention", "warning"), ("critical", "error")])
def test_severities_are_levels(severity: str, level: str) -> None:
    assert result_of(a_finding().model_copy(update={"severity": Severity(severity)}))["level"] == level


def test_what_was_not_checked_makes_the_run_unsuccessful() -> None:
    unread = CheckedDocument("x.md", error=Unreadable("not-utf8", "'x.md' is not UTF-8", "convert it"))
    failed = CheckedDocument("y.md", "sha256:00", failed_rules=(FailedRule(rule="term-drift", error="KeyError: 1"),))
    log = sarif_log([unread, failed], RULES)
    jsonschema.validate(log, LOG)
    (invocation,) = log["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert [notice["message"]["text"] for notice in invocation["toolExecutionNotifications"]] == [
        "'x.md' is not UTF-8",
        "rule term-drift failed: KeyError: 1",
    ]


@pytest.mark.parametrize(
    ("path", "uri"),
    [("./a.md", "a.md"), ("a/../b.md", "b.md"), ("C:x.md", "C%3Ax.md"), ("é#.md", "%C3%A9%23.md"), ("/t/a.md", "file:///t/a.md")],
)  # fmt: skip
def test_paths_become_uris(path: str, uri: str) -> None:
    assert artifact_uri(path) == uri
