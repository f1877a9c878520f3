"""Math is shown as a noun: LaTeX makes small models degenerate (seed §7, v7 Preflight, math masking)."""

from reviewer.markdown.fingerprint import table_math
from reviewer.model.parsed import BlockKind
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.tokens import MATH, placeholders

NAME = "math_mask"
_KINDS = frozenset({ProtectedKind.MATH_BLOCK, ProtectedKind.INLINE_MATH})
_SIGNS = ("$", "\\(", "\\[", "\\begin", "```math")


def mask_math(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Display and inline math, also in cells of tables. Not where the configuration opens math to edits."""
    config = passage.config
    if not (config.adaptive.math_mask and config.style.protect_math):
        return masked
    if not any(sign in passage.text for sign in _SIGNS):
        return masked
    found: list[Span] = passage.protected(_KINDS)
    for _, table in passage.blocks(BlockKind.TABLE):
        found += table_math(passage.text, table)
    return placeholders(masked, _apart(found), MATH, passage.language, NAME)


def _apart(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans):
        if span.end > span.start and (not kept or span.start >= kept[-1].end):
            kept.append(span)
    return kept
