"""The pyramid of one document: leaves first, each level side by side, every summary under a key of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from queue import SimpleQueue

from reviewer.config import ReviewerConfig
from reviewer.model.document import Document
from reviewer.model.frozen import Frozen
from reviewer.model.pyramid import Pyramid, PyramidNode
from reviewer.plan.prompt import language_name
from reviewer.pyramid.glossary import glossary_of
from reviewer.pyramid.outline import NodeJob, pyramid_jobs
from reviewer.pyramid.summarise import Summaries, extract, needs_model, summary_messages
from reviewer.scan.language import Languages, detect_languages
from reviewer.service.files.documents import parsed
from reviewer.service.models.chunk_reviews import Submit
from reviewer.service.models.edge import ModelEdge
from reviewer.service.models.kernels import summary_task
from reviewer.service.models.prompt_files import template


@dataclass(frozen=True, slots=True)
class Built:
    """A pyramid with what it was made from; the languages of the document where they had to be known."""

    pyramid: Pyramid
    jobs: tuple[NodeJob, ...]
    languages: Languages | None = None


def build_pyramid(document: Document, config: ReviewerConfig, edge: ModelEdge | None, submit: Submit) -> Built:
    """Summaries of all levels, and the glossary. Without an edge there is the glossary alone.

    A summary that failed is taken from the text and marked ``degraded``; the others go on. Raises what a task raised.
    """
    parse = parsed(document, config.style.unprotected)
    jobs = pyramid_jobs(parse, config.pyramid_levels)
    glossary = glossary_of(parse, jobs, config.style.glossary)
    if edge is None:
        return Built(Pyramid(glossary=glossary), jobs)
    languages = detect_languages(parse, config.style.language)
    build = _Build(config, edge, submit, {job.node_id: language_name(languages.at(job.span.start)) for job in jobs})
    for level in sorted({job.level for job in jobs}, reverse=True):
        build.level([job for job in jobs if job.level == level])
    order = sorted(jobs, key=lambda job: (job.level > 0, job.span.start, job.level))
    nodes = tuple(build.nodes[job.node_id] for job in order)
    return Built(Pyramid(nodes=nodes, glossary=glossary), jobs, languages)


class _Build:
    def __init__(self, config: ReviewerConfig, edge: ModelEdge, submit: Submit, languages: Mapping[str, str]) -> None:
        llm = config.llm
        self.config = config
        self.edge = edge
        self.submit = submit
        self.languages = languages
        self.settings = Summaries(
            template("pyramid"), template("pyramid_task"), edge.pyramid_model, llm.temperature, llm.num_ctx,
            llm.timeout, config.summary_max_tokens,
        )  # fmt: skip
        self.nodes: dict[str, PyramidNode] = {}

    def level(self, jobs: list[NodeJob]) -> None:
        """All nodes of one level: those of the levels below are there."""
        queue: SimpleQueue[Frozen | BaseException] = SimpleQueue()
        waiting = 0
        for job in jobs:
            children = [self.nodes[name] for name in job.children]
            if not needs_model(job, children, self.settings):
                self.nodes[job.node_id] = extract(job, children, self.settings)
                continue
            messages = summary_messages(job, children, self.settings, self.languages[job.node_id])
            stored_only = self.config.cache_mode == "read_only"
            task = summary_task(job, children, messages, (self.edge, self.settings), must_be_stored=stored_only)
            self.submit(task, queue.put)
            waiting += 1
        for _ in range(waiting):
            result = queue.get()
            if isinstance(result, BaseException):
                raise result
            if not isinstance(result, PyramidNode):
                raise TypeError(f"a summary gave {type(result).__name__}")
            self.nodes[result.node_id] = result
