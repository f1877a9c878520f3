"""What a model's review of one chunk gave: an outcome, ops, and everything needed to explain them (DESIGN §7, §8)."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from reviewer.model.chat import FinishReason, Offers, TokenChoice
from reviewer.model.edit import EditOp, Rejection
from reviewer.model.frozen import Frozen
from reviewer.model.pyramid import TokensBy

Template = Literal["review", "review_plain", "proofread"]
Form = Literal["native", "marked"]
"""``native``: the backend constrains the reply, which is a JSON value alone; ``marked``: ops between two markers."""

ExtractionMethod = Literal[
    "json_strict", "json_relaxed", "yaml", "tagged_payload", "plaintext_regex", "freeform_salvage", "empty_response",
    "none",
]  # fmt: skip
TutorVerdict = Literal["accepted", "corrected", "rejected", "regenerated", "single_model", "empty", "filtered"]


class Outcome(StrEnum):
    """How the review of a chunk ended. Only ``ops`` and ``clean`` are kept for the next run.

    ``ops``: proposals were read, whatever became of them; ``clean``: the model said that nothing is to be changed.
    """

    OPS = "ops"
    CLEAN = "clean"
    UNPARSED = "unparsed"
    TRUNCATED = "truncated"
    PROMPT_TRUNCATED = "prompt_truncated"
    DEGENERATE = "degenerate"
    EMPTY_RESPONSE = "empty_response"
    BACKEND_ERROR = "backend_error"


KEPT = frozenset({Outcome.OPS, Outcome.CLEAN})


Role = Literal["worker", "tutor", "regenerate", "proofreader", "validator"]
"""Who was asked."""

Policy = Literal["A", "B", "C", "D"]
"""Why a chunk was asked about once more (seed §7): A without background, as it led nowhere with it; B with more
background, as it found nothing where rules did; C with content masked; D with the rest of the markup taken away."""

FixUp = Literal["HASH_RECOMPUTE", "NOTE_INJECT", "NOTE_ID_FIX", "BLANK_LINE_RELOCATED", "BLANK_LINE_DOWNGRADED"]
"""The seed's acceptance fix-ups (v7.3.2) and its blank-line guard (v2.4.0), by what a proposal would have needed."""


class RawReply(Frozen):
    """One reply verbatim. ``role``: who was asked; ``cut`` and ``tokens`` as in ``ChatReply``.

    ``part`` of the chunk and ``policy`` under which it was asked, both "" in general. ``failed``: code and message of a
    call that gave no reply (then ``text`` is "") or one to a part of its prompt: nothing is read in it. ``asked``: a
    digest of the question, without which nobody can see that a stored reply belongs to another one; proofreaders' have
    it, since which questions they are depends on the replies before, and tutors', whose prompt holds what they judge.
    """

    role: Role
    text: str
    finish_reason: FinishReason = "stop"
    cut: str = ""
    tokens: tuple[TokenChoice, ...] = ()
    temperature: float = 0.0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_prompt_tokens: int | None = None
    elapsed_ms: int = 0
    part: str = ""
    policy: Policy | Literal[""] = ""
    failed: str = ""
    asked: str = ""


class Escalation(Frozen):
    """One further question about a chunk (seed: ``adaptive_escalation``). ``recovered``: it gave what was missing."""

    policy: Policy
    part: str = ""
    from_: str = Field(alias="from")
    to: str
    reason: str
    recovered: bool = False


class MaskFile(Frozen):
    """What a chunk leaves below ``stage2/masks`` or ``stage2/exemplars``: ``name`` is what follows the chunk's id."""

    name: str
    text: str


class ChunkMetrics(Frozen):
    """The seed's per-chunk statistics, and tokens.

    ``ops_proposed``, ``ops_accepted``, ``ops_duplicate`` and ``ops_no_effect`` count proposals; one that is several
    corrections is several ops. A duplicate says nothing that another one does not say, one without effect has the same
    text before and after.
    ``worker_calls`` and ``tutor_calls`` are calls that were handed to the backend, whatever came of them; ``retries``
    are those of them that followed an empty reply. Tokens and ``t_request_ms`` are of the calls that were answered. All
    of these are of one run: a review that was stored has none (``stored``), and what it says of its replies stays.
    ``paragraphs`` are those that a proofreader was asked about, ``left_out`` how many were not, by why.
    ``parts``: how many pieces the chunk was asked about in. ``fix_ups``: what proposals needed to be taken.
    ``counted_by``: who counted the prompt before it was sent, to see whether it fits.
    """

    worker_calls: int = 0
    tutor_calls: int = 0
    tutor_verdict: TutorVerdict = "single_model"
    ops_proposed: int = 0
    ops_accepted: int = 0
    ops_duplicate: int = 0
    ops_no_effect: int = 0
    parse_success: bool = False
    extraction_method: ExtractionMethod = "none"
    short_circuited: bool = False
    salvaged: bool = False
    t_request_ms: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_prompt_tokens: int = 0
    counted_by: TokensBy = "estimate"
    parts: int = 1
    fix_ups: dict[FixUp, int] = Field(default_factory=dict)
    stored: bool = False
    paragraphs: int = 0
    left_out: dict[str, int] = Field(default_factory=dict)

    def of_a_stored_review(self) -> "ChunkMetrics":
        """The same statistics for a run that asked nothing about the chunk."""
        return self.model_copy(update={**dict.fromkeys(_OF_THE_RUN, 0), "stored": True})


_OF_THE_RUN = (
    "worker_calls", "tutor_calls", "t_request_ms", "retries", "prompt_tokens", "completion_tokens",
    "cached_prompt_tokens",
)  # fmt: skip


class ChunkEdits(Frozen):
    """The review of one chunk. ``ops`` are located in the document that was read, ``refused`` could not be.

    ``offered``: what the backend offered for the model, where the review asked for that. ``recipes``: the transforms
    that were applied last (Policies C and D), ``masks`` what they hid; ``exemplars``: what of it stayed degenerate.
    """

    chunk_id: str
    outcome: Outcome
    reason: str = ""
    template: Template = "review"
    form: Form = "marked"
    offered: Offers = Offers()
    ops: tuple[EditOp, ...] = ()
    refused: tuple[Rejection, ...] = ()
    replies: tuple[RawReply, ...] = ()
    metrics: ChunkMetrics = ChunkMetrics()
    escalations: tuple[Escalation, ...] = ()
    recipes: tuple[str, ...] = ()
    masks: tuple[MaskFile, ...] = ()
    exemplars: tuple[MaskFile, ...] = ()
