"""The fan-out over chunks: which are sent, with which template, and what became of each. No orchestrator here."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from queue import SimpleQueue

from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk_parts import chunk_parts
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import KEPT, ChunkEdits, Outcome, Template
from reviewer.model.document import Document
from reviewer.model.frozen import Frozen
from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.plan.breaker import lag, misread, template_for
from reviewer.plan.chunk_job import ChunkJob, Tiers
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.prompt import Passage
from reviewer.plan.replies_again import placed_again
from reviewer.scan.language import Languages, detect_languages
from reviewer.service.files.documents import parsed
from reviewer.service.models.edge import ModelEdge
from reviewer.service.models.kernels import ModelTask, edit_task

NOT_SENT = ": not sent"
"""How the reason ends of a chunk that no model was asked about."""

TiersOf = Callable[[ReviewChunk, str], Tiers]
"""The background that a chunk, or a part of one, may be told; the text is its own."""

Done = Callable[[Frozen | BaseException], None]
Submit = Callable[[ModelTask, Done], None]
"""Starts a task; ``Done`` is called once, from any thread, with its result or what it raised."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A chunk whose review has ended; ``number`` counts those that are done, of ``total`` that are sent."""

    edits: ChunkEdits
    number: int
    total: int


@dataclass(frozen=True)
class ChunkReviews:
    """The chunks of one document and how they are to be reviewed.

    ``tiers``: the background that a chunk, or a part of one, may be told, with its text. ``templates`` are those of an
    earlier run; ``known_languages`` saves detecting them again.
    """

    document: Document
    chunks: tuple[ReviewChunk, ...]
    config: ReviewerConfig
    edge: ModelEdge
    tiers: TiersOf = lambda chunk, text: Tiers()
    templates: Mapping[str, Template] = field(default_factory=dict)
    known_languages: Languages | None = None

    def run(self, submit: Submit, finished: Callable[[Finished], None]) -> tuple[ChunkEdits, ...]:
        """The review of every chunk, in document order; ``finished`` hears of each as it ends, with its raw replies.

        What is returned holds no replies: a long document's would not fit into memory. Raises what a task raised.
        """
        sent = [chunk for chunk in self.chunks if self.unsent(chunk) is None]
        done = _Run(self, sent, submit, finished).all()
        return tuple(done.get(chunk.chunk_id) or self.not_sent(chunk) for chunk in self.chunks)

    def unsent(self, chunk: ReviewChunk) -> str | None:
        """Why a chunk is not sent to a model; None when it is."""
        if chunk.oversize:
            return f"one protected span over the budget{NOT_SENT}"
        text = self.parsed.document.text
        for start, end in self._prose_in(chunk):
            if any(character.isalpha() for character in text[start:end]):
                return None
        return f"headings and protected text only{NOT_SENT}"

    def job(self, chunk: ReviewChunk, template: Template) -> ChunkJob:
        """How a chunk is asked about: at once, or in parts where it is over ``chunk.max_edit_chunk_tokens``.

        A part without prose is not asked about.
        """
        parts = chunk_parts(self.parsed, chunk, self.config.chunk.max_edit_chunk_tokens)
        if len(parts) == 1:
            return self._job(chunk, template, self.tiers)
        told = [part for part in parts if self.unsent(part) is None]
        whole = self._job(chunk, template, lambda chunk, text: Tiers())
        return replace(whole, parts=tuple(self._part_job(part, whole) for part in told))

    def _job(self, chunk: ReviewChunk, template: Template, tiers_of: TiersOf) -> ChunkJob:
        text = self.parsed.document.text[chunk.span.start : chunk.span.end]
        tiers = tiers_of(chunk, text)
        passage = Passage(text, self.language_of(chunk), tiers.at(tiers.first))
        places = ChunkPlaces(chunk, self.parsed, self.config)
        return ChunkJob(chunk, passage, places, template, self.edge.prompts, self.edge.models, self.config, tiers)

    def _part_job(self, part: ReviewChunk, whole: ChunkJob) -> ChunkJob:
        """A job for a part of a chunk; its ops name the chunk."""
        job = self._job(part, whole.template, self.tiers)
        places = replace(job.places, chunk=part.model_copy(update={"chunk_id": whole.chunk.chunk_id}))
        return replace(job, places=places, part=part.chunk_id[len(whole.chunk.chunk_id) + 1 :])

    @cached_property
    def parsed(self) -> ParsedDocument:
        """The document's parse."""
        return parsed(self.document, self.config.style.unprotected)

    @cached_property
    def languages(self) -> Languages:
        """The language of every passage."""
        if self.known_languages is not None:
            return self.known_languages
        return detect_languages(self.parsed, self.config.style.language)

    @cached_property
    def _prose(self) -> list[tuple[int, int]]:
        """Where prose stands that a model may edit, in order: paragraphs, also in lists and quotes; open cells."""
        kinds = {BlockKind.PARAGRAPH}
        if ProtectedKind.TABLE in self.config.style.unprotected:
            kinds.add(BlockKind.TABLE)
        spans = (self.parsed.blocks[found.block].span for found in self.parsed.prose.blocks if found.kind in kinds)
        return sorted({(span.start, span.end) for span in spans})

    def _prose_in(self, chunk: ReviewChunk) -> list[tuple[int, int]]:
        found = []
        first = max(bisect_right(self._prose, (chunk.span.start, len(self.document.text))) - 1, 0)
        for start, end in islice(self._prose, first, None):
            if start >= chunk.span.end:
                break
            if end > chunk.span.start:
                found.append((max(start, chunk.span.start), min(end, chunk.span.end)))
        return found

    def _first_prose(self, chunk: ReviewChunk) -> int:
        found = self._prose_in(chunk)
        return found[0][0] if found else chunk.span.start

    def language_of(self, chunk: ReviewChunk) -> str:
        """The language of a chunk's prose, as a code."""
        return self.languages.at(self._first_prose(chunk))

    def not_sent(self, chunk: ReviewChunk) -> ChunkEdits:
        """The result for a chunk of which ``unsent`` tells why."""
        return ChunkEdits(chunk_id=chunk.chunk_id, outcome=Outcome.CLEAN, reason=self.unsent(chunk) or "")


class _Run:
    """Submits chunks as soon as their template is known and takes results as they come."""

    def __init__(
        self, plan: ChunkReviews, sent: Sequence[ReviewChunk], submit: Submit, finished: Callable[[Finished], None]
    ) -> None:
        self.plan = plan
        self.sent = sent
        self.submit = submit
        self.finished = finished
        self.lag = lag(plan.config.circuit_breaker, plan.config.llm.concurrency)
        self.failed: dict[int, bool] = {}
        self.tripped = False
        self.asked: set[str] = set()
        self.known = 0
        self.jobs: dict[int, ChunkJob] = {}
        self.results: dict[str, ChunkEdits] = {}
        self.queue: SimpleQueue[tuple[int, Frozen | BaseException]] = SimpleQueue()

    def all(self) -> dict[str, ChunkEdits]:
        started = 0
        while len(self.results) < len(self.sent):
            while started < len(self.sent) and started - self.lag < self.known:
                self._start(started)
                started += 1
            self._take(*self.queue.get())
        return self.results

    def _start(self, index: int) -> None:
        chunk = self.sent[index]
        config = self.plan.config
        template = self.plan.templates.get(chunk.chunk_id) or template_for(
            index,
            self.failed.__getitem__,
            config.circuit_breaker,
            config.llm.concurrency,
            tripped=self.tripped,
        )
        self.tripped |= template == "review_plain"
        job = self.plan.job(chunk, template)
        self.jobs[index] = job
        task = edit_task(job, self.plan.edge, must_be_stored=config.cache_mode == "read_only")

        def compute() -> Frozen:
            self.asked.add(chunk.chunk_id)
            return task.compute()

        self.submit(replace(task, compute=compute), lambda result: self.queue.put((index, result)))

    def _take(self, index: int, result: Frozen | BaseException) -> None:
        if isinstance(result, BaseException):
            raise result
        if not isinstance(result, ChunkEdits):
            raise TypeError(f"a chunk's review gave {type(result).__name__}")
        edits = placed_again(self.jobs.pop(index), result)
        if edits.chunk_id not in self.asked and edits.outcome in KEPT:
            edits = edits.model_copy(update={"metrics": edits.metrics.of_a_stored_review()})
        self.failed[index] = misread(edits)
        while self.known in self.failed:
            self.known += 1
        self.results[edits.chunk_id] = edits.model_copy(update={"replies": ()})
        self.finished(Finished(edits, len(self.results), len(self.sent)))
