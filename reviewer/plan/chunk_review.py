"""The review of one chunk by models: worker, retries, extraction, tutor, one regeneration (seed §7; DESIGN §7).

Pure but for the client and the wait that it is given. Every way to fail is an outcome, never an exception; what was
asked and answered is in the result.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.errors import BackendError, NotAsked
from reviewer.hashing import content_hash
from reviewer.model.chat import ChatClient, ChatMessage, ChatReply, ChatRequest, Stage
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Form, Outcome, RawReply, Template, TutorVerdict
from reviewer.model.edit import EditOp, Rejection, Source
from reviewer.model.pyramid import TokensBy
from reviewer.plan.chunk_place import ChunkPlaces, Placed, salvaged_op
from reviewer.plan.damage import refuse_damage
from reviewer.plan.ladder import Extraction
from reviewer.plan.language_guard import keep_language
from reviewer.plan.prompt import (
    STOP,
    Passage,
    Prompts,
    edit_messages,
    edit_schema,
    regenerate_messages,
    tutor_messages,
    tutor_schema,
)
from reviewer.plan.refusal import left_out_by_tutor, refused_by_tutor, unjudged, without_repeated
from reviewer.plan.reply_faults import cut_prompt, prompt_room
from reviewer.plan.requote import requoted
from reviewer.plan.sense import tell_what_alters_sense
from reviewer.plan.verdict import read_verdict
from reviewer.plan.worker_reply import WorkerReply, read_reply

VERSION = "5"
"""Part of cache keys: raise it when the same replies would be asked for or read otherwise."""

_NUDGE = 0.05
"""What each further attempt after an empty reply adds to the temperature (seed: 0.10, 0.15, 0.20)."""

ALL_REFUSED = "every proposal was refused"
"""The reason of a chunk of which proposals were read and none is left."""

Wait = Callable[[int], None]
"""Waits before the n-th further attempt (n from 1)."""


@dataclass(frozen=True, slots=True)
class Models:
    """Names and digests of the models; no tutor: single-model mode."""

    worker: str
    worker_digest: str = ""
    tutor: str = ""
    tutor_digest: str = ""


@dataclass(frozen=True, slots=True)
class ChunkJob:
    """A chunk, what is known about it, and how it is to be asked about."""

    chunk: ReviewChunk
    passage: Passage
    places: ChunkPlaces
    template: Template
    prompts: Prompts
    models: Models
    config: ReviewerConfig


def review_chunk(job: ChunkJob, client: ChatClient, wait: Wait) -> ChunkEdits:
    """Proposals for a chunk, located in the document, and how that went. Raises nothing of a backend's.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    return _ChunkReview(job, client, wait).run()


def form_of(client: ChatClient, template: Template) -> Form:
    """How replies to a template are asked for: bound to JSON where the backend can bind them."""
    return "native" if client.constrains and template == "review" else "marked"


def not_stored(job: ChunkJob) -> ChunkEdits:
    """The result where nothing is stored and nothing may be asked (``cache_mode: read_only``)."""
    return ChunkEdits(
        chunk_id=job.chunk.chunk_id, outcome=Outcome.BACKEND_ERROR, reason="cache_miss", template=job.template
    )


@dataclass
class _ChunkReview:
    job: ChunkJob
    client: ChatClient
    wait: Wait
    replies: list[RawReply] = field(default_factory=list)
    calls: Counter[Stage] = field(default_factory=Counter)
    retries: int = 0
    counted_by: TokensBy = "estimate"
    duplicates: int = 0
    no_effect: int = 0

    @property
    def llm(self) -> LLMConfig:
        return self.job.config.llm

    @property
    def form(self) -> Form:
        """How replies are asked for."""
        return form_of(self.client, self.job.template)

    def run(self) -> ChunkEdits:
        messages = edit_messages(self.job.prompts, self.job.passage, self.job.template, self.form)
        try:
            read = self._ask_worker(messages)
        except BackendError as error:
            return self._ended(Outcome.BACKEND_ERROR, f"{error.code}: {error.message}")
        if read.outcome is not None and not read.extraction.items:
            return self._ended(read.outcome, read.reason, extraction=read.extraction)
        ops, refused = self._place(read.extraction, "worker", messages)
        if read.extraction.prose:
            salvaged = salvaged_op(self.job.places, read.extraction.prose, self._source("worker", messages))
            return self._ended(Outcome.OPS, "the reply was prose", (salvaged,), refused, read.extraction)
        if not ops:
            return self._without_ops(read, refused)
        if not self.job.models.tutor:
            return self._ended(read.outcome or Outcome.OPS, read.reason, ops, refused, read.extraction)
        return self._with_tutor(read, ops, refused)

    # -- worker

    def _ask_worker(self, messages: Sequence[ChatMessage]) -> WorkerReply:
        room = prompt_room(self.client, self.job.models.worker, messages, self.llm)
        self.counted_by = "backend" if room.exact else "estimate"
        if room.reply < room.least:
            reason = f"a prompt of {room.prompt} tokens does not fit into num_ctx {self.llm.num_ctx}"
            return WorkerReply(Extraction("none"), Outcome.PROMPT_TRUNCATED, reason)
        reply = self._call("edit", messages, self.llm.temperature, room.reply)
        while not reply.text.strip() and not reply.completion_tokens and self.retries < self.llm.empty_retries:
            self.retries += 1
            self.wait(self.retries)
            reply = self._call("edit", messages, self.llm.temperature + self.retries * _NUDGE, room.reply)
        if (cut := cut_prompt(reply, room, self.llm.num_ctx)) is not None:
            return WorkerReply(Extraction("none"), Outcome.PROMPT_TRUNCATED, cut)
        return read_reply(reply)

    def _call(
        self, stage: Stage, messages: Sequence[ChatMessage], temperature: float, room: int, role: str = "worker"
    ) -> ChatReply:
        tutor = stage == "tutor"
        request = ChatRequest(
            stage=stage,
            subject=self.job.chunk.chunk_id,
            model=self.job.models.tutor if tutor else self.job.models.worker,
            messages=tuple(messages),
            temperature=temperature,
            max_tokens=room,
            num_ctx=self.llm.num_ctx,
            json_schema=(tutor_schema() if tutor else edit_schema()) if self.form == "native" else None,
            stop=STOP if self.form == "marked" and not tutor else (),
            timeout=self.llm.timeout if tutor else self.llm.chunk_timeout,
        )
        self.calls[stage] += 1
        try:
            reply = self.client.chat(request)
        except NotAsked:
            self.calls[stage] -= 1
            raise
        kept = reply.model_dump()
        self.replies.append(RawReply.model_validate({**kept, "role": role, "temperature": temperature}))
        return reply

    def _place(
        self, extraction: Extraction, role: str, messages: Sequence[ChatMessage], *, attention: bool = False
    ) -> Placed:
        """What proposals give; the rules judge each as it was made, then its parts are ops of their own."""
        source = self._source(role, messages)
        judged = self.job.places.judge(extraction.items, source, self._judge, attention=attention)
        if role == "worker":
            self.duplicates, self.no_effect = judged.duplicates, judged.no_effect
        return judged.ops, judged.refused

    def _judge(self, ops: tuple[EditOp, ...]) -> Placed:
        text, config = self.job.places.parsed.document.text, self.job.places.config
        kept, translated = keep_language(ops, text, self.job.chunk.span, self.job.passage.language)
        admitted, harmful = refuse_damage(kept, text, self.job.chunk.span, config.style.ai_leftover_patterns)
        told = tell_what_alters_sense(admitted, text, self.job.chunk.span, config)
        return told, (*translated, *harmful)

    def _without_ops(self, read: WorkerReply, refused: tuple[Rejection, ...]) -> ChunkEdits:
        """A reply that proposes nothing says that the chunk is clean; one whose proposals were all refused does not."""
        if len(read.extraction.items) == self.no_effect:
            return self._ended(read.outcome or Outcome.CLEAN, read.reason, (), refused, read.extraction, "empty")
        why = read.reason or ALL_REFUSED
        return self._ended(read.outcome or Outcome.OPS, why, (), refused, read.extraction, "filtered")

    # -- tutor

    def _with_tutor(self, read: WorkerReply, ops: tuple[EditOp, ...], refused: tuple[Rejection, ...]) -> ChunkEdits:
        text = self.job.places.parsed.document.text
        quoted = [(op, *requoted(op, text, self.job.chunk.span)) for op in ops]
        messages = tutor_messages(self.job.prompts, self.job.passage, quoted, self.form)
        try:
            room = prompt_room(self.client, self.job.models.tutor, messages, self.llm)
            reply = self._call("tutor", messages, 0.0, max(room.reply, 1), "tutor")
        except BackendError as error:
            failed = f"{error.code}: {error.message}"
            return self._unjudged(ops, refused, read, (Outcome.BACKEND_ERROR, failed))
        verdict = read_verdict(reply.text)
        if verdict.verdict == "ACCEPTED":
            return self._ended(read.outcome or Outcome.OPS, read.reason, ops, refused, read.extraction, "accepted")
        if verdict.verdict == "CORRECTED":
            correction = read_reply(reply.model_copy(update={"text": verdict.correction}))
            return self._corrected(read, ops, refused, correction, messages)
        if verdict.verdict == "REJECTED":
            return self._regenerated(read, ops, refused, verdict.reason)
        return self._unjudged(ops, refused, read, (Outcome.UNPARSED, "it gave no verdict"))

    def _corrected(
        self,
        read: WorkerReply,
        ops: tuple[EditOp, ...],
        refused: tuple[Rejection, ...],
        correction: WorkerReply,
        messages: Sequence[ChatMessage],
    ) -> ChunkEdits:
        """The tutor's list in the place of the worker's; what it leaves out is rejected, unless it broke off."""
        corrected, bad = self._place(correction.extraction, "tutor", messages)
        if not (corrected or bad or correction.extraction.clean):
            outcome = correction.outcome or Outcome.UNPARSED
            return self._unjudged(ops, refused, read, (outcome, "its correction cannot be used"))
        left_out = left_out_by_tutor(ops, corrected, cut=correction.outcome is not None)
        told = f"the tutor's correction: {correction.reason}" if correction.reason else ""
        return self._ended(
            correction.outcome or read.outcome or Outcome.OPS,
            "; ".join(filter(None, (read.reason, told))) or ("" if corrected else ALL_REFUSED),
            corrected,
            (*refused, *bad, *left_out),
            read.extraction,
            "corrected" if corrected else "rejected",
        )

    def _regenerated(
        self, read: WorkerReply, ops: tuple[EditOp, ...], refused: tuple[Rejection, ...], reason: str
    ) -> ChunkEdits:
        """One further attempt; what it proposes asks for attention, because no tutor has seen it.

        Fewer of the proposals are an answer to a verdict on all of them; all of them once more are none, and stay
        rejected.
        """
        messages = regenerate_messages(self.job.prompts, self.job.passage, self.form, reason)
        try:
            room = prompt_room(self.client, self.job.models.worker, messages, self.llm)
            again = read_reply(self._call("edit", messages, self.llm.temperature, max(room.reply, 1), "regenerate"))
        except BackendError as error:
            why = f"regeneration: {error.code}: {error.message}"
            gone = (*refused, *(refused_by_tutor(op, reason) for op in ops))
            return self._ended(Outcome.BACKEND_ERROR, why, (), gone, read.extraction, "rejected")
        counted = self.duplicates, self.no_effect
        placed, bad = self._place(again.extraction, "worker", messages, attention=True)
        found = without_repeated(placed, ops)
        kept = {op.op_id for op in found}
        refused = (*refused, *(refused_by_tutor(op, reason) for op in ops if op.op_id not in kept), *bad)
        told = f"the second attempt: {again.reason}" if again.reason else ""
        if not found:
            self.duplicates, self.no_effect = counted
            cut = again.outcome if again.outcome is Outcome.TRUNCATED else None
            why = "; ".join(filter(None, ("the tutor rejected the proposals, and nothing better was proposed", told)))
            outcome = cut or read.outcome or Outcome.OPS
            return self._ended(outcome, why, (), refused, read.extraction, "rejected")
        return self._ended(again.outcome or Outcome.OPS, told, found, refused, again.extraction, "regenerated")

    def _unjudged(
        self, ops: tuple[EditOp, ...], refused: tuple[Rejection, ...], read: WorkerReply, why: tuple[Outcome, str]
    ) -> ChunkEdits:
        """Without a usable verdict all proposals are rejected (seed: fail-safe)."""
        outcome, failed = why
        gone = (*refused, *(unjudged(op, failed) for op in ops))
        return self._ended(outcome, f"tutor: {failed}", (), gone, read.extraction, "rejected")

    # -- result

    def _source(self, role: str, messages: Sequence[ChatMessage]) -> Source:
        models = self.job.models
        name, digest = (
            (models.worker, models.worker_digest) if role == "worker" else (models.tutor, models.tutor_digest)
        )
        prompt = "\0".join(f"{message.role}\0{message.content}" for message in messages)
        return Source.model_validate(
            {"type": role, "model": name, "digest": digest, "prompt_hash": content_hash(prompt)}
        )

    def _ended(  # noqa: PLR0913, PLR0917 - the parts of one result
        self,
        outcome: Outcome,
        reason: str = "",
        ops: tuple[EditOp, ...] = (),
        refused: tuple[Rejection, ...] = (),
        extraction: Extraction | None = None,
        verdict: TutorVerdict = "single_model",
    ) -> ChunkEdits:
        found = extraction or Extraction("none")
        metrics = ChunkMetrics(
            worker_calls=self.calls["edit"],
            tutor_calls=self.calls["tutor"],
            tutor_verdict=verdict,
            ops_proposed=len(found.items) + found.dropped,
            ops_accepted=len({op.proposal or op.op_id for op in ops}),
            ops_duplicate=self.duplicates,
            ops_no_effect=self.no_effect,
            parse_success=found.method not in {"none", "empty_response"} and not found.prose,
            extraction_method="empty_response" if outcome is Outcome.EMPTY_RESPONSE else found.method,
            short_circuited=found.short_circuited,
            salvaged=bool(found.prose),
            t_request_ms=sum(reply.elapsed_ms for reply in self.replies),
            retries=self.retries,
            prompt_tokens=sum(reply.prompt_tokens or 0 for reply in self.replies),
            completion_tokens=sum(reply.completion_tokens or 0 for reply in self.replies),
            cached_prompt_tokens=sum(reply.cached_prompt_tokens or 0 for reply in self.replies),
            counted_by=self.counted_by,
        )
        return ChunkEdits(
            chunk_id=self.job.chunk.chunk_id,
            outcome=outcome,
            reason=reason,
            template=self.job.template,
            form=self.form,
            ops=ops,
            refused=refused,
            replies=tuple(self.replies),
            metrics=metrics,
        )
