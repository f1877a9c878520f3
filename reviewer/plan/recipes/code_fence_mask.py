"""Fenced code and diagrams are shown as one noun each (seed §7, v7.3: ``_mask_code_fences``)."""

from reviewer.model.parsed import BlockKind
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.tokens import CODE, placeholders

NAME = "code_fence_mask"


def mask_code_fences(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Every fence, from ``code_fence_min_count`` fences on."""
    recipes = passage.config.content_recipes
    fences = [span for _, span in passage.blocks(BlockKind.CODE_FENCE)]
    if not recipes.code_fence_mask or len(fences) < recipes.code_fence_min_count:
        return masked
    return placeholders(masked, fences, CODE, passage.language, NAME)
