"""Every configuration key with its default. Defaults are the seed's section 11 and the keys named in its section 7.

This module holds the data only; ``reviewer.service.settings.resolution`` reads files, environment and flags, and says
where each value came from. An unknown key is an error there, with the nearest known key.
"""

from typing import Annotated, Literal

from pydantic import Field

from reviewer.model.frozen import Frozen
from reviewer.model.structure import ProtectedKind


class ChunkConfig(Frozen):
    """Chunk budgets in estimated tokens (``len // 4``)."""

    max_chunk_tokens: int = Field(1800, ge=50, description="hard limit of a chunk")
    overlap_tokens: int = Field(100, ge=0, description="read-only context around a chunk, never part of it")
    min_chunk_tokens: int = Field(50, ge=0, description="smaller pieces of one section are merged")
    max_edit_chunk_tokens: int = Field(900, ge=50, description="larger chunks are split before a model call")


class LLMConfig(Frozen):
    """The model edge. Read by the model edge only; deterministic results never depend on it."""

    backend: Literal["ollama", "claude", "openai", "llamacpp", "scripted"] = Field(
        "ollama", description="which kind of server answers"
    )
    endpoint: str = Field(
        "http://127.0.0.1:11434", description="URL of the server; keys and passwords come from the environment"
    )
    pyramid_model: str | None = Field(None, description="model for summaries; null: edit_model")
    edit_model: str = Field("mistral:instruct", description="model that proposes edits")
    tutor_model: str | None = Field(None, description="model that validates proposals; null: none")
    validator_model: str | None = Field(
        None, description="model that judges each located edit (validation.judge); null: tutor_model, else edit_model"
    )
    temperature: float = Field(0.1, ge=0, description="sampling temperature of the first attempt")
    timeout: int = Field(120, ge=1, description="seconds, pyramid and tutor calls")
    chunk_timeout: int = Field(300, ge=1, description="seconds, edit calls")
    empty_retries: int = Field(2, ge=0, description="further attempts after an empty reply")
    num_predict: int = Field(2048, ge=1, description="tokens that a reply may have")
    num_ctx: int = Field(8192, ge=512, description="tokens of prompt and reply together that the model is given")
    concurrency: int = Field(2, ge=1, le=64, description="calls that are made at the same time")
    model_path: str | None = Field(None, description="GGUF file of the llamacpp backend")
    engine: Literal["auto", "server", "logits"] = Field(
        "auto",
        description="how the llamacpp backend runs its file: by llama.cpp's server (extra llamacpp) or with logits at "
        "hand (extra logits), which proofreads faster; auto: logits where installed",
    )
    script: str | None = Field(None, description="JSONL file of the scripted backend")
    strict_sovereign: bool = Field(True, description="refuse backends that are not on this machine")
    allowed_hosts: tuple[str, ...] = Field(
        (), description="hosts (name, name:port, [address]:port) that may be sent text all the same"
    )


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


class ContentRecipes(Frozen):
    """Masking before a model call (seed §7, v7.2 and v7.3)."""

    enabled: bool = Field(True, description="mask content that makes small models degenerate")
    blockquote_flatten: bool = Field(True, description="replace long block quotes by placeholders")
    blockquote_min_lines: int = Field(5, ge=1, description="lines from which a block quote is long")
    table_mask: bool = Field(True, description="replace tables by placeholders")
    table_mask_min_rows: int = Field(3, ge=1, description="rows from which a table is masked")
    emoji_mask: bool = Field(True, description="mask emoji")
    emoji_min_count: int = Field(5, ge=1, description="emoji from which a chunk is masked")
    math_min_count: int = Field(3, ge=1, description="math spans from which a chunk, or a paragraph, is masked")
    math_consolidate: bool = Field(True, description="replace paragraphs of math by placeholders")
    code_fence_mask: bool = Field(True, description="replace code fences by placeholders")
    code_fence_min_count: int = Field(1, ge=1, description="code fences from which a chunk is masked")
    digit_truncation: bool = Field(True, description="replace blocks of figures by placeholders")
    digit_truncation_threshold: float = Field(0.25, ge=0, le=1, description="share of digits that makes a block dense")
    digit_truncation_min_lines: int = Field(5, ge=1, description="lines from which a dense block is cut")
    synonym_map_enabled: bool = Field(True, description="replace safety words that make models refuse")
    synonyms: tuple[tuple[str, str], ...] = Field((
        ("attack", "action"), ("exploit", "enterprise"), ("vulnerability", "property"),
        ("vulnerabilities", "properties"), ("malware", "software"), ("injection", "insertion"), ("breach", "change"),
        ("hack", "trick"), ("password", "keyword"), ("credential", "certificate"), ("bypass", "detour"),
        ("payload", "content"), ("weapon", "device"), ("kill", "stop"), ("attaque", "approche"),
        ("exploitation", "utilisation"), ("vulnérabilité", "particularité"), ("vulnérabilités", "particularités"),
        ("faille", "fente"), ("failles", "fentes"), ("malveillant", "différent"), ("intrusion", "entrée"),
        ("mot de passe", "mot de repère"), ("contournement", "déplacement"), ("arme", "amorce"),
        ("piratage", "passage"),
    ), description="safety words and what stands for them, of the same gender, number and first sound")  # fmt: skip


class MdStrip(Frozen):
    """Policy D density thresholds (seed §7, v7.3.1)."""

    enabled: bool = Field(True, description="strip dense markup before a model call")
    bold_threshold: int = Field(8, ge=1, description="bold spans")
    backtick_threshold: int = Field(12, ge=1, description="backticks")
    code_span_threshold: int = Field(8, ge=1, description="inline code spans")
    empty_heading_threshold: int = Field(1, ge=1, description="headings without text")
    hr_threshold: int = Field(1, ge=1, description="thematic breaks")
    combined_threshold: int = Field(20, ge=1, description="all of them together")


class CircuitBreaker(Frozen):
    """When to switch to the plain prompt (seed §7, Circuit Breaker)."""

    window: int = Field(20, ge=1, description="chunks that are looked back on")
    failure_threshold: float = Field(0.6, gt=0, le=1, description="share of failures that trips it")


class Adaptive(Frozen):
    """How a model is asked again when a chunk gave nothing (seed §7, v7 Preflight Pipeline and v7.1)."""

    enabled: bool = Field(True, description="ask again, with other context or simpler content")
    math_mask: bool = Field(True, description="show math as a noun; not where protect_math is off")
    watch: bool = Field(True, description="end replies that go nowhere while they are written")
    blank_limit: int = Field(300, ge=50, description="characters of white space after which a reply is cut off")
    loop_length: int = Field(400, ge=100, description="characters that a looped phrase must fill to be one")
    loop_repeats: int = Field(6, ge=3, description="times that a looped phrase must stand there to be one")
    thinking_share: float = Field(
        0.75, gt=0, le=1, description="part of the reply's room that thinking may take without an answer"
    )

    default_tier: int = Field(1, ge=0, le=3, description="how much context a prompt gets first")
    tier_max: int = Field(3, ge=0, le=3, description="how much it may get later")


Fails = Literal["reject", "attention"]
"""What becomes of an edit that fails a rule: it is not made, or it is and a person is told."""


class PreservationRules(Frozen):
    """What an edit of a model must leave as it is (audita-validators; beyond the seed), and what a failure does."""

    language: Fails = Field("reject", description="it would change the language of its passage")
    cut_word: Fails = Field("reject", description="it would change an end of its quote inside a word")
    placeholder: Fails = Field("reject", description="it would put in a word that stands for no text (None, [deleted])")
    unseen_character: Fails = Field("reject", description="it would put in a character that nobody sees")
    reply_fields: Fails = Field("reject", description="it would put fields of the reply into the text")
    prompt_text: Fails = Field("reject", description="it would put in words of a prompt, or a placeholder for a mask")
    ellipsis: Fails = Field("reject", description="it would put in an ellipsis, where text may have been left out")
    sentence_lost: Fails = Field("reject", description="it would take away most of a sentence without saying so")
    sentence_doubled: Fails = Field("reject", description="it would put in a sentence that the chunk has")
    words_repeated: Fails = Field("reject", description="words would stand twice in a row")
    number_changed: Fails = Field("reject", description="it is a correction and would change a whole number")
    markup_changed: Fails = Field("reject", description="it is a correction and would change markup")
    not_its_kind: Fails = Field("reject", description="it would change more than its kind allows")
    link_targets: Fails = Field("attention", description="a link comes or goes")
    code_spans: Fails = Field("attention", description="code comes or goes")
    inline_math: Fails = Field("attention", description="math comes or goes")
    footnote_marks: Fails = Field("reject", description="a footnote mark comes or goes")
    citations: Fails = Field("reject", description="a citation comes or goes")
    block_structure: Fails = Field("reject", description="paragraphs, headings, lists … become others")
    numbers: Fails = Field("attention", description="a number differs, its separators and sign included")
    units: Fails = Field("attention", description="a unit differs")
    signs: Fails = Field("attention", description="a sign of comparison or arithmetic differs")
    dates: Fails = Field("attention", description="a month, a day of the week … comes or goes")
    negation: Fails = Field("attention", description="a negation or an exception comes or goes")
    modal_verbs: Fails = Field("attention", description="shall, must, may, doit, peut … come or go")
    quantities: Fails = Field("attention", description="all, only, three, chaque … come or go")
    directions: Fails = Field("attention", description="before, open, with, ou, avant … come or go")
    word_order: Fails = Field("attention", description="words that stay stand in another order")
    other_words: Fails = Field("attention", description="a word becomes its opposite or one that is no form of it")
    names: Fails = Field("attention", description="a name differs (option B, HTML, myVar, Berlin)")
    word_borders: Fails = Field("attention", description="a word is cut in two, or two become one")
    foreign_letters: Fails = Field("attention", description="letters of another script, a tab or a backslash come in")


class ValidationConfig(Frozen):
    """Whether proposed edits are safe to make (audita-validators)."""

    judge: bool = Field(True, description="a model judges each edit that a model proposed (llm.validator_model)")
    judges_from: float = Field(
        3.0, ge=0, description="billions of weights from which a model judges that is no llm.validator_model"
    )
    max_prompt_tokens: int = Field(3000, ge=200, description="estimated tokens of one validator prompt")
    min_confidence: float = Field(0.6, ge=0, le=1, description="a model's edit of less confidence is not made")
    missing_confidence: Literal["reject", "attention", "accept"] = Field(
        "attention", description="what becomes of a model's edit that does not say how sure the model is"
    )
    rules: PreservationRules = PreservationRules()


_STEP = r"(?:silent|attention) [01](?:\.\d+)?(?: gain -?\d+(?:\.\d+)?)?"
PolicyRow = Annotated[
    str,
    Field(
        pattern=rf"^(?:drop|{_STEP}(?:, {_STEP})*)$",
        description="drop, or steps as in 'silent 0.2 gain 2, attention 0.1'",
    ),
]
"""Steps of the proofreading policy, the best first."""
PolicyName = Annotated[
    str, Field(pattern=r"^[a-z]{2}-(?:small|medium|large)-(?:unknown|repeat|inflection|function|rewrite)$")
]
"""Language, size of the model, class of the edit."""

_CLASSES = ("unknown", "repeat", "inflection", "function", "rewrite")
_SLIPS = "silent 0.02, attention 0.01"
_PROOFREAD_ROWS = (
    ("en-small", _SLIPS, _SLIPS, "silent 0.1 gain 4, attention 0.3", "attention 0.2", "drop"),
    ("en-medium", _SLIPS, _SLIPS, "silent 0.2 gain 2, attention 0.1", "attention 0.1", "attention 0.1"),
    ("en-large", _SLIPS, _SLIPS, "silent 0.2 gain 2, attention 0.1", "attention 0.1", "attention 0.1"),
    ("fr-small", "attention 0.1", "attention 0.1", "drop", "drop", "drop"),
    ("fr-medium", "silent 0.2", "silent 0.2", "attention 0.2", "drop", "drop"),
    ("fr-large", "silent 0.2", "silent 0.2", "attention 0.2", "drop", "drop"),
)
"""Language and size, then a row of the policy for each class of edits. Measured with models of 0.5 and 1.5 billion
weights (docs/proofreading.md); larger ones have the rows of the latter."""
_PROOFREAD_POLICY = {
    f"{group}-{kind}": row for group, *rows in _PROOFREAD_ROWS for kind, row in zip(_CLASSES, rows, strict=True)
}


class ProofreadConfig(Frozen):
    """Proofreading paragraph by paragraph (MODELS.md, What to do)."""

    model_size: Literal["auto", "small", "medium", "large"] = Field(
        "auto",
        description="rows of the policy that hold: small up to 0.9 B weights, medium up to 3 B; auto: as the backend "
        "or the name says",
    )
    policy: dict[PolicyName, PolicyRow] = Field(
        _PROOFREAD_POLICY,
        description="which edits are made, by language, size and class: tier, least probability, least likelihood gain",
    )
    least_words: int = Field(4, ge=1, description="words from which a paragraph is proofread")
    least_letters: float = Field(0.5, ge=0, le=1, description="share of letters from which it is")
    term_uses: int = Field(3, ge=1, description="uses from which a word that no list has is a term of its document")
    alternatives: int = Field(4, ge=1, le=20, description="alternatives that are asked for at each token")
    least_alternative: float = Field(
        0.01, gt=0, le=1, description="probability from which an alternative is looked at, and stored"
    )
    most_doubts: int = Field(40, ge=0, description="doubts of one paragraph that are followed")
    follow_tokens: int = Field(8, ge=2, description="tokens within which a doubt must be back in the source")
    answer_length: float = Field(1.3, ge=1, description="tokens of an answer, as a share of its paragraph's")
    changed_share: float = Field(0.3, gt=0, le=1, description="share of its words that an answer may change")


class RuleConfig(Frozen):
    """Which rules run and how serious they are."""

    disable: tuple[str, ...] = Field((), description="rule ids that do not run")
    severity: dict[str, Literal["minor", "attention", "critical"]] = Field({}, description="rule id to severity")


class ReviewModes(Frozen):
    """How models are asked (beyond the seed; docs/models.md has what was measured)."""

    mode: Literal["auto", "plan", "proofread", "both"] = Field(
        "auto", description="plan: a list of edits a chunk; proofread: each paragraph again; auto: by model and backend"
    )
    proofread_up_to: float = Field(
        3.0, ge=0, description="billions of weights up to which auto proofreads and asks for no list of edits"
    )


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
    cache_mode: Literal["write_through", "read_only", "read_prefer", "off"] = Field(
        "write_through", description="whether kernel results are read from and written to the cache"
    )
    severity_alert_map: dict[str, Literal["NOTE", "TIP", "WARNING", "CAUTION", "IMPORTANT"]] = Field(
        {"minor": "NOTE", "attention": "WARNING", "deletion": "CAUTION", "critical": "IMPORTANT"},
        description="GitHub alert of a note, by severity",
    )
    operator: str = Field("reviewctl", description="the ledger's actor.operator")
    lock_timeout: float = Field(30.0, ge=0, description="seconds to wait for another process on the same workspace")
