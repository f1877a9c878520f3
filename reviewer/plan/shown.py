"""What a model is shown of a chunk: so much background, and its text as it is or with some of it masked."""

from dataclasses import dataclass, replace

from reviewer.model.position import Span
from reviewer.plan.chunk_job import ChunkJob
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.prompt import Passage
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.pipeline import preflight


@dataclass(frozen=True)
class Shown:
    """One way to show the chunk of a job. ``passage`` is what prompts hold."""

    job: ChunkJob
    tier: int
    masked: MaskedText

    @property
    def passage(self) -> Passage:
        """Text, language and background as they are told."""
        first = self.job.tiers.first
        context = self.job.passage.context if self.tier == first else self.job.tiers.at(self.tier)
        kept = tuple(dict.fromkeys(self._first_of(stem) for stem in self.masked.stems))
        return Passage(self.masked.text, self.job.passage.language, context, tuple(filter(None, kept)))

    @property
    def places(self) -> ChunkPlaces:
        """Where proposals about it are placed."""
        return replace(self.job.places, masked=self.masked if self.masked.covers else None)

    def at(self, tier: int) -> "Shown":
        """The same text with another background."""
        return Shown(self.job, tier, self.masked)

    def masking(self, masked: MaskedText) -> "Shown":
        """Another form of the text with the same background."""
        return Shown(self.job, self.tier, masked)

    def tokens_of(self, source: Span, text: str) -> str:
        """``text``, which is to stand for a range of the chunk, with its tokens where it has what they stand for."""
        parts, at = [], 0
        for cover in self.masked.named:
            original = self.masked.source[cover.start : cover.end]
            if source.start <= cover.start and cover.end <= source.end and (found := text.find(original, at)) >= 0:
                parts += [text[at:found], cover.shown]
                at = found + len(original)
        return "".join([*parts, text[at:]])

    def _first_of(self, stem: str) -> str:
        return next((cover.shown for cover in self.masked.named if cover.shown.startswith(stem)), "")


def first_shown(job: ChunkJob) -> Shown:
    """How a chunk is shown first: its math masked, with the background that it gets in general."""
    return Shown(job, job.tiers.first, preflight(markdown_passage(job)))


def markdown_passage(job: ChunkJob) -> MarkdownPassage:
    """The text of a job for the recipes."""
    return MarkdownPassage(job.passage.text, job.passage.language, job.config)
