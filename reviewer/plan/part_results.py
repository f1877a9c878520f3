"""The parts of a chunk that was too long to be asked about at once, as the one result that the chunk has."""

from collections import Counter
from collections.abc import Sequence

from reviewer.model.chunk_edits import KEPT, ChunkEdits, ChunkMetrics, FixUp, Outcome, TutorVerdict
from reviewer.plan.chunk_job import ChunkJob

_SUMS = (
    "worker_calls", "tutor_calls", "ops_proposed", "ops_accepted", "ops_duplicate", "ops_no_effect", "t_request_ms",
    "retries", "prompt_tokens", "completion_tokens", "cached_prompt_tokens",
)  # fmt: skip
_LOUDEST: tuple[TutorVerdict, ...] = (
    "rejected", "regenerated", "corrected", "accepted", "filtered", "single_model", "empty",
)  # fmt: skip


def as_one(job: ChunkJob, results: Sequence[tuple[ChunkJob, ChunkEdits]]) -> ChunkEdits:
    """The chunk's result: everything of its parts in their order, the outcome of the first that failed.

    Where none failed it has proposals if a part has. The reason names the part; the way a reply was read is that of the
    first part that failed, else of the first.
    """
    edits = [result for _, result in results]
    failed = next((result for result in edits if result.outcome not in KEPT), None)
    with_ops = next((result for result in edits if result.outcome is Outcome.OPS), None)
    telling = failed or with_ops or edits[0]
    reasons = [f"part {part.part}: {result.reason}" for part, result in results if result.reason]
    return ChunkEdits(
        chunk_id=job.chunk.chunk_id,
        outcome=telling.outcome,
        reason="; ".join(reasons),
        template=job.template,
        form=edits[0].form,
        offered=edits[0].offered,
        ops=tuple(op for result in edits for op in result.ops),
        refused=tuple(refusal for result in edits for refusal in result.refused),
        replies=tuple(reply for result in edits for reply in result.replies),
        metrics=_metrics(telling, [result.metrics for result in edits]),
        escalations=tuple(entry for result in edits for entry in result.escalations),
        recipes=tuple(dict.fromkeys(name for result in edits for name in result.recipes)),
        masks=tuple(file for result in edits for file in result.masks),
        exemplars=tuple(file for result in edits for file in result.exemplars),
    )


def _metrics(telling: ChunkEdits, parts: Sequence[ChunkMetrics]) -> ChunkMetrics:
    fix_ups: Counter[FixUp] = Counter()
    for part in parts:
        fix_ups.update(part.fix_ups)
    return telling.metrics.model_copy(
        update={
            **{name: sum(getattr(part, name) for part in parts) for name in _SUMS},
            "tutor_verdict": min((part.tutor_verdict for part in parts), key=_LOUDEST.index),
            "parse_success": all(part.parse_success for part in parts),
            "salvaged": any(part.salvaged for part in parts),
            "short_circuited": all(part.short_circuited for part in parts),
            "parts": len(parts),
            "fix_ups": dict(fix_ups),
        }
    )
