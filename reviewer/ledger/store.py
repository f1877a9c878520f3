"""The ledger file: append-only JSON lines in a hash chain (DESIGN §4 and §6).

Each line is the canonical JSON of one entry; ``entry_hash`` is over the entry without that field and ``prev`` is the
entry before (for the first: the hash of the snapshot's bytes). Reading never writes. What stands after the last
complete transaction and was cut short is a torn tail; anything else that does not verify is an integrity error that
names its line and ``seq``.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from reviewer.errors import IntegrityError
from reviewer.file_kinds import read_regular
from reviewer.hashing import bytes_hash, canonical_json, json_hash
from reviewer.json_text import JsonLimit, read_json
from reviewer.ledger.atomic import sync_folder
from reviewer.ledger.plain_line import plain_entry
from reviewer.model.entry import LedgerEntry
from reviewer.model.frozen import first_fault
from reviewer.path_text import bare_path, shown_path


@dataclass(frozen=True, slots=True)
class LedgerFile:
    """What a ledger file holds.

    ``size`` is the length of the verified part in bytes and ``torn`` what stands after it; ``torn_entries`` are the
    readable entries of an incomplete transaction in the torn part. ``newline`` is False when the verified part lacks
    its last newline.
    """

    entries: tuple[LedgerEntry, ...]
    head: str
    size: int
    newline: bool = True
    torn: bytes = b""
    torn_entries: tuple[LedgerEntry, ...] = field(default=())


def entry_hash(fields: dict[str, Any]) -> str:
    """The digest of an entry's JSON fields without ``entry_hash``."""
    return json_hash({name: value for name, value in fields.items() if name != "entry_hash"})


_FIELDS = sorted((field.alias or name, name) for name, field in LedgerEntry.model_fields.items())
_ABOVE = [(key, name) for key, name in _FIELDS if key < "entry_hash"]
_BELOW = [(key, name) for key, name in _FIELDS if key > "entry_hash"]


def sealed(entry: LedgerEntry, **known: str) -> tuple[LedgerEntry, bytes]:
    """The entry with the fields in ``known``, which are texts, and with its ``entry_hash``; and its line.

    The content is written once: what is hashed is the line without that field.
    """
    above, below = _content({**vars(entry), **known})
    digest = bytes_hash(above + below)
    return entry.model_copy(update={**known, "entry_hash": digest}), _line(above, digest, below)


def entry_line(entry: LedgerEntry) -> bytes:
    """The entry's line, newline included."""
    above, below = _content(vars(entry))
    return _line(above, entry.entry_hash, below)


def _content(values: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """The canonical JSON of an entry without its ``entry_hash``, in two: what stands above that field, and below."""
    above, below = (canonical_json({key: values[name] for key, name in part}) for part in (_ABOVE, _BELOW))
    return above[:-1] + b",", below[1:]


def _line(above: bytes, digest: str, below: bytes) -> bytes:
    return b'%b"entry_hash":"%b",%b\n' % (above, digest.encode(), below)


def read_ledger(path: Path, genesis: str) -> LedgerFile:
    """Every complete verified transaction of the ledger at ``path``; a missing file is an empty ledger.

    ``genesis`` is the snapshot's ``doc_hash``.

    Raises:
        IntegrityError: ``ledger-broken``, naming the line and the ``seq`` it should hold, or what stands in its place.
        PermissionError: it may not be read.
    """
    try:
        data = read_regular(path)
    except FileNotFoundError:
        data = b""
    except PermissionError:
        raise
    except OSError as error:
        hint = "nothing was written; move away what stands there and restore the ledger from a copy"
        raise IntegrityError("ledger-broken", f"{shown_path(path)} cannot be read: {error.strerror}", hint) from None
    return parse_ledger(data, genesis, str(path))


def parse_ledger(data: bytes, genesis: str, name: str = "ledger.jsonl") -> LedgerFile:
    """``read_ledger`` on bytes."""
    entries: list[LedgerEntry] = []
    position = complete = kept = 0
    head = genesis
    while position < len(data):
        end = data.find(b"\n", position)
        line = data[position:] if end < 0 else data[position:end]
        entry = _read_line(line, head, entries)
        if isinstance(entry, str) and end < 0:
            whole = _longest_entry(line)
            line, entry = whole, _read_line(whole, head, entries)
        if isinstance(entry, str):
            if end < 0:
                break
            raise _broken(name, len(entries), entry)
        entries.append(entry)
        head = entry.entry_hash
        position = end + 1 if end >= 0 else position + len(line)
        if entry.txn_index == entry.txn_size - 1:
            complete, kept = position, len(entries)
        if end < 0:
            break
    verified = tuple(entries[:kept])
    return LedgerFile(
        verified,
        verified[-1].entry_hash if verified else genesis,
        complete,
        complete == 0 or data[complete - 1 : complete] == b"\n",
        data[complete:],
        tuple(entries[kept:]),
    )


def _broken(name: str, index: int, reason: str) -> IntegrityError:
    return IntegrityError(
        "ledger-broken",
        f"{bare_path(name)}: line {index + 1} (seq {index + 1}) is broken: {reason}",
        "nothing was written; restore the file from a copy, `reviewctl verify DOC` shows the first bad place",
    )


def _longest_entry(line: bytes) -> bytes:
    """The JSON object that an unterminated line begins with, without what stands after it."""
    try:
        text = line.decode("utf-8", "surrogateescape")
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return b""
    return text[:end].encode("utf-8", "surrogateescape")


def _read_line(line: bytes, head: str, before: Sequence[LedgerEntry]) -> LedgerEntry | str:
    """The entry, or what is wrong with the line."""
    entry = plain_entry(line)
    if entry is None or entry.prev != head:
        return _read_any_line(line, head, before)
    return _misplaced(entry, before) or entry


def _read_any_line(line: bytes, head: str, before: Sequence[LedgerEntry]) -> LedgerEntry | str:
    try:
        fields = read_json(line)
        entry = LedgerEntry.model_validate(fields)
        if canonical_json(fields) != line:
            return "not in canonical form"
        found = _hash_of_line(line, fields)
    except ValidationError as error:
        return f"not an entry of schema 1: {first_fault(error)}"
    except ValueError as error:
        return str(error) if isinstance(error, JsonLimit) else "not JSON"
    if found != entry.entry_hash:
        return "its content does not have its entry_hash"
    if entry.prev != head:
        return f"its prev is {entry.prev}, but the entry before it is {head}"
    return _misplaced(entry, before) or entry


def _hash_of_line(line: bytes, fields: dict[str, Any]) -> str:
    """``entry_hash`` of a canonical line: what is left without the field is canonical too, and need not be written."""
    own = f'"entry_hash":"{fields.get("entry_hash")}",'.encode()
    return bytes_hash(line.replace(own, b"")) if line.count(own) == 1 else entry_hash(fields)


def _misplaced(entry: LedgerEntry, before: Sequence[LedgerEntry]) -> str:
    last = before[-1] if before else None
    if entry.seq != len(before) + 1:
        return f"its seq is {entry.seq}"
    if last is None or last.txn_index == last.txn_size - 1:
        return "" if entry.txn_index == 0 else "it is not the first of its transaction"
    same = (entry.txn, entry.txn_size, entry.txn_index) == (last.txn, last.txn_size, last.txn_index + 1)
    return "" if same else f"transaction {last.txn!r} before it is incomplete"


def append(path: Path, ledger: LedgerFile, lines: Iterable[bytes]) -> None:
    """Append one transaction, the lines of its entries, with a single write and make it durable.

    ``ledger`` is what was read under the lock.

    Raises:
        IntegrityError: ``ledger-moved``: the file is not as it was read (somebody wrote without the lock), or has a
            torn tail that was not set aside.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    data = b"".join(lines)
    if not ledger.newline:
        data = b"\n" + data
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        if os.fstat(descriptor).st_size != ledger.size:
            raise IntegrityError(
                "ledger-moved",
                f"{shown_path(path)} changed since it was read",
                "run the command again; it repairs a torn tail first",
            )
        _write_whole(descriptor, data, ledger.size)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    sync_folder(path.parent)


def _write_whole(descriptor: int, data: bytes, size: int) -> None:
    """All bytes or none: a short write (disk full) is taken back."""
    try:
        written = os.write(descriptor, data)
        while written < len(data):
            written += os.write(descriptor, data[written:])
    except OSError:
        os.ftruncate(descriptor, size)
        raise


def set_aside(path: Path, ledger: LedgerFile) -> Path | None:
    """Move a torn tail whole into ``<ledger stem>.torn.N`` beside the ledger; None when there is none.

    The bytes are durable in their new place before they leave the old one.
    """
    if not ledger.torn:
        return None
    number = 1
    while _is_taken(aside := path.with_name(f"{path.stem}.torn.{number}"), ledger.torn):
        number += 1
    with aside.open("wb") as stream:
        stream.write(ledger.torn)
        stream.flush()
        os.fsync(stream.fileno())
    sync_folder(path.parent)
    with path.open("r+b") as stream:
        stream.truncate(ledger.size)
        os.fsync(stream.fileno())
    return aside


def _is_taken(path: Path, data: bytes) -> bool:
    """Whether something else than these bytes stands there."""
    try:
        return read_regular(path) != data
    except FileNotFoundError:
        return False
    except OSError:
        return True
