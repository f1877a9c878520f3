"""The findings in the report, each with what became of it: mended, told, or left and why."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from reviewer.count_text import verb
from reviewer.model.entry import LedgerEntry
from reviewer.model.finding import Finding
from reviewer.model.outcome import FindingOutcome
from reviewer.report.pipe_table import pipe_table
from reviewer.report.quoting import code, escape
from reviewer.report.states import IN_FORCE, states

NOT_RECORDED = "not recorded"
"""Of reviews that an earlier version made, or whose file of outcomes is gone; the next review writes it anew."""

_DONE = {"flag": "told", "external": "mended by hand"}


def findings_text(
    findings: Sequence[Finding],
    outcomes: Sequence[FindingOutcome],
    entries: Sequence[LedgerEntry],
    active: Container[str],
) -> str:
    """How many were mended, told and left, and a row for each. ``outcomes`` are those of the review that found them,
    ``active`` the ids of what is in force now."""
    known = {(outcome.rule, outcome.span, outcome.message): outcome for outcome in outcomes}
    by_id, state = {entry.id: entry for entry in entries}, states(entries, active)
    told = [became(known.get((found.rule, found.span, found.message)), by_id, state) for found in findings]
    rows = [
        (f"{found.line}:{found.column}", found.rule, found.severity.value, code(found.text, 80), escape(found.message),
         escape(what))
        for found, what in zip(findings, told, strict=True)
    ]  # fmt: skip
    intro = (
        "Positions are lines and columns of the document as it was reviewed; what became of a finding is what that "
        f"review did, and what was undone since. {in_all(told)}"
    )
    header = ("Place", "Rule", "Severity", "Text", "What", "What became of it")
    return f"{intro}\n\n{pipe_table(header, rows)}"


def became(outcome: FindingOutcome | None, entries: Mapping[str, LedgerEntry], states: Mapping[str, str]) -> str:
    """In words, with the ids of the ledger. What was undone or closed since is said behind the id.

    ``states`` are those of ``report.states``; an entry that the ledger has no more is not told of.
    """
    if outcome is None:
        return NOT_RECORDED
    done = [_done(entries[name], states[name]) for name in outcome.entries if name in entries]
    if done:
        return "; ".join(done)
    others = [name for name in outcome.touched if states.get(name) == IN_FORCE]
    touched = f"; text in it is changed by {', '.join(others)}" if others else ""
    return f"left: {outcome.left or NOT_RECORDED}{touched}"


def _done(entry: LedgerEntry, state: str) -> str:
    since = "" if state == IN_FORCE else f", {state}"
    return f"{_DONE.get(entry.event, 'mended')} ({entry.id}){since}"


def in_all(told: Iterable[str]) -> str:
    """How many findings were mended, told and left, in a sentence; what was undone since counts as what it was."""
    counts = Counter(text.partition(" ")[0].rstrip(":") for text in told)
    mended, flags, left, unknown = (counts[word] for word in ("mended", "told", "left", "not"))
    parts = [f"{mended} {verb(mended, 'was', 'were')} mended", f"{flags} told by a flag", f"{left} left"]
    parts += [f"of {unknown} nothing is recorded"] if unknown else []
    return f"{', '.join(parts)}."
