"""What of the masks of a chunk is kept for people: the seed's files below ``stage2/masks`` and ``stage2/exemplars``.

Pure: names and texts; a service writes them. Names follow the chunk's id, and the part's where it was split.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from reviewer.model.chunk_edits import MaskFile
from reviewer.model.tokens import estimate_tokens
from reviewer.plan.asking import Attempt
from reviewer.plan.chunk_job import ChunkJob
from reviewer.plan.policies import Policies
from reviewer.plan.recipes import emoji_mask, math_mask, synonym_map
from reviewer.plan.recipes.masked import Cover, MaskedText
from reviewer.plan.recipes.pipeline import applied
from reviewer.plan.recipes.tokens import BLOCKS
from reviewer.plan.shown import markdown_passage


def mask_files(job: ChunkJob, policies: Policies, ops: int) -> tuple[MaskFile, ...]:
    """``_QUOTE_1.md``, ``_TABLE_1.md``, ``_EMOJI.json`` … and ``_recipe.json``; ``_MDSTRIP_0.txt`` with its recipe.

    Nothing for a passage that was shown as it is. ``ops``: how many the chunk has in the end.
    """
    first = policies.attempts[0].shown.masked
    by_policy = {entry.policy: attempt for entry, attempt in zip(policies.log, policies.attempts[1:], strict=True)}
    last = by_policy.get("C")
    masked = last.shown.masked if last is not None else first
    files = [*_blocks(masked), *_mappings(masked)]
    if last is not None:
        files.append(_json("_recipe.json", _effect(job, first, last, ops)))
    plain = by_policy.get("D")
    if plain is not None:
        files.append(MaskFile(name="_MDSTRIP_0.txt", text=plain.shown.masked.text))
        before = last.shown.masked if last is not None else first
        files.append(_json("_MDSTRIP_0.recipe.json", _effect(job, before, plain, ops)))
    return tuple(MaskFile(name=f"{_part(job)}{file.name}", text=file.text) for file in files)


def exemplar(job: ChunkJob, policies: Policies) -> MaskFile:
    """A chunk that stayed degenerate after all policies, with what is needed to find out why."""
    last = policies.attempts[-1]
    return _json(
        f"{_part(job)}.json",
        {
            "chunk_id": job.chunk.chunk_id,
            "part": job.part,
            "text": job.passage.text,
            "fingerprint": markdown_passage(job).print.model_dump(mode="json", exclude={"chunk_id"}),
            "tier_history": [attempt.shown.tier for attempt in policies.attempts],
            "adaptive_escalation": [entry.model_dump(mode="json") for entry in policies.log],
            "extraction_method": last.read.extraction.method,
            "reason": last.read.reason,
            "recipes_applied": list(applied(last.shown.masked)),
        },
    )


def _part(job: ChunkJob) -> str:
    return f"_{job.part}" if job.part else ""


def _blocks(masked: MaskedText) -> Iterator[MaskFile]:
    for kind, file in BLOCKS:
        for cover in masked.named:
            if cover.name.startswith(f"[[{kind.name}_"):
                number = cover.name.removesuffix("]]").rsplit("_", 1)[1]
                yield MaskFile(name=f"_{file}_{number}.md", text=masked.source[cover.start : cover.end])


def _mappings(masked: MaskedText) -> Iterator[MaskFile]:
    for recipe, file in ((math_mask.NAME, "MATH"), (emoji_mask.NAME, "EMOJI"), (synonym_map.NAME, "SYNONYM")):
        covers = [cover for cover in masked.covers if cover.recipe == recipe]
        if covers:
            yield _json(f"_{file}.json", _mapping(masked, covers))


def _mapping(masked: MaskedText, covers: Sequence[Cover]) -> list[dict[str, Any]]:
    return [
        {
            "name": cover.name,
            "shown": cover.shown,
            "text": masked.source[cover.start : cover.end],
            "span": [cover.start, cover.end],
        }
        for cover in covers
    ]


def _effect(job: ChunkJob, before: MaskedText, attempt: Attempt, ops: int) -> dict[str, Any]:
    """What a recipe did, and what came of it (seed: recipe effectiveness)."""
    masked = attempt.shown.masked
    tokens, left = estimate_tokens(before.text), estimate_tokens(masked.text)
    return {
        "chunk_id": job.chunk.chunk_id,
        "transforms": list(applied(masked)),
        "mapping_keys": [cover.name for cover in masked.named],
        "tokens_before": tokens,
        "tokens_after": left,
        "reduction_pct": round(100 * (tokens - left) / tokens, 1) if tokens else 0.0,
        "recovered": attempt.read.outcome is None,
        "ops_count": ops if attempt.read.outcome is None else 0,
        "extraction_method": attempt.read.extraction.method,
    }


def _json(name: str, value: Any) -> MaskFile:
    return MaskFile(name=name, text=json.dumps(value, ensure_ascii=False, indent=2) + "\n")
