"""What is cut off at a ledger's end and was in force: a document that has the state that it made says so (DESIGN §6).

A document is written only when its transaction is durable in the ledger. So one that has the state of a transaction of
which a part is left was written after a whole one, and what is missing was lost later: no killed run left it so. The
recording of a hand edit says nothing: there the document came first.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.errors import IntegrityError
from reviewer.file_kinds import read_regular
from reviewer.hashing import bytes_hash
from reviewer.ledger.external import FOR_HAND_EDITS
from reviewer.ledger.fold import History
from reviewer.path_text import bare_path, shown_path

_AFTER = re.compile(rb'"doc_hash_after":"(sha256:[0-9a-f]{64})"')
_EVENT = re.compile(rb'"event":"(\w+)"')
_REASON = re.compile(rb'"reason":"((?:[^"\\]|\\.)*)"')
"""Read from lines that may be cut: no text can hold such a field, its quotes are written with a backslash."""


WAY_OUT = "restore the ledger from a copy, or begin a new review in another folder with -w"
"""What to do about entries that are lost."""


@dataclass(frozen=True, slots=True)
class Output:
    """A file that holds the current document.

    ``in_place``: it is the reviewed document itself, written only by transactions that say so; a repair leaves it
    alone otherwise, and never creates it.
    """

    path: Path
    in_place: bool = False


def lost_end(history: History, torn: bytes, outputs: Sequence[Output]) -> str:
    """Which output already has the state after what is cut, in a clause; empty when none has. ``history`` is the rest.

    The document itself must be in no recorded state: an earlier one it may have had all the time. An edited copy was
    brought to the ledger's state before each transaction. Raises OSError where an output cannot be read.
    """
    made = _made(torn)
    for output in outputs if made else ():
        if not output.path.exists():
            continue
        found = bytes_hash(read_regular(output.path))
        if found in made and found != history.doc_hash and not (output.in_place and found in history.recorded):
            return f"its end is cut, and {bare_path(output.path)} already has the state after what is missing"
    return ""


def refuse_lost_end(ledger: Path, history: History, torn: bytes, outputs: Sequence[Output]) -> None:
    """Every reader and writer asks this before it uses ``history``; nothing is written.

    Raises:
        IntegrityError: ``entries-lost``, as ``lost_end`` says.
    """
    if fault := lost_end(history, torn, outputs):
        message = f"{shown_path(ledger)} lacks entries: {fault}"
        raise IntegrityError("entries-lost", message, f"nothing was written; {WAY_OUT}")


def _made(torn: bytes) -> frozenset[str]:
    """The states that the lines of a torn transaction were to make, unless it may be the recording of a hand edit."""
    lines = torn.split(b"\n")
    hashes = (found[1].decode() for line in lines if (found := _AFTER.search(line)))
    return frozenset(hashes) if any(map(_is_our_own, lines)) else frozenset()


def _is_our_own(line: bytes) -> bool:
    event, reason = _EVENT.search(line), _REASON.search(line)
    if event is None or event[1] not in {b"revert", b"reapply"}:
        return event is not None and event[1] in {b"change", b"flag"}
    return reason is not None and not reason[1].startswith(tuple(text.encode() for text in FOR_HAND_EDITS))
