"""``abbreviation-stops``: in English, "eg." and "ie." with one stop, where "e.g." and "i.e." are meant."""

import re
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Severity
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput
from reviewer.scan.words.english_correction import Correction, around, corrected

_FULL = {"eg.": "e.g.", "ie.": "i.e."}
_ABBREVIATIONS = tuple(lazy_pattern(rf"{name}\.(?=[ \n,:])") for name in ("eg", "ie"))
_JOINS = lazy_pattern(r"(?:[(\[,;:–—]|[,;:–—][ \n]|[ \n]-{1,3}[ \n])[*_]{0,3}\Z")
"""What goes on with the sentence: a name with a capital may follow ("(eg. Postgres)"), but no sentence begins."""
_BEFORE = lazy_pattern(r"(?:\A|[ \n(\[–—])[*_]{0,3}\Z")
_GOES_ON = lazy_pattern(r"[,:]?[ \n][*_]{0,3}[^\W_A-Z]|[,:]?[ \n][^\w\s]")
_AFTER_NUMBER = lazy_pattern(r"\d[ \n]\Z")
_NAMED = {
    "eg.": lazy_pattern(r"\b(?:the|an?|this|that|our|its)[ \n][*_]{0,3}\Z", re.IGNORECASE),
    "ie.": lazy_pattern(
        r"\b(?:the|an?|this|that|our|its|of|in|on|to|for|from|with|by|at|as|via|under|and|or|like|call)[ \n]"
        r"[*_]{0,3}\Z",
        re.IGNORECASE,
    ),
}
"""Behind these something has that name: Internet Explorer, a domain, an ending."""
_JOINED_BEHIND = lazy_pattern(r"[ \n](?:and|or)\b")
_OF_THE_WEB = lazy_pattern(
    r"\b(?:browsers?|domains?|tlds?|zones?|dns|chrome|firefox|safari|opera|explorer|edge|microsoft|windows)\b",
    re.IGNORECASE,
)
"""Where the paragraph has these, "ie." may be the browser or the domain: reported only."""


class AbbreviationStops:
    """Reports "eg." and "ie." as words of their own, in lower case, inside a sentence that goes on behind them.

    Silent about "eg" and "ie" without a stop, which is some houses' style, where the stop may end the sentence (before
    a capital, unless a bracket, comma or dash joins the abbreviation to what goes before), behind a number, where
    something is called so ("in ie.", "an ie.", "ie. and eg."), and in tables. Only reported is "ie." near words of
    browsers and domains, unless a bracket opens with it; for what else see ``english_correction``. A person
    is told of every repair (``plan.from_findings``).
    """

    id = "abbreviation-stops"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a place."""
        yield from corrected(self, scan, _corrections(scan))


def _corrections(scan: ScanInput) -> Iterator[Correction]:
    text = scan.parsed.prose.text
    for pattern in _ABBREVIATIONS:
        for match in pattern.finditer(text):
            if text[max(match.start() - 1, 0) : match.start()].isalnum():
                continue
            before, after = around(scan, *match.span())
            if not _BEFORE.search(before) or _AFTER_NUMBER.search(before) or not after.strip(" \n,:"):
                continue
            if _is_called_so(match.group(), before, after):
                continue
            if _GOES_ON.match(after) or _JOINS.search(before):
                full = _FULL[match.group()]
                sure = match.group() == "eg." or before.endswith("(") or not _is_of_the_web(before, after)
                yield Correction(*match.span(), full, f"{match.group()!r} stands for two words: {full!r}", sure)


def _is_called_so(written: str, before: str, after: str) -> bool:
    return _NAMED[written].search(before) is not None or _JOINED_BEHIND.match(after) is not None


def _is_of_the_web(before: str, after: str) -> bool:
    return any(_OF_THE_WEB.search(part) for part in (before, after))


RULES = (AbbreviationStops(),)
