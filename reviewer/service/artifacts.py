"""Versioned JSON files of a workspace, written whole or not at all."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from pydantic import BaseModel

SCHEMA = 1


def write_json(path: Path, body: dict[str, Any] | BaseModel) -> bool:
    """Write ``{"schema": 1, ...body}``, readable, sorted as given. Same content: the file is left alone.

    Returns True when the file was written. Readers see the old or the new file, never a part of one.
    """
    data = body.model_dump(mode="json") if isinstance(body, BaseModel) else plain(body)
    text = json.dumps({"schema": SCHEMA, **data}, ensure_ascii=False, indent=1) + "\n"
    return write_bytes(path, text.encode("utf-8", "surrogatepass"))


def write_bytes(path: Path, content: bytes) -> bool:
    """Replace a file atomically: temporary file in the same folder, fsync, rename. Same bytes: left alone."""
    if _has(path, content):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
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
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False
