"""Edits that people made by hand in the files of a review: recorded before anything else happens, never overwritten."""

from collections.abc import Collection, Sequence
from pathlib import Path

from reviewer.errors import UserError
from reviewer.file_kinds import read_regular
from reviewer.hashing import bytes_hash
from reviewer.ledger.entries import IN_PLACE, Stamp
from reviewer.ledger.external import AS_A_WHOLE, plan_external
from reviewer.ledger.fold import History
from reviewer.ledger.transaction import commit
from reviewer.model.document import Document
from reviewer.model.entry import LedgerEntry
from reviewer.path_text import bare_path
from reviewer.service.files.documents import load_document
from reviewer.service.files.names import fitted
from reviewer.service.workspace.artifacts import write_bytes
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.run_record import RunRecord

_ENDING = 20
"""What comes after a name's last dot is its ending when it has at most so many characters."""


def outputs_of(workspace: Workspace, record: RunRecord | None) -> list[Path]:
    """Every file that was given a state of the document: itself, the edited copy, earlier ``--output`` files."""
    derived = {workspace.annotated, workspace.report}
    recorded = [Path(path) for path in record.files if Path(path) not in derived] if record else []
    return list(dict.fromkeys([*kept_of(workspace), *recorded]))


def kept_of(workspace: Workspace) -> tuple[Path, Path]:
    """The files in which the review goes on: the document and the edited copy.

    ``--output`` files are exports. What stands there later may belong to another review, so it is never read back.
    """
    return workspace.document, workspace.edited


def absorb_hand_edits(
    workspace: Workspace, history: History, record: RunRecord | None, stamp: Stamp, *, dry: bool = False
) -> tuple[History, tuple[str, ...]]:
    """Record every unknown state of a kept file as ``external`` entries against the state that the file last had.

    The notes say in one line a file what was recorded, and which changes are no longer in force because of it. ``dry``
    gives the history as it would be and writes nothing.
    """
    notes, standing = [], history.active
    for path in kept_of(workspace):
        if not path.exists():
            continue
        observed = _read_kept(workspace, path)
        if history.view_of(observed) is not None:
            continue
        basis = _basis(workspace, history, record, path)
        if basis is None:
            basis = _basis_of_ledger(history) if path == workspace.document else standing
        transaction = plan_external(history, observed, basis, stamp)
        if transaction is not None:
            if not dry:
                commit(workspace.ledger, history.head, transaction)
            history = transaction.history
            notes.append(_recorded(path, transaction.entries))
    return history, tuple(notes)


def _read_kept(workspace: Workspace, path: Path) -> Document:
    """Raises: UserError: as ``load_document``; of the edited copy it says that this is made again."""
    try:
        return load_document(path)
    except UserError as error:
        if path == workspace.document:
            raise
        told = "save it as UTF-8, or move it away" if error.code == "not-utf8" else "move it away"
        hint = f"{told}: it is the review's edited copy, which the next review, apply, revert or reapply writes again"
        raise UserError(error.code, error.message.replace(", not a document", ", not a file"), hint) from None


def _recorded(path: Path, entries: Sequence[LedgerEntry]) -> str:
    edits = [entry.id for entry in entries if entry.event == "external"]
    undone = [name for entry in entries if entry.event == "revert" and not entry.source for name in entry.refs]
    put_back = [name for entry in entries if entry.event == "revert" and entry.source for name in entry.refs]
    redone = [name for entry in entries if entry.event == "reapply" for name in entry.refs]
    note = f"{bare_path(path)} had been edited by hand"
    note += f": recorded as {_range(edits)}" if edits else ""
    over = [entry.id for entry in entries if entry.reason == AS_A_WHOLE and entry.before_text]
    note += (
        f"; {', '.join(over)} took the place of what stood there, 'reviewctl revert DOC ID' brings it back"
        if over
        else ""
    )
    note += f"; what {', '.join(put_back)} took out was put back, which is an undo of it" if put_back else ""
    note += f"; it took the place of {', '.join(undone)}, no longer in force" if undone else ""
    return note + (f"; it is an edit of {', '.join(redone)}, in force again" if redone else "")


def _range(ids: Sequence[str]) -> str:
    return ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}"


def _basis(workspace: Workspace, history: History, record: RunRecord | None, path: Path) -> frozenset[str] | None:
    """The active set of the state that this file last had; None when nothing says it. All may have moved since."""
    files = record.files if record else {}
    last = files.get(str(path))
    if last is None and record and path == workspace.document:
        last = files.get(record.document)
    elif last is None and record:
        folder = Path(record.document).parent
        last = files.get(str(folder.joinpath(*path.parts[-4:])))
    return history.view_for(last) if last else None


def _basis_of_ledger(history: History) -> frozenset[str]:
    """The active set of the state in which the ledger says that the document was last written; none: the original."""
    last = next((entry.seq for entry in reversed(history.entries) if entry.actor.get("output") == IN_PLACE), 0)
    return history.active_at(last)


def set_aside_edited_copies(
    workspace: Workspace, record: RunRecord | None, outputs: Sequence[Path] = (), ours: Collection[str] = ()
) -> list[str]:
    """Keep a copy of what is about to be made again where it is not what we wrote, here or before a move.

    That is the annotated document, the report, and ``outputs`` (with their annotated copies), also one that was never
    ours. ``ours`` are hashes of what the ledger gives, which needs no copy.
    """
    written = {*ours, *(record.all_written() if record else _twice(workspace))}
    kept = []
    for path in (workspace.annotated, workspace.report, _second(workspace), *outputs):
        if not path.is_file() or bytes_hash(read_regular(path)) in written:
            continue
        copy = _free(path)
        write_bytes(copy, read_regular(path))
        known = record is not None and str(path) in record.files
        why = "had been changed by hand; the changed copy" if known else "held what this review did not write; it"
        kept.append(f"{bare_path(path)} {why} is kept as {bare_path(copy)}")
    return kept


def _second(workspace: Workspace) -> Path:
    """The report's copy among the results."""
    return workspace.stage3 / workspace.report.name


def _twice(workspace: Workspace) -> set[str]:
    """The hash of a report that stands in both its places, or in the first alone: nobody changed it."""
    found = [read_regular(path) for path in (workspace.report, _second(workspace)) if path.is_file()]
    return {bytes_hash(data) for data in found} if len(set(found)) == 1 else set()


def _free(path: Path) -> Path:
    stem, ending = (path.stem, path.suffix) if len(path.suffix) <= _ENDING else (path.name, "")
    number = 1
    while (copy := path.with_name(fitted(stem, f".kept-{number}{ending}"))).exists():
        number += 1
    return copy
