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
_KEPT = 8
"""Indexes that stay in memory: a batch asks for that of one folder several times a document, and it has a line each."""

_Signature = tuple[int, int, int, int]
_last_read: dict[Path, tuple[_Signature, dict[str, str]]] = {}

_STEM = 80
"""Characters of a document's name that its workspace's name shows."""


def read_index(folder: Path) -> dict[str, str]:
    """File names of documents, and the names of their workspaces in ``folder``; empty where there is none.

    Raises:
        IntegrityError: ``bad-index``.
    """
    path = folder / _INDEX
    try:
        signature = _signature(path)
        kept, names = _last_read.get(path, (None, {}))
        if kept != signature:
            data = read_json(read_regular(path), refuse_repeats)
            names = {str(name): _folder_name(entry["workspace"]) for name, entry in data["documents"].items()}
            _keep(path, signature, names)
        return dict(names)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise IntegrityError(
            "bad-index",
            f"{shown_path(path)} is not a readable index of reviews",
            "restore it, or name the workspace with -w",
        ) from None


def _signature(path: Path) -> _Signature:
    """What changes with every writing: an index is replaced as a whole, and only grows."""
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _keep(path: Path, signature: _Signature, names: dict[str, str]) -> None:
    while len(_last_read) >= _KEPT:
        _last_read.pop(next(iter(_last_read), path), None)
    _last_read[path] = (signature, names)


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
