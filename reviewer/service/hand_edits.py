"""Edits that people made by hand in the files of a review: recorded before anything else happens, never overwritten."""

from pathlib import Path

from reviewer.hashing import bytes_hash
from reviewer.ledger.entries import Stamp
from reviewer.ledger.external import plan_external
from reviewer.ledger.fold import History
from reviewer.ledger.transaction import commit
from reviewer.markdown.source import read_document
from reviewer.service.artifacts import write_bytes
from reviewer.service.run_record import RunRecord
from reviewer.service.workspace import Workspace


def outputs_of(workspace: Workspace, record: RunRecord | None) -> list[Path]:
    """Every file that holds a state of the document: itself, the edited copy, earlier ``--output`` files."""
    derived = {workspace.annotated, workspace.report}
    recorded = [Path(path) for path in record.files if Path(path) not in derived] if record else []
    return list(dict.fromkeys([workspace.document, workspace.edited, *recorded]))


def absorb_hand_edits(workspace: Workspace, history: History, record: RunRecord | None, stamp: Stamp) -> History:
    """Record every unknown state of an output as ``external`` entries against the state that the file last had."""
    for path in outputs_of(workspace, record):
        if not path.exists():
            continue
        observed = read_document(path.read_bytes(), str(path))
        if history.view_for(observed.doc_hash) is not None:
            continue
        transaction = plan_external(history, observed, _basis(workspace, history, record, path), stamp)
        if transaction is not None:
            commit(workspace.ledger, history.head, transaction, [])
            history = transaction.history
    return history


def _basis(workspace: Workspace, history: History, record: RunRecord | None, path: Path) -> frozenset[str]:
    """The active set of the state that this file last had."""
    last = record.files.get(str(path)) if record else None
    view = history.view_for(last) if last else None
    if view is not None:
        return view
    return frozenset() if path == workspace.document else history.active


def set_aside_edited_copies(workspace: Workspace, record: RunRecord | None) -> list[str]:
    """Keep a copy of the annotated document or report where a person changed it; both are about to be made again."""
    kept = []
    for path in (workspace.annotated, workspace.report):
        last = record.files.get(str(path)) if record else None
        if last is None or not path.exists() or bytes_hash(path.read_bytes()) == last:
            continue
        copy = _free(path)
        write_bytes(copy, path.read_bytes())
        kept.append(f"{path} had been edited by hand; the edited copy is kept as {copy}")
    return kept


def _free(path: Path) -> Path:
    number = 1
    while (copy := path.with_name(f"{path.stem}.kept-{number}{path.suffix}")).exists():
        number += 1
    return copy
