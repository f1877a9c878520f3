"""What is asked about one chunk, and of whom."""

from dataclasses import dataclass

from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.model.chat import ChatClient
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import Form, Template
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.prompt import Passage, Prompts


@dataclass(frozen=True, slots=True)
class Models:
    """Names and digests of the models; no tutor: single-model mode."""

    worker: str
    worker_digest: str = ""
    tutor: str = ""
    tutor_digest: str = ""


@dataclass(frozen=True, slots=True)
class ChunkJob:
    """A chunk, what is known about it, and how it is to be asked about."""

    chunk: ReviewChunk
    passage: Passage
    places: ChunkPlaces
    template: Template
    prompts: Prompts
    models: Models
    config: ReviewerConfig

    @property
    def llm(self) -> LLMConfig:
        """How models are called."""
        return self.config.llm


def form_of(client: ChatClient, template: Template) -> Form:
    """How replies to a template are asked for: bound to JSON where the backend can bind them."""
    return "native" if client.constrains and template == "review" else "marked"
