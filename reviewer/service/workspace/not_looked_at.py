"""What the rules were told not to look at: the report says it, so that silence is never taken for soundness."""

from reviewer.model.document import Document
from reviewer.model.position import Span
from reviewer.scan.directives import may_silence, silence
from reviewer.scan.registry import RULE_IDS
from reviewer.service.files.documents import parsed
from reviewer.service.workspace.run_record import RunRecord


def not_looked_at(current: Document, record: RunRecord) -> tuple[str, ...]:
    """Rules that the configuration switches off, and passages in which a directive does; one line each."""
    lines = []
    if off := record.config.get("rules", {}).get("disable", ()):
        lines.append(f"Rules that the configuration switches off: {', '.join(sorted(off))}.")
    passages: dict[tuple[int, int], set[str]] = {}
    silenced = silence(parsed(current), RULE_IDS).ranges if may_silence(current.text) else {}
    for rule, ranges in silenced.items():
        for place in ranges:
            passages.setdefault(place, set()).add(rule)
    size = len(current.text)
    for (start, end), rules in sorted(passages.items()):
        first, last = current.lines_of(Span(start, min(end, size)))
        where = f"Line {first}" if first == last else f"Lines {first} to {last}"
        names = "all rules" if rules == RULE_IDS else ", ".join(sorted(rules))
        lines.append(f"{where} of the edited document: a directive switches off {names}.")
    return tuple(lines)
