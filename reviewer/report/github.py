"""Findings as GitHub Actions annotations (workflow commands ``::warning file=…::message``)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from reviewer.count_text import counted
from reviewer.model.checked import CheckedDocument
from reviewer.model.finding import Finding

LEVELS = {"minor": "notice", "attention": "warning", "critical": "error"}
SHOWN_PER_STEP = 10
"""GitHub shows so many annotations of each level per step (Actions documentation, annotation limits)."""


def annotations(documents: Sequence[CheckedDocument]) -> Iterator[str]:
    """One workflow command a finding, and an error for each document or rule that failed."""
    for document in documents:
        if document.error is not None:
            yield _command("error", {"file": document.path, "title": document.error.code}, document.error.message)
        for failed in document.failed_rules:
            properties = {"file": document.path, "title": failed.rule}
            yield _command("error", properties, f"rule {failed.rule} failed: {failed.error}")
        for finding in document.findings:
            yield _annotation(document.path, finding)


def hidden_note(documents: Sequence[CheckedDocument]) -> str | None:
    """One line about annotations that GitHub will not show, or None."""
    counts = Counter(LEVELS[finding.severity.value] for document in documents for finding in document.findings)
    over = [counted(count, level) for level, count in sorted(counts.items()) if count > SHOWN_PER_STEP]
    if not over:
        return None
    return f"GitHub shows {SHOWN_PER_STEP} annotations of each level per step; there are {', '.join(over)}: see the log"


def _annotation(path: str, finding: Finding) -> str:
    properties = {"file": path, "line": str(finding.line), "col": str(finding.column), "endLine": str(finding.end_line)}
    if finding.end_line == finding.line:
        # GitHub ignores columns of annotations that span lines
        properties["endColumn"] = str(finding.end_column)
    properties["title"] = finding.rule
    return _command(LEVELS[finding.severity.value], properties, finding.message)


def _command(level: str, properties: dict[str, str], message: str) -> str:
    listed = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items())
    return f"::{level} {listed}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
