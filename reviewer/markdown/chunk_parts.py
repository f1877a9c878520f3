"""A chunk that is too long for one question, in parts: cut between paragraphs, one level deep (seed §7, v7)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from reviewer.hashing import content_hash
from reviewer.model.chunk import ReviewChunk
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.tokens import estimate_tokens


def part_name(number: int) -> str:
    """``a`` to ``z``, then ``ba``, ``bb`` …: the parts of a chunk are ``{chunk_id}_a``, ``{chunk_id}_b`` …"""
    letters = ""
    while not letters or number:
        number, letter = divmod(number, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def chunk_parts(parsed: ParsedDocument, chunk: ReviewChunk, most: int) -> tuple[ReviewChunk, ...]:
    """The parts of a chunk, without gaps; the chunk alone where it has at most ``most`` tokens, or nowhere to be cut.

    Cut before blocks, never inside a protected span or a paragraph: a part that is one such thing may be longer than
    ``most``. Parts are about equally long; outer blocks are cut between before inner ones.
    """
    limit = 4 * most + 3
    if chunk.span.end - chunk.span.start <= limit:
        return (chunk,)
    cuts = list(_cuts(parsed, chunk.span, limit))
    if not cuts:
        return (chunk,)
    borders = [chunk.span.start, *cuts, chunk.span.end]
    return tuple(
        _part(parsed, chunk, number, Span(start, end)) for number, (start, end) in enumerate(pairwise(borders))
    )


def _cuts(parsed: ParsedDocument, span: Span, limit: int) -> Iterator[int]:
    outer, inner = _places(parsed, span)
    start = span.start
    while span.end - start > limit:
        wanted = start + _fair(span.end - start, limit)
        place = _best(outer, start, wanted, limit) or _best(inner, start, wanted, limit)
        if place is None:  # the next place there is, however far
            behind = [
                places[index] for places in (outer, inner) if (index := bisect_right(places, start)) < len(places)
            ]
            if not behind:
                return
            place = min(behind)
        yield place
        start = place


def _fair(length: int, limit: int) -> int:
    return -(-length // -(-length // limit))


def _best(places: list[int], start: int, wanted: int, limit: int) -> int | None:
    fitting = places[bisect_right(places, start) : bisect_right(places, start + limit)]
    return min(fitting, key=lambda place: abs(place - wanted)) if fitting else None


def _places(parsed: ParsedDocument, span: Span) -> tuple[list[int], list[int]]:
    """Where blocks begin inside a span and no protected span is cut: those of the top level, and all others."""
    found: tuple[set[int], set[int]] = set(), set()
    first = bisect_left(parsed.blocks, span.start, key=lambda block: block.span.start)
    for block in parsed.blocks[first:]:
        if block.span.start >= span.end:
            break
        if block.span.start > span.start and _legal(parsed, block.span.start):
            found[block.depth > 0].add(block.span.start)
    return sorted(found[0]), sorted(found[1])


def _legal(parsed: ParsedDocument, place: int) -> bool:
    index = bisect_left(parsed.protected_starts, place) - 1
    return index < 0 or parsed.protected[index].span.end <= place


def _part(parsed: ParsedDocument, chunk: ReviewChunk, number: int, span: Span) -> ReviewChunk:
    text = parsed.document.text[span.start : span.end]
    first, last = parsed.document.lines_of(span)
    return chunk.model_copy(
        update={
            "chunk_id": f"{chunk.chunk_id}_{part_name(number)}",
            "line_start": first,
            "line_end": last,
            "token_estimate": estimate_tokens(text),
            "content_hash": content_hash(text),
            "span": span,
        }
    )
