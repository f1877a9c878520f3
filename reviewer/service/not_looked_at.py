"""What the rules were told not to look at: the report says it, so that silence is never taken for soundness."""

from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.scan.directives import silence
from reviewer.scan.registry import RULE_IDS
from reviewer.service.run_record import RunRecord


def not_looked_at(current: ParsedDocument, record: RunRecord) -> tuple[str, ...]:
    """Rules that the configuration switches off, and passages in which a directive does; one line each."""
    lines = []
    if off := record.config.get("rules", {}).get("disable", ()):
        lines.append(f"Rules that the configuration switches off: {', '.join(sorted(off))}.")
    passages: dict[tuple[int, int], set[str]] = {}
    for rule, ranges in silence(current, RULE_IDS).ranges.items():
        for place in ranges:
            passages.setdefault(place, set()).add(rule)
    size = len(current.document.text)
    for (start, end), rules in sorted(passages.items()):
        first, last = current.document.lines_of(Span(start, min(end, size)))
        where = f"Line {first}" if first == last else f"Lines {first} to {last}"
        names = "all rules" if rules == RULE_IDS else ", ".join(sorted(rules))
        lines.append(f"{where} of the edited document: a directive switches off {names}.")
    return tuple(lines)
