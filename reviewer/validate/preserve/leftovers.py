"""Sentences that are no text of their author: what a language model says around its answer, and what a transcript has
beside what was said. Only such ones may go with nothing but that for a reason."""

import re
from collections.abc import Sequence
from functools import lru_cache

from reviewer.user_pattern import compile_pattern
from reviewer.validate.preserve import edit_words

_OPENING_MARKS = re.compile(r"(?:[*_>\s\"“«-])*")
_DEMANDS = frozenset({"must", "shall", "never", "doit", "doivent", "jamais"})
"""Who demands something is no model that takes its leave ("In conclusion, the valve must …")."""

_NOTES = re.compile(
    r"[(\[]?\b\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?\b[)\]]?"
    r"|(?i:\b(?:speaker|interviewer|moderator|locuteur|intervenant|intervieweur)[ ]?\d*[ ]?:)"
    r"|(?i:[(\[](?:inaudible|unintelligible|crosstalk|silence|pause|music|musique|applause|applaudissements|laughter|"
    r"laughs|rires)[)\]])"
    r"|(?i:\bthank(?:s| you) for (?:watching|listening)\b|\bmerci d['’]avoir (?:regardé|écouté)\b)"
    r"|(?i:\byou know\b|\bi mean\b)"
)
_PAUSES = "um uh er erm hm hmm mhm okay ok well so yeah right euh ben bah bon voilà hein"
_FILLERS = frozenset(_PAUSES.split())


def is_leftover(sentence: str, kind: str, patterns: Sequence[str]) -> bool:
    """Whether a sentence begins with one of ``patterns`` and demands nothing; of kind ``transcript`` also whether it
    holds nothing but time stamps, speakers, notes in brackets and words that fill a pause.

    Raises ``BadPattern`` for a pattern that cannot be used.
    """
    opening = _OPENING_MARKS.match(sentence)
    start = opening.end() if opening else 0
    if any(pattern.match(sentence, start) for pattern in _compiled(tuple(patterns))):
        return _DEMANDS.isdisjoint(edit_words.words(sentence))
    return kind == "transcript" and _FILLERS.issuperset(edit_words.words(_NOTES.sub(" ", sentence)))


@lru_cache(maxsize=8)
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(compile_pattern(pattern) for pattern in patterns)
