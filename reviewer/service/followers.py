"""Which files show our changes and so go along with an undo: the document itself, and ``--output`` files.

The document follows from an ``--in-place`` run on, for as long as it stands at the ledger's state. One that was put
back, that holds only a part of the changes, or that was never written by us is not written: what it still shows is said
in a note.
"""

from collections.abc import Collection
from pathlib import Path

from reviewer.errors import UserError
from reviewer.hashing import bytes_hash
from reviewer.ledger.entries import IN_PLACE
from reviewer.ledger.fold import History
from reviewer.service.documents import load_document
from reviewer.service.run_record import RunRecord
from reviewer.service.workspace import Workspace


def document_follows(workspace: Workspace, history: History, record: RunRecord | None) -> bool:
    """Whether the last run left the document in the ledger's state, written in place, and it still is there."""
    ours = [entry for entry in history.entries if entry.event != "external"]
    written = bool(ours) and ours[-1].actor.get("output") == IN_PLACE
    return (written or (record is not None and record.in_place)) and _holds(workspace.document, history)


def output_files(workspace: Workspace, history: History, record: RunRecord | None) -> tuple[Path, ...]:
    """Earlier ``--output`` files that stand at the ledger's state; the others are left alone."""
    own = {workspace.document, workspace.edited, workspace.annotated, workspace.report}
    named = [Path(name) for name in record.files] if record else []
    return tuple(path for path in named if path not in own and _holds(path, history))


def still_shown(workspace: Workspace, history: History, gone: Collection[str]) -> tuple[str, ...]:
    """A note when the document, which is not written, still shows changes in ``gone``."""
    if not workspace.document.is_file():
        return ()
    document = load_document(workspace.document)
    view = history.view_of(document) or frozenset()
    shown = [name for name in gone if name in view]
    if not shown:
        return ()
    names = ", ".join(shown[:10]) + (" …" if len(shown) > 10 else "")
    if document.bom != history.snapshot.bom:
        change = "gained" if document.bom else "lost"
        return (
            f"{workspace.document} {change} its byte-order mark by hand and was not written; it still shows {names}",
        )
    return (f"{workspace.document} itself still shows {names}; --in-place writes the present state over it",)


def _holds(path: Path, history: History) -> bool:
    return path.is_file() and bytes_hash(path.read_bytes()) == history.doc_hash


def refuse_changed_bom(path: Path, history: History) -> None:
    """A byte-order mark that was added or taken away since is no text and has no entry: in place it would be lost.

    Raises:
        UserError: ``bom-changed``.
    """
    document = load_document(path)
    if document.bom == history.snapshot.bom:
        return
    change = "gained" if document.bom else "lost"
    raise UserError(
        "bom-changed",
        f"{str(path)!r} has {change} its byte-order mark since its first review",
        "save it as it was, or write the result elsewhere with --output",
    )
