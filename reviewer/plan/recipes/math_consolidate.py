"""Paragraphs that are mostly math are shown as one noun each (seed §7, v7.3: ``_consolidate_math_placeholders``)."""

from reviewer.model.parsed import BlockKind
from reviewer.plan.recipes import math_mask
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.tokens import FORMULA, placeholders

NAME = "math_consolidate"


def consolidate_math(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Paragraphs with ``math_min_count`` masked expressions or more."""
    recipes = passage.config.content_recipes
    math = [cover.start for cover in masked.covers if cover.recipe == math_mask.NAME]
    if not recipes.math_consolidate or len(math) < recipes.math_min_count:
        return masked
    heavy = [
        span
        for _, span in passage.blocks(BlockKind.PARAGRAPH)
        if sum(span.start <= start < span.end for start in math) >= recipes.math_min_count
    ]
    return placeholders(masked, heavy, FORMULA, passage.language, NAME)
