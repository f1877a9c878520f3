"""A heading that is more than one level below the one before it (seed: ``md_numbering_control``, level continuity).

The first heading may be of any level. Headings in lists and quotes are no sections and are not looked at. A document
that skips the same levels many times does so on purpose: the first is reported, with their number.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import ParsedDocument, Section
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import Rule, ScanInput, finding

_HABIT = 10
"""More skips of one kind than this are a document's habit."""


class _HeadingLevelSkip:
    """``heading-level-skip``: no repair, since either level may be the wrong one."""

    id: str = "heading-level-skip"
    severity: Severity = Severity.ATTENTION
    kernel: str = "md_numbering_control"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a skip, at the deeper heading; one for all of a kind that is a habit."""
        sections = scan.parsed.sections[1:]
        skips = [(a.level, b) for a, b in pairwise(sections) if b.level > a.level + 1]
        counts = Counter((above, section.level) for above, section in skips)
        told: set[tuple[int, int]] = set()
        for above, section in skips:
            kind = (above, section.level)
            habit = counts[kind] > _HABIT
            if habit and kind in told:
                continue
            told.add(kind)
            message = (
                f"heading level {section.level} follows level {above}: {_skipped(above + 1, section.level - 1)} skipped"
            )
            if habit:
                message += f" (so it is in {counts[kind]} places)"
            yield finding(self, scan.parsed.document, _heading_span(scan.parsed, section), message)


def _heading_span(parsed: ParsedDocument, section: Section) -> Span:
    """The heading's line, or only its ``#`` marks when inline code or a link in it would hide the finding."""
    line = parsed.document.line_span(section.line_start)
    text = parsed.document.line_text(section.line_start)
    start = line.start + len(text) - len(text.lstrip(" "))
    whole = Span(start, line.start + len(text.rstrip()))
    if not parsed.protected_in(whole):
        return whole
    marks = len(text.lstrip(" ")) - len(text.lstrip(" ").lstrip("#"))
    return Span(start, start + max(marks, 1))


RULES: tuple[Rule, ...] = (_HeadingLevelSkip(),)


def _skipped(first: int, last: int) -> str:
    return f"level {first} is" if first == last else f"levels {first} to {last} are"
