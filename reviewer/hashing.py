"""One place for every digest: ``sha256:<hex>`` over bytes, text (UTF-8) or canonical JSON."""

import hashlib
import json
from typing import Any

_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def bytes_hash(data: bytes) -> str:
    """``sha256:<hex>`` of exactly these bytes, so that ``sha256sum`` agrees."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def content_hash(text: str) -> str:
    """``sha256:<hex>`` of the text's UTF-8 bytes (seed: ``content_hash``)."""
    return bytes_hash(text.encode("utf-8", "surrogatepass"))


def canonical_json(value: Any) -> bytes:
    """JSON with sorted keys and no spaces: the same value always gives the same bytes."""
    return _CANONICAL(value).encode("utf-8")


def json_hash(value: Any) -> str:
    """Digest of the canonical JSON form."""
    return bytes_hash(canonical_json(value))


def is_git_blob(data: bytes, name: str) -> bool:
    """Whether git calls these bytes by this object name (SHA-1 or SHA-256, 7 digits or more; git-hash-object)."""
    blob = b"blob %d\0" % len(data) + data
    names = (hashlib.sha1(blob, usedforsecurity=False).hexdigest(), hashlib.sha256(blob).hexdigest())
    return len(name) >= 7 and any(known.startswith(name.lower()) for known in names)
