"""One entry of the ledger, with its patch if asked for."""

import difflib
from typing import Any

from reviewer.errors import UserError
from reviewer.ledger.fold import History
from reviewer.ledger.patches import patch_pair
from reviewer.ledger.told import in_context, told_entries
from reviewer.model.entry import LedgerEntry, of_one_proposal
from reviewer.service.workspace.command_line import on_review
from reviewer.service.workspace.derive import passage_of
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.history import read_history
from reviewer.service.workspace.in_force import in_force
from reviewer.service.workspace.run_record import read_record


def show(workspace: Workspace, change_id: str, *, patch: bool = False) -> dict[str, Any]:
    """The entry as it stands in the ledger, whether it is in force, and the forward patch with ``patch``.

    ``told``: what it did, in whole words; ``summary`` is as the ledger has it. ``together``: ids of what is in force of
    the same proposal of a model. ``passage``: of a flag, the words that it is about. ``in_context``: what stood there
    before and after, in whole words with those beside them on the line; absent where no text changed.

    Raises:
        UserError: ``unknown-id``.
    """
    history, _ = read_history(workspace)
    entry = history.entry(change_id)
    if entry is None:
        raise UserError("unknown-id", f"the ledger has no entry {change_id!r}", _hint(history, change_id, workspace))
    active = in_force(history, read_record(workspace))
    ((_, words),) = told_entries(history, {entry.id})
    shown: dict[str, Any] = {"schema": 1, **entry_json(entry), "told": words, "active": entry.id in active}
    shown["together"] = list(of_one_proposal(history.entries, active).get(entry.id, ()))
    if entry.before_text != entry.after_text and entry.event != "flag":
        shown["in_context"] = dict(zip(("before", "after"), in_context(history, entry), strict=True))
    if entry.event == "flag":
        shown["passage"] = passage_of(history, entry)
    if patch:
        pair = patch_pair(history, entry.id)
        shown["patch"] = pair.forward.decode("utf-8", "replace") if pair else ""
    return shown


def entry_json(entry: LedgerEntry) -> dict[str, Any]:
    """The entry's JSON, as in the ledger."""
    return entry.model_dump(mode="json", by_alias=True)


def _hint(history: History, change_id: str, workspace: Workspace) -> str:
    known = [entry.id for entry in history.entries]
    near = difflib.get_close_matches(change_id.upper(), known, n=1)
    if near:
        return f"did you mean {near[0]}?"
    if not known:
        return "the ledger is empty"
    return f"list the entries with: {on_review('grep', workspace.document, workspace.root)}"
