"""The transforms in the seed's order (§7, v7.3): seven are Policy C, the eighth, the strip, is Policy D."""

from collections.abc import Callable

from reviewer.plan.recipes import (
    blockquote_flatten,
    code_fence_mask,
    digit_truncation,
    emoji_mask,
    math_consolidate,
    math_mask,
    md_strip,
    synonym_map,
    table_mask,
)
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage

Transform = Callable[[MaskedText, MarkdownPassage], MaskedText]

RECIPES: tuple[tuple[str, Transform], ...] = (
    (blockquote_flatten.NAME, blockquote_flatten.flatten_blockquotes),
    (code_fence_mask.NAME, code_fence_mask.mask_code_fences),
    (table_mask.NAME, table_mask.mask_tables),
    (emoji_mask.NAME, emoji_mask.mask_emoji),
    (math_consolidate.NAME, math_consolidate.consolidate_math),
    (digit_truncation.NAME, digit_truncation.truncate_digits),
    (synonym_map.NAME, synonym_map.map_synonyms),
)
"""Policy C, in order."""


def preflight(passage: MarkdownPassage) -> MaskedText:
    """The passage as it is shown first: as it is, but for its math."""
    return math_mask.mask_math(MaskedText(passage.text), passage)


def with_recipes(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Policy C: all transforms whose own trigger is met, composed. Whether they run at all is the fingerprint's say."""
    for _, transform in RECIPES:
        masked = transform(masked, passage)
    return masked


def stripped(masked: MaskedText) -> MaskedText:
    """Policy D: the markup that is left is taken away as well."""
    return md_strip.strip_markdown(masked)


def applied(masked: MaskedText) -> tuple[str, ...]:
    """Which transforms of Policies C and D a text went through and something came of, in their order."""
    made = {cover.recipe for cover in masked.covers}
    return tuple(name for name in (*(name for name, _ in RECIPES), md_strip.NAME) if name in made)
