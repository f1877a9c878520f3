"""Statistics of a whole model review, for the kernel's summary (seed §7, Quality Metrics)."""

from collections import Counter
from collections.abc import Sequence

from pydantic import Field

from reviewer.model.chunk_edits import ChunkEdits, Outcome
from reviewer.model.frozen import Frozen
from reviewer.service.models.chunk_reviews import NOT_SENT

_NO_REPLY = frozenset({Outcome.BACKEND_ERROR, Outcome.PROMPT_TRUNCATED})


class ModelTotals(Frozen):
    """Of the chunks that got a reply. Rates are None where there is nothing to take a share of.

    ``acceptance_rate`` is of proposals, ``parse_success_rate`` of chunks, ``circuit_breaker_tripped`` true where a
    chunk was asked with the plainer prompt.
    """

    chunks_answered: int = 0
    acceptance_rate: float | None = None
    parse_success_rate: float | None = None
    extraction_method_distribution: dict[str, int] = Field(default_factory=dict)
    circuit_breaker_tripped: bool = False


def model_totals(chunks: Sequence[ChunkEdits]) -> ModelTotals:
    """The totals of a run. A chunk whose review was stored counts like one that was asked now."""
    answered = [edits for edits in chunks if edits.outcome not in _NO_REPLY and not edits.reason.endswith(NOT_SENT)]
    proposed = sum(edits.metrics.ops_proposed for edits in answered)
    return ModelTotals(
        chunks_answered=len(answered),
        acceptance_rate=_share(sum(edits.metrics.ops_accepted for edits in answered), proposed),
        parse_success_rate=_share(sum(edits.metrics.parse_success for edits in answered), len(answered)),
        extraction_method_distribution=dict(
            sorted(Counter(edits.metrics.extraction_method for edits in answered).items())
        ),
        circuit_breaker_tripped=any(edits.template == "review_plain" for edits in chunks),
    )


def breaker_note(chunks: Sequence[ChunkEdits]) -> str:
    """What people are told when the breaker tripped, else ""."""
    first = next((edits.chunk_id for edits in chunks if edits.template == "review_plain"), None)
    if first is None:
        return ""
    return f"too many replies could not be read: from chunk {first} on the model was asked with the plainer prompt"


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
