"""The lines of a ledger that hold nothing out of the ordinary, read in half to two thirds of the time (measured).

A long ledger is 10,000 lines that this program wrote. Reading one with the general reader takes a parse, a check of the
fields and a second writing of the same JSON, to see that the line is canonical. Here the compiled reader makes the
entry from the bytes, and the compiled writer writes it in the order of the canonical form: the same bytes must come.
"""

import hashlib
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json

from reviewer.model.entry import LedgerEntry

_LARGEST = 2**53
"""Beyond it a number is left to the general reader, which refuses those of too many digits."""

_KEYS = tuple(
    sorted((field.alias or name, name) for name, field in LedgerEntry.model_fields.items())
)  # the canonical form sorts keys by code points, as ``sorted`` does
_read = LedgerEntry.__pydantic_validator__.validate_json


def plain_entry(line: bytes) -> LedgerEntry | None:
    """The entry of a line that is canonical and has its ``entry_hash``; None promises nothing.

    Not None promises what the general reader would find: every field is written, in the canonical form byte for byte,
    and the digest is that of the content. Only text, whole numbers, booleans and null are compared here, which both
    writers write alike; an entry with other values (a confidence, verdicts) gives None.
    """
    try:
        entry = _read(line)
    except ValidationError:
        return None
    fields = entry.__dict__
    if not _is_plain(entry) or to_json({key: fields[name] for key, name in _KEYS}) != line:
        return None
    own = b'"entry_hash":"%b",' % entry.entry_hash.encode()
    if line.count(own) != 1:
        return None
    digest = hashlib.sha256(line.replace(own, b"")).hexdigest()
    return entry if entry.entry_hash == f"sha256:{digest}" else None


def _is_plain(entry: LedgerEntry) -> bool:
    source, note = entry.source, entry.review_note
    if entry.verdicts or not all(type(value) is str for value in source.values()):
        return False
    if not (_is_sorted(entry.actor) and _is_sorted(entry.scope) and _is_sorted(source) and _is_sorted(note or {})):
        return False
    span = entry.span
    numbers = (entry.seq, entry.txn_index, entry.txn_size, entry.basis_seq or 0, span.start, span.end)
    return min(numbers) > -_LARGEST and max(numbers) < _LARGEST


def _is_sorted(fields: dict[str, Any]) -> bool:
    keys = list(fields)
    return keys == sorted(keys)
