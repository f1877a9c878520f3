"""The annotated copy: the edited document with a GitHub alert after each block that holds a change or a flag.

Kernel ``md_inline_notes_inject``. A note stands after the top-level block of its change, never inside a list, table or
quote; before a block that runs unclosed to the end; after the previous block where the change deleted its own. Taking
the inserted pieces away by their recorded offsets gives the edited document back byte for byte.

A note that names a line says which text that is a line of: the notes above it move every line of the copy, and the
ledger, which is never rewritten, holds the number that was true when the note was made.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reviewer.model.document import Document
from reviewer.model.parsed import Block, OutlinedDocument
from reviewer.model.position import Span
from reviewer.report.quoting import escape, one_line

VERSION = "3"

BLANK = " \t\r\n"
"""All that a blank line may hold (CommonMark 2.1): a line of no-break spaces is a paragraph."""

LIMIT = 600
"""Characters of a note; the ledger has the whole text."""

_SAID = 200
"""Characters of what was said of an edit, at least; all others are free for why a person is told of it."""

LINES = "(Lines are counted in the document as it was reviewed, not in this copy.)"
"""Stands behind a note that names one."""

_NAMES_LINE = re.compile(r"\blines? \d")
_QUOTED = re.compile(r"“[^”]*”|`[^`]*`")


class Note(NamedTuple):
    """One note: the change it belongs to, the alert kind, its text, and the change's place in the edited document.

    ``text`` begins with ``REVIEWER: RVW-0034`` and is any text: it is escaped where it is written. ``lines_gone``:
    whole lines were taken away before the place, where a block may begin that the change has nothing to do with.
    ``why`` stands behind the text, which is cut first where both are too long.
    """

    id: str
    alert: str
    text: str
    span: Span
    lines_gone: bool = False
    why: str = ""


class Insertion(NamedTuple):
    """What was put in: ``text`` at ``offset`` of the annotated document."""

    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class Annotated:
    """The annotated text and all that was inserted, in order."""

    text: str
    insertions: tuple[Insertion, ...]


def annotate(parsed: OutlinedDocument, notes: Sequence[Note]) -> Annotated:
    """Put the notes into the document. Notes of one block keep the order of their changes."""
    tops = [block for block in parsed.blocks if block.depth == 0]
    starts = [block.span.start for block in tops]
    places: dict[int, list[Note]] = {}
    for note in notes:
        index = bisect_right(starts, max(note.span.end - 1, note.span.start)) - 1
        if note.lines_gone and index >= 0 and starts[index] == note.span.start:
            index -= 1
        places.setdefault(_place(parsed, tops, index), []).append(note)
    return _weave(parsed, sorted(places.items()))


def strip_notes(annotated: Annotated) -> str:
    """The edited document, from the annotated one and its recorded insertions."""
    kept, position = [], 0
    for insertion in annotated.insertions:
        kept.append(annotated.text[position : insertion.offset])
        position = insertion.offset + len(insertion.text)
    kept.append(annotated.text[position:])
    return "".join(kept)


def _place(parsed: OutlinedDocument, tops: list[Block], index: int) -> int:
    """The offset (a line start or the text's end) where a note for the top-level block ``index`` goes."""
    if index < 0:
        return tops[0].span.start if tops else len(parsed.document.text)
    block = tops[index]
    if not block.closed and not parsed.document.text[block.span.end :].strip(BLANK):
        return block.span.start
    return _end_without_blanks(parsed, block)


def _end_without_blanks(parsed: OutlinedDocument, block: Block) -> int:
    """The end of the block's last line that is not blank (a list's span may take blank lines along)."""
    document = parsed.document
    line = block.line_end
    while line > block.line_start and not document.line_text(line).strip(BLANK):
        line -= 1
    return document.line_span(line).end


def _weave(parsed: OutlinedDocument, places: list[tuple[int, list[Note]]]) -> Annotated:
    text = parsed.document.text
    out: list[str] = []
    insertions: list[Insertion] = []
    length = position = 0
    for offset, notes in places:
        out.append(text[position:offset])
        length += offset - position
        piece = _piece(parsed, offset, notes)
        insertions.append(Insertion(length, piece))
        out.append(piece)
        length += len(piece)
        position = offset
    out.append(text[position:])
    return Annotated("".join(out), tuple(insertions))


def _piece(parsed: OutlinedDocument, offset: int, notes: list[Note]) -> str:
    """Notes with a blank line between them and what stands around, in the line ends of the place."""
    document, text, starts = parsed.document, parsed.document.text, parsed.document.line_starts
    line = bisect_left(starts, offset)
    newline = _newline(document, line)
    quotes = (2 * newline).join(f"> [!{note.alert}]{newline}> {_shown(note)}" for note in notes)
    lead = newline if line and text[starts[line - 1] : offset].strip(BLANK) else ""
    if offset and text[offset - 1] not in "\r\n":
        lead = 2 * newline
    if offset == len(text):
        return lead + quotes + (newline if not text or text[-1] in "\r\n" else "")
    following = starts[line + 1] if line + 1 < len(starts) else len(text)
    return lead + quotes + newline + (newline if text[offset:following].strip(BLANK) else "")


def _shown(note: Note) -> str:
    why = note.why
    if _NAMES_LINE.search(_QUOTED.sub("", f"{note.text} {why}")):
        why = f"{LINES} {why}".rstrip()
    said = max(LIMIT - len(one_line(why, LIMIT)) - 1, _SAID) if why else LIMIT
    text = one_line(note.text, said)
    return escape(f"{text} {why}" if why else text, LIMIT)


def _newline(document: Document, line: int) -> str:
    """The line end of the line (1-based, 0 for none) before the place, else the document's first, else LF."""
    if line and document.terminators[line - 1]:
        return document.terminators[line - 1]
    return next((end for end in document.terminators if end), "\n")
