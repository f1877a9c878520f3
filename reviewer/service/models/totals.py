"""Statistics of a whole model review, for the kernel's summary (seed §7, Quality Metrics)."""

from collections import Counter
from collections.abc import Sequence
from typing import get_args

from pydantic import Field

from reviewer.model.chunk_edits import ChunkEdits, FixUp, Outcome, Policy
from reviewer.model.frozen import Frozen
from reviewer.service.models.chunk_reviews import NOT_SENT

_NO_REPLY = frozenset({Outcome.BACKEND_ERROR, Outcome.PROMPT_TRUNCATED})


_POLICIES: dict[Policy, str] = {
    "A": "degenerate with background, asked without",
    "B": "nothing proposed where rules found something, asked with more background",
    "C": "degenerate without background, asked with content masked",
    "D": "still degenerate, asked without markup",
}


class PolicyCount(Frozen):
    """How often a policy asked once more, and how often that gave what was missing."""

    fires: int = 0
    recoveries: int = 0


class ModelTotals(Frozen):
    """Of the chunks that got a reply. Rates are None where there is nothing to take a share of.

    ``acceptance_rate`` is of proposals, ``parse_success_rate`` of chunks, ``circuit_breaker_tripped`` true where a
    chunk was asked with the plainer prompt. ``recipe_applied`` are chunks, of which ``recipe_recovered`` were no longer
    degenerate then (Policy C); ``chunks_split`` those that were asked about in parts. ``fix_ups``: every kind, as often
    as a proposal needed it.
    """

    chunks_answered: int = 0
    acceptance_rate: float | None = None
    parse_success_rate: float | None = None
    extraction_method_distribution: dict[str, int] = Field(default_factory=dict)
    circuit_breaker_tripped: bool = False
    policies: dict[Policy, PolicyCount] = Field(default_factory=lambda: policy_counts(()))
    recipe_applied: int = 0
    recipe_recovered: int = 0
    chunks_split: int = 0
    fix_ups: dict[FixUp, int] = Field(default_factory=lambda: dict.fromkeys(get_args(FixUp), 0))


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
        policies=policy_counts(chunks),
        recipe_applied=len(_chunks_with(chunks, recovered=False)),
        recipe_recovered=len(_chunks_with(chunks, recovered=True)),
        chunks_split=sum(edits.metrics.parts > 1 for edits in chunks),
        fix_ups={name: sum(edits.metrics.fix_ups.get(name, 0) for edits in chunks) for name in get_args(FixUp)},
    )


def policy_counts(chunks: Sequence[ChunkEdits]) -> dict[Policy, PolicyCount]:
    """How often each policy fired and recovered, all four, in their order."""
    counts = {}
    for policy in get_args(Policy):
        entries = [entry for edits in chunks for entry in edits.escalations if entry.policy == policy]
        counts[policy] = PolicyCount(fires=len(entries), recoveries=sum(entry.recovered for entry in entries))
    return counts


def asked_again(totals: ModelTotals) -> tuple[str, ...]:
    """Lines for the report: what each policy did, how often a proposal was mended. None without models."""
    if not totals.chunks_answered:
        return ()
    lines = [
        f"Policy {policy} ({_POLICIES[policy]}): fired {count.fires}, recovered {count.recoveries}."
        for policy, count in totals.policies.items()
    ]
    mended = ", ".join(f"{name} {count}" for name, count in totals.fix_ups.items())
    split = f"Chunks that were asked about in parts: {totals.chunks_split}."
    return (*lines, split, f"Proposals that the seed's fix-ups would have mended: {mended}.")


def _chunks_with(chunks: Sequence[ChunkEdits], *, recovered: bool) -> list[str]:
    return [
        edits.chunk_id
        for edits in chunks
        if any(entry.policy == "C" and entry.recovered >= recovered for entry in edits.escalations)
    ]


def breaker_note(chunks: Sequence[ChunkEdits]) -> str:
    """What people are told when the breaker tripped, else ""."""
    first = next((edits.chunk_id for edits in chunks if edits.template == "review_plain"), None)
    if first is None:
        return ""
    return f"too many replies could not be read: from chunk {first} on the model was asked with the plainer prompt"


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
