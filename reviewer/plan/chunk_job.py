"""What is asked about one chunk, and of whom."""

from collections.abc import Callable
from dataclasses import dataclass

from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.model.chat import ChatClient
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import Form, Template
from reviewer.model.pyramid import ChunkContext
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.prompt import BEGIN, Passage, Prompts


@dataclass(frozen=True, slots=True)
class Models:
    """Names and digests of the models; no tutor: single-model mode."""

    worker: str
    worker_digest: str = ""
    tutor: str = ""
    tutor_digest: str = ""


@dataclass(frozen=True, slots=True)
class Tiers:
    """The background that a chunk's prompts may have: ``at`` makes that of a tier when it is asked for.

    ``first`` is what is told first, ``most`` the highest that the budget allows. ``digest`` changes with what any of
    them says. ``findings``: the rules found something in the chunk.
    """

    first: int = 0
    most: int = 0
    at: Callable[[int], ChunkContext] = lambda tier: ChunkContext(tier=tier)
    digest: str = ""
    findings: bool = False


@dataclass(frozen=True, slots=True)
class ChunkJob:
    """A chunk, what is known about it, and how it is to be asked about.

    ``passage`` has the background of ``tiers.first``. ``parts``: the chunk in pieces, each a job of its own, where it
    is too long to be asked about at once; ``part`` is the name of such a piece.
    """

    chunk: ReviewChunk
    passage: Passage
    places: ChunkPlaces
    template: Template
    prompts: Prompts
    models: Models
    config: ReviewerConfig
    tiers: Tiers = Tiers()
    parts: "tuple[ChunkJob, ...]" = ()
    part: str = ""

    @property
    def llm(self) -> LLMConfig:
        """How models are called."""
        return self.config.llm


def form_of(client: ChatClient, template: Template) -> Form:
    """How replies to a template are asked for: bound to JSON where the backend can bind them."""
    return "native" if client.constrains and template == "review" else "marked"


def leads_of(client: ChatClient, job: ChunkJob) -> str:
    """What the worker's reply begins with, before the model has said anything: the begin marker, where it can be given.

    The seed's first invariant (§7): marker first, and the end marker ends it (``prompt.STOP``). Bound replies need
    neither, their grammar says how they begin and end; the plainer template has no begin marker; a backend that does
    not go on from a beginning is shown the marker in the examples.
    """
    if job.template != "review" or form_of(client, job.template) != "marked":
        return ""
    return f"{BEGIN}\n" if client.offers(job.models.worker).continues else ""
