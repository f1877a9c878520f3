"""A passage with its blocks, parsed by itself: what a recipe masks depends on its text and the configuration alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from reviewer.config import ReviewerConfig
from reviewer.markdown.fingerprint import fingerprints
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chunk import ChunkFingerprint, ReviewChunk
from reviewer.model.parsed import Block, BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.model.tokens import estimate_tokens

_BEFORE = "\n"
"""Stands before the passage where it is parsed: what begins in the middle of a document is no front matter."""


@dataclass(frozen=True)
class MarkdownPassage:
    """``text`` of one chunk or part of one; ``language``: its code. Positions are those of ``text``."""

    text: str
    language: str
    config: ReviewerConfig

    @cached_property
    def parsed(self) -> ParsedDocument:
        """The parse, of the passage with one line end before it."""
        return parse(read_document((_BEFORE + self.text).encode("utf-8", "surrogatepass"), "passage"))

    @cached_property
    def print(self) -> ChunkFingerprint:
        """The structural features of the passage (``md_fingerprint_chunk``)."""
        whole = Span(0, len(self.parsed.document.text))
        chunk = ReviewChunk(
            chunk_id="", section_id="", line_start=1, line_end=1, token_estimate=estimate_tokens(self.text),
            content_hash="", span=whole,
        )  # fmt: skip
        return fingerprints(self.parsed, [chunk], self.config)[0]

    def blocks(self, *kinds: BlockKind) -> Iterator[tuple[Block, Span]]:
        """The outermost blocks of some kinds with what they cover: from the first mark to before the last line end."""
        last = 0
        for block in self.parsed.blocks:
            if block.kind in kinds and block.span.start >= last:
                last = block.span.end
                yield block, self.trimmed(block.span)

    def protected(self, kinds: Iterable[ProtectedKind]) -> list[Span]:
        """Protected spans of some kinds, without the white space around them."""
        wanted = frozenset(kinds)
        return [self.trimmed(region.span) for region in self.parsed.protected if region.kind in wanted]

    def trimmed(self, parsed: Span) -> Span:
        """A span of the parse in the passage, without white space at its ends."""
        text, shift = self.parsed.document.text, len(_BEFORE)
        start, end = max(parsed.start, shift), max(parsed.end, shift)
        inside = text[start:end]
        start += len(inside) - len(inside.lstrip())
        end = max(start, end - (len(inside) - len(inside.rstrip())))
        return Span(start - shift, end - shift)
