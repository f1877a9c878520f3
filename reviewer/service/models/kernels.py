"""Kernels that ask models: one task a chunk or a summary, and the key under which its result may be stored."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from reviewer import __version__
from reviewer.config import ReviewerConfig
from reviewer.hashing import json_hash
from reviewer.model.chat import ChatMessage
from reviewer.model.chunk_edits import KEPT, ChunkEdits, Outcome
from reviewer.model.frozen import Frozen
from reviewer.model.pyramid import PyramidNode
from reviewer.model.validation import BatchVerdicts
from reviewer.plan import chunk_review, validation_call
from reviewer.plan.chunk_job import ChunkJob, form_of, leads_of
from reviewer.plan.chunk_review import review_chunk
from reviewer.plan.prompt import edit_messages, edit_schema
from reviewer.plan.proofread import job as proofread_job
from reviewer.plan.proofread.job import ProofreadJob, proofread_inputs
from reviewer.plan.proofread.review import proofread_chunk
from reviewer.plan.replies_again import without_places
from reviewer.plan.shown import first_shown
from reviewer.plan.validation_call import BatchJob, form_of_decisions, judge_batch
from reviewer.pyramid import summarise
from reviewer.pyramid.outline import NodeJob
from reviewer.pyramid.summarise import Summaries, content_of
from reviewer.service.models.edge import ModelEdge

EDIT_PLAN, PROOFREAD, PYRAMID, VALIDATE = "md_edit_plan", "md_proofread", "md_pyramid", "md_validate"

VERSIONS = (
    (PYRAMID, summarise.VERSION),
    (EDIT_PLAN, chunk_review.VERSION),
    (PROOFREAD, proofread_job.VERSION),
    (VALIDATE, validation_call.VERSION),
)
"""Names and versions, as ``run.json`` records them."""

RESULTS: dict[str, type[Frozen]] = {
    EDIT_PLAN: ChunkEdits,
    PROOFREAD: ChunkEdits,
    PYRAMID: PyramidNode,
    VALIDATE: BatchVerdicts,
}
"""What each model kernel gives."""


@dataclass(frozen=True, slots=True)
class ModelTask:
    """One call or a few about one ``subject`` (a chunk's or node's id, a batch): no two tasks of a run have the same.

    ``key`` names its stored result; ``compute`` asks; ``missed`` is the result when nothing is stored and nothing may
    be asked (``read_only``); ``ended`` names how a result ended, None where it may be stored.
    """

    kernel: str
    key: str
    subject: str
    compute: Callable[[], Frozen]
    missed: Callable[[], Frozen]
    ended: Callable[[Frozen], str | None]
    must_be_stored: bool = False


def edit_task(job: ChunkJob, edge: ModelEdge, *, must_be_stored: bool) -> ModelTask:
    """The review of one chunk. Its result holds no places (``replies_again``)."""
    key = _key(EDIT_PLAN, chunk_review.VERSION, _edit_inputs(job, edge))
    name = job.chunk.chunk_id
    return ModelTask(
        EDIT_PLAN,
        key,
        name,
        lambda: without_places(review_chunk(job, edge.client, edge.wait)),
        lambda: chunk_review.not_stored(job),
        _edits_ended,
        must_be_stored,
    )


def proofread_task(job: ProofreadJob, edge: ModelEdge, *, must_be_stored: bool, anew: bool = False) -> ModelTask:
    """The proofreading of one chunk. Its result holds no places (``replies_again``).

    ``anew``: what is stored answers other questions (``replies_again.is_stale``); this one has a key of its own, and is
    found there the next time.
    """
    inputs = {**proofread_inputs(job), "backend": edge.client.backend, **({"anew": True} if anew else {})}
    missed = ChunkEdits(
        chunk_id=job.chunk.chunk_id, outcome=Outcome.BACKEND_ERROR, reason="cache_miss", template="proofread"
    )
    key, name = _key(PROOFREAD, proofread_job.VERSION, inputs), job.chunk.chunk_id
    return ModelTask(
        PROOFREAD,
        key,
        f"{name}, proofread{' anew' if anew else ''}",
        lambda: without_places(proofread_chunk(job, edge.client)),
        lambda: missed,
        _edits_ended,
        must_be_stored,
    )


def _edits_ended(result: Frozen) -> str | None:
    if not isinstance(result, ChunkEdits):
        raise TypeError(f"{EDIT_PLAN} gave {type(result).__name__}")
    return None if result.outcome in KEPT else result.outcome.value


def _edit_inputs(job: ChunkJob, edge: ModelEdge) -> dict[str, object]:
    """All that decides what is asked and who is shown what: rules of preservation say which proposals a tutor judges.

    Under other rules its ACCEPTED would cover what it never saw.
    """
    config, llm = job.config, job.config.llm
    return {
        "chunk": job.chunk.chunk_id,
        "asked": [_asked(part, edge) for part in job.parts or (job,)],
        "models": [job.models.worker, job.models.worker_digest, job.models.tutor, job.models.tutor_digest],
        "sampling": [llm.temperature, llm.num_predict, llm.num_ctx, llm.empty_retries],
        "prompts": job.prompts.digest(),
        "form": [edge.client.backend, edge.client.constrains, json_hash(edit_schema())],
        "placing": [config.strict, sorted(kind.value for kind in config.style.unprotected)],
        "shown_to_tutor": _shown_to_tutor(job),
        "policies": [
            settings.model_dump(mode="json")
            for settings in (config.adaptive, config.content_recipes, config.md_strip, config.fingerprint)
        ],
    }


def _shown_to_tutor(job: ChunkJob) -> list[object]:
    """What decides which proposals a tutor sees, and how; where there is none, it decides nothing that is asked."""
    config = job.config
    if not job.models.tutor:
        return []
    return [
        config.validation.rules.model_dump(mode="json"),
        list(config.style.ai_leftover_patterns),
        dict(sorted(config.severity_alert_map.items())),
    ]


def _asked(job: ChunkJob, edge: ModelEdge) -> dict[str, object]:
    """The first prompt about a passage, and all that may be told of it later. What recipes mask depends on its text."""
    messages = edit_messages(job.prompts, first_shown(job).passage, job.template, form_of(edge.client, job.template))
    tiers = job.tiers
    return {
        "part": job.part,
        "text": job.passage.text,
        "messages": [message.model_dump() for message in messages],
        "leads": leads_of(edge.client, job),
        "language": job.passage.language,
        "tiers": [tiers.first, tiers.most, tiers.digest, tiers.findings],
    }


def _key(kernel: str, version: str, inputs: Mapping[str, object]) -> str:
    """``name-vVERSION-<64 hex>``; never paths, run ids or endpoints."""
    digest = json_hash({"kernel": kernel, "version": version, "release": __version__, **inputs})
    return f"{kernel}-v{version}-{digest.removeprefix('sha256:')}"


def settings_digest(edge: ModelEdge, config: ReviewerConfig) -> str:
    """What recorded templates depend on beside the chunks: models, prompts, and how the breaker is set."""
    return json_hash(
        {
            "models": [edge.models.worker, edge.models.worker_digest, edge.models.tutor, edge.models.tutor_digest],
            "prompts": edge.prompts.digest(),
            "breaker": config.circuit_breaker.model_dump(mode="json"),
            "concurrency": config.llm.concurrency,
        }
    )


def summary_task(
    job: NodeJob,
    children: Sequence[PyramidNode],
    messages: tuple[ChatMessage, ...],
    asked: tuple[ModelEdge, Summaries],
    *,
    must_be_stored: bool,
) -> ModelTask:
    """One summary. A degraded one is shown, not stored."""
    edge, settings = asked
    inputs = {
        "node": [job.node_id, job.level, job.heading, job.anchor, list(job.children)],
        "content": content_of(job, children),
        "messages": [message.model_dump() for message in messages],
        "model": [edge.pyramid_model, edge.pyramid_digest, edge.client.backend],
        "sampling": [settings.temperature, settings.num_ctx, settings.budget(job.level)],
    }
    return ModelTask(
        PYRAMID,
        _key(PYRAMID, summarise.VERSION, inputs),
        job.node_id,
        lambda: summarise.summarise(job, children, messages, (edge.client, settings)),
        lambda: summarise.extract(job, children, settings, "cache_miss"),
        _summary_ended,
        must_be_stored,
    )


def _summary_ended(result: Frozen) -> str | None:
    if not isinstance(result, PyramidNode):
        raise TypeError(f"{PYRAMID} gave {type(result).__name__}")
    return "degraded" if result.degraded else None


def validation_task(job: BatchJob, edge: ModelEdge, *, must_be_stored: bool) -> ModelTask:
    """One batch of candidates before one validator. Its result holds local references alone, no op ids.

    One in which a candidate is unavailable is shown, not stored: the next run asks again.
    """
    form, llm = form_of_decisions(edge.client), job.llm
    inputs = {
        "validator": job.validator,
        "messages": [message.model_dump() for message in job.messages(form)],
        "model": [job.model, edge.validator_digest, edge.client.backend, form],
        "sampling": [llm.num_predict, llm.num_ctx],
    }
    key = _key(VALIDATE, validation_call.VERSION, inputs)
    return ModelTask(
        VALIDATE,
        key,
        f"{job.validator} of {job.subject}, {key[-8:]}",
        lambda: judge_batch(job, edge.client),
        lambda: validation_call.not_judged(job),
        _batch_ended,
        must_be_stored,
    )


def _batch_ended(result: Frozen) -> str | None:
    if not isinstance(result, BatchVerdicts):
        raise TypeError(f"{VALIDATE} gave {type(result).__name__}")
    return "unavailable" if result.unavailable else None
