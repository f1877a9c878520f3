"""Which files show our changes and so go along with an undo: the document itself, and ``--output`` files.

The document follows from an ``--in-place`` run on, for as long as it stands at the ledger's state. One that was put
back, that holds only a part of the changes, or that was never written by us is not written: what it still shows is said
in a note.
"""

import os
from collections.abc import Collection
from pathlib import Path

from reviewer.count_text import verb
from reviewer.errors import UserError
from reviewer.file_kinds import read_regular, takes_files
from reviewer.hashing import bytes_hash
from reviewer.ledger.entries import IN_PLACE
from reviewer.ledger.fold import History
from reviewer.path_text import bare_path, shown_path
from reviewer.service.files.documents import load_document
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.listed import listed
from reviewer.service.workspace.output_file import WITH_OUTPUT, annotated_copy
from reviewer.service.workspace.run_record import RunRecord


def document_follows(workspace: Workspace, history: History, record: RunRecord | None) -> bool:
    """Whether the last run left the document in the ledger's state, written in place, and it still is there."""
    ours = [entry for entry in history.entries if entry.event != "external"]
    written = bool(ours) and ours[-1].actor.get("output") == IN_PLACE
    return (written or (record is not None and record.in_place)) and _holds(workspace.document, history)


def output_files(workspace: Workspace, history: History, record: RunRecord | None) -> tuple[Path, ...]:
    """Earlier ``--output`` files that stand at the ledger's state and can be written; the others are left alone."""
    own = {workspace.document, workspace.edited, workspace.annotated, workspace.report}
    named = [Path(name) for name in record.files] if record else []
    return tuple(path for path in named if path not in own and _holds(path, history) and _may_be_replaced(path))


def refuse_read_only_follower(document: Path) -> None:
    """Before anything is committed: a document that is to go along must be one that can.

    Raises:
        UserError: ``bad-output``.
    """
    if not _may_be_replaced(document):
        raise UserError(
            "bad-output",
            f"{shown_path(document)} shows the present state and is to go along, but its folder cannot be written",
            "change its permissions, or leave the document as it is with --no-in-place",
        )


def _may_be_replaced(path: Path) -> bool:
    """Whether its folder may be written: a file is replaced as a whole (``ledger.atomic``)."""
    return takes_files(Path(os.path.realpath(path)).parent)


def still_shown(
    workspace: Workspace, history: History, record: RunRecord | None, gone: Collection[str], suffix: str
) -> tuple[str, ...]:
    """A note for each file that was not written and still shows changes in ``gone``, or may do so.

    That is the document, and what an earlier run wrote with ``--output``: ``suffix`` is that of annotated copies.
    """
    if not gone:
        return ()
    notes = [_document_shows(workspace, history, gone)]
    own = {str(path) for path in (workspace.document, workspace.edited, workspace.annotated, workspace.report)}
    outputs = [Path(name) for name in record.files if name not in own] if record else []
    notes += [_output_shows(path, history, gone, suffix) for path in outputs]
    return tuple(note for note in notes if note)


def not_shown(
    workspace: Workspace, history: History, record: RunRecord | None, back: Collection[str]
) -> tuple[str, ...]:
    """A note where the document, once written in place, was left alone and shows none of what is ``back`` in force."""
    once = record is not None and record.in_place
    if not back or not (once or any(entry.actor.get("output") == IN_PLACE for entry in history.entries)):
        return ()
    document = load_document(workspace.document)
    view, name = history.view_of(document), bare_path(workspace.document)
    missing = [] if view is None else [change for change in back if change not in view]
    if not missing:
        return ()
    if document.bom != history.snapshot.bom:
        change = "gained" if document.bom else "lost"
        return (f"{name} {change} its byte-order mark and was not written; it does not show {listed(missing)}",)
    return (f"{name} itself does not show {listed(missing)}; --in-place writes the present state over it",)


def shown_in_place(workspace: Workspace, history: History) -> frozenset[str] | None:
    """The changes that the document itself shows now; None where it is in no state that the ledger knows."""
    try:
        return history.view_of(load_document(workspace.document))
    except UserError:
        return None


def brought_along(document: Path, shown: frozenset[str] | None, before: History, after: History) -> tuple[str, ...]:
    """Notes of what writing the present state over the document did to it beyond what the run itself changed.

    ``shown`` are the changes that it showed (None: nothing to tell), ``before`` and ``after`` the run's histories. What
    was undone while the document was left alone goes out of it; what earlier runs did elsewhere comes in.
    """
    if shown is None:
        return ()
    known = after.replay.records
    out = [name for name in known if name in shown and name not in before.active and name not in after.active]
    put = [name for name in known if name in before.active and name in after.active and name not in shown]
    notes = []
    if out:
        them = verb(len(out), "it was", "they were")
        notes.append(
            f"{bare_path(document)} still showed {listed(out)}, undone before; {them} taken out, as --in-place asks"
        )
    if put:
        them = verb(len(put), "it was", "they were")
        notes.append(
            f"{bare_path(document)} did not show {listed(put)} of an earlier run yet; {them} put in, as --in-place asks"
        )
    return tuple(notes)


def _document_shows(workspace: Workspace, history: History, gone: Collection[str]) -> str:
    shown = _shown(workspace.document, history, gone)
    if not shown:
        return ""
    document, name = load_document(workspace.document), bare_path(workspace.document)
    if document.bom != history.snapshot.bom:
        change = "gained" if document.bom else "lost"
        return f"{name} {change} its byte-order mark and was not written; it still shows {listed(shown)}"
    return f"{name} itself still shows {listed(shown)}; --in-place writes the present state over it"


def _output_shows(output: Path, history: History, gone: Collection[str], suffix: str) -> str:
    """An annotated copy is as old as the file that it stands beside; without that nothing says how old it is."""
    copy = annotated_copy(output, suffix)
    paths = [path for path in (output, copy) if path.is_file()]
    shown = _shown(output, history, gone)
    if not paths or shown == ():
        return ""
    were = f"{' and '.join(map(bare_path, paths))} {verb(len(paths), 'was', 'were')} left alone"
    if shown is None:
        return f"{were}, because it was edited since; it may still show {listed(gone)}"
    return f"{were} and still {verb(len(paths), 'shows', 'show')} {listed(shown)}"


def _shown(path: Path, history: History, gone: Collection[str]) -> tuple[str, ...] | None:
    """Which of ``gone`` a file shows; None when it is in no state that the ledger knows, or is not there."""
    try:
        view = history.view_of(load_document(path))
    except UserError:
        return None
    return None if view is None else tuple(name for name in gone if name in view)


def _holds(path: Path, history: History) -> bool:
    return path.is_file() and bytes_hash(read_regular(path)) == history.doc_hash


def refuse_changed_bom(path: Path, history: History, elsewhere: str = WITH_OUTPUT) -> None:
    """A byte-order mark that was added or taken away since is no text and has no entry: in place it would be lost.

    ``elsewhere`` is what writes the result to another file, if not the command itself.

    Raises:
        UserError: ``bom-changed``.
    """
    document = load_document(path)
    if document.bom == history.snapshot.bom:
        return
    change = "gained" if document.bom else "lost"
    raise UserError(
        "bom-changed",
        f"{shown_path(path)} has {change} its byte-order mark since its first review",
        f"save it as it was, or leave --in-place out; {elsewhere} writes a copy",
    )
