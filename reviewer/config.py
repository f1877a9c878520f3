"""Every configuration key with its default. Defaults are the seed's section 11 and the keys named in its section 7.

This module holds the data only; ``reviewer.service.settings`` reads files, environment and flags, and says where each
value came from. An unknown key is an error there, with the nearest known key.
"""

from typing import Literal

from pydantic import Field

from reviewer.model.frozen import Frozen


class ChunkConfig(Frozen):
    """Chunk budgets in estimated tokens (``len // 4``)."""

    max_chunk_tokens: int = Field(1800, ge=50, description="hard limit of a chunk")
    overlap_tokens: int = Field(100, ge=0, description="read-only context around a chunk, never part of it")
    min_chunk_tokens: int = Field(50, ge=0, description="smaller pieces of one section are merged")
    max_edit_chunk_tokens: int = Field(900, ge=50, description="larger chunks are split before a model call")


class LLMConfig(Frozen):
    """The model edge. Read by the model edge only; deterministic results never depend on it."""

    backend: Literal["ollama", "claude", "openai", "llamacpp", "scripted"] = "ollama"
    endpoint: str = "http://127.0.0.1:11434"
    pyramid_model: str = "granite3.1-moe:3b"
    edit_model: str = "mistral:instruct"
    tutor_model: str | None = None
    temperature: float = Field(0.1, ge=0)
    timeout: int = Field(120, ge=1, description="seconds, pyramid and tutor calls")
    chunk_timeout: int = Field(300, ge=1, description="seconds, edit calls")
    empty_retries: int = Field(2, ge=0)
    num_predict: int = Field(2048, ge=1)
    strict_sovereign: bool = True
    allowed_hosts: tuple[str, ...] = ()


class StyleRules(Frozen):
    """What counts as silent, what as a leftover, and the document's words."""

    silent_allowlist: tuple[str, ...] = ("typo", "punctuation", "capitalization", "spacing", "grammar")
    ai_leftover_patterns: tuple[str, ...] = (
        r"(?i)\bAs an AI\b",
        r"(?i)\bAs a language model\b",
        r"(?i)\bIn conclusion\b",
        r"(?i)\bSure,?\s+here['’]?s\b",
        r"(?i)\bI hope this helps\b",
        r"(?i)\bLet me know if\b",
        r"(?i)\bHere is (?:a|an|the)\b",
        r"(?i)\bCertainly!",
        r"(?i)\bAbsolutely!",
        r"(?i)\bGreat question",
    )
    protect_tables: bool = True
    protect_math: bool = True
    language: str | None = Field(None, description="en, fr, …; default: front matter, then each section's own")
    glossary: tuple[str, ...] = Field((), description="terms in their right spelling; never corrected")
    term_pairs: tuple[tuple[str, str], ...] = Field(
        (
            ("code mort", "dead code"),
            ("refonte", "refactoring"),
            ("débit", "throughput"),
            ("bande passante", "bandwidth"),
            ("dette technique", "technical debt"),
            ("mise en cache", "caching"),
            ("couplage", "coupling"),
            ("tableau de bord", "dashboard"),
            ("flux de travail", "workflow"),
            ("journalisation", "logging"),
        ),
        description="French and English forms that one section should not mix",
    )
    bad_headings: tuple[str, ...] = Field(
        ("bad", "wrong", "incorrect", "don't", "avoid", "mauvais", "incorrect", "faux", "à éviter", "ne pas"),
        description="table columns under such a heading show wrong text on purpose",
    )


class FingerprintConfig(Frozen):
    """Word list of the fingerprint's ``safety_keyword_hits`` (seed §7.11), English and French."""

    safety_keywords: tuple[str, ...] = (
        "attack", "exploit", "vulnerability", "vulnerabilities", "malware", "injection", "breach", "hack", "password",
        "credential", "bypass", "payload", "weapon", "kill", "attaque", "exploitation", "vulnérabilité",
        "vulnérabilités", "faille", "failles", "malveillant", "intrusion", "mot de passe", "contournement", "arme",
        "piratage",
    )  # fmt: skip


class ContentRecipes(Frozen):
    """Masking before a model call (seed §7, v7.2 and v7.3)."""

    enabled: bool = True
    blockquote_flatten: bool = True
    blockquote_min_lines: int = 5
    table_mask_min_rows: int = 3
    emoji_mask: bool = True
    emoji_min_count: int = 5
    math_min_count: int = 3
    code_fence_min_count: int = 1
    digit_truncation_threshold: float = 0.25
    digit_truncation_min_lines: int = 5
    synonym_map_enabled: bool = True


class MdStrip(Frozen):
    """Policy D density thresholds (seed §7, v7.3.1)."""

    enabled: bool = True
    bold_threshold: int = 8
    backtick_threshold: int = 12
    code_span_threshold: int = 8
    empty_heading_threshold: int = 1
    hr_threshold: int = 1
    combined_threshold: int = 20


class CircuitBreaker(Frozen):
    """When to switch to the plain prompt (seed §7, Circuit Breaker)."""

    window: int = Field(20, ge=1)
    failure_threshold: float = Field(0.6, gt=0, le=1)


class Adaptive(Frozen):
    """Context tiers (seed §7, v7 Preflight Pipeline)."""

    default_tier: int = Field(1, ge=0, le=3)
    tier_max: int = Field(3, ge=0, le=3)


class RuleConfig(Frozen):
    """Which rules run and how serious they are."""

    disable: tuple[str, ...] = Field((), description="rule ids that do not run")
    severity: dict[str, Literal["minor", "attention", "critical"]] = Field({}, description="rule id to severity")


class ReviewerConfig(Frozen):
    """The whole configuration (seed: ReviewerConfig)."""

    chunk: ChunkConfig = ChunkConfig()
    llm: LLMConfig = LLMConfig()
    style: StyleRules = StyleRules()
    rules: RuleConfig = RuleConfig()
    fingerprint: FingerprintConfig = FingerprintConfig()
    content_recipes: ContentRecipes = ContentRecipes()
    md_strip: MdStrip = MdStrip()
    circuit_breaker: CircuitBreaker = CircuitBreaker()
    adaptive: Adaptive = Adaptive()

    in_place: bool = False
    output_suffix: str = Field(".REVIEWED.md", min_length=1)
    skip_pyramid: bool = False
    no_llm: bool = False
    strict: bool = False
    fixers: bool = Field(True, description="propose repairs that need no model")
    pyramid_levels: int = Field(4, ge=1, le=4)
    summary_max_tokens: int = Field(200, ge=1)
    cache_mode: Literal["write_through", "read_only", "read_prefer", "off"] = "write_through"
    severity_alert_map: dict[str, Literal["NOTE", "TIP", "WARNING", "CAUTION", "IMPORTANT"]] = {
        "minor": "NOTE",
        "attention": "WARNING",
        "deletion": "CAUTION",
        "critical": "IMPORTANT",
    }
    operator: str = Field("reviewctl", description="the ledger's actor.operator")
    lock_timeout: float = Field(30.0, ge=0, description="seconds to wait for another process on the same workspace")
