"""Stored plans of a workspace: ``stage2/plans/<sha256>.json``, canonical JSON under the hash of its bytes.

A plan says what would be done; nothing of it is done until a person or a program chooses. ``index.json`` beside them
says when which run made which plan, newest last: a run that goes on later finds its own plan there. Only the newest
``plans_kept`` files stay (and the one that was applied last, of which the report tells what is not chosen yet); the
index remembers more, so that a plan that is no longer kept is told as that and never made again behind one's back.
"""

import re
from collections.abc import Collection, Iterable
from typing import Any

from pydantic import Field, ValidationError

from reviewer.errors import IntegrityError, ReviewError, UserError
from reviewer.file_kinds import read_regular
from reviewer.hashing import bytes_hash
from reviewer.json_text import read_json
from reviewer.ledger.atomic import write_atomic
from reviewer.model.edit import EditOp
from reviewer.model.frozen import Frozen
from reviewer.model.plan_outcome import PlanCounts
from reviewer.path_text import shown_path
from reviewer.service.workspace.artifacts import write_json
from reviewer.service.workspace.command_line import on_review
from reviewer.service.workspace.folder import Workspace

LATEST = "latest"
"""Names the newest plan of a document."""

_REMEMBERED = 200
"""Plans in the index."""

_PREFIX = "sha256:"
_DIGEST = re.compile(r"(?:sha256:)?([0-9a-f]{6,64})")


class Made(Frozen):
    """A plan in the index: its hash, when it was made on which document, and by which run (empty: nobody waits for it).

    ``counts`` are what a dry run found then.
    """

    plan: str
    made: str
    doc_hash: str
    run: str = ""
    counts: PlanCounts = PlanCounts()


class Index(Frozen):
    """Plans, oldest first."""

    schema_version: int = Field(default=1, alias="schema")
    plans: tuple[Made, ...] = ()


def store_plan(workspace: Workspace, body: bytes, made: Made, keep: int, needed: Iterable[str] = ()) -> None:
    """Write a plan whole, note it as the newest, take away old ones but those ``needed``. Call it under the lock."""
    path = _path(workspace, made.plan)
    if not path.exists() or bytes_hash(read_regular(path)) != made.plan:
        write_atomic(path, body)
    others = [one for one in read_index(workspace).plans if (one.plan, one.run) != (made.plan, made.run)]
    plans = (*others, made)[-_REMEMBERED:]
    write_json(workspace.plans / "index.json", Index(plans=plans).model_dump(mode="json", exclude={"schema_version"}))
    newest = list(dict.fromkeys(one.plan for one in reversed(plans)))[:keep]
    kept = {_path(workspace, name).name for name in (*newest, *needed)}
    for path in workspace.plans.glob("*.json"):
        if path.name != "index.json" and path.name not in kept:
            path.unlink(missing_ok=True)


def read_index(workspace: Workspace) -> Index:
    """The index; empty where it is missing or damaged: it only helps to find plans, which prove themselves."""
    try:
        return Index.model_validate(read_json(read_regular(workspace.plans / "index.json")))
    except (OSError, ValueError):
        return Index()


def plan_of_run(workspace: Workspace, run: str) -> Made | None:
    """The plan that a run made before, whether it is still kept or not."""
    return next((one for one in reversed(read_index(workspace).plans) if one.run == run), None)


def read_plan(workspace: Workspace, name: str) -> tuple[str, dict[str, Any]]:
    """A stored plan's full hash and its content; ``name`` is a hash, its first six digits or more, or ``latest``.

    Raises:
        UserError: ``unknown-plan``: none is kept under this name, or several begin so.
        IntegrityError: ``bad-plan``: its bytes do not have the hash.
    """
    digest = _found(workspace, name)
    path = _path(workspace, digest)
    try:
        body = read_regular(path)
    except OSError:
        raise _unknown(workspace, name, "is not kept (any longer)") from None
    if bytes_hash(body) != digest:
        message = f"the plan {shown_path(path)} is damaged: its bytes do not have the hash that is its name"
        raise IntegrityError("bad-plan", message, f"make it again: {_again(workspace)}")
    data: dict[str, Any] = read_json(body)
    return digest, data


def ops_of(workspace: Workspace, name: str, op_ids: Collection[str]) -> tuple[EditOp, ...] | None:
    """Those of a stored plan's ops, in its order; None where it is not kept or cannot be read."""
    try:
        ops = read_plan(workspace, name)[1]["plan"]["ops"]
        return tuple(EditOp.model_validate(op) for op in ops if op["op_id"] in op_ids)
    except (ReviewError, ValueError, KeyError, TypeError):
        return None


def unreadable_plan(workspace: Workspace, digest: str, error: ValidationError) -> UserError:
    """What is told of a plan whose bytes are unharmed and whose form is not ours."""
    message = f"the plan {digest} was made by another version of reviewctl ({error.error_count()} fields do not fit)"
    return UserError("unknown-plan", message, f"make it again: {_again(workspace)}")


def _found(workspace: Workspace, name: str) -> str:
    if name == LATEST:
        plans = read_index(workspace).plans
        if not plans:
            raise _unknown(workspace, name, "is not there: no plan was made")
        return plans[-1].plan
    match = _DIGEST.fullmatch(name.strip().lower())
    if match is None:
        raise _unknown(workspace, name, "is no hash of a plan")
    begin = match[1]
    names = [path.stem for path in workspace.plans.glob(f"{begin}*.json")] if len(begin) < 64 else [begin]
    if len(names) != 1:
        raise _unknown(workspace, name, f"is the beginning of {len(names)} plans" if names else "is not kept")
    return _PREFIX + names[0]


def _unknown(workspace: Workspace, name: str, what: str) -> UserError:
    kept = list(dict.fromkeys(one.plan for one in reversed(read_index(workspace).plans)))
    kept = [digest for digest in kept if _path(workspace, digest).exists()][:3]
    hint = f"kept are {', '.join(kept)}" if kept else f"make one: {_again(workspace)}"
    return UserError("unknown-plan", f"the plan {name[:80]!r} of {shown_path(workspace.document)} {what}", hint)


def _again(workspace: Workspace) -> str:
    return on_review("plan", workspace.document, workspace.root)


def _path(workspace: Workspace, digest: str) -> Any:
    return workspace.plans / f"{digest.removeprefix(_PREFIX)}.json"
