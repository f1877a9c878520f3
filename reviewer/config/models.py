"""Keys about models: backends and calls, how they are asked, and when they are asked again."""

from pathlib import PurePath
from typing import Literal

from pydantic import Field

from reviewer.model.frozen import Frozen

Backend = Literal["ollama", "claude", "openai", "llamacpp", "scripted"]
Mode = Literal["auto", "plan", "proofread", "both"]


class LLMConfig(Frozen):
    """The model edge. Read by the model edge only; deterministic results never depend on it."""

    backend: Backend = Field("ollama", description="which kind of server answers")
    endpoint: str = Field(
        "http://127.0.0.1:11434", description="URL of the server; keys and passwords come from the environment"
    )
    pyramid_model: str | None = Field(None, description="model for summaries; null: edit_model")
    edit_model: str = Field(
        "mistral:instruct",
        description="model that proposes edits; of llamacpp and scripted by default the name of their file",
    )
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
    machine_concurrency: int | None = Field(
        None,
        ge=1,
        le=256,
        description="calls at a time to the endpoint by all processes of this machine; null: any",
    )
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

    @property
    def worker(self) -> str:
        """What the model that proposes edits is called, in ledger and report.

        Where a file answers (``llamacpp``, ``scripted``) and no name was given, it is called as the file, and a script
        that has no file as its backend: never as the default of servers, which nobody asked.
        """
        if self.edit_model != type(self).model_fields["edit_model"].default:
            return self.edit_model
        file = {"llamacpp": self.model_path, "scripted": self.script}.get(self.backend)
        if file:
            return PurePath(file).stem
        return self.backend if self.backend == "scripted" else self.edit_model


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


class ReviewModes(Frozen):
    """How models are asked (beyond the seed; docs/models.md has what was measured)."""

    mode: Mode = Field(
        "auto", description="plan: a list of edits a chunk; proofread: each paragraph again; auto: by model and backend"
    )
    proofread_up_to: float = Field(
        3.0, ge=0, description="billions of weights up to which auto proofreads and asks for no list of edits"
    )
