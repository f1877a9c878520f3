"""``<!-- reviewctl-disable RULE … -->`` and ``<!-- reviewctl-enable RULE … -->``: passages in which rules are silent.

Rule names are separated by white space or commas; none means all rules. The comments work wherever Markdown has HTML
comments (between blocks, in a line, in lists and quotes); inside code they are text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import Comment, ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding

RULE_ID = "unclosed-directive"
_DIRECTIVE = lazy_pattern(r"reviewctl-(disable|enable)(?![\w-])[\s,]*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Problem:
    """A directive that does not do what its writer meant: one never closed, or a rule name that does not exist."""

    comment: Comment
    message: str


@dataclass(frozen=True, slots=True)
class Silence:
    """Where each rule is switched off, as sorted document offsets ``[start, end)``, and what is wrong."""

    ranges: dict[str, tuple[tuple[int, int], ...]]
    problems: tuple[Problem, ...] = ()

    def covers(self, rule: str, offset: int) -> bool:
        """True when ``rule`` is off at a document offset."""
        ranges = self.ranges.get(rule, ())
        index = bisect_right(ranges, offset, key=lambda found: found[0]) - 1
        return index >= 0 and offset < ranges[index][1]


def may_silence(text: str) -> bool:
    """False promises that ``silence`` finds no passage in this document, without parsing it."""
    return "reviewctl-disable" in text


def silence(parsed: ParsedDocument, rule_ids: frozenset[str]) -> Silence:
    """Read the document's directives; ``rule_ids`` are the rules that exist. An unclosed one runs to the end."""
    opened: dict[str, Comment] = {}
    ranges: dict[str, list[tuple[int, int]]] = {}
    problems: list[Problem] = []
    for comment in parsed.comments:
        match = _DIRECTIVE.fullmatch(comment.text.strip())
        if not match:
            continue
        names = re.split(r"[\s,]+", match.group(2).strip(" \t\r\n,")) if match.group(2).strip(" \t\r\n,") else []
        unknown = sorted({name for name in names if name not in rule_ids})
        if unknown:
            problems.append(Problem(comment, f"no rule is called {', '.join(unknown)}: the directive ignores it"))
        chosen = sorted(rule_ids) if not names else [name for name in names if name in rule_ids]
        for rule in chosen:
            if match.group(1) == "disable":
                opened.setdefault(rule, comment)
            elif rule in opened:
                ranges.setdefault(rule, []).append((opened.pop(rule).span.start, comment.span.end))
    problems.extend(_close(opened, ranges, len(parsed.document.text)))
    return Silence({rule: tuple(found) for rule, found in ranges.items()}, tuple(problems))


def _close(opened: dict[str, Comment], ranges: dict[str, list[tuple[int, int]]], end: int) -> Iterator[Problem]:
    left: dict[int, Comment] = {}
    for rule, comment in opened.items():
        ranges.setdefault(rule, []).append((comment.span.start, end + 1))
        left[comment.span.start] = comment
    for comment in left.values():
        yield Problem(comment, "this directive is never closed: it holds to the end of the document")


class UnclosedDirective:
    """Reports directives that are never closed, and rule names in directives that do not exist.

    The rule is not part of the published list; directives cannot switch it off.
    """

    id = RULE_ID
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope = frozenset(ProtectedKind)

    def __init__(self, rule_ids: frozenset[str]) -> None:
        self._rule_ids = rule_ids

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a faulty directive, at the comment."""
        for problem in silence(scan.parsed, self._rule_ids).problems:
            yield finding(self, scan.parsed.document, problem.comment.span, problem.message)
