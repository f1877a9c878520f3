"""Versioned JSON files of a workspace, written whole or not at all."""

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from reviewer.file_kinds import read_regular
from reviewer.ledger.atomic import write_atomic

SCHEMA = 1


def write_json(path: Path, body: dict[str, Any] | BaseModel) -> bool:
    """Write ``{"schema": 1, ...body}``, readable, sorted as given. Same content: the file is left alone.

    Returns True when the file was written. Readers see the old or the new file, never a part of one.
    """
    data = body.model_dump(mode="json") if isinstance(body, BaseModel) else plain(body)
    text = json.dumps({"schema": SCHEMA, **data}, ensure_ascii=False, indent=1) + "\n"
    return write_bytes(path, text.encode("utf-8", "backslashreplace"))  # half a character, as JSON has it


def write_bytes(path: Path, content: bytes) -> bool:
    """Replace a file as a whole; one that has these bytes already is left alone. True when it was written."""
    if _has(path, content):
        return False
    write_atomic(path, content)
    return True


def plain(value: Any) -> Any:
    """JSON types only: models are dumped, tuples become lists."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def _has(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and read_regular(path) == content
    except OSError:
        return False
