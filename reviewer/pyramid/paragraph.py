"""A paragraph as summaries and definitions read it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from reviewer.model.parsed import FILLER, ParsedDocument, Prose, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

_LEFT_OUT = frozenset({ProtectedKind.LINK_TARGET, ProtectedKind.AUTOLINK, ProtectedKind.HTML_INLINE})


def told(parsed: ParsedDocument, block: ProseBlock) -> str:
    """The paragraph on one line. Code and formulas stay; list and quote marks, addresses, tags and comments go."""
    prose = parsed.prose.text[block.start : block.end]
    if FILLER not in prose:
        return " ".join(prose.split())
    text = parsed.document.text
    pieces = []
    for line in _lines(parsed.prose, block):
        position = line.start
        for found in parsed.protected_in(line):
            if found.kind in _LEFT_OUT:
                pieces.append(text[position : max(position, found.span.start)])
                position = max(position, found.span.end)
        pieces.append(text[position : line.end] + "\n")
    return " ".join("".join(pieces).split())


def _lines(prose: Prose, block: ProseBlock) -> Iterator[Span]:
    """Where the lines of a block stand in the document, without what marks a list or a quote."""
    first = bisect_right(prose.line_starts, block.start) - 1
    last = bisect_left(prose.line_starts, block.end, lo=first + 1)
    ends = [start - 1 for start in prose.line_starts[first + 1 : last]] + [block.end]
    for number, end in enumerate(ends, first):
        offset = prose.line_offsets[number]
        yield Span(offset, offset + end - prose.line_starts[number])
