"""The review of one chunk by models: worker, retries, extraction, tutor, one regeneration (seed §7; DESIGN §7).

Pure but for the client and the wait that it is given. Every way to fail is an outcome, never an exception; what was
asked and answered is in the result.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.errors import BackendError
from reviewer.hashing import content_hash
from reviewer.model.chat import ChatClient, ChatMessage
from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Form, Outcome, TutorVerdict
from reviewer.model.edit import EditOp, Rejection, Source
from reviewer.plan.chunk_calls import ChunkCalls, Wait
from reviewer.plan.chunk_job import ChunkJob
from reviewer.plan.chunk_place import Placed, salvaged_op
from reviewer.plan.ladder.levels import Extraction
from reviewer.plan.merge import Distinct
from reviewer.plan.preserved import preserved
from reviewer.plan.prompt import (
    edit_messages,
    regenerate_messages,
    tutor_messages,
)
from reviewer.plan.refusal import left_out_by_tutor, refused_by_tutor, unjudged, without_repeated
from reviewer.plan.reply_faults import outcome_of
from reviewer.plan.requote import requoted
from reviewer.plan.verdict import read_verdict
from reviewer.plan.worker_reply import WorkerReply, read_reply
from reviewer.validate.preserve.around import Around

VERSION = "5"
"""Part of cache keys: raise it when the same replies would be asked for or read otherwise."""

ALL_REFUSED = "every proposal was refused"
"""The reason of a chunk of which proposals were read and none is left."""


def review_chunk(job: ChunkJob, client: ChatClient, wait: Wait) -> ChunkEdits:
    """Proposals for a chunk, located in the document, and how that went. Raises nothing of a backend's.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    return _ChunkReview(job, ChunkCalls(job, client, wait)).run()


def not_stored(job: ChunkJob) -> ChunkEdits:
    """The result where nothing is stored and nothing may be asked (``cache_mode: read_only``)."""
    return ChunkEdits(
        chunk_id=job.chunk.chunk_id, outcome=Outcome.BACKEND_ERROR, reason="cache_miss", template=job.template
    )


def _joined(*reasons: str) -> str:
    return "; ".join(filter(None, reasons))


@dataclass
class _ChunkReview:
    job: ChunkJob
    calls: ChunkCalls
    duplicates: int = 0
    no_effect: int = 0

    @property
    def form(self) -> Form:
        """How replies are asked for."""
        return self.calls.form

    def run(self) -> ChunkEdits:
        messages = edit_messages(self.job.prompts, self.job.passage, self.job.template, self.form)
        try:
            read = self.calls.worker(messages)
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
        leftovers = config.style.ai_leftover_patterns
        return preserved(ops, Around(text, self.job.chunk.span, self.job.passage.language, leftovers), config)

    def _without_ops(self, read: WorkerReply, refused: tuple[Rejection, ...]) -> ChunkEdits:
        """A reply that proposes nothing says that the chunk is clean; one whose proposals were all refused does not."""
        if len(read.extraction.items) == self.no_effect:
            return self._ended(read.outcome or Outcome.CLEAN, read.reason, (), refused, read.extraction, "empty")
        why = read.reason or ALL_REFUSED
        return self._ended(read.outcome or Outcome.OPS, why, (), refused, read.extraction, "filtered")

    # -- tutor

    def _with_tutor(self, read: WorkerReply, ops: tuple[EditOp, ...], refused: tuple[Rejection, ...]) -> ChunkEdits:
        text = self.job.places.parsed.document.text
        fresh = Distinct(text)
        asked = tuple(op for op in ops if fresh.add(op))
        quoted = [(op, *requoted(op, text, self.job.chunk.span)) for op in asked]
        messages = tutor_messages(self.job.prompts, self.job.passage, quoted, self.form)
        try:
            reply = self.calls.further("tutor", messages, "tutor")
        except BackendError as error:
            return self._unjudged(asked, refused, read, (outcome_of(error), f"{error.code}: {error.message}"))
        verdict = read_verdict(reply.text)
        if verdict.verdict == "ACCEPTED":
            return self._ended(read.outcome or Outcome.OPS, read.reason, ops, refused, read.extraction, "accepted")
        if verdict.verdict == "CORRECTED":
            correction = read_reply(reply.model_copy(update={"text": verdict.correction}))
            return self._corrected(read, asked, refused, correction, messages)
        if verdict.verdict == "REJECTED":
            return self._regenerated(read, asked, refused, verdict.reason)
        return self._unjudged(asked, refused, read, (Outcome.UNPARSED, "it gave no verdict"))

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
            _joined(read.reason, told) or ("" if corrected else ALL_REFUSED),
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
            again = read_reply(self.calls.further("edit", messages, "regenerate"))
        except BackendError as error:
            why = _joined(read.reason, f"regeneration: {error.code}: {error.message}")
            gone = (*refused, *(refused_by_tutor(op, reason) for op in ops))
            return self._ended(outcome_of(error), why, (), gone, read.extraction, "rejected")
        counted = self.duplicates, self.no_effect
        placed, bad = self._place(again.extraction, "worker", messages, attention=True)
        found = without_repeated(placed, ops)
        kept = {op.op_id for op in found}
        refused = (*refused, *(refused_by_tutor(op, reason) for op in ops if op.op_id not in kept), *bad)
        told = f"the second attempt: {again.reason}" if again.reason else ""
        if not found:
            self.duplicates, self.no_effect = counted
            cut = again.outcome if again.outcome is Outcome.TRUNCATED else None
            why = _joined("the tutor rejected the proposals, and nothing better was proposed", told)
            outcome = cut or read.outcome or Outcome.OPS
            return self._ended(outcome, why, (), refused, read.extraction, "rejected")
        return self._ended(again.outcome or Outcome.OPS, told, found, refused, again.extraction, "regenerated")

    def _unjudged(
        self, ops: tuple[EditOp, ...], refused: tuple[Rejection, ...], read: WorkerReply, why: tuple[Outcome, str]
    ) -> ChunkEdits:
        """Without a usable verdict all proposals are rejected (seed: fail-safe)."""
        outcome, failed = why
        gone = (*refused, *(unjudged(op, failed) for op in ops))
        return self._ended(outcome, _joined(read.reason, f"tutor: {failed}"), (), gone, read.extraction, "rejected")

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
            worker_calls=self.calls.counts["edit"],
            tutor_calls=self.calls.counts["tutor"],
            tutor_verdict=verdict,
            ops_proposed=len(found.items) + found.dropped,
            ops_accepted=len({op.proposal or op.op_id for op in ops}),
            ops_duplicate=self.duplicates,
            ops_no_effect=self.no_effect,
            parse_success=found.method not in {"none", "empty_response"} and not found.prose,
            extraction_method="empty_response" if outcome is Outcome.EMPTY_RESPONSE else found.method,
            short_circuited=found.short_circuited,
            salvaged=bool(found.prose),
            t_request_ms=sum(reply.elapsed_ms for reply in self.calls.replies),
            retries=self.calls.retries,
            prompt_tokens=sum(reply.prompt_tokens or 0 for reply in self.calls.replies),
            completion_tokens=sum(reply.completion_tokens or 0 for reply in self.calls.replies),
            cached_prompt_tokens=sum(reply.cached_prompt_tokens or 0 for reply in self.calls.replies),
            counted_by=self.calls.counted_by,
        )
        return ChunkEdits(
            chunk_id=self.job.chunk.chunk_id,
            outcome=outcome,
            reason=reason,
            template=self.job.template,
            form=self.form,
            ops=ops,
            refused=refused,
            replies=tuple(self.calls.replies),
            metrics=metrics,
        )
