"""The chunk plan: the document cut along its sections into pieces that fit a budget (seed, ``md_chunk``).

Every character is in exactly one chunk, in order. A protected span is never cut; one that is over the budget is a
chunk of its own with the blank lines after it. Blank lines belong to the piece before them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from reviewer.config import ChunkConfig
from reviewer.hashing import content_hash
from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.cuts import cut_at_or_before, may_cut
from reviewer.model.chunk import ReviewChunk
from reviewer.model.parsed import ParsedDocument, Section
from reviewer.model.position import Span
from reviewer.model.tokens import estimate_tokens

VERSION = "1"

ANCHOR_LENGTH = 48
"""Characters of the anchor that a chunk id keeps, so that ids can be file names."""

_BLANK_LINES = lazy_pattern(r"(?:[ \t]*(?:\r\n|\n|\r))+")
_BLANK_LINE = lazy_pattern(r"[ \t]*[\r\n]")
_WHITE_SPACE = lazy_pattern(r"[ \t\r\n]+")
_SENTENCE_MARKS = ".!?…"
_CLOSERS = "\"'”’»)]*_"
_NO_SENTENCE_START = '"”’»)]:;!?'


def chunk_plan(parsed: ParsedDocument, config: ChunkConfig) -> tuple[ReviewChunk, ...]:
    """Cut a document into chunks. An empty document has none.

    No chunk but an ``oversize`` one has more than ``max_chunk_tokens`` (hard limit: 4 * tokens + 3 characters, because
    tokens are ``len // 4``). Cuts stand before a block where possible, else after a sentence, else after white space,
    and only inside a longer word where nothing else fits. Linear in the document.
    """
    cutter = _Cutter(parsed, config)
    used: dict[str, int] = {}
    return tuple(
        _chunk(parsed, section, piece, used) for section, own in _own_texts(parsed) for piece in cutter.cut(own)
    )


def context_before(parsed: ParsedDocument, chunk: ReviewChunk, config: ChunkConfig) -> Span:
    """Read-only context: up to ``overlap_tokens`` before the chunk, never part of it."""
    text = parsed.document.text
    start = max(chunk.span.start - 4 * config.overlap_tokens, 0)
    while start < chunk.span.start and not may_cut(text, start):
        start += 1
    return Span(start, chunk.span.start)


def context_after(parsed: ParsedDocument, chunk: ReviewChunk, config: ChunkConfig) -> Span:
    """Read-only context: up to ``overlap_tokens`` after the chunk, never part of it."""
    text = parsed.document.text
    end = min(chunk.span.end + 4 * config.overlap_tokens, len(text))
    while end > chunk.span.end and not may_cut(text, end):
        end -= 1
    return Span(chunk.span.end, end)


@dataclass(frozen=True, slots=True)
class _Piece:
    span: Span
    oversize: bool = False


def _own_texts(parsed: ParsedDocument) -> Iterator[tuple[Section, Span]]:
    """Sections with the text from their heading (the preamble: from the start) to before the next section."""
    starts = [0, *(section.span.start for section in parsed.sections[1:]), len(parsed.document.text)]
    for section, (start, end) in zip(parsed.sections, pairwise(starts), strict=True):
        if end > start:
            yield section, Span(start, end)


def _chunk(parsed: ParsedDocument, section: Section, piece: _Piece, used: dict[str, int]) -> ReviewChunk:
    text = parsed.document.text[piece.span.start : piece.span.end]
    digest = content_hash(text)
    chunk_id = f"{section.anchor[:ANCHOR_LENGTH]}_{digest.removeprefix('sha256:')[:8]}"
    used[chunk_id] = used.get(chunk_id, 0) + 1
    first, last = parsed.document.lines_of(piece.span)
    return ReviewChunk(
        chunk_id=chunk_id if used[chunk_id] == 1 else f"{chunk_id}-{used[chunk_id]}",
        section_id=section.id,
        line_start=first,
        line_end=last,
        token_estimate=estimate_tokens(text),
        content_hash=digest,
        span=piece.span,
        oversize=piece.oversize,
    )


class _Cutter:
    """Cuts one section's own text at a time; knows the legal places of the whole document."""

    def __init__(self, parsed: ParsedDocument, config: ChunkConfig) -> None:
        self.text = parsed.document.text
        self.limit = 4 * config.max_chunk_tokens + 3
        self.wanted = min(4 * config.min_chunk_tokens, self.limit)
        self.protected = [span.span for span in parsed.protected]
        self.protected_starts = [span.start for span in self.protected]
        self.oversize = [span for span in self.protected if span.end - span.start > self.limit]
        self.oversize_starts = [span.start for span in self.oversize]
        starts: tuple[set[int], set[int]] = set(), set()
        for block in parsed.blocks:
            starts[block.depth > 0].add(block.span.start)
        self.block_starts = tuple([p for p in sorted(level) if self._legal(p)] for level in starts)

    def cut(self, own: Span) -> Iterator[_Piece]:
        """Pieces of one section, in order, without gaps."""
        position = own.start
        first = bisect_left(self.oversize_starts, own.start)
        for span in self.oversize[first : bisect_left(self.oversize_starts, own.end)]:
            yield from self._fit(Span(position, span.start))
            position = self._after_blank_lines(span.end, own.end)
            yield _Piece(Span(span.start, position), oversize=True)
        yield from self._fit(Span(position, own.end))

    def _after_blank_lines(self, position: int, end: int) -> int:
        """After an oversize block: the blank lines below it belong to it. After one inside a line: nothing does."""
        if position < end and position > 0 and self.text[position - 1] not in "\r\n":
            return position
        blank = _BLANK_LINES.match(self.text, position, end)
        return blank.end() if blank else position

    def _fit(self, span: Span) -> Iterator[_Piece]:
        position = span.start
        while span.end - position > self.limit:
            place = self._place(position)
            yield _Piece(Span(position, place))
            position = place
        if position < span.end:
            yield _Piece(Span(position, span.end))

    def _place(self, start: int) -> int:
        """Where to cut: the best kind of place that leaves at least ``min_chunk_tokens``, else the best there is."""
        best = 0
        for place in self._candidates(start):
            if place - start >= self.wanted:
                return place
            best = best or place
        return best or self._inside_word(start)

    def _candidates(self, start: int) -> Iterator[int]:
        for starts in self.block_starts:
            index = bisect_right(starts, start + self.limit) - 1
            if index >= 0 and starts[index] > start:
                yield starts[index]
        runs = [match.span() for match in _WHITE_SPACE.finditer(self.text, start, start + self.limit)]
        yield from self._last(start, [run for run in runs if self._ends_sentence(*run)])
        yield from self._last(start, runs)

    def _last(self, start: int, runs: list[tuple[int, int]]) -> Iterator[int]:
        """The last white space after which a cut is legal and leaves no blank line to the next piece."""
        for _, place in reversed(runs):
            if place > start and self._legal(place) and may_cut(self.text, place) and not self._before_blank(place):
                yield place
                return

    def _ends_sentence(self, start: int, end: int) -> bool:
        before = self.text[max(start - 4, 0) : start].rstrip(_CLOSERS)
        return before != "" and before[-1] in _SENTENCE_MARKS and self.text[end : end + 1] not in _NO_SENTENCE_START

    def _before_blank(self, place: int) -> bool:
        at_line_start = self.text[place - 1] in "\r\n"
        return at_line_start and _BLANK_LINE.match(self.text, place, place + self.limit) is not None

    def _inside_word(self, start: int) -> int:
        """Before a protected span that would be cut, else at the limit, between whole characters as people see them."""
        limit = start + self.limit
        place = self._before_protected(limit)
        if place > start:
            limit = place
        cut = cut_at_or_before(self.text, limit, start)
        before = self._before_protected(cut)
        return before if start < before else cut

    def _legal(self, position: int) -> bool:
        return self._before_protected(position) == position

    def _before_protected(self, position: int) -> int:
        """``position``, or the start of the protected span that it would cut."""
        index = bisect_left(self.protected_starts, position) - 1
        if index >= 0 and self.protected[index].end > position:
            return self.protected_starts[index]
        return position
