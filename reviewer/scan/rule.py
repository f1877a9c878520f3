"""What a rule is given and what it must be."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from reviewer.config import ReviewerConfig
from reviewer.model.document import Document
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.language import Languages
from reviewer.scan.shown import Shown
from reviewer.scan.trigger_words import folded

Built = TypeVar("Built")


@dataclass(frozen=True, slots=True)
class ScanInput:
    """One document with all that rules may read.

    ``spelling`` maps a word (exactly as written) to its corrections, for the words of ``spelling_words`` that the
    speller has something against. ``spelling_failure`` says why the speller gave no answer, if it could not.

    ``shared``, ``shown`` and the folded texts are worked out when first asked for and then kept: several rules read the
    same index of the document, and building it anew for each was a third of a check's time.
    """

    parsed: ParsedDocument
    languages: Languages
    config: ReviewerConfig
    spelling: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spelling_failure: str | None = None
    _kept: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def answered(self, spelling: Mapping[str, tuple[str, ...]], failure: str | None = None) -> "ScanInput":
        """The same with a speller's answer, or why there is none; what is worked out already is kept."""
        scan = replace(self, spelling=spelling, spelling_failure=failure)
        scan._kept.update(self._kept)
        return scan

    def shared(self, build: Callable[..., Built], *arguments: Hashable) -> Built:
        """``build(parsed, *arguments)``, once a document. ``build`` must be pure and a module's own, not a lambda."""
        return self._once((build, arguments), lambda: build(self.parsed, *arguments))

    @property
    def shown(self) -> Shown:
        """Which prose is shown as it is, under this configuration's Bad headings."""
        return self._once(Shown, lambda: Shown(self.parsed, self.config))

    @property
    def folded(self) -> str:
        """The prose in lower case, offset for offset."""
        return self._once("prose", lambda: folded(self.parsed.prose.text))

    @property
    def folded_source(self) -> str:
        """The document's text in lower case, offset for offset."""
        return self._once("source", lambda: folded(self.parsed.document.text))

    def _once(self, key: Hashable, build: Callable[[], Built]) -> Built:
        if key not in self._kept:
            self._kept[key] = build()
        kept: Built = self._kept[key]
        return kept


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
