"""Small documents, a model that says what it was asked, and pyramids built with it."""

import hashlib
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from reviewer.errors import BackendError
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chat import ChatReply, ChatRequest, Offers, Watch
from reviewer.model.parsed import ParsedDocument
from reviewer.model.pyramid import PyramidNode
from reviewer.pyramid.outline import NodeJob, pyramid_jobs
from reviewer.pyramid.summarise import Summaries, extract, needs_model, summarise, summary_messages
from reviewer.service.models.prompt_files import template


def read(text: str) -> ParsedDocument:
    return parse(read_document(text.encode(), "doc.md"))


def jobs_of(text: str, levels: int = 4) -> dict[str, NodeJob]:
    return {job.node_id: job for job in pyramid_jobs(read(text), levels)}


def settings(cap: int = 200, num_ctx: int = 8192) -> Summaries:
    return Summaries(template("pyramid"), template("pyramid_task"), "a-model", 0.1, num_ctx, 60.0, cap)


class Model:
    """A backend that answers by a function of the request."""

    backend, endpoint, constrains, questions = "scripted", "", False, 0

    def __init__(self, answer: Callable[[ChatRequest], ChatReply]) -> None:
        self._answer = answer
        self.asked: list[ChatRequest] = []

    def digest(self, model: str) -> str:
        return "sha256:model"

    def count_tokens(self, model: str, text: str) -> int | None:
        return None

    def offers(self, model: str) -> Offers:
        return Offers()

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        self.asked.append(request)
        return self._answer(request)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        raise BackendError("not-offered", "no scores", "")

    def close(self) -> None:
        pass


def says(text: str, **more: object) -> Model:
    return Model(lambda _: ChatReply.model_validate({"text": text, **more}))


def fails(code: str, message: str) -> Model:
    def answer(_: ChatRequest) -> ChatReply:
        raise BackendError(code, message, "")

    return Model(answer)


def another_answer_for_another_prompt() -> Model:
    def answer(request: ChatRequest) -> ChatReply:
        prompt = "\n".join(message.content for message in request.messages)
        return ChatReply(text=f"Summary {hashlib.sha256(prompt.encode()).hexdigest()}.")

    return Model(answer)


def summary(
    job: NodeJob, client: Model, *, children: Sequence[PyramidNode] = (), how: Summaries | None = None
) -> PyramidNode:
    how = how or settings()
    messages = summary_messages(job, children, how, "English")
    return summarise(job, children, messages, (client, how))


def pyramid(text: str, client: Model, levels: int = 4) -> dict[str, PyramidNode]:
    """All nodes of a document, bottom-up, as the service makes them."""
    how = settings()
    nodes: dict[str, PyramidNode] = {}
    for job in pyramid_jobs(read(text), levels):
        children = [nodes[name] for name in job.children]
        asked = needs_model(job, children, how)
        nodes[job.node_id] = summary(job, client, children=children, how=how) if asked else extract(job, children, how)
    return nodes


def prompt(job: NodeJob, children: Sequence[PyramidNode] = (), how: Summaries | None = None) -> str:
    """The user's message."""
    return summary_messages(job, children, how or settings(), "English")[1].content


_FRAMES = ("{}\n\n", "- {}\n\n", "> {}\n\n", "1. {}\n   of two lines\n\n", "{}\n  of two lines with `code`\n\n")
_NO_PROSE = (
    "```\ncode\n```\n\n",
    "| a | b |\n|---|---|\n| c | d |\n\n",
    "<div>html</div>\n\n",
    "***\n\n",
    "    code\n\n",
)


@st.composite
def documents(draw: st.DrawFn) -> list[str]:
    """Parts of a document: headings of any level, paragraphs each with a word of its own, and what is no prose."""
    kinds = draw(st.lists(st.sampled_from("hhhpppx"), max_size=25))
    parts = []
    for number, kind in enumerate(kinds):
        if kind == "h":
            parts.append(f"{'#' * draw(st.integers(1, 6))} Title {number}\n\n")
        elif kind == "p":
            parts.append(draw(st.sampled_from(_FRAMES)).format(f"Sentence with word{number}x here."))
        else:
            parts.append(draw(st.sampled_from(_NO_PROSE)))
    return parts
