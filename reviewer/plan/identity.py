"""What makes an op the same one in another run: its content, never a line number or an offset (DESIGN §4)."""

import unicodedata
from collections.abc import Sequence

from reviewer.hashing import json_hash

ID_DIGITS = 16
"""Hex digits of an op id: 64 bits, no collision to expect below billions of ops."""


def normalised(snippet: str) -> str:
    """NFC, casefolded, white space collapsed (also no-break kinds)."""
    return " ".join(unicodedata.normalize("NFC", snippet).casefold().split())


def fingerprint(kind_or_rule: str, snippet: str, section_path: Sequence[str], ordinal: int) -> str:
    """``sha256:…`` of what is meant where: the n-th equal snippet (from 1) in the section with this path of anchors."""
    return json_hash([kind_or_rule, normalised(snippet), list(section_path), ordinal])


def op_id(action: str, before: str, after: str, mark: str) -> str:
    """``op-`` and 16 hex digits over the action, the exact texts and the fingerprint.

    The same edit proposed again has the same id, however much the document grew elsewhere.
    """
    return "op-" + json_hash([action, before, after, mark]).removeprefix("sha256:")[:ID_DIGITS]
