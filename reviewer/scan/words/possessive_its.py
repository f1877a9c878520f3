"""``possessive-its``: in English, "it's" where only the possessive can stand, and "its" where only "it is" can."""

import re
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Severity
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput
from reviewer.scan.words.english_correction import Correction, around, corrected
from reviewer.scan.words.its_context import is_surely_it_is, is_surely_its

_CONTRACTED = tuple(lazy_pattern(rf"it{mark}s(?=[ \n][a-z])") for mark in ("'", "’"))
_POSSESSIVE = lazy_pattern(r"its(?=[ \n](?:not|an?|the)[ \n])")
"""On folded text; each begins with plain letters, which a search finds ten times as fast as a set."""


class PossessiveIts:
    """Reports "it's" that must be "its", and "its" that must be "it is".

    "It's" must be the possessive before "own", between a preposition and its noun, and where a clause begins with it,
    one noun and a finite verb (``its_context``). "Its" must be "it is" before "not", "a", "an" and "the" where what
    stands before opens a clause. Of anything else nothing is said, nor of tables. Of what is only reported see
    ``english_correction``.

    A person is told of every repair (``plan.from_findings``): which form is meant follows from the words beside it, not
    from the sense.
    """

    id = "possessive-its"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a place."""
        yield from corrected(self, scan, _corrections(scan))


def _corrections(scan: ScanInput) -> Iterator[Correction]:
    for pattern in _CONTRACTED:
        for match in pattern.finditer(scan.folded):
            if _is_cased(scan, match) and is_surely_its(*around(scan, *match.span())):
                yield _correction(scan, match, "its", "what belongs to it is written 'its'")
    for match in _POSSESSIVE.finditer(scan.folded):
        if _is_cased(scan, match) and is_surely_it_is(*around(scan, *match.span())):
            yield _correction(scan, match, "it is", "'its' belongs before a thing, here 'it is' is meant")


def _is_cased(scan: ScanInput, match: re.Match[str]) -> bool:
    """Whether the word is written "it" or "It", and begins there."""
    text, start = scan.parsed.prose.text, match.start()
    return not text[max(start - 1, 0) : start].isalnum() and text[start + 1 : match.end()].islower()


def _correction(scan: ScanInput, match: re.Match[str], right: str, reason: str) -> Correction:
    capital = scan.parsed.prose.text[match.start()].isupper()
    return Correction(*match.span(), right[:1].upper() + right[1:] if capital else right, reason)


RULES = (PossessiveIts(),)
