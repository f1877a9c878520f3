"""``abbreviation-stops``: in English, "eg." and "ie." with one stop, where "e.g." and "i.e." are meant."""

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


class AbbreviationStops:
    """Reports "eg." and "ie." as words of their own, in lower case, inside a sentence that goes on behind them.

    Silent about "eg" and "ie" without a stop, which is some houses' style, where the stop may end the sentence (before
    a capital, unless a bracket, comma or dash joins the abbreviation to what goes before), behind a number, and in
    tables. Of what is only reported see ``english_correction``. A person is told of every repair
    (``plan.from_findings``).
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
            if _GOES_ON.match(after) or _JOINS.search(before):
                full = _FULL[match.group()]
                yield Correction(*match.span(), full, f"{match.group()!r} stands for two words: {full!r}")


RULES = (AbbreviationStops(),)
