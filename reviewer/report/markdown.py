"""``REVIEW_<stem>.md``: what was found, changed, flagged, refused and not looked at, with exact counts.

Kernel ``md_review_report_assemble``. Built from the ledger and the findings alone, so that the same ledger and findings
always give the same report. Text of the document is shown in code spans or escaped: it can never become markup here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reviewer.count_text import counted, verb
from reviewer.model.entry import LedgerEntry, of_one_proposal
from reviewer.model.finding import FailedRule, Finding
from reviewer.model.outcome import FindingOutcome, RejectedOp
from reviewer.model.validation import ValidatorCount
from reviewer.report.asking import asking
from reviewer.report.became import findings_text
from reviewer.report.not_chosen import NotChosen, not_chosen_text
from reviewer.report.pipe_table import pipe_table
from reviewer.report.quoting import code, escape
from reviewer.report.states import states
from reviewer.report.validation import validation_text

VERSION = "4"

_WHY = 360
"""Characters of why validators ask for attention: what the proposer said, of any length, takes none of them."""


@dataclass(frozen=True, slots=True)
class SectionLine:
    """A section as the report's table names it."""

    anchor: str
    id: str
    title: str


class Shown(NamedTuple):
    """A change as a person reads it: whole words before and after; line and section's anchor in the edited document."""

    before: str
    after: str
    line: int
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class ReportData:
    """All that a report says. ``active`` are the ids of changes and flags in force, ``places`` how they read, ``told``
    what each entry did.

    ``ruled``: the rules have looked at the document. ``background``: of when the summaries are that models were told;
    empty where they were told none. ``models``: which were asked, and how. ``refused_whole``: lines on passages that
    were reviewed, and of whose proposals none was left; ``asked_again``: on questions that were put once more;
    ``proofreading``: on what a proofreader weighed;
    ``validation``: what each validator decided; ``outcomes``: what the last review did about its findings;
    ``not_chosen``: what no decision has chosen of the plan yet.
    """

    document: str
    doc_hash: str
    edited_hash: str
    head: str
    tool_version: str
    date: str
    sections: tuple[SectionLine, ...]
    entries: tuple[LedgerEntry, ...]
    active: frozenset[str]
    places: Mapping[str, Shown]
    told: Mapping[str, str]
    findings: tuple[Finding, ...]
    failed_rules: tuple[FailedRule, ...]
    rejected: tuple[RejectedOp, ...]
    not_reviewed: tuple[str, ...]
    patches_left: int = 0
    ruled: bool = True
    background: str = ""
    models: str = ""
    refused_whole: tuple[str, ...] = ()
    asked_again: tuple[str, ...] = ()
    proofreading: tuple[str, ...] = ()
    validation: tuple[ValidatorCount, ...] = ()
    outcomes: tuple[FindingOutcome, ...] = ()
    not_chosen: NotChosen | None = None


def assemble(data: ReportData) -> str:
    """The report as Markdown, LF line ends, with a final newline."""
    changes, flags = _in_force(data, "change"), _in_force(data, "flag")
    parts = [
        f"# Review of {escape(data.document)}",
        _metadata(data),
        _summary(data, changes, len(flags)),
        _changes(data, changes),
        _flags(data, flags),
        _findings(data),
        _rejected(data),
        not_chosen_text(data.not_chosen),
        validation_text(data.validation),
        _not_reviewed(data),
        _asked_again(data),
        _proofreading(data),
        _per_section(data, changes, flags),
        _ledger(data),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _metadata(data: ReportData) -> str:
    rows = [
        ("Date", data.date),
        ("Tool", f"reviewctl {data.tool_version}"),
        ("Document", code(data.document, 400)),
        ("Document hash", code(data.doc_hash)),
        ("Edited document hash", code(data.edited_hash)),
        ("Ledger head", code(data.head)),
    ]
    if data.models:
        rows.append(("Models", escape(data.models, 400)))
    if data.background:
        rows.append(("Told to models", escape(data.background)))
    return pipe_table(("Run", ""), rows)


def _in_force(data: ReportData, event: str) -> list[LedgerEntry]:
    return [entry for entry in data.entries if entry.event == event and entry.id in data.active]


def _summary(data: ReportData, changes: Sequence[LedgerEntry], flags: int) -> str:
    rows = [
        ("Changes in force", len(changes)),
        ("— with a note (attention)", sum(not entry.silent for entry in changes)),
        ("— silent", sum(entry.silent for entry in changes)),
        ("— deletions", sum(entry.action == "delete" for entry in changes)),
        ("Flags (nothing changed)", flags),
        ("Reverts", sum(entry.event == "revert" for entry in data.entries)),
        ("Edits made by hand", sum(entry.event == "external" for entry in data.entries)),
        ("Findings", len(data.findings)),
        ("Edits refused in this run", len(data.rejected)),
        ("Rules that failed", len(data.failed_rules)),
    ]
    return "## Summary\n\n" + pipe_table(("What", "Count"), rows)


def _changes(data: ReportData, changes: Sequence[LedgerEntry]) -> str:
    if not changes:
        return "## Changes\n\nNo change is in force."
    together = of_one_proposal(data.entries, data.active)
    rows = [
        (entry.id, shown.line, _where(entry), entry.kind, _tier(entry),
         code(shown.before), code(shown.after), _why(entry) + _with(together.get(entry.id, ())))
        for entry in changes
        for shown in (data.places[entry.id],)
    ]  # fmt: skip
    header = ("Id", "Line", "Section", "Kind", "Tier", "Before", "After", "Why")
    intro = "Lines are those of the edited document. The exact texts are in the ledger and the patches."
    return f"## Changes\n\n{intro}\n\n{pipe_table(header, rows)}"


def _flags(data: ReportData, flags: Sequence[LedgerEntry]) -> str:
    if not flags:
        return ""
    rows = [
        (entry.id, shown.line, _where(entry), entry.kind, entry.severity, code(shown.before, 80),
         _what(entry) or escape(data.told[entry.id]))
        for entry in flags
        for shown in (data.places[entry.id],)
    ]  # fmt: skip
    return "## Flags\n\n" + pipe_table(("Id", "Line", "Section", "Kind", "Severity", "Text", "What"), rows)


def _findings(data: ReportData) -> str:
    if not data.findings:
        return "## Findings\n\n" + ("The rules found nothing." if data.ruled else "The rules did not run.")
    return "## Findings\n\n" + findings_text(data.findings, data.outcomes, data.entries, data.active)


def _rejected(data: ReportData) -> str:
    if not data.rejected and not data.refused_whole:
        return ""
    rows = [
        (_place(op), code(name, 40) if (name := op.id or op.op_id) else "—", _text(_old(op)),
         _text(op.after), op.code.value, escape(op.message))
        for op in data.rejected
    ]  # fmt: skip
    intro = "A place is a line of the document as it was reviewed, or a number in the file that the edits came from."
    parts = ["\n".join(f"- {escape(line)}" for line in data.refused_whole)]
    parts += [intro, pipe_table(("Place", "Edit", "Old text", "New text", "Code", "Why"), rows)] if rows else []
    return "\n\n".join(("## Refused edits", *filter(None, parts)))


def _place(op: RejectedOp) -> str:
    return str(op.index or (f"line {op.line}" if op.line else "—"))


def _old(op: RejectedOp) -> str:
    """What would have gone; of an edit that cannot be read, what it says."""
    return op.before or ("" if op.after else op.quote)


def _text(text: str) -> str:
    return code(text) if text else "—"


def _not_reviewed(data: ReportData) -> str:
    lines = [f"- {escape(line)}" for line in data.not_reviewed]
    lines += [f"- Rule {code(rule.rule)} failed: {escape(rule.error)}" for rule in data.failed_rules]
    return "## Not reviewed\n\n" + ("\n".join(lines) if lines else "Everything was reviewed.")


def _proofreading(data: ReportData) -> str:
    lines = [f"- {escape(line)}" for line in data.proofreading]
    return "\n\n".join(("## Proofreading", "\n".join(lines))) if lines else ""


def _asked_again(data: ReportData) -> str:
    lines = [f"- {escape(line)}" for line in data.asked_again]
    return "## Asked again\n\n" + "\n".join(lines) if lines else ""


def _per_section(data: ReportData, in_force: Sequence[LedgerEntry], flagged: Sequence[LedgerEntry]) -> str:
    """Every change and flag in force once, in the section in which it stands now."""
    changes, flags = _count(in_force, data), _count(flagged, data)
    named = {section.anchor: (section.id, escape(section.title, 80) or "—") for section in data.sections}
    gone = {anchor: ("—", code(f"#{anchor}", 80)) for anchor in (*changes, *flags) if anchor not in named}
    rows = [
        (*shown, changes.get(anchor, 0), flags.get(anchor, 0))
        for anchor, shown in (*named.items(), *gone.items())
        if anchor in changes or anchor in flags
    ]
    return "## By section\n\n" + pipe_table(("Section", "Title", "Changes", "Flags"), rows) if rows else ""


def _tier(entry: LedgerEntry) -> str:
    """Silent or attention; a graver severity is said."""
    if entry.silent:
        return "silent"
    return "attention" if entry.severity in {"minor", "attention"} else f"attention, {entry.severity}"


def _why(entry: LedgerEntry) -> str:
    """What the proposer said, else what stands in the note behind the id; and why a validator asks for attention."""
    note = (entry.review_note or {}).get("text", "")
    said = entry.rationale or note.partition(" — ")[2] or note
    told = "; ".join(reason for reason in asking(entry) if reason not in said)
    return "; ".join(filter(None, (escape(said), escape(told, _WHY))))


def _with(others: Sequence[str]) -> str:
    """That a change comes from the same proposal of a model as others."""
    shown = ", ".join(others[:3]) + (" …" if len(others) > 3 else "")
    return f" (one proposal with {shown})" if others else ""


def _what(entry: LedgerEntry) -> str:
    """What a flag says: its note, which holds the reason and what was proposed; else the reason."""
    note = (entry.review_note or {}).get("text", "")
    return escape(note.partition(" — ")[2] or entry.rationale or note)


def _count(entries: Iterable[LedgerEntry], data: ReportData) -> dict[str, int]:
    counts: dict[str, int] = {}
    for entry in entries:
        anchor = data.places[entry.id].anchor
        counts[anchor] = counts.get(anchor, 0) + 1
    return counts


def _ledger(data: ReportData) -> str:
    if not data.entries:
        return "## Ledger\n\nThe ledger is empty."
    state = states(data.entries, data.active)
    rows = [
        (entry.seq, entry.id, entry.event, entry.timestamp, entry.kind, escape(data.told[entry.id], 120),
         state[entry.id])
        for entry in data.entries
    ]  # fmt: skip
    left = ""
    if data.patches_left:
        entries, have = counted(data.patches_left, "entry", "entries"), verb(data.patches_left, "has", "have")
        left = (
            f"{entries} {have} no patch files, which would be too large together; "
            "`reviewctl show DOC ID --patch` makes any of them.\n\n"
        )
    return "## Ledger\n\n" + left + pipe_table(("Seq", "Id", "Event", "Time", "Kind", "Summary", "State"), rows)


def _where(entry: LedgerEntry) -> str:
    return escape(entry.scope.get("node_path", ""), 60) or "—"
