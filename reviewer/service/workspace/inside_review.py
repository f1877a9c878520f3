"""Which files belong to a review: nothing but that review may write them, and none of them is a document of its own."""

import os
from pathlib import Path

from reviewer.errors import UserError
from reviewer.path_text import shown_path
from reviewer.service.workspace.review_index import FOLDER

_PARTS = frozenset({"stage1", "stage2", "stage3", "review"})
_SIGNS = ("stage1/doc.raw.md", "review/ledger.jsonl")


def review_of(path: Path) -> Path | None:
    """The folder of the review that a path lies in, links followed; None for a path outside of every review.

    A review's files lie below a ``.review`` folder, or in the parts of a workspace named with ``-w``. What else is in
    that workspace's folder (its document, say, with ``-w .``) is not the review's.
    """
    real = Path(os.path.realpath(path))
    for folder in real.parents:
        if folder.name == FOLDER:
            return folder
        if _is_part(folder):
            return folder.parent
    return real.parent if real.name == "run.json" and is_workspace(real.parent) else None


def _is_part(folder: Path) -> bool:
    return folder.name in _PARTS and is_workspace(folder.parent)


def is_workspace(root: Path) -> bool:
    """Whether a folder holds a review: its snapshot, or its ledger."""
    return any(os.path.lexists(root / sign) for sign in _SIGNS)


def refuse_document_inside(document: Path) -> None:
    """Refuse to review a file of a review: the snapshot would be edited, and nothing could be undone any more.

    Raises:
        UserError: ``inside-review``.
    """
    review = review_of(document)
    if review is not None:
        raise UserError(
            "inside-review",
            f"{shown_path(document)} is a file of the review in {shown_path(review)}, not a document of its own",
            "review the document itself, or copy the file to another folder first",
        )


def refuse_workspace_inside(root: Path) -> None:
    """Refuse to make a workspace among the files of another one. ``.review`` may hold any number side by side.

    Raises:
        UserError: ``inside-review``.
    """
    real = Path(os.path.realpath(root))
    part = next((folder for folder in (real, *real.parents) if _is_part(folder)), None)
    if part is not None:
        raise UserError(
            "inside-review",
            f"-w {shown_path(root)} is among the files of the review in {shown_path(part.parent)}",
            "name another folder with -w",
        )
