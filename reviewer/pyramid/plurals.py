"""Plural forms that a term may have in English and French: candidates, to be looked for in the document."""

import re

_ENDINGS = (("y", "ies"), ("al", "aux"), ("ail", "aux"), ("au", "aux"), ("eu", "eux"))
_LONGEST = 6
"""Words of a term from which on no plural is looked for."""


def plurals(term: str) -> tuple[str, ...]:
    """Forms with the last word in the plural (error budgets), the first (points d'accès), or all (clés publiques)."""
    words = term.split(" ")
    if len(words) > _LONGEST or not term[-1:].isalpha():
        return ()
    firsts, lasts = _plurals(words[0]), _plurals(words[-1])
    if len(words) == 1:
        return lasts
    middle = words[1:-1]
    forms = [" ".join([words[0], *middle, last]) for last in lasts]
    forms += [" ".join([first, *words[1:]]) for first in firsts]
    forms += [" ".join([first, *middle, last]) for first in firsts for last in lasts]
    forms += [" ".join([first, *(f"{word}s" for word in words[1:])]) for first in firsts]
    return tuple(dict.fromkeys(forms))


def _plurals(word: str) -> tuple[str, ...]:
    if not re.search(r"[^\W\d_]$", word):
        return ()
    irregular = (word.removesuffix(end) + plural for end, plural in _ENDINGS if word.endswith(end))
    return (f"{word}s", f"{word}es", *irregular)
