"""``verify``: does everything fit together? Ledger, patches, documents on disk; the first bad place is named."""

from typing import Any

from reviewer.errors import IntegrityError
from reviewer.ledger.fold import History
from reviewer.ledger.patches import wrong_patches
from reviewer.ledger.verify import Check, verify_ledger
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.service.hand_edits import outputs_of
from reviewer.service.repairs import describe_pending
from reviewer.service.run_record import read_record
from reviewer.service.workspace import Workspace


def verify(workspace: Workspace, head: str | None = None) -> dict[str, Any]:
    """Check hash chain, replay, heads, patches and documents. ``head`` is a hash that was noted elsewhere.

    ``status`` is ``ok``, ``repair_pending`` (the next writing command completes a killed run) or ``failed``. Integrity,
    not authorship: whoever can write the folder can write a new chain. Writes nothing.
    """
    snapshot = read_document(workspace.snapshot.read_bytes(), str(workspace.document))
    record = read_record(workspace)
    heads = tuple(known for known in (head, record.head if record else None) if known)
    verdict = verify_ledger(workspace.ledger, snapshot, heads)
    checks = list(verdict.checks)
    pending = None
    if verdict.history is not None:
        pending, problem = _pending(workspace, snapshot)
        checks += [problem] if problem else []
        checks.append(_patches(workspace, verdict.history, pending is not None))
        checks += _documents(workspace, verdict.history)
    if pending:
        checks.append(Check("repair", True, "pending: " + "; ".join(pending)))
    ok = all(check.ok for check in checks)
    return {
        "schema": 1,
        "status": "failed" if not ok else "repair_pending" if pending else "ok",
        "head": verdict.history.head if verdict.history else "",
        "checks": [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in checks],
    }


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


def _documents(workspace: Workspace, history: History) -> list[Check]:
    """Every file that holds the document: in the present state, in a recorded one, or edited by hand."""
    checks = []
    for path in outputs_of(workspace, read_record(workspace)):
        name = f"document {path}"
        if not path.exists():
            if path == workspace.document:
                checks.append(Check(name, False, "is missing"))
            continue
        document = read_document(path.read_bytes(), str(path))
        if document.doc_hash == history.doc_hash:
            detail = "is in the present state"
        elif history.view_of(document) is not None:
            detail = "is in an earlier recorded state"
        else:
            detail = "was edited by hand; the next review records it"
        checks.append(Check(name, True, detail))
    return checks
