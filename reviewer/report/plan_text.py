"""``PLAN_<stem>.md``: what a plan would do, op by op, before any of it is done. Text of the document stays inert."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from reviewer.model.edit import EditOp
from reviewer.model.outcome import RejectedOp
from reviewer.model.plan_outcome import PlanOutcome
from reviewer.report.pipe_table import pipe_table
from reviewer.report.quoting import code, escape

OP_COLUMNS = ("Op", "Line", "Section", "Kind", "Tier", "Before", "After", "Why")


@dataclass(frozen=True, slots=True)
class PlanText:
    """All that it says. ``ops`` are what a dry run accepts, ``lines`` where each stands; ``apply`` a command line.

    ``words``: by op id what stands there and what would, in whole words.
    """

    document: str
    outcome: PlanOutcome
    ops: tuple[EditOp, ...]
    lines: Mapping[str, int]
    words: Mapping[str, tuple[str, str]]
    rejected: tuple[RejectedOp, ...]
    not_reviewed: tuple[str, ...]
    apply: str


def plan_text(data: PlanText) -> str:
    """The plan as Markdown, LF line ends, with a final newline."""
    parts = [
        f"# Plan for {escape(data.document)}",
        "Nothing of this is done. What is chosen of it is applied to the document as it is now, or not at all.",
        pipe_table(("Plan", ""), _facts(data)),
        _how(data),
        _ops(data),
        _rejected(data.rejected),
        _not_reviewed(data.not_reviewed),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(data: PlanText) -> list[tuple[str, object]]:
    counts = data.outcome.counts
    return [
        ("Plan hash", code(data.outcome.plan)),
        ("Document hash", code(data.outcome.doc_hash)),
        ("Ledger head", code(data.outcome.head)),
        ("Changes", counts.changes),
        ("— silent", counts.silent),
        ("— with a note (attention)", counts.attention),
        ("— deletions", counts.deletions),
        ("Flags (nothing changed)", counts.flags),
        ("Refused", counts.rejected),
        ("In force already", counts.already_applied),
        ("Findings", counts.findings),
        ("By kind", escape(", ".join(f"{kind} {count}" for kind, count in counts.kinds.items())) or "—"),
    ]


def _how(data: PlanText) -> str:
    lines = [data.apply, f"{data.apply} --select silent", f"{data.apply} --kind typo --kind grammar"]
    if data.ops:
        lines.append(f"{data.apply} --select {data.ops[0].op_id}")
    lines = [line.replace("\n", " ") for line in lines]
    fence = "`" * max(3, 1 + max(_longest_ticks(line) for line in lines))
    body = "\n".join(lines)
    return f"## How to apply it\n\n{fence}sh\n{body}\n{fence}"


def _longest_ticks(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    return longest


def _ops(data: PlanText) -> str:
    if not data.ops:
        return "## Ops\n\nNothing would be done."
    intro = "Lines are those of the document as it is. Ops of one group are applied together."
    return f"## Ops\n\n{intro}\n\n{pipe_table(OP_COLUMNS, op_rows(data.ops, data.words, data.lines))}"


def op_rows(
    ops: Sequence[EditOp], words: Mapping[str, tuple[str, str]], lines: Mapping[str, int] = MappingProxyType({})
) -> list[tuple[object, ...]]:
    """A row for each op; ``words`` and ``lines`` by op id, where an op itself does not say it (as well)."""
    return [
        (code(op.op_id), line, escape(op.target.node_path, 60) or "—", op.kind, tier_of(op),
         code(before), "—" if op.action.value == "flag_only" else code(after), _why(op))
        for op in ops
        for before, after in (words.get(op.op_id, (op.before_text, op.after_text)),)
        for line in (lines.get(op.op_id, op.target.line_start),)
    ]  # fmt: skip


def tier_of(op: EditOp) -> str:
    """Flag, silent or attention; a graver severity is said."""
    if op.action.value == "flag_only":
        return "flag"
    if op.silent:
        return "silent"
    return "attention" if op.severity.value in {"minor", "attention"} else f"attention, {op.severity.value}"


def _why(op: EditOp) -> str:
    note = op.review_note.text if op.review_note is not None else ""
    said = escape(op.rationale or note.partition(" — ")[2] or note)
    return f"{said} (group {escape(op.group, 40)})" if op.group else said


def _rejected(rejected: Sequence[RejectedOp]) -> str:
    if not rejected:
        return ""
    rows = [
        (op.line or "—", code(op.op_id) if op.op_id else "—", code(op.before), code(op.after), op.code.value,
         escape(op.message))
        for op in rejected
    ]  # fmt: skip
    return "## Refused\n\n" + pipe_table(("Line", "Op", "Before", "After", "Code", "Why"), rows)


def _not_reviewed(lines: Sequence[str]) -> str:
    said = "\n".join(f"- {escape(line)}" for line in lines)
    return f"## Not reviewed\n\n{said}" if said else ""
