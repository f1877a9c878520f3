"""Keys about documents: chunks, style and words, rules."""

from typing import Literal

from pydantic import Field

from reviewer.model.frozen import Frozen
from reviewer.model.structure import ProtectedKind


class ChunkConfig(Frozen):
    """Chunk budgets in estimated tokens (``len // 4``)."""

    max_chunk_tokens: int = Field(1800, ge=50, description="hard limit of a chunk")
    overlap_tokens: int = Field(100, ge=0, description="read-only context around a chunk, never part of it")
    min_chunk_tokens: int = Field(50, ge=0, description="smaller pieces of one section are merged")
    max_edit_chunk_tokens: int = Field(900, ge=50, description="larger chunks are split before a model call")


class StyleRules(Frozen):
    """What counts as silent, what as a leftover, and the document's words."""

    silent_allowlist: tuple[str, ...] = Field(
        ("typo", "punctuation", "capitalization", "spacing", "grammar"),
        description="edit kinds that are applied without a note",
    )
    ai_leftover_patterns: tuple[str, ...] = Field((
        r"(?i)\bAs an AI\b",
        r"(?i)\bAs a language model\b",
        r"(?i)\bIn conclusion\b",
        r"(?i)\b(?:Sure|Of course|Certainly)[,!.]?\s+here(?:['’]?s| is)\b"
        r"(?:\s+(?:an?|the|your)\s[^,.!?:\n]{0,60}\b(?:version|text|draft|summary|translation|rewrite)\b[^,.!?:\n]{0,40})?",
        r"(?i)\bI hope this helps\b",
        r"(?i)\bLet me know if\b",
        r"(?i)\bHere is (?:a|an|the)\b",
        r"(?i)\bCertainly!",
        r"(?i)\bAbsolutely!",
        r"(?i)\bGreat question",
    ), description="regular expressions of ai-leftover, tried at the start of a paragraph")  # fmt: skip
    protect_tables: bool = Field(True, description="tables are protected spans")
    protect_math: bool = Field(True, description="math is protected")
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

    @property
    def unprotected(self) -> frozenset[ProtectedKind]:
        """The kinds of text that ``protect_tables`` and ``protect_math`` leave open to edits."""
        tables = () if self.protect_tables else (ProtectedKind.TABLE,)
        math = () if self.protect_math else (ProtectedKind.MATH_BLOCK, ProtectedKind.INLINE_MATH)
        return frozenset((*tables, *math))


class FingerprintConfig(Frozen):
    """Word list of the fingerprint's ``safety_keyword_hits`` (seed §7.11), English and French."""

    safety_keywords: tuple[str, ...] = Field((
        "attack", "exploit", "vulnerability", "vulnerabilities", "malware", "injection", "breach", "hack", "password",
        "credential", "bypass", "payload", "weapon", "kill", "attaque", "exploitation", "vulnérabilité",
        "vulnérabilités", "faille", "failles", "malveillant", "intrusion", "mot de passe", "contournement", "arme",
        "piratage",
    ), description="words that are counted in safety_keyword_hits")  # fmt: skip


class RuleConfig(Frozen):
    """Which rules run and how serious they are."""

    disable: tuple[str, ...] = Field((), description="rule ids that do not run")
    severity: dict[str, Literal["minor", "attention", "critical"]] = Field({}, description="rule id to severity")
