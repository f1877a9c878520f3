"""One question about a chunk to the worker, and what it proposes, placed in the document."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reviewer.errors import BackendError
from reviewer.model.chat import ChatMessage
from reviewer.model.chunk_edits import Form, Outcome, Policy
from reviewer.model.edit import EditOp, Rejection, Source
from reviewer.plan.chunk_calls import ChunkCalls
from reviewer.plan.chunk_job import ChunkJob
from reviewer.plan.chunk_place import Judged
from reviewer.plan.good_parts import Placed
from reviewer.plan.ladder.levels import Extraction
from reviewer.plan.preserved import preserved
from reviewer.plan.prompt import edit_messages, prompt_hash
from reviewer.plan.shown import Shown
from reviewer.plan.worker_reply import WorkerReply
from reviewer.validate.preserve.around import Around

_NOTHING = Judged((), (), 0)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A question as it was put and what came of it."""

    shown: Shown
    messages: tuple[ChatMessage, ...]
    read: WorkerReply
    judged: Judged = _NOTHING

    @property
    def ops(self) -> tuple[EditOp, ...]:
        """What may be made of the proposals."""
        return self.judged.ops

    @property
    def refused(self) -> tuple[Rejection, ...]:
        """What may not."""
        return self.judged.refused

    @property
    def degenerate(self) -> bool:
        """The reply led nowhere."""
        return self.read.outcome is Outcome.DEGENERATE

    @property
    def failed(self) -> bool:
        """No reply was got, or none to the whole prompt."""
        return self.read.outcome in {Outcome.BACKEND_ERROR, Outcome.PROMPT_TRUNCATED}

    def with_refusals_of(self, earlier: "Attempt") -> "Attempt":
        """The same with what was refused of an earlier attempt and not again of this one."""
        said = {(refusal.code, refusal.before, refusal.after, refusal.line) for refusal in self.refused}
        more = [one for one in earlier.refused if (one.code, one.before, one.after, one.line) not in said]
        return replace(self, judged=replace(self.judged, refused=(*more, *self.judged.refused)))

    @property
    def without_ops(self) -> bool:
        """The reply was read to its end, and there is nothing in it to make."""
        return self.read.outcome is None and not self.read.extraction.prose and not self.ops


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks about one chunk, or one part of it."""

    job: ChunkJob
    calls: ChunkCalls

    @property
    def form(self) -> Form:
        """How replies are asked for."""
        return self.calls.form

    def ask(self, shown: Shown, policy: Policy | None = None) -> Attempt:
        """The worker's proposals about the chunk as it is shown. A backend that fails is an outcome."""
        messages = edit_messages(self.job.prompts, shown.passage, self.job.template, self.form)
        try:
            read = self.calls.worker(messages, shown.masked.text, policy or "")
        except BackendError as error:
            read = WorkerReply(Extraction("none"), Outcome.BACKEND_ERROR, f"{error.code}: {error.message}")
        if not read.extraction.items:
            return Attempt(shown, messages, read)
        return Attempt(shown, messages, read, self.place(shown, read.extraction, self.source("worker", messages)))

    def place(self, shown: Shown, extraction: Extraction, source: Source, *, attention: bool = False) -> Judged:
        """What proposals give; the rules judge each as it was made, then its parts are ops of their own."""
        return shown.places.judge(extraction.items, source, self._judge, attention=attention)

    def source(self, role: str, messages: Sequence[ChatMessage]) -> Source:
        """Who proposes what is in the reply to a prompt."""
        models = self.job.models
        name, digest = (
            (models.worker, models.worker_digest) if role == "worker" else (models.tutor, models.tutor_digest)
        )
        return Source.model_validate(
            {"type": role, "model": name, "digest": digest, "prompt_hash": prompt_hash(messages)}
        )

    def _judge(self, ops: tuple[EditOp, ...]) -> Placed:
        parsed, config = self.job.places.parsed, self.job.places.config
        around = Around(
            parsed.document.text,
            self.job.chunk.span,
            self.job.passage.language,
            config.style.ai_leftover_patterns,
            is_protected=lambda span: bool(parsed.protected_in(span)),
        )
        return preserved(ops, around, config)
