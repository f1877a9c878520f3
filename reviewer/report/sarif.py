"""Findings as SARIF 2.1.0 (OASIS standard, 2020-03-27), for code scanning services and editors."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from reviewer import __version__
from reviewer.model.checked import CheckedDocument, Identity
from reviewer.model.finding import Finding, Repair
from reviewer.report.findings import suggested
from reviewer.report.rule_texts import RULE_TEXTS
from reviewer.scan.rule import Rule

SCHEMA_URI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"minor": "note", "attention": "warning", "critical": "error"}
FINGERPRINT = "reviewctlIdentity/v1"


def sarif_log(documents: Sequence[CheckedDocument], rules: Iterable[Rule]) -> dict[str, Any]:
    """One run over all documents. Columns are code points, ends exclusive, as SARIF defines ``endColumn``.

    Documents that could not be read and rules that failed are tool notifications, and make the run unsuccessful.
    """
    described = {rule.id: _rule(rule) for rule in rules}
    index = {name: number for number, name in enumerate(described)}
    results = [
        _result(document, finding, identity, index)
        for document in documents
        for finding, identity in zip(document.findings, document.identities, strict=True)
    ]
    notifications = [notice for document in documents for notice in _notifications(document)]
    run = {
        "tool": {"driver": {"name": "reviewctl", "version": __version__, "rules": list(described.values())}},
        "invocations": [{"executionSuccessful": not notifications, "toolExecutionNotifications": notifications}],
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": results,
    }
    return {"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}


def artifact_uri(path: str) -> str:
    """A path as a URI: relative ones stay relative to where the tool was run, absolute ones are ``file:`` URIs."""
    if os.path.isabs(path):
        return Path(path).as_uri()
    return quote(os.fsencode(Path(os.path.normpath(path)).as_posix()))


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": RULE_TEXTS[rule.id]},
        "defaultConfiguration": {"level": LEVELS[rule.severity.value]},
    }


def _result(document: CheckedDocument, finding: Finding, identity: Identity, index: dict[str, int]) -> dict[str, Any]:
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
        "snippet": {"text": finding.text},
    }
    artifact = {"uri": artifact_uri(document.path)}
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": LEVELS[finding.severity.value],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "partialFingerprints": {FINGERPRINT: identity.fingerprint},
    }
    if finding.rule in index:
        result["ruleIndex"] = index[finding.rule]
    repair = suggested(finding)
    fix = _fix(finding, repair, artifact) if repair else None
    if fix:
        result["fixes"] = [fix]
    return result


def _fix(finding: Finding, repair: Repair, artifact: dict[str, str]) -> dict[str, Any] | None:
    """The repair, where its place follows from the finding's: inside it, on one line. One of several is no fix."""
    if len(finding.repairs) > 1 or finding.line != finding.end_line or not finding.span.contains(repair.span):
        return None
    start = finding.column + repair.span.start - finding.span.start
    deleted = {
        "startLine": finding.line,
        "startColumn": start,
        "endLine": finding.line,
        "endColumn": start + repair.span.end - repair.span.start,
    }
    replacement = {"deletedRegion": deleted, "insertedContent": {"text": repair.after_text}}
    return {
        "description": {"text": f"Replace {repair.before_text!r} with {repair.after_text!r}"},
        "artifactChanges": [{"artifactLocation": artifact, "replacements": [replacement]}],
    }


def _notifications(document: CheckedDocument) -> list[dict[str, Any]]:
    texts = [f"rule {failed.rule} failed: {failed.error}" for failed in document.failed_rules]
    if document.error is not None:
        texts.append(document.error.message)
    location = {"physicalLocation": {"artifactLocation": {"uri": artifact_uri(document.path)}}}
    return [{"level": "error", "message": {"text": text}, "locations": [location]} for text in texts]
