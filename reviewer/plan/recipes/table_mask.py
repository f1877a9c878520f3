"""Tables are shown as one noun each (seed §7, v7.2: ``table_mask``, 3 data rows)."""

from reviewer.model.parsed import BlockKind
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.tokens import TABLE, placeholders

NAME = "table_mask"
_HEAD = 2
"""Lines of a table that are no data: header and delimiter row."""


def mask_tables(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Tables of ``table_mask_min_rows`` data rows or more."""
    recipes = passage.config.content_recipes
    if not recipes.table_mask:
        return masked
    large = [
        span
        for block, span in passage.blocks(BlockKind.TABLE)
        if block.line_end - block.line_start + 1 - _HEAD >= recipes.table_mask_min_rows
    ]
    return placeholders(masked, large, TABLE, passage.language, NAME)
