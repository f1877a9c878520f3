"""A chunk of a small document, and a scripted model to review it."""

from dataclasses import replace
from typing import Any

from reviewer.config import ReviewerConfig
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.llm.scripted import ScriptedClient
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chunk_edits import ChunkEdits
from reviewer.model.pyramid import ChunkContext
from reviewer.plan.chunk_job import ChunkJob, Models
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.chunk_review import review_chunk
from reviewer.plan.prompt import Passage, Prompts
from reviewer.service.models.prompt_files import read_prompts

PROMPTS: Prompts = read_prompts()


def job_for(text: str, *, tutor: str = "", language: str = "en", **llm: Any) -> ChunkJob:
    """The first chunk that holds a paragraph of ``text``."""
    base = ReviewerConfig()
    config = base.model_copy(update={"llm": base.llm.model_copy(update=llm)})
    parsed = parse(read_document(text.encode(), "doc.md"))
    chunk = max(chunk_plan(parsed, config.chunk), key=lambda found: found.token_estimate)
    passage = Passage(text[chunk.span.start : chunk.span.end], language, ChunkContext())
    models = Models("worker-model", "sha256:w", tutor, "sha256:t" if tutor else "")
    return ChunkJob(chunk, passage, ChunkPlaces(chunk, parsed, config), "review", PROMPTS, models, config)


def client(*lines: dict[str, Any]) -> ScriptedClient:
    """A model that answers as the lines say; a line without ``when`` fits every call."""
    read = tuple(ScriptLine.model_validate({"when": {}, **line}) for line in lines)
    return ScriptedClient(Script(path="script.jsonl", digest="sha256:s", lines=read))


class Waits:
    """Remembers which attempts were waited for."""

    def __init__(self) -> None:
        self.attempts: list[int] = []

    def __call__(self, attempt: int) -> None:
        self.attempts.append(attempt)


def run(job: ChunkJob, *lines: dict[str, Any], **changes: Any) -> ChunkEdits:
    """Review a chunk with a scripted model."""
    return review_chunk(replace(job, **changes), client(*lines), Waits())


def edit(before: str, after: str, **more: Any) -> dict[str, Any]:
    """A proposal."""
    return {"action": "replace", "before": before, "after": after, "kind": "typo", **more}
