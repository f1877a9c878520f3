"""What a deterministic rule reports."""

from enum import StrEnum

from pydantic import Field

from reviewer.model.frozen import Frozen
from reviewer.model.position import Span


class Severity(StrEnum):
    """The seed's severities; ``deletion`` only for edits, never for findings."""

    MINOR = "minor"
    ATTENTION = "attention"
    DELETION = "deletion"
    CRITICAL = "critical"


class Repair(Frozen):
    """One edit that would mend a finding: the exact text at ``span`` and what should stand there.

    ``kind`` is an edit kind (DESIGN §4). A finding with several repairs is mended by all of them or none.
    """

    span: Span
    before_text: str
    after_text: str
    kind: str


class Finding(Frozen):
    """A finding with its exact place. ``text`` is exactly ``document.text[span]``.

    ``repairs`` is what a fixer may propose; empty when the rule has none or is not sure. ``advice`` is what a person is
    told instead, and never applied: the rule doubts it (it may be a name), or with ``withheld`` it would be a repair if
    it stood elsewhere (a misspelling in a table cell, a link in a quotation).
    """

    rule: str
    severity: Severity
    span: Span
    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    message: str
    repairs: tuple[Repair, ...] = ()
    advice: Repair | None = None
    withheld: bool = False


class FailedRule(Frozen):
    """A rule that raised: its findings are missing, the others' are not."""

    rule: str
    error: str


class ScanResult(Frozen):
    """Findings in document order, and the rules that failed."""

    findings: tuple[Finding, ...] = ()
    failed_rules: tuple[FailedRule, ...] = Field(default=())
