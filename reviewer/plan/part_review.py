"""One chunk, or a part of one, through worker, policies, tutor and one regeneration (seed §7; DESIGN §7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewer.errors import BackendError
from reviewer.model.chat import ChatMessage, ChatReply
from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Escalation, Outcome, TutorVerdict
from reviewer.model.edit import EditOp, Rejection
from reviewer.plan.asking import Asking, Attempt
from reviewer.plan.chunk_calls import ChunkCalls
from reviewer.plan.chunk_job import ChunkJob
from reviewer.plan.chunk_place import salvaged_op
from reviewer.plan.fix_ups import fix_ups
from reviewer.plan.good_parts import Placed
from reviewer.plan.ladder.levels import Extraction
from reviewer.plan.mask_files import exemplar, mask_files
from reviewer.plan.merge import Distinct
from reviewer.plan.policies import Policies
from reviewer.plan.prompt import regenerate_messages, tutor_messages
from reviewer.plan.recipes.pipeline import applied
from reviewer.plan.refusal import left_out_by_tutor, refused_by_tutor, unjudged, without_repeated
from reviewer.plan.reply_faults import outcome_of
from reviewer.plan.requote import requoted_as_shown
from reviewer.plan.verdict import read_verdict
from reviewer.plan.worker_reply import WorkerReply, read_reply

ALL_REFUSED = "every proposal was refused"
"""The reason of a chunk of which proposals were read and none is left."""


def review_part(job: ChunkJob, calls: ChunkCalls, recorded: tuple[Escalation, ...] | None) -> ChunkEdits:
    """The review of one passage; ``recorded``: the policies that fired in the review that is gone through again."""
    asking = Asking(job, calls)
    policies = Policies(asking, recorded)
    return _PartReview(job, calls, asking, policies, policies.run()).run()


def _joined(*reasons: str) -> str:
    return "; ".join(filter(None, reasons))


@dataclass
class _PartReview:
    job: ChunkJob
    calls: ChunkCalls
    asking: Asking
    policies: Policies
    attempt: Attempt
    duplicates: int = 0
    no_effect: int = 0
    told: list[Extraction] = field(default_factory=list)

    def run(self) -> ChunkEdits:
        read, judged = self.attempt.read, self.attempt.judged
        self.duplicates, self.no_effect = judged.duplicates, judged.no_effect
        if read.outcome is not None and not read.extraction.items:
            return self._ended(read.outcome, read.reason, extraction=read.extraction)
        if read.extraction.prose:
            source = self.asking.source("worker", self.attempt.messages)
            salvaged = salvaged_op(self.attempt.shown.places, read.extraction.prose, source)
            return self._ended(Outcome.OPS, "the reply was prose", (salvaged,), judged.refused, read.extraction)
        if not judged.ops:
            return self._without_ops(read, judged.refused)
        if not self.job.models.tutor:
            return self._ended(read.outcome or Outcome.OPS, read.reason, judged.ops, judged.refused, read.extraction)
        return self._with_tutor(read, judged.ops, judged.refused)

    def _place(
        self, extraction: Extraction, role: str, messages: Sequence[ChatMessage], *, attention: bool = False
    ) -> Placed:
        source = self.asking.source(role, messages)
        judged = self.asking.place(self.attempt.shown, extraction, source, attention=attention)
        self.told.append(extraction)
        if role == "worker":
            self.duplicates, self.no_effect = judged.duplicates, judged.no_effect
        return judged.ops, judged.refused

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
        shown, passage = self.attempt.shown, self.attempt.shown.passage
        quoted = [(op, *requoted_as_shown(op, shown)) for op in asked]
        messages = tutor_messages(self.job.prompts, passage, quoted, self.asking.form)
        try:
            reply = self.calls.further("tutor", messages, "tutor", passage.text)
        except BackendError as error:
            return self._unjudged(asked, refused, read, (outcome_of(error), f"{error.code}: {error.message}"))
        verdict = read_verdict(reply.text)
        if verdict.verdict == "ACCEPTED":
            return self._ended(read.outcome or Outcome.OPS, read.reason, ops, refused, read.extraction, "accepted")
        if verdict.verdict == "CORRECTED":
            correction = self._read(reply.model_copy(update={"text": verdict.correction}))
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
        passage = self.attempt.shown.passage
        messages = regenerate_messages(self.job.prompts, passage, self.asking.form, reason)
        told_reason = self.attempt.shown.places.plain(reason)
        try:
            again = self._read(self.calls.further("edit", messages, "regenerate", passage.text))
        except BackendError as error:
            why = _joined(read.reason, f"regeneration: {error.code}: {error.message}")
            gone = (*refused, *(refused_by_tutor(op, told_reason) for op in ops))
            return self._ended(outcome_of(error), why, (), gone, read.extraction, "rejected")
        counted = self.duplicates, self.no_effect
        placed, bad = self._place(again.extraction, "worker", messages, attention=True)
        found = without_repeated(placed, ops)
        kept = {op.op_id for op in found}
        refused = (*refused, *(refused_by_tutor(op, told_reason) for op in ops if op.op_id not in kept), *bad)
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

    def _read(self, reply: ChatReply) -> WorkerReply:
        return read_reply(reply, self.job.config.adaptive, self.attempt.shown.masked.text)

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
            fix_ups=fix_ups(self._items(), self.attempt.shown.masked.text),
        )
        shown = self.attempt.shown
        return ChunkEdits(
            chunk_id=self.job.chunk.chunk_id,
            outcome=outcome,
            reason=reason,
            template=self.job.template,
            form=self.asking.form,
            offered=self.calls.offered,
            ops=ops,
            refused=refused,
            replies=tuple(self.calls.replies),
            metrics=metrics,
            escalations=tuple(self.policies.log),
            recipes=applied(shown.masked),
            masks=mask_files(self.job, self.policies, len(ops)),
            exemplars=(exemplar(self.job, self.policies),) if outcome is Outcome.DEGENERATE else (),
        )

    def _items(self) -> list[dict[str, Any]]:
        """All that was proposed and read, by whatever role."""
        return [item for read in (self.attempt.read.extraction, *self.told) for item in read.items]
