"""Protected spans: what no fixer and no model may touch."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from reviewer.hashing import content_hash
from reviewer.model.document import Document
from reviewer.model.parsed import Block, BlockKind, ParsedDocument, ProtectedRegion
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind, ProtectedSpan

VERSION = "1"

_BLOCK_KINDS = {
    BlockKind.CODE_FENCE: ProtectedKind.CODE_FENCE,
    BlockKind.INDENTED_CODE: ProtectedKind.INDENTED_CODE,
    BlockKind.MATH_BLOCK: ProtectedKind.MATH_BLOCK,
    BlockKind.TABLE: ProtectedKind.TABLE,
    BlockKind.HTML_BLOCK: ProtectedKind.HTML_BLOCK,
    BlockKind.LINK_REF_DEF: ProtectedKind.LINK_REF_DEF,
}
_FRONT_MATTER = {"yaml": ProtectedKind.YAML_FRONT_MATTER, "toml": ProtectedKind.TOML_FRONT_MATTER}

Found = tuple[ProtectedKind, Span, str]
"""Kind, document span, info."""


def protected_regions(parsed: ParsedDocument) -> tuple[ProtectedSpan, ...]:
    """The kernel ``md_protected_regions``: sorted, free of overlaps, outermost spans only, each with its hash."""
    text = parsed.document.text
    return tuple(
        ProtectedSpan(
            kind=kind, line_start=first, line_end=last, content_hash=content_hash(text[slice(*span)]), info=info,
            span=span,
        )
        for kind, first, last, span, info in parsed.protected
    )  # fmt: skip


def block_spans(blocks: Sequence[Block], review_notes: Iterable[int]) -> list[Found]:
    """Protected blocks, and review notes as a whole."""
    found: list[Found] = [(ProtectedKind.REVIEW_NOTE, blocks[i].span, blocks[i].info) for i in review_notes]
    for block in blocks:
        kind = _BLOCK_KINDS.get(block.kind)
        if block.kind is BlockKind.FRONT_MATTER:
            kind = _FRONT_MATTER[block.info]
        if kind is not None:
            found.append((kind, block.span, block.info))
    return found


def outermost(document: Document, found: Iterable[Found]) -> tuple[ProtectedRegion, ...]:
    """Sort, drop what lies inside another span, and give each its lines.

    Should two overlap without nesting, they become one of the first one's kind: nothing protected is ever let go.
    """
    kept: list[Found] = []
    for kind, span, info in sorted(found, key=lambda item: (item[1].start, -item[1].end)):
        if kept and span.start < kept[-1][1].end:
            last = kept[-1]
            if span.end > last[1].end:
                kept[-1] = (last[0], Span(last[1].start, span.end), last[2])
            continue
        if span.end > span.start:
            kept.append((kind, span, info))
    starts = document.line_starts
    regions = []
    for kind, span, info in kept:
        first = bisect_right(starts, span.start)
        regions.append(ProtectedRegion(kind, first, max(bisect_left(starts, span.end), first), span, info))
    return tuple(regions)
