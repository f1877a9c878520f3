"""The review of one chunk by models: worker, retries, extraction, tutor, one regeneration (seed §7; DESIGN §7).

Pure but for the client and the wait that it is given. Every way to fail is an outcome, never an exception; what was
asked and answered is in the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.errors import BackendError
from reviewer.hashing import content_hash
from reviewer.model.chat import ChatClient, ChatMessage, ChatReply, ChatRequest, Stage
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Form, Outcome, RawReply, Template, TutorVerdict
from reviewer.model.edit import EditOp, RejectCode, Rejection, Source
from reviewer.plan.chunk_place import ChunkPlaces, Placed, salvaged_op
from reviewer.plan.ladder import Extraction, extract
from reviewer.plan.language_guard import keep_language
from reviewer.plan.prompt import STOP, Passage, Prompts, edit_messages, edit_schema, regenerate_messages, tutor_messages
from reviewer.plan.refusal import rejection
from reviewer.plan.reply_faults import cut_prompt, degenerate, prompt_room
from reviewer.plan.requote import requoted
from reviewer.plan.verdict import read_verdict

VERSION = "1"
"""Part of cache keys: raise it when the same replies would be asked for or read otherwise."""

_NUDGE = 0.05
"""What each further attempt after an empty reply adds to the temperature (seed: 0.10, 0.15, 0.20)."""

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


@dataclass(frozen=True, slots=True)
class _Read:
    """A worker's reply as far as it could be read: an outcome that ends the chunk, or what was extracted."""

    extraction: Extraction
    outcome: Outcome | None = None
    reason: str = ""


@dataclass
class _ChunkReview:
    job: ChunkJob
    client: ChatClient
    wait: Wait
    replies: list[RawReply] = field(default_factory=list)
    retries: int = 0

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
            outcome = read.outcome or Outcome.CLEAN
            verdict: TutorVerdict = "filtered" if read.extraction.items else "empty"
            return self._ended(outcome, read.reason, (), refused, read.extraction, verdict)
        if not self.job.models.tutor:
            return self._ended(read.outcome or Outcome.OPS, read.reason, ops, refused, read.extraction)
        return self._with_tutor(read, ops, refused)

    # -- worker

    def _ask_worker(self, messages: Sequence[ChatMessage]) -> _Read:
        room = prompt_room(self.client, self.job.models.worker, messages, self.llm)
        if room.reply < room.least:
            reason = f"a prompt of {room.prompt} tokens does not fit into num_ctx {self.llm.num_ctx}"
            return _Read(Extraction("none"), Outcome.PROMPT_TRUNCATED, reason)
        reply = self._call("edit", messages, self.llm.temperature, room.reply)
        while not reply.text.strip() and not reply.completion_tokens and self.retries < self.llm.empty_retries:
            self.retries += 1
            self.wait(self.retries)
            reply = self._call("edit", messages, self.llm.temperature + self.retries * _NUDGE, room.reply)
        if (cut := cut_prompt(reply, room, self.llm.num_ctx)) is not None:
            return _Read(Extraction("none"), Outcome.PROMPT_TRUNCATED, cut)
        return _read(reply)

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
            json_schema=edit_schema() if self.form == "native" and not tutor else None,
            stop=STOP if self.form == "marked" and not tutor else (),
            timeout=self.llm.timeout if tutor else self.llm.chunk_timeout,
        )
        reply = self.client.chat(request)
        kept = reply.model_dump()
        self.replies.append(RawReply.model_validate({**kept, "role": role, "temperature": temperature}))
        return reply

    def _place(
        self, extraction: Extraction, role: str, messages: Sequence[ChatMessage], *, attention: bool = False
    ) -> Placed:
        ops, refused = self.job.places.place(extraction.items, self._source(role, messages), attention=attention)
        kept, translated = keep_language(ops, self.job.places.parsed.document.text, self.job.passage.language)
        return kept, (*refused, *translated)

    # -- tutor

    def _with_tutor(self, read: _Read, ops: tuple[EditOp, ...], refused: tuple[Rejection, ...]) -> ChunkEdits:
        text = self.job.places.parsed.document.text
        quoted = [(op, *requoted(op, text, self.job.chunk.span)) for op in ops]
        messages = tutor_messages(self.job.prompts, self.job.passage, quoted)
        try:
            room = prompt_room(self.client, self.job.models.tutor, messages, self.llm)
            reply = self._call("tutor", messages, 0.0, max(room.reply, 1), "tutor")
        except BackendError as error:
            return self._rejected(ops, refused, read, (Outcome.BACKEND_ERROR, f"tutor: {error.code}: {error.message}"))
        verdict = read_verdict(reply.text)
        if verdict.verdict == "ACCEPTED":
            return self._ended(read.outcome or Outcome.OPS, read.reason, ops, refused, read.extraction, "accepted")
        if verdict.verdict == "CORRECTED":
            corrected, bad = self._place(
                extract(verdict.correction, ended=reply.finish_reason == "stop"), "tutor", messages
            )
            if corrected:
                kept = (*refused, *bad, *_replaced(ops, corrected))
                return self._ended(Outcome.OPS, "", corrected, kept, read.extraction, "corrected")
            return self._rejected(ops, refused, read, (Outcome.CLEAN, "the tutor's correction cannot be used"))
        if verdict.verdict == "REJECTED":
            return self._regenerated(read, ops, refused, verdict.reason)
        return self._rejected(ops, refused, read, (Outcome.UNPARSED, "the tutor gave no verdict"))

    def _regenerated(
        self, read: _Read, ops: tuple[EditOp, ...], refused: tuple[Rejection, ...], reason: str
    ) -> ChunkEdits:
        """One further attempt; what it proposes asks for attention, because no tutor has seen it."""
        refused = (*refused, *(_by_tutor(op, reason) for op in ops))
        messages = regenerate_messages(self.job.prompts, self.job.passage, self.form, reason)
        try:
            room = prompt_room(self.client, self.job.models.worker, messages, self.llm)
            again = _read(self._call("edit", messages, self.llm.temperature, max(room.reply, 1), "regenerate"))
        except BackendError as error:
            why = f"regeneration: {error.code}: {error.message}"
            return self._ended(Outcome.BACKEND_ERROR, why, (), refused, read.extraction, "rejected")
        found, bad = self._place(again.extraction, "worker", messages, attention=True)
        if not found:
            why = "the tutor rejected the proposals, and nothing better was proposed"
            return self._ended(Outcome.CLEAN, why, (), (*refused, *bad), read.extraction, "rejected")
        return self._ended(Outcome.OPS, "", found, (*refused, *bad), again.extraction, "regenerated")

    def _rejected(
        self, ops: tuple[EditOp, ...], refused: tuple[Rejection, ...], read: _Read, why: tuple[Outcome, str]
    ) -> ChunkEdits:
        """Without a usable verdict all proposals are rejected (seed: fail-safe)."""
        outcome, reason = why
        gone = (*refused, *(_by_tutor(op, reason) for op in ops))
        return self._ended(outcome, reason, (), gone, read.extraction, "rejected")

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
        workers = [reply for reply in self.replies if reply.role != "tutor"]
        metrics = ChunkMetrics(
            worker_calls=len(workers),
            tutor_calls=len(self.replies) - len(workers),
            tutor_verdict=verdict,
            ops_proposed=len(found.items) + found.dropped,
            ops_accepted=len(ops),
            parse_success=found.method not in {"none", "empty_response"} and not found.prose,
            extraction_method="empty_response" if outcome is Outcome.EMPTY_RESPONSE else found.method,
            short_circuited=found.short_circuited,
            salvaged=bool(found.prose),
            t_request_ms=sum(reply.elapsed_ms for reply in self.replies),
            retries=self.retries,
            prompt_tokens=sum(reply.prompt_tokens or 0 for reply in self.replies),
            completion_tokens=sum(reply.completion_tokens or 0 for reply in self.replies),
            cached_prompt_tokens=sum(reply.cached_prompt_tokens or 0 for reply in self.replies),
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


def _read(reply: ChatReply) -> _Read:
    """What a reply says; a reply that was cut keeps the proposals that are complete."""
    if not reply.text.strip():
        if reply.completion_tokens:
            why = f"{reply.completion_tokens} tokens and no visible text"
            return _Read(Extraction("none"), Outcome.DEGENERATE, why)
        return _Read(Extraction("none"), Outcome.EMPTY_RESPONSE, "the model gave an empty reply")
    extraction = extract(reply.text, ended=reply.finish_reason == "stop")
    ended = reply.finish_reason == "stop" or extraction.short_circuited
    if not ended and degenerate(reply.text):
        return _Read(replace(extraction, prose=""), Outcome.DEGENERATE, "the reply repeats itself to its limit")
    if extraction.cut or (not ended and not extraction.items):
        return _Read(replace(extraction, prose=""), Outcome.TRUNCATED, "the reply was cut before its end")
    if extraction.method == "none":
        return _Read(extraction, Outcome.UNPARSED, "no proposal can be read in the reply")
    return _Read(extraction)


def _by_tutor(op: EditOp, reason: str) -> Rejection:
    message = f"rejected by the tutor: {' '.join(reason.split())[:200] or 'no reason given'}"
    return rejection(op, RejectCode.OTHER, message)


def _replaced(ops: Sequence[EditOp], corrected: Sequence[EditOp]) -> list[Rejection]:
    """Proposals of the worker that the tutor's list no longer has."""
    kept = {(op.action, op.span, op.after_text) for op in corrected}
    return [
        _by_tutor(op, "left out of its correction") for op in ops if (op.action, op.span, op.after_text) not in kept
    ]
