"""The calls about one chunk: what came back, in order, and how often was asked."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from reviewer.errors import NotAsked
from reviewer.model.chat import ChatClient, ChatMessage, ChatReply, ChatRequest, TokenChoice
from reviewer.model.chunk_edits import RawReply
from reviewer.plan.asked import asked_digest
from reviewer.plan.proofread.job import ProofreadJob

_MORE = 16
"""Tokens that a reply may have besides its share: short paragraphs take a few more than their length tells."""
_LETTERS = 3
"""Characters of a token where the backend does not count: prose has 3 to 5."""


@dataclass
class ProofreadCalls:
    """Asks about a chunk and keeps count. The same text is scored once."""

    job: ProofreadJob
    client: ChatClient
    replies: list[RawReply] = field(default_factory=list)
    count: int = 0
    _scored: dict[str, float] = field(default_factory=dict)

    def rewrite(self, messages: Sequence[ChatMessage], text: str) -> ChatReply:
        """The model's own answer; with alternatives where the backend gives them.

        Raises:
            BackendError: as the client's; so do the others.
        """
        counted = self.client.count_tokens(self.job.models.worker, text)
        length = counted if counted else math.ceil(len(text) / _LETTERS)
        room = math.ceil(self.job.settings.answer_length * length) + _MORE
        return self._kept(self._request(messages, room), None)

    def copy(self, messages: Sequence[ChatMessage], text: str) -> ChatReply:
        """How probable each token of ``text`` is as the answer, and what else might stand there."""
        return self._kept(self._request(messages, 1), text)

    def go_on(self, messages: Sequence[ChatMessage], beginning: str) -> ChatReply:
        """What follows where the answer begins so."""
        turns = (*messages, ChatMessage(role="assistant", content=beginning))
        request = self._request(turns, self.job.settings.follow_tokens)
        return self._kept(request.model_copy(update={"top_logprobs": 0}), None)

    def likelihood(self, text: str) -> float:
        """Natural logarithm of the probability of a text, said by nobody."""
        if text not in self._scored:
            reply = self._kept(self._request((), 1).model_copy(update={"top_logprobs": 0}), text)
            self._scored[text] = sum(token.logprob for token in reply.tokens)
        return self._scored[text]

    def _request(self, messages: Sequence[ChatMessage], room: int) -> ChatRequest:
        llm, settings = self.job.config.llm, self.job.settings
        return ChatRequest(
            stage="proofread",
            subject=self.job.chunk.chunk_id,
            model=self.job.models.worker,
            messages=tuple(messages),
            temperature=0.0,
            max_tokens=room,
            num_ctx=llm.num_ctx,
            top_logprobs=settings.alternatives if self.job.offers.logprobs or self.job.offers.scores else 0,
            timeout=llm.chunk_timeout,
        )

    def _kept(self, request: ChatRequest, text: str | None) -> ChatReply:
        self.count += 1
        try:
            reply = self.client.chat(request) if text is None else self.client.score(request, text)
        except NotAsked:
            self.count -= 1
            raise
        reply = reply.model_copy(update={"tokens": condensed(reply.tokens, self.job.settings.least_alternative)})
        said = {"role": "proofreader", "temperature": 0.0, "asked": asked_digest(request, text)}
        self.replies.append(RawReply.model_validate({**reply.model_dump(), **said}))
        return reply


def condensed(tokens: Sequence[TokenChoice], least: float) -> tuple[TokenChoice, ...]:
    """The tokens, with runs of which nobody would ask made one: those without an alternative of probability ``least``.

    Nine tenths of a reply are such runs; it is stored, and what is made of it is the same.
    """
    kept: list[TokenChoice] = []
    run: list[TokenChoice] = []
    floor = math.log(least)
    for token in tokens:
        others = tuple((text, chance) for text, chance in token.top if text != token.text and chance >= floor)
        if others or not token.text:
            kept += _one(run)
            kept.append(token.model_copy(update={"top": others}))
            run = []
        else:
            run.append(token)
    return (*kept, *_one(run))


def _one(run: Sequence[TokenChoice]) -> list[TokenChoice]:
    if not run:
        return []
    return [TokenChoice(text="".join(token.text for token in run), logprob=sum(token.logprob for token in run))]
