"""What a rule is given and what it must be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from reviewer.config import ReviewerConfig
from reviewer.model.document import Document
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.language import Languages


@dataclass(frozen=True, slots=True)
class ScanInput:
    """One document with all that rules may read.

    ``spelling`` maps a word (exactly as written) to its corrections, for the words of ``spelling_words`` that the
    speller has something against. ``spelling_failure`` says why the speller gave no answer, if it could not.
    """

    parsed: ParsedDocument
    languages: Languages
    config: ReviewerConfig
    spelling: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spelling_failure: str | None = None


class Rule(Protocol):
    """One detector. ``find`` yields raw findings; the runner drops those in protected spans outside ``scope``, in
    disabled passages, and sorts the rest by position."""

    id: str
    severity: Severity
    kernel: str
    """``md_consistency_scan`` or ``md_numbering_control``."""
    scope: frozenset[ProtectedKind]
    """Protected kinds in which this rule's findings are kept."""

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """Findings in any order. Raises nothing on any document; what it raises is reported as a failed rule."""
        ...


def finding(rule: Rule, document: Document, span: Span, message: str, *, repairs: tuple[Repair, ...] = ()) -> Finding:
    """A finding of ``rule`` at ``span`` with people's coordinates (1-based columns in code points, end exclusive)."""
    start, end = document.position(span.start), document.position(span.end)
    return Finding(
        rule=rule.id,
        severity=rule.severity,
        span=span,
        line=start.line,
        column=start.column,
        end_line=end.line,
        end_column=end.column,
        text=document.text[span.start : span.end],
        message=message,
        repairs=repairs,
    )
