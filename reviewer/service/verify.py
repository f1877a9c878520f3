"""``verify``: does everything fit together? Ledger, patches, documents on disk; the first bad place is named."""

from pathlib import Path
from typing import Any

from reviewer.errors import IntegrityError, UserError
from reviewer.file_kinds import kind_of
from reviewer.json_text import read_json
from reviewer.ledger.fold import History
from reviewer.ledger.patches import wrong_patches
from reviewer.ledger.store import entry_hash
from reviewer.ledger.verify import Check, verify_ledger
from reviewer.model.document import Document
from reviewer.path_text import bare_path
from reviewer.service.files.documents import load_document
from reviewer.service.repairs import describe_pending
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.hand_edits import kept_of, outputs_of
from reviewer.service.workspace.history import outputs_of_ledger, read_snapshot
from reviewer.service.workspace.run_record import RunRecord, read_record


def verify(workspace: Workspace, head: str | None = None) -> dict[str, Any]:
    """Check hash chain, replay, heads, patches and documents. ``head`` is a hash that was noted elsewhere.

    ``status`` is ``ok``, ``repair_pending`` (the next writing command completes a killed run) or ``failed``. Integrity,
    not authorship: whoever can write the folder can write a new chain. Writes nothing.
    """
    try:
        snapshot = read_snapshot(workspace)
    except IntegrityError as error:
        return _answer([Check("snapshot", False, error.message)])
    record, no_record = _record(workspace)
    heads = tuple(known for known in (head, record.head if record else None) if known and known.strip())
    verdict = verify_ledger(workspace.ledger, snapshot, heads, outputs_of_ledger(workspace))
    checks = [_snapshot(workspace, snapshot), *verdict.checks, *no_record]
    if head is not None and not head.strip():
        checks.append(Check("head", False, "the given head is empty; perhaps a variable was not set"))
    pending = None
    if verdict.history is not None:
        pending, problem = _pending(workspace, snapshot) if all(check.ok for check in checks) else (None, None)
        checks += [problem] if problem else []
        unfinished = pending is not None or record is None
        checks.append(_patches(workspace, verdict.history, unfinished))
        checks += _documents(workspace, (verdict.history, verdict.ok), record)
    if pending:
        checks.append(Check("repair", True, "pending: " + "; ".join(pending)))
    return _answer(checks, verdict.history.head if verdict.history else "", pending=bool(pending))


def _answer(checks: list[Check], head: str = "", *, pending: bool = False) -> dict[str, Any]:
    ok = all(check.ok for check in checks)
    return {
        "schema": 1,
        "status": "failed" if not ok else "repair_pending" if pending else "ok",
        "head": head,
        "checks": [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in checks],
    }


def _snapshot(workspace: Workspace, snapshot: Document) -> Check:
    """The first entry says which bytes it was made on; where it is unharmed, other bytes are the snapshot's fault."""
    try:
        if kind_of(workspace.ledger):
            return Check("snapshot", True, snapshot.doc_hash)
        with workspace.ledger.open("rb") as file:
            first = read_json(file.readline())
        made_on = first["prev"] if entry_hash(first) == first["entry_hash"] else snapshot.doc_hash
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        made_on = snapshot.doc_hash
    if made_on == snapshot.doc_hash:
        return Check("snapshot", True, snapshot.doc_hash)
    return Check(
        "snapshot", False, f"{bare_path(workspace.snapshot)} is {snapshot.doc_hash}, the ledger was begun on {made_on}"
    )


def _pending(workspace: Workspace, snapshot: Document) -> tuple[list[str] | None, Check | None]:
    try:
        return describe_pending(workspace, snapshot), None
    except IntegrityError as error:
        return None, Check("repair", False, error.message)


def _patches(workspace: Workspace, history: History, repairing: bool) -> Check:
    """Missing patches are part of a pending repair; patches with other bytes never are."""
    wrong = list(wrong_patches(history, workspace.patches))
    broken = [name for name in wrong if (workspace.patches / name).exists()] if repairing else wrong
    if broken:
        return Check("patches", False, f"{broken[0]} is missing or is not what the ledger says ({len(broken)} in all)")
    return Check("patches", True, "every patch is what the ledger says" if not wrong else f"{len(wrong)} to be written")


def _record(workspace: Workspace) -> tuple[RunRecord | None, list[Check]]:
    """The record of the last run; where one stands there that says nothing, that its head was not asked for."""
    try:
        record = read_record(workspace)
    except IntegrityError as error:
        return None, [Check("run record", False, error.message)]
    if record is not None or not workspace.run_json.exists():
        return record, []
    return None, [Check("run record", True, f"{bare_path(workspace.run_json)} is damaged: no head is known from it")]


def _documents(workspace: Workspace, ledger: tuple[History, bool], record: RunRecord | None) -> list[Check]:
    """Every file that holds the document: in the present state, in a recorded one, or edited by hand.

    ``ledger`` is its history, and whether that is all of it: where entries are lost, nobody can tell a hand edit from
    what they had made.
    """
    checks = []
    for path in outputs_of(workspace, record):
        if not path.exists():
            if path == workspace.document:
                checks.append(Check(f"document {bare_path(path)}", False, "is missing"))
            continue
        checks.append(_document(workspace, path, *ledger))
    return checks


def _document(workspace: Workspace, path: Path, history: History, whole: bool) -> Check:
    name = f"document {bare_path(path)}"
    try:
        document = load_document(path)
    except UserError as error:
        again = "; move it away: the next review writes it again" if path == workspace.edited else ""
        return Check(name, False, error.message + again)
    if document.doc_hash == history.doc_hash:
        return Check(name, True, "is in the present state")
    if history.view_of(document) is not None:
        return Check(name, True, "is in an earlier recorded state")
    if not whole:
        return Check(name, True, "is in a state that the ledger does not have")
    then = "the next review records it" if path in kept_of(workspace) else "a copy is kept when it is written again"
    return Check(name, True, f"was edited by hand; {then}")
