"""A plan as it is stored: what would be done to one document state, and all that applying it later needs.

Its bytes are canonical JSON, and its name is their hash. It holds no path, no name and no time, so what a person
approved is what is applied, or nothing.
"""

import json
from typing import Any

from pydantic import Field, ValidationError

from reviewer.hashing import bytes_hash
from reviewer.model.edit import EditPlan
from reviewer.model.frozen import Frozen
from reviewer.service.ops.finding_outcomes import Asked
from reviewer.service.outcomes import Facts
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.plans import read_plan, unreadable_plan

_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


class StoredPlan(Frozen):
    """The plan with its verdicts; ``facts`` of the run that made it, its configuration among them.

    ``silent`` are the op ids that a commit would apply without a note, by a dry run when the plan was made. ``again``:
    it may propose anew what a person undid. ``asked`` are the findings, for the report.
    """

    schema_version: int = Field(default=1, alias="schema")
    plan: EditPlan
    facts: Facts
    silent: tuple[str, ...] = ()
    again: bool = False
    asked: tuple[Asked, ...] = ()


def stored_form(stored: StoredPlan) -> tuple[str, bytes]:
    """The hash and the bytes of a plan."""
    text = _CANONICAL(stored.model_dump(mode="json", by_alias=True))
    body = text.encode("utf-8", "backslashreplace")  # half a character, as JSON has it
    return bytes_hash(body), body


def load_stored(workspace: Workspace, name: str) -> tuple[str, StoredPlan]:
    """A stored plan by its hash, a beginning of that, or ``latest``; with the hash.

    Raises:
        UserError: ``unknown-plan``: none is kept, or another version made it.
        IntegrityError: ``bad-plan``: its bytes do not have the hash.
    """
    digest, data = read_plan(workspace, name)
    try:
        return digest, StoredPlan.model_validate(_plain(data))
    except ValidationError as error:
        raise unreadable_plan(workspace, digest, error) from None


def _plain(data: Any) -> Any:
    return data if isinstance(data, dict) else {}
