"""What is said of the recorded background of prompts: how old it is, and which of it the document has outgrown."""

from typing import Any

from reviewer.model.pyramid import HeldContext
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.run_record import read_record

SHOWN = 10
"""So many stale parts are named to people."""


def told_to_models(held: HeldContext | None) -> str:
    """For the report: of when the summaries are, and what of them is stale. Empty where models were told none."""
    if held is None:
        return ""
    if not held.stale:
        return f"summaries of the run of {held.run}; the document still has them"
    return f"summaries of the run of {held.run}; stale: {_named(held)}. To renew them: review --refresh-context"


def stale_note(held: HeldContext) -> str:
    """For whoever waits for the run."""
    return f"models were told summaries of an earlier state ({_named(held)}); to renew them: review --refresh-context"


def described(workspace: Workspace) -> dict[str, Any] | None:
    """For ``report --json``: the run that made the summaries, every stale part, who counted tokens."""
    record = read_record(workspace)
    held = record.context if record else None
    if held is None:
        return None
    return {"run": held.run, "stale": list(held.stale), "counted_by": held.counted_by}


def _named(held: HeldContext) -> str:
    more = f" and {len(held.stale) - SHOWN} more" if len(held.stale) > SHOWN else ""
    return ", ".join(held.stale[:SHOWN]) + more
