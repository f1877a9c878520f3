"""Where a review lives: ``.review/`` beside the document, found again by the document's path (DESIGN §6).

``.review/index.json`` maps file names of the folder to workspace names, so that a document that was edited in between
still finds its review. A workspace is named ``{stem}_{hash[:12]}`` after the document's first state (seed §13).
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from reviewer.errors import IntegrityError, UserError
from reviewer.ledger.atomic import write_atomic
from reviewer.ledger.lock import workspace_lock
from reviewer.model.document import Document

FOLDER = ".review"
_INDEX = "index.json"


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
        return self.root / "review" / f"REVIEW_{self.document.stem}.md"

    @property
    def run_json(self) -> Path:
        """What the last run was made with, and the ledger head it left."""
        return self.root / "run.json"


def find_workspace(document: Path, explicit: Path | None = None) -> Workspace | None:
    """The review of a document, or None where there is none.

    Raises:
        UserError: ``foreign-workspace`` when ``explicit`` holds the review of another document.
    """
    document = absolute(document)
    if explicit is not None:
        root = absolute(explicit)
        if not any((root / part).exists() for part in ("stage1/doc.raw.md", "review/ledger.jsonl")):
            return None
        _refuse_foreign(root, document)
        return Workspace(root, document)
    name = _read_index(document).get(document.name)
    if name is None:
        return None
    return Workspace(document.parent / FOLDER / name, document)


def require_workspace(document: Path, explicit: Path | None = None) -> Workspace:
    """The review of a document.

    Raises:
        UserError: ``no-review`` where the document has none.
        IntegrityError: ``no-snapshot`` when the snapshot of its review is gone.
    """
    workspace = find_workspace(document, explicit)
    if workspace is None:
        raise UserError(
            "no-review",
            f"{str(document)!r} has no review yet",
            f"run: reviewctl review {document} --no-llm (or name its workspace with -w)",
        )
    return _with_snapshot(workspace)


def _with_snapshot(workspace: Workspace) -> Workspace:
    if workspace.snapshot.exists():
        return workspace
    raise IntegrityError(
        "no-snapshot",
        f"the review of {str(workspace.document)!r} has lost its snapshot {workspace.snapshot}",
        "restore the folder from a backup, or move it away to begin a new review",
    )


def open_workspace(document: Path, source: Document, explicit: Path | None = None) -> Workspace:
    """The review of a document, made new with its immutable snapshot where there is none.

    Raises:
        UserError: ``foreign-workspace``; ``unwritable`` when the folder cannot be written.
        IntegrityError: ``no-snapshot`` when the index names a review whose snapshot is gone.
    """
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
        raise UserError(
            "unwritable",
            f"cannot write the review of {str(workspace.document)!r}: {error.strerror} ({error.filename})",
            "name a folder that can be written with -w; a later run completes what was begun",
        ) from None


def absolute(path: Path) -> Path:
    """The path made absolute without following links, so that a link and its target keep their own reviews."""
    return Path(os.path.abspath(path))


def _create(document: Path, source: Document, explicit: Path | None) -> Workspace:
    if explicit is not None:
        workspace = Workspace(absolute(explicit), document)
        _lay_out(workspace, source)
        return workspace
    folder = document.parent / FOLDER
    folder.mkdir(exist_ok=True)
    with workspace_lock(folder, "open a review", timeout=30.0):
        index = _read_index(document)
        name = index.get(document.name) or _free_name(document, source, set(index.values()))
        workspace = Workspace(folder / name, document)
        _lay_out(workspace, source)
        _write_index(folder, {**index, document.name: name})
    return workspace


def _free_name(document: Path, source: Document, taken: set[str]) -> str:
    base = f"{document.stem[:80]}_{source.doc_hash.removeprefix('sha256:')[:12]}"
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name


def _lay_out(workspace: Workspace, source: Document) -> None:
    for folder in (workspace.stage1, workspace.stage2, workspace.stage3, workspace.patches):
        folder.mkdir(parents=True, exist_ok=True)
    write_atomic(workspace.snapshot, source.raw)
    if not workspace.ledger.exists():
        write_atomic(workspace.ledger, b"")


def _read_index(document: Path) -> dict[str, str]:
    path = document.parent / FOLDER / _INDEX
    try:
        data = json.loads(path.read_bytes())
        return {str(name): _folder_name(entry["workspace"]) for name, entry in data["documents"].items()}
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise IntegrityError(
            "bad-index",
            f"{path} is not a readable index of reviews",
            "restore it, or name the workspace with -w",
        ) from None


def _folder_name(name: object) -> str:
    """The name of a folder in ``.review/``; an index from elsewhere must not lead out of it."""
    if not isinstance(name, str) or not name or Path(name).name != name or name == "..":
        raise ValueError(name)
    return name


def _write_index(folder: Path, names: dict[str, str]) -> None:
    data = {"schema": 1, "documents": {name: {"workspace": names[name]} for name in sorted(names)}}
    write_atomic(folder / _INDEX, json.dumps(data, ensure_ascii=False, indent=2).encode() + b"\n")


def _refuse_foreign(root: Path, document: Path) -> None:
    """A review whose document is no longer where it was goes on under the name that is given now."""
    try:
        owner = json.loads((root / "run.json").read_bytes()).get("document")
    except (OSError, ValueError, AttributeError):
        return
    moved = isinstance(owner, str) and not os.path.lexists(owner)
    if owner is not None and owner != str(document) and not moved:
        raise UserError(
            "foreign-workspace",
            f"{root} holds the review of {owner!r}, not of {str(document)!r}",
            "name another folder with -w",
        )
