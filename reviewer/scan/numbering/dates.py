"""Days of a month: a number with a month's name beside it is no number of a sequence and means no section."""

import re

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.references.number_words import words

_MONTHS = words(
    """
    january february march april may june july august september october november december
    janvier février fevrier mars avril mai juin juillet août aout septembre octobre novembre décembre decembre
    januar jänner februar märz juni juli oktober dezember
    enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    januari februari maart mei augustus
    jan feb mar apr jun jul aug sep sept oct okt nov dec dez
    """
)
_ALSO_WORDS = words("may march")
"""Written small these are verbs."""
_BEHIND = lazy_pattern(
    r"(?:\.|er|st|nd|rd|th|º|°)?[ \u00a0\u202f\n]{1,2}(?:(?:of|de)\s|d['’])?(?P<month>[^\W\d_]+)", re.IGNORECASE
)
_BEFORE = lazy_pattern(r"(?<![^\W_])(?P<month>[^\W\d_]+)\.?[ \u00a0\u202f\n]\Z")
_LONGEST = 14


def is_day(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` is the day of a month: ``4 March``, ``4. Mai``, ``1er juin``, ``March 4``."""
    if not text[start:end].isdigit() or end - start > 2:
        return False
    behind, before = _BEHIND.match(text, end), _BEFORE.search(text[max(start - _LONGEST, 0) : start])
    return any(match is not None and _is_month(match["month"]) for match in (behind, before))


def _is_month(word: str) -> bool:
    return word.casefold() in _MONTHS and word not in _ALSO_WORDS
