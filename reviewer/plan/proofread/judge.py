"""The checks that every model's proposals pass, run on a proofreader's: one place that names them."""

from collections.abc import Sequence
from typing import Any

from reviewer.model.edit import EditOp, Source
from reviewer.plan.chunk_place import Judged, Placed
from reviewer.plan.damage import refuse_damage
from reviewer.plan.language_guard import keep_language
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.plan.sense import tell_what_alters_sense


def judge_ops(job: ProofreadJob, items: Sequence[dict[str, Any]], source: Source, language: str) -> Judged:
    """Proposals about a chunk as located ops, and refusals: nothing is taken that another model's edit would not be."""
    places = job.places
    text, span, config = job.parsed.document.text, job.chunk.span, job.config

    def judge(ops: tuple[EditOp, ...]) -> Placed:
        kept, translated = keep_language(ops, text, span, language)
        admitted, harmful = refuse_damage(kept, text, span, config.style.ai_leftover_patterns)
        return tell_what_alters_sense(admitted, text, span, config), (*translated, *harmful)

    return places.judge(items, source, judge)
