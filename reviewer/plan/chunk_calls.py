"""The calls about one chunk: who was asked, how often, what came back. A prompt that is read in part asks nothing."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from reviewer.errors import BackendError, NotAsked
from reviewer.model.chat import ChatClient, ChatMessage, ChatReply, ChatRequest, Stage
from reviewer.model.chunk_edits import Form, Outcome, RawReply
from reviewer.model.pyramid import TokensBy
from reviewer.plan.chunk_job import ChunkJob, form_of
from reviewer.plan.ladder.levels import Extraction
from reviewer.plan.prompt import STOP, edit_schema, tutor_schema
from reviewer.plan.reply_faults import TRUNCATED_PROMPT, cut_prompt, does_not_fit, prompt_room
from reviewer.plan.worker_reply import WorkerReply, read_reply

_NUDGE = 0.05
"""What each further attempt after an empty reply adds to the temperature (seed: 0.10, 0.15, 0.20)."""

Wait = Callable[[int], None]
"""Waits before the n-th further attempt (n from 1)."""


@dataclass
class ChunkCalls:
    """Asks about a chunk and keeps count. ``counts`` are calls that were sent to the backend, ``replies`` verbatim."""

    job: ChunkJob
    client: ChatClient
    wait: Wait
    replies: list[RawReply] = field(default_factory=list)
    counts: Counter[Stage] = field(default_factory=Counter)
    retries: int = 0
    counted_by: TokensBy = "estimate"

    @property
    def form(self) -> Form:
        """How replies are asked for."""
        return form_of(self.client, self.job.template)

    def worker(self, messages: Sequence[ChatMessage]) -> WorkerReply:
        """The worker's reply to its prompt; an empty one is asked for again, a little warmer each time.

        Raises:
            BackendError: as the client's.
        """
        room = prompt_room(self.client, self.job.models.worker, messages, self.job.llm)
        self.counted_by = "backend" if room.exact else "estimate"
        if (why := does_not_fit(room, self.job.llm.num_ctx)) is not None:
            return WorkerReply(Extraction("none"), Outcome.PROMPT_TRUNCATED, why)
        reply = self._call("edit", messages, self.job.llm.temperature, room.reply)
        while not reply.text.strip() and not reply.completion_tokens and self.retries < self.job.llm.empty_retries:
            self.retries += 1
            self.wait(self.retries)
            reply = self._call("edit", messages, self.job.llm.temperature + self.retries * _NUDGE, room.reply)
        if (cut := cut_prompt(reply, room, self.job.llm.num_ctx)) is not None:
            return WorkerReply(Extraction("none"), Outcome.PROMPT_TRUNCATED, cut)
        return read_reply(reply)

    def further(self, stage: Stage, messages: Sequence[ChatMessage], role: str) -> ChatReply:
        """The tutor, or the worker once more, each with its whole prompt.

        Raises:
            BackendError: as the client's; ``prompt-truncated``.
        """
        tutor = stage == "tutor"
        room = prompt_room(
            self.client, self.job.models.tutor if tutor else self.job.models.worker, messages, self.job.llm
        )
        if (why := does_not_fit(room, self.job.llm.num_ctx)) is not None:
            raise BackendError(TRUNCATED_PROMPT, why)
        reply = self._call(stage, messages, 0.0 if tutor else self.job.llm.temperature, room.reply, role)
        if (why := cut_prompt(reply, room, self.job.llm.num_ctx)) is not None:
            raise BackendError(TRUNCATED_PROMPT, why)
        return reply

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
            num_ctx=self.job.llm.num_ctx,
            json_schema=(tutor_schema() if tutor else edit_schema()) if self.form == "native" else None,
            stop=STOP if self.form == "marked" and not tutor else (),
            timeout=self.job.llm.timeout if tutor else self.job.llm.chunk_timeout,
        )
        self.counts[stage] += 1
        try:
            reply = self.client.chat(request)
        except NotAsked:
            self.counts[stage] -= 1
            raise
        kept = reply.model_dump()
        self.replies.append(RawReply.model_validate({**kept, "role": role, "temperature": temperature}))
        return reply
