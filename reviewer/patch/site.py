"""The whole lines around one change: what a unified diff needs to know of a document.

Lines end at LF alone, as git and patch see them.
"""

from dataclasses import dataclass

from reviewer.model.position import Span
from reviewer.patch.replay import Replay
from reviewer.patch.units import Piece

CONTEXT = 3
"""Lines of context, as ``diff -u`` writes."""


@dataclass(frozen=True, slots=True)
class PatchSite:
    """Whole lines around one change, before and after it. ``line`` is the 1-based number of the first of them.

    ``lead`` is how many of them stand wholly before the change.
    """

    line: int
    before: str
    after: str
    lead: int


def site_of(text: str, span: Span, after_text: str) -> PatchSite:
    """The site of replacing ``text[span]``; ``text`` is the state before the change."""
    start = span.start
    for _ in range(CONTEXT + 1):
        start = text.rfind("\n", 0, start)
        if start < 0:
            break
    start += 1
    end = span.end - 1
    for _ in range(CONTEXT + 1):
        end = text.find("\n", end + 1)
        if end < 0:
            break
    end = len(text) if end < 0 else end + 1
    return _site(
        text.count("\n", 0, start) + 1, text[start:end], Span(span.start - start, span.end - start), after_text
    )


def site_in(replay: Replay, span: Span, after_text: str) -> PatchSite:
    """The same as ``site_of`` on the current text of ``replay``, without building the text."""
    above = _lines_before(replay, span.start)
    start = _after_line(replay, above - CONTEXT)
    end = _after_line(replay, _lines_before(replay, span.end) + CONTEXT + 1)
    before = _slice(replay, Span(start, end))
    place = Span(span.start - start, span.end - start)
    return _site(max(above - CONTEXT, 0) + 1, before, place, after_text)


def inverse(site: PatchSite) -> PatchSite:
    """The site read the other way."""
    return PatchSite(site.line, site.after, site.before, site.lead)


def _site(line: int, before: str, place: Span, after_text: str) -> PatchSite:
    after = before[: place.start] + after_text + before[place.end :]
    return PatchSite(line, before, after, before.count("\n", 0, place.start))


def _locate(replay: Replay, offset: int) -> tuple[Piece, int]:
    return replay.tape.find(offset) if offset < replay.length else (replay.tape.tail, 0)


def _lines_before(replay: Replay, offset: int) -> int:
    piece, at = _locate(replay, offset)
    if piece is replay.tape.tail:
        return sum(group.newlines for group in replay.tape.groups)
    return replay.tape.lines_before(piece) + piece.text.count("\n", 0, at)


def _after_line(replay: Replay, number: int) -> int:
    """The offset after the live line feed of this number, from 1; 0 for a lower one, the text's length beyond it."""
    if number < 1:
        return 0
    offset = 0
    for group in replay.tape.groups:
        if number <= group.newlines:
            break
        number -= group.newlines
        offset += group.length
    else:
        return replay.length
    for block in group.blocks:
        if number <= block.newlines:
            break
        number -= block.newlines
        offset += block.length
    for piece in block.pieces:
        if piece.live and number <= piece.newlines:
            return offset + _after_line_in(piece.text, number)
        if piece.live:
            number -= piece.newlines
            offset += len(piece.text)
    raise ValueError("the tape's sums do not hold")


def _after_line_in(text: str, number: int) -> int:
    place = -1
    for _ in range(number):
        place = text.find("\n", place + 1)
    return place + 1


def _slice(replay: Replay, span: Span) -> str:
    if span.start == span.end:
        return ""
    first, at = replay.tape.find(span.start)
    last, end = replay.tape.find(span.end - 1)
    if first is last:
        return first.text[at : end + 1]
    parts = [first.text[at:]]
    piece = first.after
    while piece is not last:
        if piece.live:
            parts.append(piece.text)
        piece = piece.after
    return "".join([*parts, last.text[: end + 1]])
