"""Candidates of one validator as batches: of one chunk and one chain, so that edits elsewhere do not change them."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reviewer.config import ReviewerConfig
from reviewer.model.chunk import ReviewChunk
from reviewer.model.edit import MODELS, Action, EditOp
from reviewer.plan.prompt import language_name
from reviewer.plan.validation_call import BatchJob, form_of_decisions
from reviewer.scan.language import Languages
from reviewer.service.models.edge import ModelEdge
from reviewer.service.models.prompt_files import read_validator_prompts
from reviewer.validate.batches import batches_of
from reviewer.validate.candidate import Candidate, Known, candidate
from reviewer.validate.chains import MODEL_VALIDATORS, Chain
from reviewer.validate.items import item_of
from reviewer.validate.verdicts import refusing


@dataclass(frozen=True, slots=True)
class Batch:
    """``numbers`` are the places of its candidates among the ops, in the order of the local references."""

    numbers: tuple[int, ...]
    chain: Chain
    job: BatchJob


@dataclass(frozen=True, slots=True)
class Portion:
    """The candidates of one chunk and chain; ``too_large`` are the places of those that fit into no batch."""

    chunk_id: str
    chain: Chain
    batches: tuple[Batch, ...]
    too_large: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Batcher:
    """Makes the batches of one document. ``chunks`` cover it and are in order."""

    known: Known
    chunks: Sequence[ReviewChunk]
    languages: Languages
    config: ReviewerConfig
    edge: ModelEdge
    model: str

    def portions(self, validator: str, ops: Sequence[EditOp]) -> list[Portion]:
        """The ops of models that are left and whose chain has the validator, in document order of their chunks."""
        held: dict[tuple[int, Chain], list[tuple[int, Candidate]]] = defaultdict(list)
        starts = [chunk.span.start for chunk in self.chunks]
        for number, op in enumerate(ops):
            if op.action is Action.FLAG_ONLY or op.source.type not in MODELS or refusing(op.verdicts) is not None:
                continue
            one = candidate(op, self.known)
            if validator in MODEL_VALIDATORS[one.chain]:
                chunk = max(bisect_right(starts, op.span.start) - 1, 0)
                held[chunk, one.chain].append((number, one))
        return [
            self._portion(validator, self.chunks[chunk], chain, found) for (chunk, chain), found in sorted(held.items())
        ]

    def _portion(
        self, validator: str, chunk: ReviewChunk, chain: Chain, held: Sequence[tuple[int, Candidate]]
    ) -> Portion:
        llm, language = self.config.llm, language_name(self.languages.at(chunk.span.start))
        empty = BatchJob(validator, chunk.chunk_id, (), language, read_validator_prompts(), self.model, llm)
        form = form_of_decisions(self.edge.client)
        found = batches_of(
            [item_of(one, self.known, chunk.span) for _, one in held],
            lambda items: replace(empty, items=tuple(items)).messages(form),
            self.config.validation.max_prompt_tokens,
        )
        batches = tuple(
            Batch(
                tuple(held[place][0] for place, _ in batch),
                chain,
                replace(empty, items=tuple(item for _, item in batch)),
            )
            for batch in found.batches
        )
        return Portion(chunk.chunk_id, chain, batches, tuple(held[place][0] for place in found.too_large))
