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
    """Whole lines around one change, before and after it. ``line`` is the 1-based number of the first of them."""

    line: int
    before: str
    after: str


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
    after = text[start : span.start] + after_text + text[span.end : end]
    return PatchSite(text.count("\n", 0, start) + 1, text[start:end], after)


def site_in(replay: Replay, span: Span, after_text: str) -> PatchSite:
    """The same as ``site_of`` on the current text of ``replay``, without building the text."""
    lead = _lead(replay, span.start)
    trail = _trail(replay, span.end)
    middle = _slice(replay, span)
    line = _lines_before(replay, span.start) - lead.count("\n") + 1
    return PatchSite(line, lead + middle + trail, lead + after_text + trail)


def inverse(site: PatchSite) -> PatchSite:
    """The site read the other way."""
    return PatchSite(site.line, site.after, site.before)


def _locate(replay: Replay, offset: int) -> tuple[Piece, int]:
    return replay.tape.find(offset) if offset < replay.length else (replay.tape.tail, 0)


def _lines_before(replay: Replay, offset: int) -> int:
    piece, at = _locate(replay, offset)
    if piece is replay.tape.tail:
        return sum(group.newlines for group in replay.tape.groups)
    return replay.tape.lines_before(piece) + piece.text.count("\n", 0, at)


def _lead(replay: Replay, offset: int) -> str:
    """Text before ``offset`` from the start of the line ``CONTEXT`` lines up."""
    piece, at = _locate(replay, offset)
    parts, wanted = [], CONTEXT + 1
    text = piece.text[:at]
    while piece is not replay.tape.head:
        found = text.count("\n")
        if found >= wanted:
            cut = len(text)
            for _ in range(wanted):
                cut = text.rfind("\n", 0, cut)
            parts.append(text[cut + 1 :])
            break
        wanted -= found
        parts.append(text)
        piece = piece.before
        text = piece.text if piece.live else ""
    return "".join(reversed(parts))


def _trail(replay: Replay, offset: int) -> str:
    """Text from ``offset`` to the end of the line ``CONTEXT`` lines down."""
    piece, at = _locate(replay, offset)
    parts, wanted = [], CONTEXT + 1
    text = piece.text[at:]
    while piece is not replay.tape.tail:
        found = text.count("\n")
        if found >= wanted:
            cut = -1
            for _ in range(wanted):
                cut = text.find("\n", cut + 1)
            parts.append(text[: cut + 1])
            break
        wanted -= found
        parts.append(text)
        piece = piece.after
        text = piece.text if piece.live else ""
    return "".join(parts)


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
