"""What ``review`` and ``apply`` did, for people."""

from pathlib import Path

from reviewer.count_text import counted
from reviewer.model.edit import RejectCode
from reviewer.model.outcome import RejectedOp, ReviewOutcome
from reviewer.model.plan_outcome import PlanOutcome
from reviewer.model.undo import UndoOutcome
from reviewer.path_text import bare_path
from reviewer.service.workspace.command_line import on_review
from reviewer.surfaces.cli.output import plain, write, write_json

SHOWN = 10
"""So many rejections are listed; the report has all of them."""

OTHER_DOCUMENT = "no op fits this document; name the document, or the state of it, that the ops were made for"


def print_outcome(outcome: ReviewOutcome, *, as_json: bool) -> None:
    """The outcome as one JSON object, or for people: counts, where the results are, how to undo, what to do next."""
    if as_json:
        write_json(outcome.model_dump(mode="json", by_alias=True))
        return
    for line in outcome_lines(outcome):
        write(plain(line))


def outcome_lines(outcome: ReviewOutcome) -> list[str]:
    """The lines for people."""
    counts = outcome.counts
    lines = [
        f"{bare_path(outcome.document)}: {counted(counts.findings, 'finding')}, {counted(counts.changes, 'change')} "
        f"({counts.silent} silent, {counts.attention} attention), {counted(counts.flags, 'flag')}, "
        f"{counts.rejected} rejected" + (f", {counts.not_chosen} not chosen" if counts.not_chosen else "")
    ]
    if outcome.already_applied:
        lines.append(f"already applied: {len(outcome.already_applied)}")
    lines += [f"note: {text}" for text in outcome.notes]
    lines += [f"failed: {text}" for text in outcome.failures]
    lines += [f"rejected: {_named(op)}{op.code}: {op.message}" for op in outcome.rejected[:SHOWN]]
    if len(outcome.rejected) > SHOWN:
        lines.append(f"rejected: {len(outcome.rejected) - SHOWN} more, see the report")
    if _fits_nowhere(outcome):
        lines.append(f"hint: {OTHER_DOCUMENT}")
    lines += [f"written:   {bare_path(path)}" for path in outcome.written]
    return lines + _places(outcome) + _next_steps(outcome)


def _fits_nowhere(outcome: ReviewOutcome) -> bool:
    """Whether nothing of a file of ops was made, each because what it quotes is not where it says."""
    made = outcome.applied or outcome.flagged or outcome.already_applied
    misplaced = {RejectCode.RANGE, RejectCode.HASH}
    return bool(outcome.rejected) and not made and all(op.index and op.code in misplaced for op in outcome.rejected)


def plan_lines(outcome: PlanOutcome) -> list[str]:
    """What a plan would do, for people: counts, where it is, how to apply it."""
    counts = outcome.counts
    lines = [
        f"{bare_path(outcome.document)}: {counted(counts.findings, 'finding')}; would be made: "
        f"{counted(counts.changes, 'change')} ({counts.silent} silent, {counts.attention} attention), "
        f"{counted(counts.flags, 'flag')}; {counts.rejected} rejected"
    ]
    if counts.already_applied:
        lines.append(f"already applied: {counts.already_applied}")
    lines += [f"note: {text}" for text in outcome.notes]
    lines += [f"failed: {text}" for text in outcome.failures]
    lines += [f"plan:   {outcome.plan}", f"stored: {bare_path(outcome.path)}", f"read:   {bare_path(outcome.readable)}"]
    apply = on_review("apply", Path(outcome.document), Path(outcome.workspace), "--plan", outcome.plan)
    return [*lines, f"next: {apply}", f"      {apply} --select silent"]


def _named(op: RejectedOp) -> str:
    """By its place in the file where it came from one, with what it quotes; else by its id and what it would change."""
    if op.index:
        words = [f"op {op.index}", op.id, repr(op.quote) if op.quote else ""]
    else:
        change = f"{op.before!r} → {op.after!r}" if op.before or op.after else ""
        words = [op.id or op.op_id, f"line {op.line}" if op.line else "", change]
    return "".join(f"{word} " for word in words if word)


def _places(outcome: ReviewOutcome) -> list[str]:
    outputs = outcome.outputs
    return [
        f"edited:    {bare_path(outputs.edited)}",
        f"annotated: {bare_path(outputs.annotated)}",
        f"report:    {bare_path(outputs.report)}",
        f"ledger:    {bare_path(outputs.ledger)}",
    ]


def _next_steps(outcome: ReviewOutcome) -> list[str]:
    steps = [f"next: {command_on(outcome, 'report')}"]
    ids = outcome.applied or outcome.flagged
    if ids:
        steps.append(f"      {command_on(outcome, 'show', ids[0], '--patch')}")
    steps.append(f"      {command_on(outcome, 'verify')}")
    if outcome.applied:
        steps.append(f"undo: {command_on(outcome, 'revert', outcome.applied[0])} (or --all)")
    return steps


def command_on(outcome: ReviewOutcome | UndoOutcome, name: str, *words: str) -> str:
    """A command line that goes on with this review."""
    return on_review(name, Path(outcome.document), Path(outcome.workspace), *words)
