"""Transcripts: documents of what people said, one turn after another (issue D: chains for speaker turns)."""

import re
from collections import Counter
from collections.abc import Iterator

from reviewer.model.parsed import BlockKind, ParsedDocument

_TIME = r"[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?[\])]?[ \t]*(?:[-–—][ \t]*)?"
_NAME = r"[^\W\d_][\w'’.-]*(?:[ ][\w'’.-]+){0,3}"
_EMPHASIS = r"(?:\*\*|__|[*_])?"
_TURN = re.compile(
    rf"^[ \t]*(?:{_TIME})?{_EMPHASIS}(?:{_TIME})?(?P<name>{_NAME}){_EMPHASIS}[ \t]*:{_EMPHASIS}(?=\s|\Z)", re.MULTILINE
)
"""``Anna:``, ``**Anna Berg:**``, ``[00:01:30] SPEAKER 2:`` at the start of a line."""

_DECLARED = re.compile(r"^type[ \t]*[:=][ \t]*([\"']?)transcript\1[ \t]*$", re.MULTILINE | re.IGNORECASE)

_TURNS = 4
"""Turns from which a document may be a transcript."""


def turns(text: str) -> Iterator[tuple[int, str]]:
    """Where each speaker turn of a paragraph begins, with the speaker's name."""
    for match in _TURN.finditer(text):
        yield match.start(), match["name"]


def is_transcript(parsed: ParsedDocument) -> bool:
    """Whether a document says what people said.

    Its front matter says ``type: transcript``; or it has four speaker turns or more, at least two speakers have two of
    them each, and half of its top-level paragraphs, list items and quotes aside, begin with one.
    """
    text = parsed.document.text
    first = parsed.blocks[0] if parsed.blocks else None
    if first and first.kind is BlockKind.FRONT_MATTER and _DECLARED.search(text[slice(*first.span)]):
        return True
    paragraphs = [text[slice(*block.span)] for block in parsed.blocks if _is_paragraph(block.kind, block.depth)]
    found = [list(turns(paragraph)) for paragraph in paragraphs]
    speakers = Counter(name.casefold() for each in found for _, name in each)
    begun = sum(bool(each) and each[0][0] == 0 for each in found)
    twice = sum(times > 1 for times in speakers.values())
    return speakers.total() >= _TURNS and twice > 1 and 2 * begun >= len(paragraphs)


def _is_paragraph(kind: BlockKind, depth: int) -> bool:
    return kind is BlockKind.PARAGRAPH and depth == 0
