"""What the text says is no more: "Sections 3 and 4 have been repealed", « Les sections 3 à 5 sont abrogées ».

Who refers to such a section, figure, table or equation refers to nothing that is missing, and a numbering that skips it
has no gap. Read are lists and ranges behind a word for a part of a text, in English and French, with what is said right
before or behind the whole list.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.scan.references.other_documents import OtherDocuments
from reviewer.scan.references.reference_text import Family
from reviewer.scan.references.whose import Whose
from reviewer.scan.rule import ScanInput
from reviewer.scan.trigger_words import blocks_near, holds_one, places

_GONE = (
    r"(?:supprimé|deleted|removed?\b|obsol[eè]te|retir(?:ée?s?|ed)\b|withdrawn|omitted|repealed|revoked|rescinded"
    r"|cancell?ed\b|discontinued|abrogée?s?\b|annulée?s?\b|omise?s?\b)"
)
_GONE_BEHIND_ONLY = (
    r"(?:reserved\b|réservée?s?\b|(?:replaced|superseded|merged|moved|renumbered|dropped)\b"
    r"|(?:remplac|fusionn|déplac|renumérot)ée?s?\b|left (?:blank|empty)|laissée?s? (?:vide|en blanc)"
    r"|no longer (?:exists?|appl(?:y|ies)|used|in force)\b|(?:not used|unused|void|vacant|vacante?s?)\b"
    r"|n['’]existe(?:nt)? plus)"
)
"""Before a reference these say nothing of it: "reserved section 4", "we moved section 4"."""
_STEMS = (
    *("supprimé", "deleted", "remove", "obsol", "retir", "withdrawn", "omitted", "repealed", "revoked", "rescinded"),
    *("cancel", "discontinued", "abrog", "annul", "omis", "reserved", "réserv", "replaced", "superseded", "merged"),
    *("moved", "renumbered", "dropped", "remplac", "fusionn", "déplac", "renumérot", "left blank", "left empty"),
    *("laissé", "no longer", "not used", "unused", "void", "vacant", "existe"),
)
"""What each of these words holds."""
_WAS = (
    r"(?:(?:was|were|is|are|had|has|have|est|sont|a|ont|avait|avaient|fut|furent|shall be|will be)\s)?(?:both\s|all\s)?"
    r"(?:(?:now|since|later|then|hereby|deliberately|intentionally|désormais|depuis|ensuite|volontairement)\s)?"
    r"(?:both\s|all\s|tou(?:te)?s\s(?:deux\s)?)?(?:(?:been|été)\s)?"
    r"(?:(?:now|since|later|then|deliberately|intentionally|désormais|depuis|ensuite|volontairement)\s)?"
)
_GONE_BEFORE = lazy_pattern(rf"{_GONE}\w*[*_~\s:]{{1,4}}(?:(?:the|la|le|les)\s|l['’])?[*_~(]{{0,3}}\Z", re.IGNORECASE)
_GONE_BEHIND = lazy_pattern(
    rf"(?:[\s,§]|\b(?:and|or|to|et|ou|à)\b|[–-]|\d[\d.]*(?![\d.])){{0,12}}[*_~)\]]{{0,4}}[\s:,(\[|–—*_~-]{{0,6}}"
    r"(?:(?:of this|de ce|de cette|du présent|de la présente)\s\w{1,20}\s)?"
    rf"{_WAS}[*_~]{{0,3}}(?:{_GONE}|{_GONE_BEHIND_ONLY})",
    re.IGNORECASE,
)
_REACH = 60
GONE_ANYWHERE = lazy_pattern(
    rf"(?:\b{_GONE}|\b{_GONE_BEHIND_ONLY}|\bmissing\b|\bthere (?:is|are) no\b|\bmanque"
    r"|\bil n['’]y a (?:pas|plus|aucun))",
    re.IGNORECASE,
)
"""Any of these words, for a line that speaks of a number by itself."""

_NUMBER = r"(?:\d{1,4}(?:\.\d{1,4})*|[A-Z](?:\.\d{1,4})*|[IVXLC]{1,7})(?![^\W_])"


class _Kind(NamedTuple):
    """Words that numbers of one kind stand behind, and what each of these words holds, in lower case.

    ``named`` finds a word with its list, ``announced`` a list behind what is said of it, ``one`` the numbers of a list.
    """

    stems: tuple[str, ...]
    named: re.Pattern[str]
    announced: re.Pattern[str]
    one: re.Pattern[str]


def _kind(word: str, stems: tuple[str, ...]) -> _Kind:
    join = (
        r"(?:\s?(?:[,;&/–—-]|,?\s?\b(?:and|or|to|through|et|ou|à|as well as|ainsi que)\b)\s?){1,2}"
        rf"(?:(?:the|les?|la)\s|l['’])?(?:{word}\s?)?"
    )
    listed = rf"(?P<list>{_NUMBER}(?:{join}{_NUMBER}){{0,40}})"
    return _Kind(
        stems,
        lazy_pattern(rf"(?<![^\W_])(?P<word>{word})\s{{0,2}}[*_]{{0,3}}{listed}"),
        lazy_pattern(
            rf"(?<![^\W_])(?:(?P<word>{word})\s(?i:{_WAS}{_GONE})\w*|(?i:{_GONE})\w*\s(?P<word_behind>{word}))"
            rf"\s?:\s?{listed}"
        ),
        lazy_pattern(rf"(?P<join>{join})?(?P<number>{_NUMBER})"),
    )


_SECTIONS = _kind(
    r"(?i:§{1,2}|(?:sub-?|sous-)?sections?|sect?s?\.|articles?|arts?\.|clauses?|chapters?|chapitres?|paragraphe?s?"
    r"|annexe?s?|appendi(?:x|ces)|parts?|parties?|rules?|règles?|regulations?|règlements?|schedules?|numbers?|numéros?|nos?\.|n[°º])",
    (
        *("§", "sec", "art", "clause", "chap", "paragraph", "annex", "appendi", "rule", "règle", "regulation"),
        *("schedule", "num", "no.", "nos.", "n°", "nº"),
    ),
)
_CAPTIONS = _kind(
    r"(?i:figures?|figs?\.?|tables?|tableaux?|tabs?\.|[eé]quations?|[eé]qs?\.)",
    ("fig", "tab", "equation", "équation", "q.", "qs."),
)
_RANGE = lazy_pattern(r"(?<!\w)(?:to|through|à)(?!\w)|[–—-]")
_WIDEST = 100


def is_gone(parsed: ParsedDocument, start: int, end: int) -> bool:
    """Whether the prose right before ``start`` or behind ``end`` says that what stands between is no more."""
    first, last = parsed.prose.offset(start), parsed.prose.span(start, end).end
    text = parsed.document.text
    before = _GONE_BEFORE.search(text[max(first - _REACH, 0) : first])
    return before is not None or _GONE_BEHIND.match(text, last, last + _REACH) is not None


def withdrawn(scan: ScanInput) -> "Withdrawn":
    """The sections that the document says are no more, read once."""
    return scan.shared(Withdrawn, scan.folded, scan.folded_source, _SECTIONS)


def withdrawn_captions(scan: ScanInput, label: str, prefix: str) -> frozenset[int]:
    """The numbers with this prefix (``2.`` of 2.1) of the figures, tables or equations that are no more."""
    found = scan.shared(Withdrawn, scan.folded, scan.folded_source, _CAPTIONS).beside(label, prefix.rstrip("."))
    return frozenset(int(last) for last in found if last.isdigit())


class Withdrawn:
    """What of one kind a document says is no more. ``folded`` is its prose in lower case, ``source`` its text."""

    def __init__(self, parsed: ParsedDocument, folded: str, source: str, kind: _Kind) -> None:
        self._numbers: dict[tuple[str, str], set[str]] = defaultdict(set)
        for family, number in _withdrawn(parsed, folded, source, kind):
            prefix, _, last = number.rpartition(".")
            self._numbers[family, prefix].add(last)

    def has(self, family: Family, number: str) -> bool:
        """Whether the section, or one that it is a part of, is no more."""
        parts = number.split(".")[:8]
        return any(last in self.beside(family, ".".join(parts[:size])) for size, last in enumerate(parts))

    def beside(self, name: str, prefix: str) -> frozenset[str]:
        """The last components of those with this prefix. ``name`` is a family, or ``figure`` and the like."""
        counted = name.counted if isinstance(name, Family) else name
        return frozenset(self._numbers.get((counted, prefix), ()))


_CAPTION_NAMES = (("fig", "figure"), ("tab", "table"), ("eq", "equation"), ("éq", "equation"))


def _family(word: str) -> str:
    name = word.casefold()
    for opening, label in _CAPTION_NAMES:
        if name.startswith(opening):
            return label
    if name.startswith(("annex", "appendi")):
        return Family.ANNEX
    return Family.PART if name.startswith("part") else Family.SECTION


def _withdrawn(parsed: ParsedDocument, folded: str, source: str, kind: _Kind) -> Iterator[tuple[str, str]]:
    text, others = parsed.prose.text, OtherDocuments(parsed)
    for block in blocks_near(parsed.prose, places(source, _STEMS), _REACH):
        if not holds_one(folded[block.start : block.end], kind.stems):
            continue
        named = kind.named.finditer(text, block.start, block.end)
        lists = [match for match in named if is_gone(parsed, match.start(), match.end())]
        if ":" in text[block.start : block.end]:
            lists += kind.announced.finditer(text, block.start, block.end)
        for match in lists:
            if others.whose(match.start(), match.end()) is Whose.OURS:
                family = _family(match["word"] or match["word_behind"])
                for number in _expanded(match["list"], kind):
                    yield family, number


def _expanded(listed: str, kind: _Kind) -> Iterator[str]:
    """Every number of a list, and those between the ends of its ranges."""
    previous = ""
    for item in kind.one.finditer(listed):
        number = item["number"]
        if previous and item["join"] and _RANGE.search(item["join"]):
            yield from _between(previous, number)
        yield number
        previous = number


def _between(first: str, last: str) -> Iterator[str]:
    (prefix, dot, low), (prefix_too, _, high) = first.rpartition("."), last.rpartition(".")
    if prefix != prefix_too:
        return
    if low.isdigit() and high.isdigit():
        if int(high) - int(low) < _WIDEST:
            yield from (f"{prefix}{dot}{number}" for number in range(int(low) + 1, int(high)))
    elif len(low) == len(high) == 1 and low.isalpha() and high.isalpha():
        yield from (f"{prefix}{dot}{chr(number)}" for number in range(ord(low) + 1, ord(high)))
