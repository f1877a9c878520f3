"""Documents from disk, and their parse, kept for the kernels of one document."""

import errno
import os
import stat
from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from reviewer.errors import IntegrityError, UserError
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.model.parsed import ParsedDocument
from reviewer.model.structure import ProtectedKind

KEPT = 3
"""Parses that stay in memory: the document as it was, as it is, and as it will be."""

_memo: OrderedDict[tuple[str, frozenset[ProtectedKind]], ParsedDocument] = OrderedDict()
_lock = Lock()


@dataclass(frozen=True, slots=True)
class DocumentRef:
    """A document by place and content, small enough for a flow parameter. ``path`` is where the exact bytes are."""

    path: Path
    source_id: str
    doc_hash: str

    def digest(self) -> str:
        """What a cache key may use: the content, never the place."""
        return self.doc_hash


def load_document(path: Path) -> Document:
    """Read a UTF-8 document; ``source_id`` is the path as given.

    Raises:
        UserError: ``missing-file``, ``is-a-folder``, ``not-a-file``, ``unreadable``, ``not-utf8`` or ``bad-name``.
    """
    _refuse_bad_name(path)
    return read_document(_read_bytes(path), str(path))


def load_ref(ref: DocumentRef) -> Document:
    """The document of a reference, with the bytes that it names.

    Raises:
        UserError: as ``load_document``.
        IntegrityError: ``snapshot-changed``: other bytes stand there now.
    """
    document = read_document(_read_bytes(ref.path), ref.source_id)
    if document.doc_hash != ref.doc_hash:
        raise IntegrityError(
            "snapshot-changed",
            f"{str(ref.path)!r} has {document.doc_hash}, expected {ref.doc_hash}",
            "restore the file, or start the review again",
        )
    return document


def parsed(document: Document, unprotected: frozenset[ProtectedKind] = frozenset()) -> ParsedDocument:
    """The parse of a document; the last ones are kept by content. Threads wait for each other instead of repeating."""
    key = (document.doc_hash, unprotected)
    with _lock:
        found = _memo.pop(key, None)
        if found is None:
            found = parse(document, unprotected)
        elif found.document.source_id != document.source_id:
            found = replace(found, document=document)
        _memo[key] = found
        while len(_memo) > KEPT:
            _memo.popitem(last=False)
        return found


def _refuse_bad_name(path: Path) -> None:
    """A name that is not UTF-8 cannot stand in an index or a ledger."""
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:
        raise UserError("bad-name", f"the name of {str(path)!r} is not UTF-8", "rename the file") from None


def _may_be_read(path: Path) -> bool:
    """False for what may never end: named pipes, sockets, devices. A pipe that a shell made (``<(…)``) does end."""
    mode = path.stat().st_mode
    ends = str(path) in (os.devnull, "/dev/stdin") or str(path).startswith(("/dev/fd/", "/proc/self/fd/"))
    return ends or stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def _read_bytes(path: Path) -> bytes:
    try:
        if not _may_be_read(path):
            message = f"{str(path)!r} is a pipe or a device, not a document"
            raise UserError("not-a-file", message, "name a file, or send the text to: reviewctl check -")
        return path.read_bytes()
    except FileNotFoundError:
        raise UserError("missing-file", f"{str(path)!r} does not exist", "check the path") from None
    except IsADirectoryError:
        raise UserError(
            "is-a-folder", f"{str(path)!r} is a folder, not a document", "name one Markdown file in it"
        ) from None
    except OSError as error:
        if error.errno == errno.ENOTDIR:
            raise UserError("missing-file", f"{str(path)!r} does not exist", "check the path") from None
        reason = error.strerror or type(error).__name__
        raise UserError("unreadable", f"{str(path)!r} cannot be read: {reason}", "check its permissions") from None
    except ValueError:
        raise UserError("missing-file", f"{str(path)!r} is no path: it holds a NUL", "check the path") from None
