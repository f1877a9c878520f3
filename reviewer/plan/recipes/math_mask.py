"""Math is shown as a noun: LaTeX makes small models degenerate (seed §7, v7 Preflight, math masking)."""

from reviewer.markdown.fingerprint import all_math
from reviewer.markdown.formulas import reads_as_words
from reviewer.model.position import Span
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.tokens import MATH, placeholders

NAME = "math_mask"
_SIGNS = ("$", "\\(", "\\[", "\\begin", "```math")


def mask_math(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Display and inline math, also in cells of tables. Not where the configuration opens math to edits.

    What reads as words between its marks (``$5 and 10$``) is shown, for a noun would hide half a sentence about prices;
    it is protected all the same, and an edit that touches it becomes a flag.
    """
    config = passage.config
    if not (config.adaptive.math_mask and config.style.protect_math):
        return masked
    if not any(sign in passage.text for sign in _SIGNS):
        return masked
    found = (passage.trimmed(span) for span in all_math(passage.parsed))
    formulas = [span for span in found if not _is_wording(passage.text[slice(*span)])]
    return placeholders(masked, _apart(formulas), MATH, passage.language, NAME)


def _is_wording(math: str) -> bool:
    if math.startswith("\\("):
        return reads_as_words(math[2:-2])
    return math.startswith("$") and not math.startswith("$$") and reads_as_words(math[1:-1])


def _apart(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans):
        if span.end > span.start and (not kept or span.start >= kept[-1].end):
            kept.append(span)
    return kept
