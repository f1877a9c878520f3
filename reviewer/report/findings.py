"""Findings as JSON (schema 1): the contract of ``check --json``."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from reviewer.model.checked import CheckedDocument
from reviewer.model.finding import Finding, Repair

SCHEMA = 1
SEVERITIES = ("minor", "attention", "critical")
"""Severities of findings, rising (``deletion`` is for edits only)."""


def check_json(documents: Sequence[CheckedDocument], baseline: dict[str, Any] | None = None) -> dict[str, Any]:
    """``{schema, documents, summary}``. ``baseline`` is what a baseline had to say; it stands in the summary."""
    summary = check_summary(documents)
    if baseline is not None:
        summary["baseline"] = baseline
    return {"schema": SCHEMA, "documents": [document_json(document) for document in documents], "summary": summary}


def document_json(document: CheckedDocument) -> dict[str, Any]:
    """One document; ``error`` is there only when it could not be read."""
    data: dict[str, Any] = {
        "path": document.path,
        "doc_hash": document.doc_hash,
        "findings": [finding_json(finding) for finding in document.findings],
        "failed_rules": [{"rule": failed.rule, "error": failed.error} for failed in document.failed_rules],
    }
    if document.error is not None:
        error = document.error
        data["error"] = {"code": error.code, "message": error.message, "hint": error.hint}
    return data


def finding_json(finding: Finding) -> dict[str, Any]:
    """One finding. Columns are 1-based code points, ends exclusive."""
    repair = suggested(finding)
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "text": finding.text,
        "message": finding.message,
        "suggestion": {"before_text": repair.before_text, "after_text": repair.after_text} if repair else None,
    }


def suggested(finding: Finding) -> Repair | None:
    """What a review would write, or would if the place were not kept as it is: nothing that the rule itself doubts.

    Of several repairs the one inside the finding, else the first; else the advice that is only withheld.
    """
    for repair in finding.repairs:
        if finding.span.contains(repair.span):
            return repair
    if finding.repairs:
        return finding.repairs[0]
    return finding.advice if finding.withheld else None


def check_summary(documents: Sequence[CheckedDocument]) -> dict[str, Any]:
    """Exact counts. ``by_severity`` has all three severities, ``by_rule`` the rules that found something."""
    severities: Counter[str] = Counter(f.severity.value for document in documents for f in document.findings)
    rules: Counter[str] = Counter(f.rule for document in documents for f in document.findings)
    return {
        "documents": len(documents),
        "findings": severities.total(),
        "by_severity": {severity: severities[severity] for severity in SEVERITIES},
        "by_rule": dict(sorted(rules.items())),
    }
