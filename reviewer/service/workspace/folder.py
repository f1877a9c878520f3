"""Where a review lives: ``.review/`` beside the document, found again by the document's path (DESIGN §6).

``.review/index.json`` maps file names of the folder to workspace names, so that a document that was edited in between
still finds its review. A workspace is named ``{stem}_{hash[:12]}`` after the document's first state (seed §13).
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from reviewer.errors import IntegrityError, UserError
from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json
from reviewer.ledger.atomic import write_atomic
from reviewer.ledger.lock import workspace_lock
from reviewer.ledger.unwritable import refused, remedy
from reviewer.model.document import Document
from reviewer.path_text import shown_path
from reviewer.service.files.documents import refuse_other_than_file
from reviewer.service.files.names import fitted, refuse_long
from reviewer.service.workspace.command_line import command, option
from reviewer.service.workspace.inside_review import is_workspace, refuse_document_inside, refuse_workspace_inside
from reviewer.service.workspace.review_index import FOLDER, free_name, read_index, write_index

_LONGEST = 300
"""Bytes that the longest path of a file in a workspace adds: ``stage2/ops`` and one name of any length."""

_OPENING, _WAIT = "open a review", 30.0
"""What who waits for a new workspace is told, and how many seconds it waits."""

_LONGEST_SIGN = len("/review/ledger.jsonl")


@dataclass(frozen=True, slots=True)
class Workspace:
    """The files of one review. ``document`` and ``root`` are absolute."""

    root: Path
    document: Path

    @property
    def stage1(self) -> Path:
        """Collection: snapshot, structure, spans, chunks."""
        return self.root / "stage1"

    @property
    def stage2(self) -> Path:
        """Analysis: findings, plan."""
        return self.root / "stage2"

    @property
    def stage3(self) -> Path:
        """Results: edited and annotated document, logs."""
        return self.root / "stage3"

    @property
    def snapshot(self) -> Path:
        """The document's first bytes; never changed after creation."""
        return self.stage1 / "doc.raw.md"

    @property
    def edited(self) -> Path:
        """The document with all active changes."""
        return self.stage3 / "doc.edited.md"

    @property
    def annotated(self) -> Path:
        """The edited document with review notes."""
        return self.stage3 / "doc.REVIEWED.md"

    @property
    def ledger(self) -> Path:
        """The append-only ledger."""
        return self.root / "review" / "ledger.jsonl"

    @property
    def patches(self) -> Path:
        """Forward and inverse patches, exports of the ledger."""
        return self.root / "review" / "patches"

    @property
    def report(self) -> Path:
        """The report for people."""
        return self.root / "review" / fitted(self.document.stem, ".md", "REVIEW_")

    @property
    def plans(self) -> Path:
        """Stored plans, each under the hash of its bytes, and ``index.json``."""
        return self.stage2 / "plans"

    @property
    def readable_plan(self) -> Path:
        """The newest plan for people."""
        return self.root / "review" / fitted(self.document.stem, ".md", "PLAN_")

    @property
    def run_json(self) -> Path:
        """What the last run was made with, and the ledger head it left."""
        return self.root / "run.json"


def find_workspace(document: Path, explicit: Path | None = None) -> Workspace | None:
    """The review of a document, or None where there is none.

    Raises:
        UserError: ``foreign-workspace`` when ``explicit`` holds the review of another document; ``path-too-long``.
    """
    document = absolute(document)
    if explicit is not None:
        root = absolute(explicit)
        refuse_long(root, _LONGEST_SIGN)
        if not is_workspace(root):
            return None
        _refuse_foreign(root, document)
        return Workspace(root, document)
    name = read_index(document.parent / FOLDER).get(document.name)
    if name is None:
        return None
    return Workspace(document.parent / FOLDER / name, document)


def require_workspace(document: Path, explicit: Path | None = None) -> Workspace:
    """The review of a document.

    Raises:
        UserError: ``no-review`` where the document has none; ``missing-file`` where there is no document either; as
            ``refuse_other_than_file``.
        IntegrityError: ``no-snapshot`` when the snapshot of its review is gone.
    """
    refuse_other_than_file(document)
    workspace = find_workspace(document, explicit)
    if workspace is not None:
        return _with_snapshot(workspace)
    refuse_missing(document)
    again = command("review", document, "--no-llm") + (option("-w", explicit) if explicit else "")
    other = "or name another workspace with -w" if explicit else "or name its workspace with -w"
    raise UserError("no-review", f"{shown_path(document)} has no review yet", f"run: {again} ({other})")


def refuse_missing(document: Path) -> None:
    """Raises: UserError: ``missing-file``."""
    if not document.exists():
        raise UserError("missing-file", f"{shown_path(document)} does not exist", "check the path")


def _with_snapshot(workspace: Workspace) -> Workspace:
    if workspace.snapshot.exists():
        return workspace
    raise IntegrityError(
        "no-snapshot",
        f"the review of {shown_path(workspace.document)} has lost its snapshot {shown_path(workspace.snapshot)}",
        "restore the folder from a backup, or begin a new review in another folder with -w",
    )


def open_workspace(document: Path, source: Document, explicit: Path | None = None) -> Workspace:
    """The review of a document, made new with its immutable snapshot where there is none.

    Raises:
        UserError: ``inside-review``; ``foreign-workspace``; ``unwritable`` when the folder cannot be written;
            ``path-too-long``.
        IntegrityError: ``no-snapshot`` when the index names a review whose snapshot is gone.
    """
    refuse_document_inside(absolute(document))
    workspace = find_workspace(document, explicit)
    if workspace is not None:
        return _with_snapshot(workspace)
    document = absolute(document)
    with told_when_unwritable(Workspace(document.parent / FOLDER, document)):
        return _create(document, source, explicit)


@contextmanager
def told_when_unwritable(workspace: Workspace) -> Iterator[None]:
    """Turn the system's refusal to read or write a file of a review into an error that names it.

    Raises:
        UserError: ``unwritable``.
    """
    try:
        yield
    except OSError as error:
        hint = f"{remedy(error)}, then run the command again"
        if not workspace.snapshot.exists():
            hint += ", or name another folder with -w"
        message = f"cannot write the review of {shown_path(workspace.document)}: {refused(error)}"
        raise UserError("unwritable", message, hint) from error


def absolute(path: Path) -> Path:
    """The path made absolute without following links, so that a link and its target keep their own reviews."""
    return Path(os.path.abspath(path))


def _create(document: Path, source: Document, explicit: Path | None) -> Workspace:
    if explicit is not None:
        workspace = Workspace(absolute(explicit), document)
        _refuse_long(workspace)
        refuse_workspace_inside(workspace.root)
        _refuse_occupied(workspace.root)
        _lay_out(workspace, source)
        _refuse_foreign(workspace.root, document)  # another process may have made it meanwhile
        return workspace
    folder = document.parent / FOLDER
    _refuse_long(Workspace(folder / free_name(document.stem, source.doc_hash, set()), document))
    folder.mkdir(exist_ok=True)
    with workspace_lock(folder, _OPENING, timeout=_WAIT):
        index = read_index(folder)
        if name := index.get(document.name):  # another process has made it meanwhile
            return _with_snapshot(Workspace(folder / name, document))
        name = free_name(document.stem, source.doc_hash, set(index.values()))
        workspace = Workspace(folder / name, document)
        _lay_out(workspace, source)
        write_index(folder, {**index, document.name: name})
    return workspace


def _refuse_long(workspace: Workspace) -> None:
    """Before anything is made: every file of the review must have a path that can be used."""
    refuse_long(workspace.root, _LONGEST)
    refuse_long(workspace.report)


def _refuse_occupied(root: Path) -> None:
    """A folder that holds no review may not hold files where a review has its own: they would be overwritten.

    What a run that was killed at its start can have left (empty folders, temporary files) is no hindrance.
    """
    own = [root / name for name in ("stage1", "stage2", "stage3", "review")]
    held = (path for folder in own if folder.is_dir() for path in folder.rglob("*") if not _is_left(path))
    run_json = root / "run.json"
    path = run_json if os.path.lexists(run_json) else next(held, None)
    if path is not None:
        held_there = shown_path(path.relative_to(root))
        message = f"{shown_path(root)} is no workspace, but holds {held_there}, which a review would overwrite"
        raise UserError("foreign-workspace", message, "name a new or empty folder with -w")


def _is_left(path: Path) -> bool:
    return path.is_dir() or (path.name.startswith(".") and path.name.endswith(".tmp"))


def _lay_out(workspace: Workspace, source: Document) -> None:
    """Make what every review has. Under its lock: nobody takes away a temporary file that is still being written."""
    for folder in (workspace.stage1, workspace.stage2, workspace.stage3, workspace.patches):
        folder.mkdir(parents=True, exist_ok=True)
    with workspace_lock(workspace.root, _OPENING, timeout=_WAIT):
        known = workspace.ledger.exists()
        if not known or not workspace.snapshot.exists():
            write_atomic(workspace.snapshot, source.raw)
        if not known:
            write_atomic(workspace.ledger, b"")


def _refuse_foreign(root: Path, document: Path) -> None:
    """A review whose document is no longer where it was goes on under the name that is given now."""
    try:
        owner = read_json(read_regular(root / "run.json")).get("document")
    except (OSError, ValueError, AttributeError):
        return
    moved = isinstance(owner, str) and not os.path.lexists(owner)
    if owner is not None and owner != str(document) and not moved:
        raise UserError(
            "foreign-workspace",
            f"{shown_path(root)} holds the review of {shown_path(owner)}, not of {shown_path(document)}",
            "name another folder with -w",
        )
