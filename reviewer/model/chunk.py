"""Chunks and their fingerprints (seed: ReviewChunk, md_fingerprint_chunk)."""

from pydantic import Field

from reviewer.model.frozen import Frozen
from reviewer.model.position import Span


class ReviewChunk(Frozen):
    """A piece of a document; every character is in exactly one chunk (DESIGN §4)."""

    chunk_id: str
    section_id: str
    line_start: int
    line_end: int
    token_estimate: int
    content_hash: str
    span: Span = Field(description="[start, end) in code points")
    oversize: bool = Field(default=False, description="a protected span over the budget; never sent to a model")


class ChunkFingerprint(Frozen):
    """Structural features of one chunk (seed §7, Fingerprinting; thresholds v7.3)."""

    chunk_id: str
    table_rows: int = 0
    table_count: int = 0
    math_count: int = 0
    emoji_count: int = 0
    digit_density: float = 0.0
    bullet_count: int = 0
    blockquote_lines: int = 0
    code_fence_count: int = 0
    safety_keyword_hits: int = 0
    content_tokens: int = 0
    triggers_recipe: bool = False
