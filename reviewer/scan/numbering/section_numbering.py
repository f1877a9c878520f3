"""Explicit heading numbers that repeat, skip, go back, or stand under another parent.

Seed: ``md_numbering_control``. Only sequences are judged (``number_groups``). The faults of a sequence
come with repairs where ``renumber`` finds exactly one renumbering, else they stand alone.
"""

from collections.abc import Iterator

from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.called_rows import missing_numbers
from reviewer.scan.numbering.heading_number import number_span
from reviewer.scan.numbering.number_groups import Group, Numbered, misplaced, number_groups
from reviewer.scan.numbering.other_styles import values_of
from reviewer.scan.numbering.outcome import Outcome
from reviewer.scan.numbering.part_borders import border_gaps
from reviewer.scan.numbering.renumber import Renumbering
from reviewer.scan.numbering.sequence import FaultKind, sequence_faults
from reviewer.scan.numbering.two_languages import headings_differ
from reviewer.scan.references.inclusions import includes_between, inclusions
from reviewer.scan.references.section_index import family_of
from reviewer.scan.references.withdrawn import withdrawn
from reviewer.scan.rule import Rule, ScanInput, finding


class _SectionNumbering:
    """``section-numbering``."""

    id: str = "section-numbering"
    severity: Severity = Severity.ATTENTION
    kernel: str = "md_numbering_control"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a heading whose number is wrong where it stands."""
        renumbering = Renumbering(scan)
        for group in number_groups(scan.parsed):
            faults = tuple(_faults(scan, group))
            outcome = renumbering.outcome(group) if faults else Outcome()
            for member, fault in faults:
                yield self._finding(scan, member.section, outcome.message(fault), outcome.repairs)
        for index, section in enumerate(scan.parsed.sections[1:], 1):
            if (parent := misplaced(scan.parsed, section)) is not None:
                yield self._finding(scan, index, f"{section.number} stands under section {parent}", ())

        yield from self._in_other_rows(scan)

    def _in_other_rows(self, scan: ScanInput) -> Iterator[Finding]:
        for gap in border_gaps(scan):
            number = scan.parsed.sections[gap.section].number
            yield self._finding(scan, gap.section, f"number {number} comes after {gap.before}: a number is missing", ())
        for missing in missing_numbers(scan):
            message = f"number {missing.after} comes after {missing.before}: a number is missing"
            yield finding(self, scan.parsed.document, missing.span, message)

    def _finding(self, scan: ScanInput, index: int, message: str, repairs: tuple[Repair, ...]) -> Finding:
        section, document = scan.parsed.sections[index], scan.parsed.document
        span = number_span(scan.parsed, index) or Span(section.title_span.start, section.title_span.start)
        return finding(self, document, span, message, repairs=repairs)


def _accounted(scan: ScanInput, group: Group) -> frozenset[int]:
    """What is not missing: given in another style, or withdrawn."""
    found = {value for other in group.others for value in other.values}
    family = family_of(scan.parsed.sections[group.members[0].section])
    for last in withdrawn(scan).beside(family, group.members[0].prefix):
        found |= values_of(last)
    return frozenset(found)


def _faults(scan: ScanInput, group: Group) -> Iterator[tuple[Numbered, str]]:
    def differ(first: int, second: int) -> bool:
        return headings_differ(scan, group.members[first].section, group.members[second].section)

    for fault in sequence_faults(group.ranks, group.first, _accounted(scan, group), differ):
        member = group.members[fault.index]
        before = group.members[fault.before] if fault.before is not None else None
        if fault.kind is FaultKind.REPEATED:
            if before is None or not _in_twins(scan.parsed, before.section, member.section):
                yield member, f"number {member.number} is given twice"
        elif group.catalogue:
            continue
        elif fault.kind is FaultKind.MISPLACED:
            yield member, f"number {member.number} is out of order"
        elif not _is_included(scan, before, member):
            place = f"after {before.number}" if before is not None else "first here"
            yield member, f"number {member.number} comes {place}: a number is missing"


def _in_twins(parsed: ParsedDocument, first: int, second: int) -> bool:
    """Under two parents that have one number: it is theirs that is given twice."""
    one, other = (parsed.sections[index].parent for index in (first, second))
    return (
        one != other
        and min(one, other) > 0
        and None is not parsed.sections[one].number == parsed.sections[other].number
    )


def _is_included(scan: ScanInput, before: Numbered | None, member: Numbered) -> bool:
    """Whether another text comes in where the number is missing."""
    sections = scan.parsed.sections
    section = sections[member.section]
    start = sections[before.section if before is not None else max(section.parent, 0)].span.start
    return includes_between(scan.shared(inclusions), start, section.span.start)


RULES: tuple[Rule, ...] = (_SectionNumbering(),)
