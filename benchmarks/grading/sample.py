"""Which chunks a model is asked about: a fixed draw that no result can move."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.grading.documents import Measured, record_lines
from reviewer.markdown.chunk import chunk_plan
from reviewer.model.chunk import ReviewChunk
from reviewer.model.parsed import FILLER, BlockKind
from reviewer.model.position import Span

LEAST_WORDS = 20
"""Chunks with fewer words of running text are no part of a draw: headings, tables, code."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUNNING = frozenset({BlockKind.PARAGRAPH, BlockKind.HEADING})


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk of a document with its words of running text, and those of it that nobody ever corrected."""

    document: str
    language: str
    chunk: ReviewChunk
    rank: str
    words: int
    clean_words: int
    errors: int


def words_in(text: str) -> int:
    """Words: runs of letters; what is protected is none."""
    return len(_WORD.findall(text.replace(FILLER, " ")))


def clean_spans(document: Measured) -> list[tuple[Span, int]]:
    """Paragraphs and headings of which no line was ever corrected or reworded, with their words."""
    dirty = record_lines(document.records) | document.unsure
    prose = document.parsed.prose
    found = []
    for block in prose.blocks:
        if block.kind not in _RUNNING or block.end <= block.start:
            continue
        span = prose.span(block.start, block.end)
        lines = range(document.line(span.start), document.line(span.end - 1) + 1)
        if dirty.isdisjoint(lines):
            found.append((span, words_in(prose.text[block.start : block.end])))
    return found


def pieces_of(document: Measured, seed: int, least_words: int = LEAST_WORDS) -> Iterator[Piece]:
    """Every chunk that a draw may take; with ``least_words`` 0 every chunk.

    The rank is a hash of seed, document and chunk: it knows no result.
    """
    prose, clean = document.parsed.prose, clean_spans(document)
    running = [b for b in prose.blocks if b.kind in _RUNNING and b.end > b.start]
    placed = [(prose.span(b.start, b.end).start, words_in(prose.text[b.start : b.end])) for b in running]
    for chunk in chunk_plan(document.parsed, document.config.chunk):
        start, end = chunk.span
        words = sum(count for offset, count in placed if start <= offset < end)
        if words < least_words:
            continue
        name = f"{seed}\0{document.parsed.document.doc_hash}\0{chunk.chunk_id}"
        yield Piece(
            document=document.name,
            language=document.language,
            chunk=chunk,
            rank=hashlib.sha256(name.encode()).hexdigest(),
            words=words,
            clean_words=sum(count for span, count in clean if start <= span.start < end),
            errors=sum(
                1 for record in document.records if record.hard and start <= _offset(document, record.line_start) < end
            ),
        )


def _offset(document: Measured, line: int) -> int:
    return document.line_starts[line - 1]


def draw(pieces: Sequence[Piece], chunks: int, clean_words: int = 0) -> list[Piece]:
    """The first ``chunks`` by rank, and further ones until they hold ``clean_words`` together."""
    ranked = sorted(pieces, key=lambda piece: piece.rank)
    taken, words = [], 0
    for piece in ranked:
        if len(taken) >= chunks and words >= clean_words:
            break
        taken.append(piece)
        words += piece.clean_words
    return taken


def draw_errors(pieces: Sequence[Piece], chunks: int) -> list[Piece]:
    """The first ``chunks`` by rank of those that hold a known hard error: to measure what is found, never harm."""
    return draw([piece for piece in pieces if piece.errors], chunks)
