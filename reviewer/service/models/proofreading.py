"""The chunks of a document, proofread side by side: each a task of its own, on the text that programs have mended."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue

from reviewer.model.chat import Offers
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import KEPT, ChunkEdits
from reviewer.model.edit import Action, EditOp
from reviewer.model.frozen import Frozen
from reviewer.model.ports import Lexicon
from reviewer.plan.merge import merge
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.plan.proofread.paragraph import Repair
from reviewer.plan.proofread.policy import policy_of
from reviewer.plan.replies_again import proofread_again
from reviewer.service.models.chunk_reviews import ChunkReviews, Finished, Submit
from reviewer.service.models.kernels import proofread_task
from reviewer.service.models.prompt_files import read_proofread_prompts


def repairs_of(ops: Sequence[EditOp], text: str) -> tuple[Repair, ...]:
    """What programs mend without a note, as far as one does not exclude another: a model reads the text with it."""
    silent = [op for op in ops if op.silent and op.action is Action.REPLACE and not op.group]
    return tuple(sorted((op.span, op.after_text) for op in merge(silent, text).ops))


@dataclass(frozen=True, slots=True)
class Proofreading:
    """What is proofread: the chunks that ``reviews`` would send. ``repairs`` are of ``repairs_of``."""

    reviews: ChunkReviews
    repairs: tuple[Repair, ...]
    lexicon: Lexicon
    offers: Offers

    def run(self, submit: Submit, finished: Callable[[Finished], None]) -> tuple[ChunkEdits, ...]:
        """The proofreading of every chunk that can be, in document order, without replies.

        ``finished`` hears of each as it ends, with its replies. Raises what a task raised.
        """
        sent = [chunk for chunk in self.reviews.chunks if self.reviews.unsent(chunk) is None]
        queue: SimpleQueue[tuple[str, Frozen | BaseException]] = SimpleQueue()
        asked: set[str] = set()
        jobs = {chunk.chunk_id: self._job(chunk) for chunk in sent}
        for job in jobs.values():
            self._submit(job, submit, asked, queue)
        done: dict[str, ChunkEdits] = {}
        while len(done) < len(sent):
            name, result = queue.get()
            edits = self._taken(jobs[name], result, stored=name not in asked)
            done[name] = edits.having(replies=())
            finished(Finished(edits, len(done), len(sent)))
        return tuple(done.get(chunk.chunk_id) or self.reviews.not_sent(chunk) for chunk in self.reviews.chunks)

    def _submit(
        self, job: ProofreadJob, submit: Submit, asked: set[str], queue: SimpleQueue[tuple[str, Frozen | BaseException]]
    ) -> None:
        name = job.chunk.chunk_id
        task = proofread_task(job, self.reviews.edge, must_be_stored=job.config.cache_mode == "read_only")

        def compute() -> Frozen:
            asked.add(name)
            return task.compute()

        submit(replace(task, compute=compute), lambda result: queue.put((name, result)))

    def _taken(self, job: ProofreadJob, result: Frozen | BaseException, *, stored: bool) -> ChunkEdits:
        if isinstance(result, BaseException):
            raise result
        if not isinstance(result, ChunkEdits):
            raise TypeError(f"the proofreading of a chunk gave {type(result).__name__}")
        edits = proofread_again(job, result)
        if stored and edits.outcome in KEPT:
            edits = edits.having(metrics=edits.metrics.of_a_stored_review())
        return edits

    def _job(self, chunk: ReviewChunk) -> ProofreadJob:
        reviews, models = self.reviews, self.reviews.edge.models
        return ProofreadJob(
            chunk=chunk,
            parsed=reviews.parsed,
            language=reviews.language_of(chunk),
            repairs=tuple(repair for repair in self.repairs if chunk.span.contains(repair[0])),
            policy=policy_of(reviews.config.proofread, models.worker, self.offers.weights),
            prompts=read_proofread_prompts(),
            models=models,
            config=reviews.config,
            offers=self.offers,
            lexicon=self.lexicon,
        )


_REASONS = 12
"""So many reasons are told, the most frequent first."""

_WHY = {
    "short": "too short",
    "letters": "figures and code rather than words",
    "language": "in a language without examples (there are some in English and French)",
    "cut": "cut by the border of a chunk",
    "long": "longer than the window of the model",
}


def left_out_lines(chunks: Sequence[ChunkEdits]) -> list[str]:
    """For the report: how many paragraphs were not proofread, and why."""
    counts: Counter[str] = Counter()
    for edits in chunks:
        counts.update(edits.metrics.left_out)
    return [
        f"{count} paragraph{'s were' if count > 1 else ' was'} not proofread: {_WHY.get(why, why)}."
        for why, count in sorted(counts.items())
        if why != "short"
    ]


def proofreading_lines(chunks: Sequence[ChunkEdits]) -> tuple[str, ...]:
    """For the report: what was read, what was weighed, what was left and why. Empty where nothing was proofread."""
    read = sum(edits.metrics.paragraphs for edits in chunks)
    if not read:
        return ()
    weighed = sum(edits.metrics.ops_proposed for edits in chunks)
    made = sum(len(edits.ops) for edits in chunks)
    lines = [f"{read} paragraphs were read; {weighed} places were looked at where the model would write something else"]
    lines.append(f"{made} of these are proposed as edits; all others are in stage2/proofread with the reason")
    reasons = Counter(_short(refusal.message) for edits in chunks for refusal in edits.refused)
    lines += [f"{count} left: {reason}" for reason, count in reasons.most_common(_REASONS)]
    return tuple(lines)


def _short(message: str) -> str:
    """A reason without the figures that it was given for."""
    return message.partition(":")[0]
