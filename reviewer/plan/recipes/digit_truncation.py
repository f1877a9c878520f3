"""Blocks of figures are shown as one noun each (seed §7, v7.2: ``digit_truncation``, a quarter digits, 5 lines)."""

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.position import Span
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.tokens import NUMERIC, placeholders

NAME = "digit_truncation"
_GAP = lazy_pattern(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)\s*")


def truncate_digits(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Runs of ``digit_truncation_min_lines`` lines or more in which digits have ``digit_truncation_threshold``.

    The share is of the characters that are no white space, in what is shown.
    """
    recipes = passage.config.content_recipes
    if not recipes.digit_truncation:
        return masked
    dense = [
        span
        for span in _blocks(passage.text)
        if passage.text.count("\n", *span) + 1 >= recipes.digit_truncation_min_lines
        and _share(masked, span) >= recipes.digit_truncation_threshold
    ]
    return placeholders(masked, dense, NUMERIC, passage.language, NAME)


def _blocks(text: str) -> list[Span]:
    """Lines without a blank line between them."""
    gaps = [match.span() for match in _GAP.finditer(text)]
    starts, ends = [0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(text)]
    found = []
    for start, end in zip(starts, ends, strict=True):
        block = text[start:end]
        first = start + len(block) - len(block.lstrip())
        found.append(Span(first, max(first, start + len(block.rstrip()))))
    return [span for span in found if span.end > span.start]


def _share(masked: MaskedText, span: Span) -> float:
    start, end = masked.shown_of(span)
    solid = [character for character in masked.text[start:end] if not character.isspace()]
    return sum(map(str.isdecimal, solid)) / len(solid) if solid else 0.0
