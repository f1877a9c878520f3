"""All rules, and which rule names exist."""

import difflib
from collections.abc import Iterable

from reviewer.errors import UserError
from reviewer.scan.directives import UnclosedDirective
from reviewer.scan.numbering import caption_sequence, dangling_mention, heading_level, section_numbering
from reviewer.scan.paragraphs import ai_leftover, duplicate_paragraph
from reviewer.scan.references import broken_anchor, broken_reference
from reviewer.scan.rule import Rule
from reviewer.scan.tables import number_contradiction, table_columns, table_percent_sum
from reviewer.scan.words import (
    abbreviation_stops,
    doubled_word,
    indefinite_article,
    misspelling,
    possessive_its,
    term_drift,
)

_DETECTORS: tuple[Rule, ...] = (
    *ai_leftover.RULES,
    *duplicate_paragraph.RULES,
    *broken_reference.RULES,
    *number_contradiction.RULES,
    *table_columns.RULES,
    *table_percent_sum.RULES,
    *term_drift.RULES,
    *misspelling.RULES,
    *doubled_word.RULES,
    *indefinite_article.RULES,
    *possessive_its.RULES,
    *abbreviation_stops.RULES,
    *heading_level.RULES,
    *section_numbering.RULES,
    *caption_sequence.RULES,
    *dangling_mention.RULES,
    *broken_anchor.RULES,
)

RULE_IDS = frozenset(rule.id for rule in _DETECTORS)
"""Rules that configuration and directives can name."""

RULES: tuple[Rule, ...] = (*_DETECTORS, UnclosedDirective(RULE_IDS))
"""Every rule in the order it runs. A rule declares the protected kinds it reports in (``scope``)."""


def check_rule_ids(ids: Iterable[str]) -> None:
    """Check rule names from configuration or flags.

    Raises:
        UserError: ``unknown-rule`` for the first name that no rule has; the hint gives the nearest known one.
    """
    known = sorted({rule.id for rule in RULES})
    for name in ids:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.5)
            hint = f"did you mean {near[0]!r}?" if near else f"known rules: {', '.join(known)}"
            raise UserError("unknown-rule", f"there is no rule {name!r}", hint)
