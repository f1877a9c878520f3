"""Documents from disk, and their parse, kept for the kernels of one document."""

import errno
import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from reviewer.errors import IntegrityError, UserError
from reviewer.file_kinds import kind_of, read_regular
from reviewer.markdown.parse import outline, parse
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.model.parsed import OutlinedDocument, ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.path_text import shown_path

KEPT = 3
"""Parses of one document that stay in memory: as it was, as it is, and as it will be."""

PIPE_BYTES = 64 * 2**20
"""So much is read of a pipe; what gives more may never end."""

_ENDING = ("/dev/fd/", "/proc/self/fd/")

_memo: OrderedDict[tuple[str, frozenset[ProtectedKind]], ParsedDocument] = OrderedDict()
_outlines: OrderedDict[str, OutlinedDocument] = OrderedDict()
_lock = Lock()
_at_once = [1]


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
    """Read a UTF-8 document from a regular file; ``source_id`` is the path as given.

    Raises:
        UserError: ``missing-file``, ``is-a-folder``, ``not-a-file``, ``unreadable``, ``not-utf8`` or ``bad-name``.
    """
    refuse_other_than_file(path)
    return read_document(_read_bytes(path), str(path))


def load_input(path: Path) -> Document:
    """As ``load_document``, where nothing is kept beside the file: also from a pipe that a shell made (``<(…)``).

    Such a pipe ends; a named one may never. At most ``PIPE_BYTES`` are read of it.

    Raises:
        UserError: as ``load_document``; ``too-large``.
    """
    shell_made = str(path) in (os.devnull, "/dev/stdin") or str(path).startswith(_ENDING)
    if not shell_made or _kind(path) in ("", "a folder"):
        return load_document(path)
    raw = _read_bytes(path, _read_stream)
    if len(raw) > PIPE_BYTES:
        message = f"{shown_path(path)} gave more than {PIPE_BYTES} bytes"
        raise UserError("too-large", message, "save the text to a file and name that")
    return read_document(raw, str(path))


def refuse_other_than_file(path: Path) -> None:
    """Refuse what can be no document, whatever else is there. That nothing is there is no fault here.

    Raises:
        UserError: ``is-a-folder``, ``not-a-file``, ``unreadable``, ``bad-name``.
    """
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:  # it could not stand in an index or a ledger
        raise UserError("bad-name", f"the name of {shown_path(path)} is not UTF-8", "rename the file") from None
    _refuse_kind(path)


def _refuse_kind(path: Path) -> None:
    kind = _kind(path)
    if kind == "a folder":
        raise UserError("is-a-folder", f"{shown_path(path)} is a folder, not a file", "name one file in it")
    if kind:
        hint = "save the text to a file and name that; 'reviewctl check -' reads standard input"
        raise UserError("not-a-file", f"{shown_path(path)} is {kind}, not a regular file", hint)


def load_ref(ref: DocumentRef) -> Document:
    """The document of a reference, with the bytes that it names.

    Raises:
        UserError: as ``load_document``.
        IntegrityError: ``snapshot-changed``: other bytes stand there now.
    """
    _refuse_kind(ref.path)
    document = read_document(_read_bytes(ref.path), ref.source_id)
    if document.doc_hash != ref.doc_hash:
        raise IntegrityError(
            "snapshot-changed",
            f"{shown_path(ref.path)} has {document.doc_hash}, expected {ref.doc_hash}",
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
        while len(_memo) > KEPT * max(_at_once):
            _memo.popitem(last=False)
        return found


@contextmanager
def parses_kept_for(documents: int) -> Iterator[None]:
    """So many documents are worked on at once: the parses of one must not drive out those of another."""
    _at_once.append(documents)
    try:
        yield
    finally:
        _at_once.remove(documents)


def outlined(document: Document) -> OutlinedDocument:
    """Blocks and sections of a document: those of its parse where that was made, else made without one and kept."""
    with _lock:
        for (doc_hash, _), known in _memo.items():
            if doc_hash == document.doc_hash:
                return replace(known, document=document)
        kept = _outlines.pop(document.doc_hash, None)
        found = outline(document) if kept is None else replace(kept, document=document)
        _outlines[document.doc_hash] = found
        while len(_outlines) > KEPT * max(_at_once):
            _outlines.popitem(last=False)
        return found


def _kind(path: Path) -> str:
    try:
        return kind_of(path)
    except OSError as error:
        raise _unreadable(path, error) from None
    except ValueError:
        raise UserError("missing-file", f"{shown_path(path)} is no path: it holds a NUL", "check the path") from None


def _read_stream(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(PIPE_BYTES + 1)


def _read_bytes(path: Path, read: Callable[[Path], bytes] = read_regular) -> bytes:
    try:
        return read(path)
    except (FileNotFoundError, NotADirectoryError):
        raise UserError("missing-file", f"{shown_path(path)} does not exist", "check the path") from None
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> UserError:
    reason = error.strerror or type(error).__name__
    hint = "check its name" if error.errno == errno.ENAMETOOLONG else "check its permissions"
    hint = "mend the link" if error.errno == errno.ELOOP else hint
    return UserError("unreadable", f"{shown_path(path)} cannot be read: {reason}", hint)
