"""Emoji are shown as nouns (seed §7, v7.2: ``emoji_mask``)."""

from reviewer.markdown.fingerprint import emoji_runs
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.tokens import EMOJI, placeholders

NAME = "emoji_mask"


def mask_emoji(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Emoji that are shown, those that stand together as one; joiners and variation selectors go with them."""
    if not passage.config.content_recipes.emoji_mask:
        return masked
    shown = [span for span in emoji_runs(passage.text) if masked.free(*span)]
    return placeholders(masked, shown, EMOJI, passage.language, NAME)
