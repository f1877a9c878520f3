"""What ``revert`` and ``reapply`` did, for people."""

from reviewer.model.undo import UndoOutcome
from reviewer.path_text import bare_path
from reviewer.surfaces.cli.outcome_text import command_on

SHOWN = 10
"""So many ids are written out where a command could name them all."""


def undo_lines(outcome: UndoOutcome, verb: str) -> list[str]:
    """What was done, one line for each refusal and note, then where the results are; not a dry run's diff.

    ``verb`` is reverted or reapplied.
    """
    done = (*outcome.reverted, *outcome.reapplied)
    dry = "dry run, nothing was written: " if outcome.dry_run else ""
    listed = f": {', '.join(done)}" if done else ""
    lines = [f"{dry}{len(done)} {verb}, {len(outcome.failed)} failed{listed}"]
    if outcome.cascaded:
        lines.append(f"with them, because they stand or fall together: {', '.join(outcome.cascaded)}")
    for number, item in enumerate(outcome.failed):
        blocking = f" ({', '.join(item.blocked_by)})" if item.blocked_by else ""
        lines.append(f"failed: {item.id}: {item.reason}{blocking}")
        if item.command and number < SHOWN:
            lines.append(f"  all the same: {item.command}")
    if outcome.status == "refused":
        lines.append("nothing was changed; --keep-going does what can be done")
    lines += [f"note: {text}" for text in outcome.notes]
    if outcome.diff is not None:
        return lines
    lines += [
        f"edited:    {bare_path(outcome.outputs.edited)}",
        f"annotated: {bare_path(outcome.outputs.annotated)}",
        f"report:    {bare_path(outcome.outputs.report)}",
    ]
    lines += [f"written:   {bare_path(path)}" for path in outcome.written]
    if outcome.reverted:
        lines.append(f"back:      {command_on(outcome, 'reapply', *_briefly(outcome.reverted))}")
    return lines


def _briefly(ids: tuple[str, ...]) -> tuple[str, ...]:
    return ids if len(ids) <= SHOWN else ("--all",)
