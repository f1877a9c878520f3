"""The deepest nesting that is read as structure."""

from markdown_it.rules_block import StateBlock, paragraph

DEEPEST = 1000
"""Levels (a quote is one, a list two). Deeper text is paragraphs; at ``maxNesting`` all that follows would be lost."""


def flat_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule: below ``DEEPEST`` everything is a paragraph."""
    return state.level >= DEEPEST and paragraph(state, start, end, silent)
