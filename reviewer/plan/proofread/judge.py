"""The checks that every model's proposals pass, run on a proofreader's: one place that names them."""

from collections.abc import Sequence
from typing import Any

from reviewer.model.edit import Source
from reviewer.plan.chunk_place import Judged
from reviewer.plan.preserved import preserved
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.validate.preserve.around import Around


def judge_ops(job: ProofreadJob, items: Sequence[dict[str, Any]], source: Source, language: str) -> Judged:
    """Proposals about a chunk as located ops, and refusals: nothing is taken that another model's edit would not be."""
    places, config = job.places, job.config
    around = Around(
        job.parsed.document.text,
        job.chunk.span,
        language,
        config.style.ai_leftover_patterns,
        is_protected=lambda span: bool(job.parsed.protected_in(span)),
    )
    return places.judge(items, source, lambda ops: preserved(ops, around, config))
