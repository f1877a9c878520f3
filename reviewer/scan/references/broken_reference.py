"""References to sections that the document does not have, or whose title beside them belongs to another section.

Seed: ``md_consistency_scan``, the English (v1) and French (v2) detectors. Both run everywhere: a reference is French or
English by its own words, else by the language of its passage. Nothing is reported in tables and other protected text,
where the section is said to be removed (right beside it or elsewhere, ``withdrawn``, or anywhere on its line in
capitals) or to have another number now (``former_numbers``), nor twice for one number on one line. A title beside a
reference counts only when it equals the title of another numbered section: a translated title says nothing.
"""

from collections.abc import Iterator
from functools import cached_property

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.scan.references.called_parts import dead_clauses_and_articles
from reviewer.scan.references.former_numbers import is_former
from reviewer.scan.references.reference_text import Family, Reference, section_references
from reviewer.scan.references.section_index import leading_numbers, normal_title, section_index, title_index
from reviewer.scan.references.withdrawn import is_gone, withdrawn
from reviewer.scan.rule import Rule, ScanInput, finding

_MARKED_GONE = lazy_pattern(
    r"SUPPRIMÉ|\b(?:DELETED|REMOVED|WITHDRAWN|REPEALED|OMITTED|RETIRÉE?S?|ABROGÉE?S?)\b|\bOBSOL[EÈ]TE"
)
"""In capitals: a mark for the whole line."""


class _BrokenReference:
    """One language's half of the references."""

    severity: Severity = Severity.ATTENTION
    kernel: str = "md_consistency_scan"
    scope: frozenset[ProtectedKind] = frozenset()

    def __init__(self, rule: str, *, french: bool) -> None:
        self.id: str = rule
        self._french = french

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a wrong number and line."""
        document = scan.parsed.document
        known = scan.shared(_Known)
        if not known.index.numbers and not scan.shared(dead_clauses_and_articles):
            return
        seen: set[tuple[int, str]] = set()
        marked: dict[int, bool] = {}
        for reference, right in _wrong(scan, known):
            if self._is_french(scan, reference) is not self._french:
                continue
            line = document.position(scan.parsed.prose.offset(reference.span.start)).line
            if line not in marked:
                marked[line] = _MARKED_GONE.search(document.line_text(line)) is not None
            if marked[line] or (line, reference.number) in seen or is_gone(scan.parsed, *reference.span):
                continue
            if not is_former(scan.parsed, *reference.span):
                seen.add((line, reference.number))
                yield self._finding(scan, reference, right)

    def _is_french(self, scan: ScanInput, reference: Reference) -> bool:
        if reference.french is not None:
            return reference.french
        return scan.languages.at(scan.parsed.prose.offset(reference.span.start)) == "fr"

    def _finding(self, scan: ScanInput, reference: Reference, right: str | None) -> Finding:
        prose, document = scan.parsed.prose, scan.parsed.document
        span = prose.span(*reference.span)
        if right is None:
            word = "section" if reference.family is Family.BARE else reference.family.value
            return finding(self, document, span, f"this document has no {word} {reference.number}")
        place = prose.span(*reference.number_span)
        advice = Repair(span=place, before_text=reference.number, after_text=right, kind="numbering")
        subject = f"“{reference.beside}”" if reference.beside else "the target of this link"
        message = f"{subject} is section {right}, not {reference.number}"
        return finding(self, document, span, message).model_copy(update={"advice": advice})


def _wrong(scan: ScanInput, known: "_Known") -> Iterator[tuple[Reference, str | None]]:
    """References to what is not there, and those with another section's title, which has the number beside them."""
    for reference in scan.shared(section_references):
        if known.index.checkable(reference):
            right = known.right_number(reference)
            if right is not None or _is_missing(scan, known, reference):
                yield reference, right
    for reference in scan.shared(dead_clauses_and_articles):
        if not withdrawn(scan).has(reference.family, reference.number):
            yield reference, None


def _is_missing(scan: ScanInput, known: "_Known", reference: Reference) -> bool:
    """True when the document lacks the number and does not say that it is withdrawn."""
    number = reference.number
    return known.lacks(number) and not withdrawn(scan).has(reference.family, number)


class _Known:
    """What the document says about its own numbers and titles, read when first asked for."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._parsed = parsed
        self.index = section_index(parsed)

    @cached_property
    def _titles(self) -> dict[str, tuple[int, ...]]:
        return title_index(self._parsed)

    @cached_property
    def _leads(self) -> frozenset[str]:
        return leading_numbers(self._parsed)

    @cached_property
    def _anchors(self) -> dict[str, int]:
        return {section.anchor: place for place, section in enumerate(self._parsed.sections)}

    def lacks(self, number: str) -> bool:
        """True when neither a heading nor a numbered clause has the number."""
        return not self.index.has(number) and number not in self._leads

    def right_number(self, reference: Reference) -> str | None:
        """The number of the one section that the title beside, or the link, names, when it is not the one written."""
        if reference.beside:
            return self._other(self._titles.get(normal_title(reference.beside), ()), reference.number)
        if reference.link is not None and (holder := self._anchors.get(reference.link.href[1:])):
            return self._other((holder,), reference.number)
        return None

    def _other(self, holders: tuple[int, ...], number: str) -> str | None:
        numbers = {self._parsed.sections[i].number for i in holders}
        right = next(iter(numbers)) if len(numbers) == 1 else None
        if right is None or right == number or right.startswith(f"{number}."):
            return None
        return right


RULES: tuple[Rule, ...] = (
    _BrokenReference("broken-reference", french=False),
    _BrokenReference("broken-reference-fr", french=True),
)
