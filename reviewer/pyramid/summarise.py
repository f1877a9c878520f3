"""One summary: what is asked, what is taken for an answer, and what stands in for it where none comes (seed §5)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.errors import BackendError
from reviewer.hashing import json_hash
from reviewer.model.chat import ChatClient, ChatMessage, ChatReply, ChatRequest
from reviewer.model.pyramid import PyramidNode
from reviewer.model.tokens import estimate_tokens
from reviewer.pyramid.outline import NodeJob
from reviewer.pyramid.rendering import delimiter, render
from reviewer.pyramid.share import LONGEST_TITLE, Part, shared_out
from reviewer.pyramid.shorten import cut, leading, sentences

VERSION = "1"
"""Part of cache keys: raise it when the same text would get another prompt or another reading."""

BUDGETS = (500, 200, 150, 100)
"""Tokens of a summary by level (seed §5)."""

_WORDS_A_TOKEN = 0.6
"""A model is asked for words: it cannot count tokens. A word of English or French is some 6 characters with its space,
by our estimate 1.5 tokens."""

_ROOM_TO_SPEAK = 2
"""A reply may have so many times the tokens that are kept of it: models count badly, and end where they like."""

_PROMPT_SHARE = 0.8
"""Part of the context, less the reply, that text may fill by our estimate, which is rough."""

_THINKING = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.I)
_ECHO = re.compile(r"</?text(?:-[0-9a-f]{6,64})?>")
"""The tags around the text in the prompt (``rendering.delimiter``)."""
_LEAD = re.compile(r"[\s*_#]*(?:here is|here['’]s|voici|summary|résumé)\b[^\n:.]{0,100}:[\s*_]*", re.I)
"""What small models put before a summary."""


@dataclass(frozen=True, slots=True)
class Summaries:
    """How summaries are asked for: prompt templates, model, sampling, limits in tokens and seconds.

    ``cap`` is ``summary_max_tokens``.
    """

    system: str
    task: str
    model: str
    temperature: float
    num_ctx: int
    timeout: float
    cap: int

    def budget(self, level: int) -> int:
        """Tokens of a summary: the seed's, levels 1 to 3 capped by ``summary_max_tokens``."""
        return BUDGETS[level] if level == 0 else min(BUDGETS[level], self.cap)

    def reply(self, level: int) -> int:
        """Tokens that a reply may have: more than are kept of it, at most half the context."""
        return min(self.budget(level) * _ROOM_TO_SPEAK, self.num_ctx // 2)


def content_of(job: NodeJob, children: Sequence[PyramidNode]) -> str:
    """The hash of what a summary is made from: the section's own text and its children's summaries, with titles."""
    told = [[child.heading, child.summary] for child in children]
    return json_hash({"heading": job.heading, "text": job.text, "children": told})


def needs_model(job: NodeJob, children: Sequence[PyramidNode], settings: Summaries) -> bool:
    """A text without children that is no longer than its summary may be is its own summary."""
    return bool(children) or estimate_tokens(job.text) > settings.budget(job.level)


def summary_messages(
    job: NodeJob, children: Sequence[PyramidNode], settings: Summaries, language: str
) -> tuple[ChatMessage, ...]:
    """The prompt. What does not fit into the context is cut evenly: the beginning of each paragraph and child stays."""
    system = render(settings.system, {"whole": job.level == 0})
    heading = cut(job.heading, LONGEST_TITLE)
    paragraphs = [Part("", paragraph) for paragraph in job.text.split("\n\n") if paragraph]
    told = [*paragraphs, *(Part(child.heading, child.summary) for child in children)]
    room = int((settings.num_ctx - settings.reply(job.level)) * _PROMPT_SHARE)
    parts = shared_out(told, room - estimate_tokens(system + heading))
    tag = delimiter("text", [heading, *(text for part in parts for text in part)])
    words = max(int(settings.budget(job.level) * _WORDS_A_TOKEN), 1)
    asked = {"tag": tag, "heading": heading, "parts": parts, "language": language, "words": words}
    task = render(settings.task, asked)
    return ChatMessage(role="system", content=system), ChatMessage(role="user", content=task)


def summarise(
    job: NodeJob, children: Sequence[PyramidNode], messages: tuple[ChatMessage, ...], call: tuple[ChatClient, Summaries]
) -> PyramidNode:
    """The summary, or a degraded one taken from the text where no model answers: a failure is a value, never raised.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    client, settings = call
    request = ChatRequest(
        stage="pyramid",
        subject=job.node_id,
        model=settings.model,
        messages=messages,
        temperature=settings.temperature,
        max_tokens=settings.reply(job.level),
        num_ctx=settings.num_ctx,
        timeout=settings.timeout,
    )
    try:
        reply = client.chat(request)
    except BackendError as error:
        return extract(job, children, settings, f"{error.code}: {error.message}")
    text = _answer(reply.text)
    if failure := _fault(reply, text, request):
        return extract(job, children, settings, failure)
    said = sentences(text)
    if not _is_finished(reply, said):
        said.pop()
    return _node(job, children, leading(said, " ", _size(job, settings)))


def extract(job: NodeJob, children: Sequence[PyramidNode], settings: Summaries, failure: str = "") -> PyramidNode:
    """The first sentences of the own text, then of each child's summary. With a failure it is marked degraded."""
    said = sentences(" ".join(job.text.split()))
    for child in children:
        said.extend(sentences(child.summary)[:1])
    node = _node(job, children, leading(said, " ", _size(job, settings)))
    return node.model_copy(update={"degraded": bool(failure), "failure": failure})


def _size(job: NodeJob, settings: Summaries) -> int:
    """Characters of a summary that ``estimate_tokens`` takes for no more than its budget."""
    return settings.budget(job.level) * 4 + 3


def _answer(reply: str) -> str:
    """What a reply says on one line: without the model's thinking, its lead-in and echoes of our delimiter."""
    marks = list(_THINKING.finditer(reply))
    if marks:
        reply = reply[marks[-1].end() :] if marks[-1][1] else reply[: marks[-1].start()]
    reply = _ECHO.sub(" ", reply)
    if lead := _LEAD.match(reply):
        reply = reply[lead.end() :]
    return " ".join(reply.split())


def _fault(reply: ChatReply, text: str, request: ChatRequest) -> str:
    """Why a reply is no summary; "" when it is one."""
    if request.num_ctx and (reply.prompt_tokens or 0) >= request.num_ctx:
        return f"the prompt fills all of num_ctx {request.num_ctx}"
    if not text:
        return "the model gave an empty reply"
    if text in " ".join(request.messages[0].content.split()):
        return "the model repeated its instructions"
    said = sentences(text)
    if len(said) == 1 and not _is_finished(reply, said):
        return "the reply was cut off before its first sentence ended"
    return ""


def _is_finished(reply: ChatReply, said: Sequence[str]) -> bool:
    """Whether the last sentence is whole."""
    return reply.finish_reason != "length" or said[-1].endswith((".", "!", "?", "…"))


def _node(job: NodeJob, children: Sequence[PyramidNode], summary: str) -> PyramidNode:
    return PyramidNode(
        node_id=job.node_id,
        level=job.level,
        heading=job.heading,
        anchor=job.anchor,
        content_hash=content_of(job, children),
        summary=summary,
        children=job.children,
        token_count=estimate_tokens(summary),
    )
