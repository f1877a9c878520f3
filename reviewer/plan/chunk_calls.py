"""The calls about one chunk: who was asked, how often, what came back. A prompt that is read in part asks nothing."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from reviewer.errors import BackendError, NotAsked
from reviewer.model.chat import ChatClient, ChatMessage, ChatReply, ChatRequest, Offers, Stage, Watch
from reviewer.model.chunk_edits import Form, Outcome, Policy, RawReply, Role
from reviewer.model.pyramid import TokensBy
from reviewer.plan.asked import asked_digest
from reviewer.plan.chunk_job import ChunkJob, form_of, leads_of
from reviewer.plan.degenerate import DegenerateWatch, blank
from reviewer.plan.ladder.levels import Extraction
from reviewer.plan.prompt import STOP, edit_schema, tutor_schema
from reviewer.plan.reply_faults import TRUNCATED_PROMPT, Room, cut_prompt, does_not_fit, prompt_room
from reviewer.plan.worker_reply import WorkerReply, empty, read_reply

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
    policy: Policy | Literal[""] = ""
    passage: str = ""
    offered: Offers = field(default_factory=Offers)

    @property
    def form(self) -> Form:
        """How replies are asked for."""
        return form_of(self.client, self.job.template)

    def worker(self, messages: Sequence[ChatMessage], passage: str, policy: Policy | Literal[""] = "") -> WorkerReply:
        """The worker's reply to its prompt about a passage; an empty one is asked for again, a little warmer each time.

        A prompt that does not fit, or was read in part, is an outcome.

        Raises:
            BackendError: as the client's.
        """
        self.policy, self.passage = policy, passage
        lead = leads_of(self.client, self.job)
        if lead:
            self.offered = self.client.offers(self.job.models.worker)
            messages = (*messages, ChatMessage(role="assistant", content=lead))
        try:
            reply = self._worker(messages)
            whole = reply if blank(reply.text) else reply.model_copy(update={"text": lead + reply.text})
            return read_reply(whole, self.job.config.adaptive, passage)
        except BackendError as error:
            if error.code != TRUNCATED_PROMPT:
                raise
            return WorkerReply(Extraction("none"), Outcome.PROMPT_TRUNCATED, error.message)

    def _worker(self, messages: Sequence[ChatMessage]) -> ChatReply:
        room = self._room(self.job.models.worker, messages, "worker")
        self.counted_by = "backend" if room.exact else "estimate"
        reply = self._call("edit", messages, self.job.llm.temperature, room.reply)
        again = 0
        while empty(reply) and again < self.job.llm.empty_retries:
            again += 1
            self.retries += 1
            self.wait(again)
            warmer = self.job.llm.temperature + again * _NUDGE
            reply = self._call("edit", messages, warmer, room.reply)
        self._whole(reply, room)
        return reply

    def further(self, stage: Stage, messages: Sequence[ChatMessage], role: Role, passage: str) -> ChatReply:
        """The tutor, or the worker once more, each with its whole prompt.

        Raises:
            BackendError: as the client's; ``prompt-truncated``.
        """
        self.passage = passage
        tutor = stage == "tutor"
        room = self._room(self.job.models.tutor if tutor else self.job.models.worker, messages, role)
        temperature = 0.0 if tutor else self.job.llm.temperature
        reply = self._call(stage, messages, temperature, room.reply, role)
        self._whole(reply, room)
        return reply

    def _room(self, model: str, messages: Sequence[ChatMessage], role: Role) -> Room:
        room = prompt_room(self.client, model, messages, self.job.llm)
        if (why := does_not_fit(room, self.job.llm.num_ctx)) is not None:
            error = BackendError(TRUNCATED_PROMPT, why)
            self._failed(role, error)
            raise error
        return room

    def _whole(self, reply: ChatReply, room: Room) -> None:
        """That the prompt of the last reply was read whole.

        Raises:
            BackendError: ``prompt-truncated``.
        """
        if (why := cut_prompt(reply, room, self.job.llm.num_ctx)) is not None:
            error = BackendError(TRUNCATED_PROMPT, why)
            self.replies[-1] = self.replies[-1].model_copy(update={"failed": _told(error)})
            raise error

    def _failed(self, role: Role, error: BackendError) -> None:
        self.replies.append(RawReply(role=role, text="", part=self.job.part, policy=self.policy, failed=_told(error)))

    def _call(
        self,
        stage: Stage,
        messages: Sequence[ChatMessage],
        temperature: float,
        room: int,
        role: Role = "worker",
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
            reply = self.client.chat(request, self._watch(room))
        except BackendError as error:
            self.counts[stage] -= isinstance(error, NotAsked)
            self._failed(role, error)
            raise
        said = {"role": role, "temperature": temperature, "part": self.job.part, "policy": self.policy}
        said |= {"asked": asked_digest(request)} if tutor else {}
        self.replies.append(RawReply.model_validate({**reply.model_dump(), **said}))
        return reply

    def _watch(self, room: int) -> Watch | None:
        adaptive = self.job.config.adaptive
        return DegenerateWatch(adaptive, self.passage, room) if adaptive.watch else None


def _told(error: BackendError) -> str:
    return f"{error.code}: {error.message}"
