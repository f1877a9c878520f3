"""Where a review stands, without running anything (seed §10, ``review_md_status``)."""

from pathlib import Path
from typing import Any

from reviewer.count_text import counted
from reviewer.ledger.fold import History
from reviewer.path_text import bare_path
from reviewer.service.files.documents import refuse_other_than_file
from reviewer.service.repairs import describe_pending
from reviewer.service.workspace.folder import absolute, find_workspace, refuse_missing, require_workspace
from reviewer.service.workspace.hand_edits import outputs_of
from reviewer.service.workspace.history import read_history
from reviewer.service.workspace.in_force import in_force
from reviewer.service.workspace.run_record import read_record

_STAGE_FILES = {
    "stage1": "stage1/md_chunk.json",
    "stage2": "stage2/md_consistency_scan.json",
    "stage3": "stage3/doc.edited.md",
}


def status(document: Path, explicit: Path | None = None) -> dict[str, Any]:
    """``status`` is ``completed``, ``partial`` (a stage is missing or a repair is pending) or ``not_found``: there is a
    document, and no review of it yet. A review whose document has been removed is still told of.

    Raises:
        UserError: ``missing-file`` where there is neither; as ``refuse_other_than_file``.
        IntegrityError: the ledger is broken.
    """
    refuse_other_than_file(document)
    workspace = find_workspace(document, explicit)
    if workspace is None:
        refuse_missing(document)
        return _without_review(document)
    require_workspace(document, explicit)
    history, _ = read_history(workspace)
    notes = describe_pending(workspace, history.snapshot)
    pending = None if notes is None else "; ".join(notes)
    stages = [name for name, file in _STAGE_FILES.items() if (workspace.root / file).exists()]
    record = read_record(workspace)
    counts = _counts(history, in_force(history, record))
    complete = len(stages) == len(_STAGE_FILES) and pending is None
    return {
        "schema": 1,
        "status": "completed" if complete else "partial",
        "summary": f"{counted(counts['total_changes'], 'change')} in force, {counted(counts['flags'], 'flag')}, "
        f"{counted(counts['reverts'], 'revert')}",
        "workspace": str(workspace.root),
        "document": str(workspace.document),
        "stages_completed": stages,
        "counts": counts,
        "head": history.head,
        "pending_repair": pending,
        "outputs": {str(path): path.exists() for path in outputs_of(workspace, record)},
    }


def _without_review(document: Path) -> dict[str, Any]:
    return {
        "schema": 1,
        "status": "not_found",
        "summary": f"{bare_path(document)} has no review yet",
        "workspace": "",
        "document": str(absolute(document)),
        "stages_completed": [],
        "counts": {},
        "head": "",
        "pending_repair": None,
    }


def _counts(history: History, active: frozenset[str]) -> dict[str, int]:
    changes = [entry for entry in history.entries if entry.event == "change" and entry.id in history.active]
    return {
        "total_changes": len(changes),
        "attention": sum(not entry.silent for entry in changes),
        "silent": sum(entry.silent for entry in changes),
        "deletions": sum(entry.action == "delete" for entry in changes),
        "flags": sum(name in active for name in history.flags),
        "reverts": sum(entry.is_revert for entry in history.entries),
        "hand_edits": sum(entry.event == "external" for entry in history.entries),
        "entries": len(history.entries),
    }
