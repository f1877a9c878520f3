"""References to sections as people write them in English and French, told apart from those to other documents.

Seed: ``md_consistency_scan`` v1 and v2. Read are ``Section 4.2``, ``Sections 7 and 8``, ``Sections 2 to 4``, ``§ 3``,
``§§ 2–4``, ``Appendix B``, ``Part III``, ``la section 4``, ``les sections 1 à 2``, ``l'annexe A``, and the bare forms
``cf. 2.3``, ``voir 4.2``, ``see 4.2`` (dotted numbers only). Left out are references that belong to another document:
``section 5.2 of RFC 9110``, ``[RFC7231], Section 4``, ``section 3 de la norme``, the text of a link that leads
elsewhere.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, Link, ParsedDocument
from reviewer.model.position import Span
from reviewer.scan.references.other_documents import GAP, OtherDocuments
from reviewer.scan.references.whose import Whose


class Family(StrEnum):
    """What kind of section is named; BARE is a number after ``cf.``, ``voir`` or ``see``, OTHER no section at all.

    CLAUSE and ARTICLE are never a heading's, only a reference's in a document that calls its sections so.
    """

    SECTION = "section"
    ANNEX = "annex"
    PART = "part"
    CHAPTER = "chapter"
    BARE = "bare"
    OTHER = "other"
    CLAUSE = "clause"
    ARTICLE = "article"

    @property
    def counted(self) -> "Family":
        """With whose numbers these stand in one row: annexes and parts with their own, all others with sections."""
        return self if self in (Family.ANNEX, Family.PART) else Family.SECTION


class Reference(NamedTuple):
    """One number that a passage refers to. ``span`` covers ``Section 4.2``, or the number alone later in a list."""

    family: Family
    number: str
    span: Span
    number_span: Span
    french: bool | None
    beside: str
    link: Link | None


_ARABIC = r"\d{1,4}(?:\.\d{1,4})*"
_ROMAN = r"[IVXLC]+"
_END = r"(?![^\W_]|_\w|[%°€$]|[.,:/]\d|[-’'](?!s\b)[^\W\d_])"
_ENTITY = r"(?:&nbsp;|&\#160;)"
# Opens with a set of letters, so that the search skips everything else: several times as fast as a leading \b.
_HEAD = lazy_pattern(
    r"(?P<word>[SsAaCcPpVv§](?<![^\W_].)(?:(?:ub-?s|ous-s)?ections?|ECTIONS?|(?<=S)ect?\.|ppendi(?:x|ces?)|PPENDIX|nnexe?s?|NNEXES?|h(?:apters?"
    r"|apitres?)|art(?:ie)?s?|oir|ee|f\.?|§|))(?:(?<=§)|(?<=\.)|(?=\s|&))"
    rf"{_ENTITY}?{GAP}(?:n[°º]{_ENTITY}?{GAP})?(?P<number>{_ARABIC}|[A-Z](?:\.\d{{1,4}})+|{_ROMAN}|[A-Z]){_END}"
)
_CALLED = lazy_pattern(
    r"(?P<word>[CcAa](?<![^\W_].)(?:lauses?|LAUSES?|rticles?|RTICLES?|rts?\.)(?=\s|&))"
    rf"{_ENTITY}?{GAP}(?:n[°º]{_ENTITY}?{GAP})?(?P<number>{_ARABIC}){_END}"
)
"""A clause or an article, which are this document's own only where it calls its sections so."""
_SIGNS = {Family.CLAUSE: ("lause", "LAUSE"), Family.ARTICLE: ("rticle", "RTICLE", "rt. ", "rts. ")}
"""What such a word has from its second letter on. Plain text is searched ten times as fast as the pattern."""
_FAMILIES = (
    (("section", "subsection", "sub-section", "sous-section", "sec", "§"), Family.SECTION),
    (("appendi", "annex"), Family.ANNEX),
    (("cha",), Family.CHAPTER),
    (("part",), Family.PART),
    (("voir", "see", "cf"), Family.BARE),
)
_MORE = lazy_pattern(
    rf"(?P<join>{GAP},{GAP}(?:(?:and|or|et|ou)\s)?|\s{GAP}(?:and|or|et|ou|to|through|à|&)\s{GAP}|{GAP}[-–—]{GAP})"
    rf"(?:(?:the|la|les|le|l['’]|l’)\s?)?(?P<again>(?:[Ss]ections?\s{GAP}|§{{1,2}}{GAP}))?"
    rf"(?P<number>{_ARABIC}|[A-Z](?:\.\d{{1,4}})+|{_ROMAN}|[A-Z]){_END}"
)
_FRENCH_BEFORE = lazy_pattern(
    r"(?:\b(?:la|les|le|cette|ces|sa|du|des|au|aux|en|et|ou|voir|cf\.?|notre|selon|sous|dans|sauf)|\bl['’])\s{0,3}$",
    re.IGNORECASE,
)
_ENGLISH_BEFORE = lazy_pattern(
    r"\b(?:the|see|in|of|and|or|this|to|from|per|under|with|by|for|our|also|following)\s{1,3}$", re.IGNORECASE
)
_BARE_END = lazy_pattern(r"[*_]*(?:[.,;:!?)\]»”]|$|\n|\s+(?:for|above|below|pour|ci-|et\b|and\b|plus (?:haut|bas)))")
_BESIDE = lazy_pattern(
    rf"{GAP}\({GAP}[«“\"*_‘]{{0,3}}{GAP}(?P<paren>[^()\n]{{2,120}}?){GAP}[»”\"*_’]{{0,3}}{GAP}\)"
    rf"|,?{GAP}[«“\"]{GAP}(?P<quote>[^«»“”\"\n]{{2,120}}?){GAP}[»”\"]"
    r"|,?[ ][*_]{1,2}(?P<emphasis>[^*_\n]{2,120}?)[*_]{1,2}(?!\w)"
    r"|[ ]?[:–—-][ ](?P<dash>[^.;:,()\[\]\n]{2,120})"
)
_FRENCH = ("annexe", "partie", "chapitre", "voir", "cf", "sous-")
_ENGLISH = ("appendi", "annex", "part", "chapter", "see", "sub")
_CONTEXT = 16
_HYPHEN = lazy_pattern(r"\s*-\s*")


def section_references(parsed: ParsedDocument) -> tuple[Reference, ...]:
    """Every reference to a section of this document, in document order; prose offsets throughout."""
    return tuple(_references(parsed))


def _references(parsed: ParsedDocument) -> Iterator[Reference]:
    text = parsed.prose.text
    others = OtherDocuments(parsed)
    for head in _HEAD.finditer(text):
        family = _family(head.group("word"))
        if not _plausible(family, head, text):
            continue
        numbers = _numbers(text, head, family)
        if not numbers:
            continue
        end = numbers[-1].place.end
        block = parsed.prose.block_at(head.start())
        if block.kind is BlockKind.HEADING and block.start == head.start():
            continue  # "## Section 5: Limits" is the section, not a reference to it
        if others.whose(head.start(), end) is not Whose.OURS:
            continue
        french = _french(text, head)
        beside = _beside(text, end) if len(numbers) == 1 else ""
        for item in numbers:
            yield Reference(
                family,
                item.number,
                Span(item.start, item.place.end),
                item.place,
                french,
                beside,
                others.link_at(head.start()),
            )


def called_references(parsed: ParsedDocument, family: Family) -> Iterator[Reference]:
    """Every CLAUSE or ARTICLE with a number, of whatever document, but for those that open a heading."""
    text, others = parsed.prose.text, OtherDocuments(parsed)
    for head in _called(text, family):
        block = parsed.prose.block_at(head.start())
        if block.kind is BlockKind.HEADING and block.start == head.start():
            continue
        french, link = _french(text, head), others.link_at(head.start())
        for item in _numbers(text, head, family):
            yield Reference(family, item.number, Span(item.start, item.place.end), item.place, french, "", link)


def _called(text: str, family: Family) -> Iterator[re.Match[str]]:
    starts = (match.start() - 1 for sign in _SIGNS[family] for match in re.finditer(re.escape(sign), text))
    for start in sorted(start for start in starts if start >= 0):
        if head := _CALLED.match(text, start):
            yield head


def _family(word: str) -> Family:
    name = word.casefold()
    return next((family for starts, family in _FAMILIES if name.startswith(starts)), Family.OTHER)


def _plausible(family: Family, head: re.Match[str], text: str) -> bool:
    number = head.group("number")
    if family is Family.OTHER:
        return False
    if family is Family.BARE:
        return "." in number and number[0].isdigit() and _BARE_END.match(text, head.end()) is not None
    if family is Family.ANNEX or number[0].isdigit() or "." in number:
        return True
    roman = set(number) <= set("IVXLC")
    return roman and (family in (Family.PART, Family.CHAPTER) or len(number) > 1)


class _Listed(NamedTuple):
    """One number of a list: ``start`` is the word's before it, if it has one of its own."""

    number: str
    start: int
    place: Span


def _numbers(text: str, head: re.Match[str], family: Family) -> list[_Listed]:
    """The first number and those that follow in a list or range, up to the next "section" or ``§``.

    ``Section 6-1`` is neither, nor are ``Sections 6-1 and 6-2`` and ``Sections 2-1``: no reference.
    """
    found = [_Listed(head.group("number"), head.start(), Span(*head.span("number")))]
    many = head.group("word").casefold().endswith(("s", "§§")) and family is not Family.BARE
    hyphens = 0
    while (more := _MORE.match(text, found[-1].place.end)) and not more.group("again"):
        join = more.group("join")
        if _HYPHEN.fullmatch(join):
            hyphens += 1
            if not many or hyphens > 1 or not _rises(found[-1].number, more.group("number")):
                return []
        if not (many or join in ("–", "—")):
            break
        if family is Family.BARE or more.group("number")[0].isdigit() != found[0].number[0].isdigit():
            break
        found.append(_Listed(more.group("number"), more.start("number"), Span(*more.span("number"))))
    end = found[-1].place.end
    return [] if text[end : end + 1] == "-" and text[end + 1 : end + 2].isdigit() else found


def _rises(first: str, last: str) -> bool:
    parts = [[int(part) for part in number.split(".")] for number in (first, last) if number[0].isdigit()]
    return len(parts) == 2 and parts[0] < parts[1]


def _french(text: str, head: re.Match[str]) -> bool | None:
    word = head.group("word").casefold()
    if word.startswith(_FRENCH):
        return True
    if word.startswith(_ENGLISH):
        return False
    start = head.start()
    if _FRENCH_BEFORE.search(text, max(start - _CONTEXT, 0), start):
        return True
    return False if _ENGLISH_BEFORE.search(text, max(start - _CONTEXT, 0), start) else None


def _beside(text: str, end: int) -> str:
    match = _BESIDE.match(text, end)
    return next((part.strip() for part in match.groups() if part), "") if match else ""
