"""The JSON contract of findings (issue A, "JSON contracts")."""

from reviewer.model.checked import CheckedDocument, Unreadable
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.position import Span
from reviewer.report.findings import check_json, finding_json


def a_finding(rule: str = "section-numbering", severity: str = "attention", **more: object) -> Finding:
    fields = {
        "rule": rule,
        "severity": Severity(severity),
        "span": Span(10, 14),
        "line": 2,
        "column": 3,
        "end_line": 2,
        "end_column": 7,
        "text": "abcd",
        "message": "wrong",
    }
    return Finding.model_validate({**fields, **more})


def repair(start: int, end: int, after: str) -> Repair:
    return Repair(span=Span(start, end), before_text="x" * (end - start), after_text=after, kind="numbering")


def test_a_finding_has_exactly_the_fields_of_the_contract() -> None:
    assert finding_json(a_finding()) == {
        "rule": "section-numbering",
        "severity": "attention",
        "line": 2,
        "column": 3,
        "end_line": 2,
        "end_column": 7,
        "text": "abcd",
        "message": "wrong",
        "suggestion": None,
    }


def test_of_several_repairs_the_one_at_the_finding_is_suggested() -> None:
    found = a_finding(repairs=(repair(90, 93, "elsewhere"), repair(11, 13, "here")))
    assert finding_json(found)["suggestion"] == {"before_text": "xx", "after_text": "here"}


def test_without_one_at_the_finding_the_first_repair_is_suggested() -> None:
    found = a_finding(repairs=(repair(90, 93, "first"), repair(95, 96, "second")))
    assert finding_json(found)["suggestion"] == {"before_text": "xxx", "after_text": "first"}


def test_advice_is_suggested_only_where_the_place_alone_forbids_the_repair() -> None:
    told = repair(10, 14, "told")
    assert finding_json(a_finding(advice=told, withheld=True))["suggestion"]["after_text"] == "told"
    assert finding_json(a_finding(advice=told))["suggestion"] is None


def test_the_summary_counts_exactly() -> None:
    documents = [
        CheckedDocument("a.md", "sha256:00", (a_finding(), a_finding("misspelling", "minor"))),
        CheckedDocument("b.md", "sha256:00", (a_finding("misspelling", "minor"),)),
        CheckedDocument("c.md", error=Unreadable("missing-file", "gone", "look")),
    ]
    data = check_json(documents)
    assert data["schema"] == 1
    assert data["summary"] == {
        "documents": 3,
        "findings": 3,
        "by_severity": {"minor": 2, "attention": 1, "critical": 0},
        "by_rule": {"misspelling": 2, "section-numbering": 1},
    }
    assert data["documents"][2] == {
        "path": "c.md",
        "doc_hash": None,
        "findings": [],
        "failed_rules": [],
        "error": {"code": "missing-file", "message": "gone", "hint": "look"},
    }
    assert "error" not in data["documents"][0]
