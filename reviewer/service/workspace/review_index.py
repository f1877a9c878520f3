"""``.review/index.json``: which document of a folder has its review under which name (DESIGN §6)."""

import json
from pathlib import Path

from reviewer.errors import IntegrityError
from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json, refuse_repeats
from reviewer.ledger.atomic import write_atomic
from reviewer.path_text import shown_path
from reviewer.service.files.names import fitted

FOLDER = ".review"
_INDEX = "index.json"
_STEM = 80
"""Characters of a document's name that its workspace's name shows."""


def read_index(folder: Path) -> dict[str, str]:
    """File names of documents, and the names of their workspaces in ``folder``; empty where there is none.

    Raises:
        IntegrityError: ``bad-index``.
    """
    path = folder / _INDEX
    try:
        data = read_json(read_regular(path), refuse_repeats)
        return {str(name): _folder_name(entry["workspace"]) for name, entry in data["documents"].items()}
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise IntegrityError(
            "bad-index",
            f"{shown_path(path)} is not a readable index of reviews",
            "restore it, or name the workspace with -w",
        ) from None


def write_index(folder: Path, names: dict[str, str]) -> None:
    """Replace the index as a whole."""
    data = {"schema": 1, "documents": {name: {"workspace": names[name]} for name in sorted(names)}}
    write_atomic(folder / _INDEX, json.dumps(data, ensure_ascii=False, indent=2).encode() + b"\n")


def free_name(stem: str, doc_hash: str, taken: set[str]) -> str:
    """``{stem}_{hash[:12]}`` (seed §13), with a number where another document has that name."""
    digits = f"_{doc_hash.removeprefix('sha256:')[:12]}"
    name, number = fitted(stem[:_STEM], digits), 1
    while name in taken:
        number += 1
        name = fitted(stem[:_STEM], f"{digits}-{number}")
    return name


def _folder_name(name: object) -> str:
    """The name of a folder in ``.review/``; an index from elsewhere must not lead out of it."""
    if not isinstance(name, str) or not name or Path(name).name != name or name == "..":
        raise ValueError(name)
    return name
