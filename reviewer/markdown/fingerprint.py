"""Structural features of each chunk, and whether it needs masking before a model call (seed §7, Fingerprinting)."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from reviewer.config import ContentRecipes, ReviewerConfig
from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.chunk import ChunkFingerprint, ReviewChunk
from reviewer.model.parsed import Block, BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.model.tokens import estimate_tokens

VERSION = "2"

_EMOJI_CLASS = (
    "[\U0001f300-\U0001f5ff\U0001f600-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7ff\U0001f900-\U0001f9ff"
    "\U0001fa70-\U0001faff\U0001f1e6-\U0001f1ff\u2600-\u27bf\u2b50\u2b55\u231a\u231b\u23e9-\u23f3]"
)
"""Emoji code points (Unicode Emoji blocks). Joiners, variation selectors and skin tones are part of the one before."""

_EMOJI = lazy_pattern(_EMOJI_CLASS)
_EMOJI_RUN = lazy_pattern(rf"(?:{_EMOJI_CLASS}[\ufe0e\ufe0f\u200d\u20e3\U0001f3fb-\U0001f3ff]*)+")

_DIGITS = lazy_pattern(r"\d")
_WHITE_SPACE = lazy_pattern(r"\s+")
_MATH = frozenset({ProtectedKind.MATH_BLOCK, ProtectedKind.INLINE_MATH})
_QUOTES = frozenset({BlockKind.QUOTE, BlockKind.ALERT})


def fingerprints(
    parsed: ParsedDocument, chunks: Sequence[ReviewChunk], config: ReviewerConfig
) -> tuple[ChunkFingerprint, ...]:
    """One fingerprint a chunk, in their order. Linear in the document.

    ``table_rows`` are data rows (header and delimiter row not counted); ``math_count`` counts displayed and inline
    expressions, also in table cells; ``digit_density`` is digits per character that is not white space.
    """
    counts = _structure_counts(parsed, [chunk.span.start for chunk in chunks])
    words = word_pattern(config.fingerprint.safety_keywords)
    text = parsed.document.text
    return tuple(
        _fingerprint(chunk.chunk_id, text[chunk.span.start : chunk.span.end], counts[index], words, config)
        for index, chunk in enumerate(chunks)
    )


def emoji_runs(text: str) -> list[Span]:
    """Where emoji stand, those without anything between them together, with joiners, selectors and skin tones."""
    return [Span(*match.span()) for match in _EMOJI_RUN.finditer(text)]


def all_math(parsed: ParsedDocument) -> list[Span]:
    """Protected math and what math stands in cells, which is in both where tables are open to edits; sorted."""
    found = {region.span for region in parsed.protected if region.kind in _MATH}
    return sorted(found.union(*(table.math for table in parsed.tables)))


def triggers_recipe(print_: ChunkFingerprint, recipes: ContentRecipes) -> bool:
    """True when a chunk is complex enough to derail a model (seed, v7.3 Expanded Trigger Conditions)."""
    return (
        print_.table_rows >= recipes.table_mask_min_rows
        or (print_.math_count > 0 and print_.table_count > 0)
        or print_.emoji_count >= recipes.emoji_min_count
        or print_.blockquote_lines >= recipes.blockquote_min_lines
        or print_.code_fence_count >= recipes.code_fence_min_count
        or print_.math_count >= recipes.math_min_count
    )


def _fingerprint(
    chunk_id: str, text: str, counts: Counter[str], words: re.Pattern[str] | None, config: ReviewerConfig
) -> ChunkFingerprint:
    solid = len(_WHITE_SPACE.sub("", text))
    found = ChunkFingerprint(
        chunk_id=chunk_id,
        emoji_count=len(_EMOJI.findall(text)),
        digit_density=round(len(_DIGITS.findall(text)) / solid, 4) if solid else 0.0,
        safety_keyword_hits=len(words.findall(text)) if words else 0,
        content_tokens=estimate_tokens(text),
        **counts,
    )
    return found.model_copy(update={"triggers_recipe": triggers_recipe(found, config.content_recipes)})


def _structure_counts(parsed: ParsedDocument, starts: Sequence[int]) -> list[Counter[str]]:
    """Per chunk: what starts in it. A quote that runs over a cut counts its lines where they stand."""
    counts: list[Counter[str]] = [Counter() for _ in starts]
    if not starts:
        return counts
    for offset, name, amount in _structure(parsed):
        counts[max(bisect_right(starts, offset) - 1, 0)][name] += amount
    return counts


def _structure(parsed: ParsedDocument) -> Iterator[tuple[int, str, int]]:
    for block in parsed.blocks:
        if block.kind is BlockKind.TABLE:
            yield block.span.start, "table_count", 1
            yield block.span.start, "table_rows", max(block.line_end - block.line_start - 1, 0)
        elif block.kind is BlockKind.CODE_FENCE:
            yield block.span.start, "code_fence_count", 1
        elif block.kind is BlockKind.LIST_ITEM:
            yield block.span.start, "bullet_count", 1
    for line in _quoted_lines(parsed):
        yield parsed.document.line_starts[line - 1], "blockquote_lines", 1
    for span in all_math(parsed):
        yield span.start, "math_count", 1


def _quoted_lines(parsed: ParsedDocument) -> Iterator[int]:
    """Each line that stands in a quote or an alert, once, however deep."""
    last = 0
    quotes: list[Block] = sorted((b for b in parsed.blocks if b.kind in _QUOTES), key=lambda b: b.line_start)
    for quote in quotes:
        yield from range(max(quote.line_start, last + 1), quote.line_end + 1)
        last = max(last, quote.line_end)


@lru_cache(maxsize=8)
def word_pattern(keywords: tuple[str, ...]) -> re.Pattern[str] | None:
    """Whole words, longest first, in any case; white space in a phrase matches any."""
    phrases = sorted({" ".join(word.split()) for word in keywords} - {""}, key=len, reverse=True)
    if not phrases:
        return None
    alternatives = "|".join(r"\s+".join(re.escape(part) for part in phrase.split(" ")) for phrase in phrases)
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)
