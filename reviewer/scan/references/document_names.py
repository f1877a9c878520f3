"""Names of other documents beside a reference: standards, laws, sources in brackets, titles, years.

Only what is numbered or dated like a publication is certain: ``RFC 9110``, ``ISO/IEC 27001:2022``, ``loi n° 78-17``,
``Regulation (EU) 2016/679``, ``[X]``. A manual, a contract, an acronym or a capitalised name may also be the document
itself, or a thing that it describes: that is unclear. ``this``, ``our``, ``le présent`` … make it the document's own.
"""

import re
from typing import Protocol

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import FILLER
from reviewer.scan.references.number_words import words
from reviewer.scan.references.whose import Whose

_BODY = (
    r"(?:RFCs?|ISO|IEC|CEI|IEEE|NIST|SP|FIPS|BIP|EIP|PEP|KEP|W3C|ECMA|CEN|CENELEC|ITU(?:-T)?|ETSI|EN|NF|DIN|BS|ANSI|ASTM"
    r"|CFR|U\.?S\.?C|SOC)"
)
_ALONE = r"(?:POSIX[\w.-]*|RGPD|GDPR|HIPAA|CCPA|WCAG|RGAA|PCI|C\+\+\d\d|C(?:89|90|99|11|17|23)\b)"
STANDARD = lazy_pattern(rf"(?:{_BODY}(?:[/:-]?[\w.+:/-]*\w)?|{_ALONE}(?:[-:/.][\w.-]*\w)?)(?!\w)")
"""A standard, or the body that issues it."""
_ALONE_PATTERN = lazy_pattern(_ALONE)
LAW = lazy_pattern(
    r"(?:regulation|reg|directive|règlement|loi|décret|arrêté|ordonnance|décision|délibération|circulaire|act|code|decree"
    r"|decision|convention|statute|treaty|traité)",
    re.IGNORECASE,
)
WORK = lazy_pattern(
    r"(?:spec|specs|specifications?|spécifications?|standards?|normes?|manuals?|manuels?|man|manpage|guides?|books?|livres?"
    r"|handbooks?|frameworks?|référentiels?|licen[cs]es?|contracts?|contrats?|agreements?|accords?|polic(?:y|ies)|terms"
    r"|cgu|cgv|drafts?|papers?|reports?|rapports?|theses|thesis|documentation|docs|brochures?|leaflet|memo|charte|charter"
    r"|recital|considérant|whitepaper|runbooks?|playbooks?|datasheets?|leases?|deeds?|trust|bylaws?|prospectus"
    r"|syllabus)",
    re.IGNORECASE,
)
"""Kinds of documents. Which one is meant is unclear: it may be this one."""

_APART = words("annex annexe appendix attachment supplement supplements")
"""Parts that may count for themselves: "figure 6 in the annex"."""

_GAP = r"[^\S\n]{0,3}\n?[^\S\n]{0,3}"
_OF = lazy_pattern(
    rf"[)*_»”\"]{{0,3}}(?:{_GAP},?{_GAP}(?P<of>of|du|des|de|from|d(?=['’]))(?:\s+|['’])|\s{_GAP}(?:in|dans|within)\s+)"
    r"(?:(?:the|la|le|les)\s+|l['’]\s?)?"
)
_SELF = lazy_pattern(
    r"(?:this|present|current|same|our|ce|cet|cette|présente?s?|(?:main\s+)?document)\b", re.IGNORECASE
)
_BESIDE = lazy_pattern(rf"[)*_»”\"]{{0,3}}{_GAP}[,(]?{_GAP}(?=[A-Z\[])")
_REMARK = lazy_pattern(r"\s\((?:(?:of|in|the|from|du|de|le|la)\s+)*")
_TITLE = lazy_pattern(r"(?:[*_]{1,3}|[“\"«]\s?)(?P<title>[A-ZÀ-Þ][^*_“”\"«»\n]{3,100})(?:[*_]{1,3}|\s?[”\"»])")
_LIST_OF_NUMBERS = lazy_pattern(
    rf"(?:{_GAP}(?:,|&|[-–—]|\b(?:and|or|et|ou|to|à|through)\b){_GAP}(?:§{{1,2}}\s?|[Ss]ections?\s)?\(?\d[\d.]*[a-z]?\)?)"
    r"{1,24}(?!\w|[.,]\d)"
)


CITED = lazy_pattern(
    rf"(?<!\w)(?:{_ALONE}|{_BODY}(?:[\s/:-]{{0,2}}[A-Z]{{2,5}}){{0,2}}[\s:/-]{{0,2}}\d[\w./:+-]*"
    r"|(?:[Rr]egulation|[Dd]irective|[Rr]èglement|[Ll]oi|[Dd]écret|[Aa]rrêté)\s*"
    r"(?:\((?:EU|UE|CE|EC)\)\s*)?(?:n[°º]\s?)?(?:\d+[/-]\d|\d{3})[\w/-]*)"
)
"""Another document, named so that it cannot be this one."""


class Surroundings(Protocol):
    """What the document itself says about names."""

    def bracketed(self, start: int) -> Whose:
        """What the link or source in square brackets at ``start`` is; OURS for a link to an anchor of the document."""
        ...

    def calls_itself(self, name: str) -> bool:
        """Whether the name stands in the document's own titles."""
        ...


def named_behind(text: str, end: int, around: Surroundings) -> Whose | None:
    """What the words after a reference say (``of RFC 9110``, ``of [X]``, ``of the manual``); None for nothing.

    OURS ("of this document") is certain and goes before all other signs.
    """
    if more := _LIST_OF_NUMBERS.match(text, end):
        end = more.end()
    if match := _OF.match(text, end):
        if _SELF.match(text, match.end()):
            return Whose.OURS
        found = _named_at(text, match.end(), around)
        if found is None and (match["of"] or text[match.end() : match.end() + 1] in tuple(f'{FILLER}*_“"«')):
            found = Whose.UNCLEAR
        if found is None and _is_work(text, match.end()):
            found = Whose.UNCLEAR
        return Whose.UNCLEAR if found is Whose.OURS else found
    if (match := _REMARK.match(text, end)) and _is_work(text, match.end()):
        return None if _SELF.match(text, match.end()) else Whose.UNCLEAR
    if match := _BESIDE.match(text, end):
        bracket = text[match.end()] == "["
        if bracket or STANDARD.match(text, match.end()):
            found = _named_at(text, match.end(), around)
            return None if found is Whose.OURS else found
    return None


def _named_at(text: str, start: int, around: Surroundings) -> Whose | None:
    """The document whose name begins at ``start``."""
    if text[start : start + 1] == "[":
        return around.bracketed(start)
    if title := _TITLE.match(text, start):
        return Whose.UNCLEAR if around.calls_itself(title["title"]) else Whose.ANOTHERS
    if cited := CITED.match(text, start):
        return Whose.UNCLEAR if around.calls_itself(cited.group()) else Whose.ANOTHERS
    return Whose.UNCLEAR if text[start : start + 1].isupper() else None


def stands_alone(name: str) -> bool:
    """True for a standard that needs no number (GDPR, POSIX, C99)."""
    return _ALONE_PATTERN.match(name) is not None


def _is_work(text: str, start: int) -> bool:
    words = re.findall(r"[^\W\d_]+", text[start : start + 40])[:3]
    return any(WORK.fullmatch(word) or word.casefold() in _APART for word in words)
