"""Bytes to document and back. Nothing is normalised: BOM, CRLF, lone CR and a missing last newline survive."""

from functools import lru_cache
from itertools import accumulate, repeat
from operator import add

from reviewer.errors import UserError
from reviewer.hashing import bytes_hash
from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.document import Document

BOM = b"\xef\xbb\xbf"
_LINE_END = lazy_pattern(r"\r\n|\n|\r")


def read_document(raw: bytes, source_id: str) -> Document:
    """Decode UTF-8 bytes into a document. ``encode(document.text)`` gives ``raw`` back.

    Raises:
        UserError: ``not-utf8``, naming the byte offset.
    """
    bom = raw.startswith(BOM)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(
            "not-utf8",
            f"{source_id!r} is not UTF-8: invalid byte 0x{raw[error.start]:02x} at offset {error.start}",
            f"convert it first, for example: iconv -f {_likely(raw)} -t utf-8 {source_id} > utf8.md",
        ) from None
    if bom:
        text = text[1:]
    starts, terminators = _line_table(text)
    return Document(source_id, raw, text, bom, starts, terminators, bytes_hash(raw))


def encode(text: str, *, bom: bool) -> bytes:
    """The bytes of a text, with a BOM where the document had one."""
    return (BOM if bom else b"") + text.encode("utf-8")


def newline_style(document: Document) -> str:
    """``lf``, ``crlf``, ``cr``, ``mixed`` or ``none``."""
    kinds = set(document.terminators) - {""}
    if not kinds:
        return "none"
    if len(kinds) > 1:
        return "mixed"
    return {"\n": "lf", "\r\n": "crlf", "\r": "cr"}[kinds.pop()]


def _likely(raw: bytes) -> str:
    """The encoding to convert from: a byte-order mark of UTF-16 tells, else it is most often Latin-1."""
    return "utf-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "latin1"


@lru_cache(maxsize=2)  # one command reads the same text several times, as a file and as a state of the ledger
def _line_table(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    if "\r" not in text:
        lines = text.split("\n")
        starts = tuple(accumulate(map(add, map(len, lines[:-1]), repeat(1)), initial=0))
        count = len(lines) - 1
        return (starts, ("\n",) * count + ("",)) if lines[-1] else (starts[:count], ("\n",) * count)
    return _mixed_line_table(text)


def _mixed_line_table(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    starts: list[int] = []
    terminators: list[str] = []
    position = 0
    for match in _LINE_END.finditer(text):
        starts.append(position)
        terminators.append(match.group())
        position = match.end()
    if position < len(text):
        starts.append(position)
        terminators.append("")
    return tuple(starts), tuple(terminators)
