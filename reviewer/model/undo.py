"""What ``revert`` and ``reapply`` did: the JSON object that both print (schema 1)."""

from typing import Literal

from pydantic import Field

from reviewer.model.frozen import Frozen
from reviewer.model.outcome import Outputs


class FailedUndo(Frozen):
    """A change that was not undone or redone.

    ``blocked_by`` names all changes in the way, in ledger order: what a cascade would take along, not only what stands
    on it directly. ``command`` does it all the same, with them; empty where no command can.
    """

    id: str
    reason: str
    blocked_by: tuple[str, ...] = ()
    command: str = ""


class UndoOutcome(Frozen):
    """``reverted`` (or ``reapplied``) are change ids in the order in which they went, cascaded ones included.

    ``cascaded`` are those among them that nobody named; ``diff`` is there with ``--dry-run`` only.
    """

    schema_version: Literal[1] = Field(default=1, alias="schema")
    status: Literal["completed", "partial", "refused"]
    workspace: str
    document: str
    reverted: tuple[str, ...] = ()
    reapplied: tuple[str, ...] = ()
    cascaded: tuple[str, ...] = ()
    failed: tuple[FailedUndo, ...] = ()
    head: str
    dry_run: bool = False
    diff: str | None = None
    notes: tuple[str, ...] = ()
    written: tuple[str, ...] = Field((), description="files outside the workspace that hold the result")
    outputs: Outputs
