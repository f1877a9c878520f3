"""Every configuration key with its default. Defaults are the seed's section 11 and the keys named in its section 7.

This module holds the data only; ``reviewer.service.settings.resolution`` reads files, environment and flags, and says
where each value came from. An unknown key is an error there, with the nearest known key.
"""

from typing import Literal

from pydantic import Field

from reviewer.config.batch import BatchConfig
from reviewer.config.documents import ChunkConfig, FingerprintConfig, RuleConfig, StyleRules
from reviewer.config.models import (
    Adaptive,
    Backend,
    CircuitBreaker,
    ContentRecipes,
    LLMConfig,
    MdStrip,
    Mode,
    ReviewModes,
)
from reviewer.config.proofreading import ProofreadConfig
from reviewer.config.validation import Fails, PreservationRules, ValidationConfig
from reviewer.model.frozen import Frozen

__all__ = (
    "Adaptive",
    "Backend",
    "BatchConfig",
    "CacheMode",
    "ChunkConfig",
    "CircuitBreaker",
    "ContentRecipes",
    "Fails",
    "FingerprintConfig",
    "LLMConfig",
    "MdStrip",
    "Mode",
    "PreservationRules",
    "ProofreadConfig",
    "ReviewModes",
    "ReviewerConfig",
    "RuleConfig",
    "StyleRules",
    "ValidationConfig",
)

CacheMode = Literal["write_through", "read_only", "read_prefer", "off"]


class ReviewerConfig(Frozen):
    """The whole configuration (seed: ReviewerConfig)."""

    chunk: ChunkConfig = ChunkConfig()
    llm: LLMConfig = LLMConfig()
    style: StyleRules = StyleRules()
    rules: RuleConfig = RuleConfig()
    validation: ValidationConfig = ValidationConfig()
    fingerprint: FingerprintConfig = FingerprintConfig()
    content_recipes: ContentRecipes = ContentRecipes()
    md_strip: MdStrip = MdStrip()
    circuit_breaker: CircuitBreaker = CircuitBreaker()
    adaptive: Adaptive = Adaptive()
    review: ReviewModes = ReviewModes()
    proofread: ProofreadConfig = ProofreadConfig()
    batch: BatchConfig = BatchConfig()

    in_place: bool = Field(False, description="write the edited text over the document")
    output_suffix: str = Field(
        ".REVIEWED.md",
        min_length=1,
        max_length=60,  # four bytes each leave room for a part of the document's name
        pattern=r"^[^/\\]*$",
        description="ending of annotated copies; check skips them",
    )
    skip_pyramid: bool = Field(False, description="build no summaries")
    no_llm: bool = Field(False, description="deterministic passes only")
    strict: bool = Field(False, description="reject edits of protected spans instead of flagging them")
    fixers: bool = Field(True, description="propose repairs that need no model")
    pyramid_levels: int = Field(4, ge=1, le=4, description="levels of summaries")
    summary_max_tokens: int = Field(200, ge=1, description="length of one summary")
    cache_mode: CacheMode = Field(
        "write_through", description="whether kernel results are read from and written to the cache"
    )
    severity_alert_map: dict[str, Literal["NOTE", "TIP", "WARNING", "CAUTION", "IMPORTANT"]] = Field(
        {"minor": "NOTE", "attention": "WARNING", "deletion": "CAUTION", "critical": "IMPORTANT"},
        description="GitHub alert of a note, by severity",
    )
    plans_kept: int = Field(10, ge=1, description="newest plans of a document that are kept to be applied")
    operator: str = Field("reviewctl", description="the ledger's actor.operator")
    lock_timeout: float = Field(30.0, ge=0, description="seconds to wait for another process on the same workspace")
