"""The chunks of a document, proofread side by side: each a task of its own, on the text that programs have mended."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from queue import SimpleQueue

from reviewer.count_text import counted, verb
from reviewer.model.chat import Offers
from reviewer.model.chunk import ReviewChunk
from reviewer.model.chunk_edits import KEPT, ChunkEdits
from reviewer.model.edit import Action, EditOp
from reviewer.model.frozen import Frozen
from reviewer.model.parsed import Block
from reviewer.model.ports import Lexicon
from reviewer.model.position import Span
from reviewer.plan.merge import merge
from reviewer.plan.proofread.find import way_of
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.plan.proofread.left_out import blocks_told, paragraphs_told
from reviewer.plan.proofread.paragraph import Repair
from reviewer.plan.proofread.policy import policy_of
from reviewer.plan.proofread.terms import names_of, terms_of
from reviewer.plan.replies_again import is_stale, proofread_again
from reviewer.service.models.chunk_reviews import ChunkReviews, Finished, Submit
from reviewer.service.models.kernels import proofread_task
from reviewer.service.models.prompt_files import read_proofread_prompts
from reviewer.service.word_lists import missing_lists_note


def repairs_of(ops: Sequence[EditOp], text: str) -> tuple[Repair, ...]:
    """What programs mend without a note, as far as one does not exclude another: a model reads the text with it."""
    silent = [op for op in ops if op.silent and op.action is Action.REPLACE and not op.group]
    return tuple(sorted((op.span, op.after_text) for op in merge(silent, text).ops))


def within(repairs: Sequence[Repair], span: Span) -> tuple[Repair, ...]:
    """Those of a piece of the document; ``repairs`` are in order, and none overlaps another."""
    first = bisect_left(repairs, span.start, key=lambda repair: repair[0].start)
    last = bisect_right(repairs, span.end, key=lambda repair: repair[0].end)
    return tuple(repairs[first:last])


@dataclass(frozen=True, slots=True)
class Proofreading:
    """What is proofread: the chunks that ``reviews`` would send. ``repairs`` are of ``repairs_of``."""

    reviews: ChunkReviews
    repairs: tuple[Repair, ...]
    lexicon: Lexicon
    offers: Offers

    def run(self, submit: Submit, finished: Callable[[Finished], None]) -> tuple[ChunkEdits, ...]:
        """The proofreading of every chunk that can be, in document order, without replies.

        ``finished`` hears of each as it ends, with its replies. What is stored and answers other questions is asked
        anew. Raises what a task raised.
        """
        sent = [chunk for chunk in self.reviews.chunks if self.reviews.unsent(chunk) is None]
        terms = self._terms(sent)
        queue: SimpleQueue[tuple[str, Frozen | BaseException]] = SimpleQueue()
        asked: set[str] = set()
        anew: set[str] = set()
        names = names_of(self.reviews.parsed, self.lexicon, self.reviews.config.proofread.term_uses)
        jobs = {chunk.chunk_id: self._job(chunk, terms, names) for chunk in sent}
        for job in jobs.values():
            self._submit(job, submit, asked, queue)
        done: dict[str, ChunkEdits] = {}
        while len(done) < len(sent):
            name, result = queue.get()
            stored = name not in asked
            edits = self._taken(jobs[name], result, stored=stored)
            if stored and name not in anew and isinstance(result, ChunkEdits) and is_stale(result, edits):
                anew.add(name)
                self._submit(jobs[name], submit, asked, queue, anew=True)
                continue
            done[name] = edits.having(replies=())
            finished(Finished(edits, len(done), len(sent)))
        return tuple(done.get(chunk.chunk_id) or self.reviews.not_sent(chunk) for chunk in self.reviews.chunks)

    def _submit(
        self,
        job: ProofreadJob,
        submit: Submit,
        asked: set[str],
        queue: SimpleQueue[tuple[str, Frozen | BaseException]],
        *,
        anew: bool = False,
    ) -> None:
        name, stored_only = job.chunk.chunk_id, job.config.cache_mode == "read_only"
        task = proofread_task(job, self.reviews.edge, must_be_stored=stored_only, anew=anew)

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

    def _terms(self, chunks: Sequence[ReviewChunk]) -> dict[str, frozenset[str]]:
        """The document's own words, for each language of its chunks."""
        least, parsed = self.reviews.config.proofread.term_uses, self.reviews.parsed
        languages = {self.reviews.language_of(chunk) for chunk in chunks}
        return {language: terms_of(parsed, self.lexicon, language, least) for language in languages}

    def _job(self, chunk: ReviewChunk, terms: Mapping[str, frozenset[str]], names: frozenset[str]) -> ProofreadJob:
        reviews, models = self.reviews, self.reviews.edge.models
        language = reviews.language_of(chunk)
        return ProofreadJob(
            chunk=chunk,
            parsed=reviews.parsed,
            language=language,
            repairs=within(self.repairs, chunk.span),
            policy=policy_of(reviews.config.proofread, models.worker, self.offers.weights, scores=self.offers.scores),
            prompts=read_proofread_prompts(),
            models=models,
            config=reviews.config,
            offers=self.offers,
            lexicon=self.lexicon,
            terms=terms[language],
            names=names,
        )


_REASONS = 12
"""So many reasons are told, the most frequent first."""


def left_out_lines(chunks: Sequence[ChunkEdits], blocks: Iterable[Block], lexicon: Lexicon) -> list[str]:
    """For the report: how many paragraphs and other ``blocks`` of the document were not proofread, and why; and what
    was missing. Empty where nobody proofreads."""
    if not chunks:
        return []
    missing = [] if lexicon.languages else [f"{missing_lists_note()}."]
    counts: Counter[str] = Counter()
    for edits in chunks:
        counts.update(edits.metrics.left_out)
    return [*missing, *paragraphs_told(counts), *blocks_told(blocks)]


_ASKED = {
    "copy": "each was copied word for word, and the places where the model hesitated were followed",
    "alternatives": "each was written anew, and the places where the model hesitated were followed",
    "completions": "each was written anew, and the words that the model hesitated to misspell were weighed; "
    "the backend does not go on from a beginning",
    "rewrite": "each was written anew; the backend does not tell where the model hesitated",
}


def proofreading_lines(chunks: Sequence[ChunkEdits]) -> tuple[str, ...]:
    """For the report: what was read, what was weighed, what was left and why. Empty where nobody proofreads."""
    if not chunks:
        return ()
    read = sum(edits.metrics.paragraphs for edits in chunks)
    if not read:
        return ("No paragraph was proofread; what was not, and why, is under “Not reviewed”.",)
    weighed = sum(edits.metrics.ops_proposed for edits in chunks)
    made = sum(len(edits.ops) for edits in chunks)
    ways = sorted({way_of(edits.offered) for edits in chunks if edits.metrics.paragraphs})
    lines = [
        f"{counted(read, 'paragraph')} {verb(read, 'was', 'were')} proofread: {'; '.join(_ASKED[way] for way in ways)}"
    ]
    lines += _weighed(weighed, made)
    reasons = Counter(_short(refusal.message) for edits in chunks for refusal in edits.refused)
    lines += [f"{count} left: {reason}" for reason, count in reasons.most_common(_REASONS)]
    return tuple(lines)


def _weighed(weighed: int, made: int) -> list[str]:
    """How many places were looked at, and how many became edits."""
    if not weighed:
        return ["there was no place where the model would write something else"]
    places = f"{counted(weighed, 'place')} {verb(weighed, 'was', 'were')}"
    proposed = f"{made} of these {verb(made, 'is proposed as an edit', 'are proposed as edits')}"
    others = "; all others are in stage2/proofread with the reason" if weighed > made else ""
    return [f"{places} looked at where the model would write something else", proposed + others]


def _short(message: str) -> str:
    """A reason without the figures that it was given for."""
    return message.partition(":")[0]
