"""One summary: what is asked, what is taken for an answer, and what stands in for it where none comes (seed §5)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jinja2 import Environment, StrictUndefined

from reviewer.errors import BackendError
from reviewer.hashing import content_hash, json_hash
from reviewer.model.chat import ChatClient, ChatMessage, ChatRequest
from reviewer.model.pyramid import PyramidNode
from reviewer.model.tokens import estimate_tokens
from reviewer.pyramid.outline import NodeJob

VERSION = "1"
"""Part of cache keys: raise it when the same text would get another prompt or another reading."""

BUDGETS = (500, 200, 150, 100)
"""Tokens of a summary by level (seed §5)."""

_WORDS_A_TOKEN = 0.6
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_SHARE = 0.8
"""Part of the context that text may fill, by our estimate, which is rough."""


@dataclass(frozen=True, slots=True)
class Summaries:
    """How summaries are asked for: prompt templates, model, limits in tokens and seconds."""

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


def content_of(job: NodeJob, children: Sequence[PyramidNode]) -> str:
    """The hash of what a summary is made from: the section's own text and its children's summaries."""
    return json_hash({"heading": job.heading, "text": job.text, "children": [child.summary for child in children]})


def needs_model(job: NodeJob, children: Sequence[PyramidNode], settings: Summaries) -> bool:
    """A text without children that is no longer than its summary may be is its own summary."""
    return bool(children) or estimate_tokens(job.text) > settings.budget(job.level)


def summary_messages(
    job: NodeJob, children: Sequence[PyramidNode], settings: Summaries, language: str
) -> tuple[ChatMessage, ...]:
    """The prompt; text that does not fit is cut at its end, child summaries shared out evenly."""
    budget = settings.budget(job.level)
    room = int((settings.num_ctx - budget) * _SHARE) * 4
    told = [(child.heading, child.summary) for child in children]
    text = _cut(job.text, room - sum(len(title) + len(summary) for title, summary in told))
    inputs = {"language": language, "words": int(budget * _WORDS_A_TOKEN), "whole": job.level == 0}
    system = _rendered(settings.system, inputs)
    tag = _tag([text, job.heading, *(part for pair in told for part in pair)])
    task = _rendered(settings.task, {"tag": tag, "heading": job.heading, "text": text, "children": told})
    return ChatMessage(role="system", content=system), ChatMessage(role="user", content=task)


def summarise(
    job: NodeJob, children: Sequence[PyramidNode], messages: tuple[ChatMessage, ...], call: tuple[ChatClient, Summaries]
) -> PyramidNode:
    """The summary, or a degraded one taken from the text where no model answers: never blocks, never raises.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    client, settings = call
    budget = settings.budget(job.level)
    request = ChatRequest(
        stage="pyramid",
        subject=job.node_id,
        model=settings.model,
        messages=messages,
        temperature=settings.temperature,
        max_tokens=budget * 2,
        num_ctx=settings.num_ctx,
        timeout=settings.timeout,
    )
    try:
        text = " ".join(client.chat(request).text.split())
    except BackendError as error:
        return extract(job, children, settings, f"{error.code}: {error.message}")
    if not text:
        return extract(job, children, settings, "the model gave an empty reply")
    return _node(job, children, _cut(text, budget * 4))


def extract(job: NodeJob, children: Sequence[PyramidNode], settings: Summaries, failure: str = "") -> PyramidNode:
    """The first sentences of the own text, else of the children's summaries. With a failure it is degraded."""
    source = job.text or " ".join(child.summary for child in children)
    budget = settings.budget(job.level) * 4
    kept = ""
    for sentence in _SENTENCE.split(" ".join(source.split())):
        if kept and len(kept) + 1 + len(sentence) > budget:
            break
        kept = f"{kept} {sentence}".strip()
    node = _node(job, children, _cut(kept, budget))
    return node.model_copy(update={"degraded": bool(failure), "failure": failure})


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


def _cut(text: str, size: int) -> str:
    """At most ``size`` characters, cut between words, which shows."""
    if len(text) <= size:
        return text
    cut = text[: max(size - 2, 0)]
    space = cut.rfind(" ")
    return (cut[:space] if space > size // 2 else cut) + " …"


def _rendered(template: str, inputs: dict[str, object]) -> str:
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701 - prompts are no HTML
    return environment.from_string(template).render(inputs)


def _tag(texts: Sequence[str]) -> str:
    """A delimiter that stands in none of the texts, the same for the same texts."""
    digest = content_hash("\0".join(texts)).removeprefix("sha256:")
    length = 6
    while any(digest[:length] in text for text in texts) and length < len(digest):
        length += 2
    return f"text-{digest[:length]}"


Count = Callable[[str], int]
"""Tokens of a text."""
