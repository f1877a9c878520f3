"""Long block quotes are shown as one noun each (seed §7, v7.2: ``blockquote_flatten``, 5 lines)."""

from reviewer.model.parsed import BlockKind
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.tokens import QUOTE, placeholders

NAME = "blockquote_flatten"


def flatten_blockquotes(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Quotes and alerts of ``blockquote_min_lines`` lines or more."""
    recipes = passage.config.content_recipes
    if not recipes.blockquote_flatten:
        return masked
    long = [
        span
        for block, span in passage.blocks(BlockKind.QUOTE, BlockKind.ALERT)
        if block.line_end - block.line_start + 1 >= recipes.blockquote_min_lines
    ]
    return placeholders(masked, long, QUOTE, passage.language, NAME)
