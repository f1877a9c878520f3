"""Why a gap or a repetition may be meant: nothing is renumbered where the document, or the row, says so.

The document includes others; it says that it is an extract, that parts are left out, or whose numbers it follows; it
has a 2 bis or 2A; an unnumbered heading above the row, or what is written between it and the row, names another
document; a number is given to two alternatives, or once in each of two languages; a file that is linked to has the
number.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, Link, ParsedDocument, Section
from reviewer.model.position import Span
from reviewer.scan.language import UNDECIDED
from reviewer.scan.numbering.number_groups import Group, parent_number
from reviewer.scan.numbering.other_styles import opening_number
from reviewer.scan.numbering.outcome import RefusedError
from reviewer.scan.references.document_names import CITED
from reviewer.scan.references.inclusions import inclusions
from reviewer.scan.references.number_words import FUNCTION_WORDS
from reviewer.scan.references.reference_text import Family
from reviewer.scan.references.section_index import bare_title, family_of
from reviewer.scan.rule import ScanInput
from reviewer.scan.tokens import Tokens
from reviewer.scan.trigger_words import blocks_with, places

_NOUNS = (
    "clause section article chapter chapitre question part partie paragraph paragraphe provision disposition"
    " requirement exigence control contrôle figure table tableau equation équation"
).replace(" ", "|")
_PARTS = rf"\b(?:(?:{_NOUNS})[sx]|numbers|numéros)\b"
_PART_STEMS = (*_NOUNS.split("|"), "numbers", "numéros")
_ON = r"[^.!?;:\ufffc]{0,60}?"
"""On in the same sentence."""
_EXTRACT = lazy_pattern(
    r"\b(?:this|present|cet|présent)\s(?:(?:extract|excerpt|extrait)\b|selection\sof\b)"
    r"|\b(?:is|are|contains?|est|sont)\s(?:only\s)?(?:(?:an?|une?|des|selected)\s)?(?:\w+\s)?(?:extract|excerpt|extrait)s?\b",
    re.IGNORECASE,
)
_PARTS_GONE = lazy_pattern(
    rf"{_PARTS}{_ON}\b(?:not\s(?:reproduced|shown|included|printed|reported|listed)|omitted|left\sout|skipped|redacted"
    r"|(?:ne|non)\s(?:sont\spas\s)?(?:reproduit|repris)e?s?|omi(?:s|ses?)\b"
    r"|(?:is|are|was|were|est|sont|été)\s(?:hereby\s)?(?:replaced|amended|inserted|substituted|repealed"
    r"|renumbered|(?:remplac|modifi|insér|abrog|renumérot)ée?s?)\b)",
    re.IGNORECASE,
)
_ONLY_PARTS = lazy_pattern(rf"\b(?:only|seule?s|uniquement)\s(?:(?:the|les)\s)?(?:\w+\s){{0,2}}{_PARTS}", re.IGNORECASE)
_NUMBERING = lazy_pattern(
    r"\b(?:numbering|numérotation|(?:number|numéro)s)\b[^.!?]{0,40}\b(?:follows?|suit|suivent|reprend|those\sof|that\sof"
    r"|retained|preserved|conservée?s?)\b",
    re.IGNORECASE,
)
_SAID = (
    (_EXTRACT, ("extract", "excerpt", "extrait", "selection"), ("",)),
    (
        _PARTS_GONE,
        (
            *("reproduced", "shown", "included", "printed", "reported", "listed", "omi", "left", "skipped", "redacted"),
            *("reproduit", "repris", "replaced", "amended", "inserted", "substituted", "repealed", "renumbered"),
            *("remplac", "modifi", "insér", "abrog", "renumérot"),
        ),
        _PART_STEMS,
    ),
    (_ONLY_PARTS, ("only", "seul", "uniquement"), _PART_STEMS),
)
"""What the text says of itself, in one block; and what each needs: one of these, and one of those."""
_NUMBERING_STEMS = ("numbering", "numérotation", "numbers", "numéros")
_GONE = (
    r"(?:omitted|deleted|repealed|revoked|rescinded|withdrawn|reserved|omise?s?|supprimée?s?|abrogée?s?|retirée?s?"
    r"|réservée?s?)"
)
_KIND = (
    r"(?:extracts?|excerpts?|extraits?|selected|abridged|redacted|consolidated|abrégée?|caviardée?s?|consolidée?"
    rf"|{_GONE})(?!\w)"
)
_TITLE = lazy_pattern(
    rf"[(\[](?:[^)\]\n]{{0,40}}\s)?{_KIND}|\A\W*(?:\w+(?:ly|ment)\s)?{_KIND}\W*\Z|\A{_KIND}\s(?:from|of|de|du|des|d['’])"
    r"|\A\W*(?:…|\.{2})\W*\Z",
    re.IGNORECASE,
)
_ELISION = lazy_pattern(rf"(?<=\n)[(\[<]?\s?(?:…|\.{{3,5}}|{_GONE}\.?)\s?[)\]>]?\.?(?=\n)", re.IGNORECASE)
"""A paragraph that is nothing but dots, or says that the section is no more but keeps its number."""
_ELISION_STEMS = (
    *("…", "...", "omitted", "deleted", "repealed", "revoked", "rescinded", "withdrawn", "reserved", "omis"),
    *("supprimé", "abrogé", "retiré", "réservé"),
)
_ABOUT = lazy_pattern(
    r"\b(?:notes|comments|remarks|commentary|observations|response|reply|answers|notes|commentaires|remarques|réponses?)"
    r"\s(?:on|to|sur|à|au|aux)\b",
    re.IGNORECASE,
)
_CHOSEN = lazy_pattern(rf"{_PARTS}(?:\s\w+){{0,4}}?\s(?:that|which|qui|que)\b(?!\sfollow)", re.IGNORECASE)
"""``the articles that matter to us``, before the first of them."""
_ALTERNATIVE = lazy_pattern(r"\b(?:options?|alternatives?|variante?s?|versions?|drafts?)\b", re.IGNORECASE)
_ANOTHERS = "the numbers may be another document's"
_LEFT_OUT = "numbers may be left out on purpose"
_KEPT = "numbers stay when others are put in or taken out"
_SHOWN = 60
_INTRODUCTION = 2000
"""Characters before a row that are read."""
_WORD = lazy_pattern(r"[^\W_]+")
_FILE = lazy_pattern(r"(?:[^?#]*/)?(?P<number>\d{1,3}(?:[._-]\d{1,3})*)(?=[._ -])[^/?#]*\.\w{1,5}(?:[?#]|\Z)")
_PART_OF_FILE = lazy_pattern(r"\d+")


def refuse_partial_document(scan: ScanInput) -> None:
    """Raise ``RefusedError`` where the document says that it does not have all of its numbers itself."""
    if scan.shared(inclusions):
        raise RefusedError("the document includes others")
    reason = _doubt(scan)
    if reason:
        raise RefusedError(reason)


def is_partial_document(scan: ScanInput) -> bool:
    """Whether ``refuse_partial_document`` would raise: then no number of the document is missing for certain."""
    return bool(scan.shared(inclusions) or _doubt(scan))


def _doubt(scan: ScanInput) -> str:
    return scan.shared(document_doubt, scan.folded, scan.shared(Tokens))


def document_doubt(parsed: ParsedDocument, folded: str, tokens: Tokens) -> str:
    """The reason that its own words give, or "". ``folded`` is the prose in lower case. Reads the document once."""
    headings = parsed.sections[1:]
    span = _named(headings[0]) if headings and headings[0].number is None else None
    if span is not None:
        return _told(parsed, span, _ANOTHERS)
    span = next((section.title_span for section in headings if _TITLE.search(bare_title(section))), None)
    if span is None:
        said = min(_said(parsed, folded, tokens), key=re.Match.start, default=None)
        match = said or next(_elisions(parsed, folded, tokens), None)
        span = parsed.prose.span(*match.span()) if match is not None else None
    if span is not None:
        return _told(parsed, span, _LEFT_OUT)
    span = next(_inserted(parsed), None)
    return _told(parsed, span, _KEPT) if span is not None else ""


def _inserted(parsed: ParsedDocument) -> Iterator[Span]:
    """Headings ``2 bis`` and ``2A`` beside 2: what is put in or taken out leaves the other numbers as they are."""
    numbers = {section.number for section in parsed.sections}
    for section in parsed.sections[1:]:
        opening = opening_number(section.title)
        if opening is not None and opening.number.is_compound and len(opening.number.values) == 1:
            (value,) = opening.number.values
            if (f"{opening.prefix}.{value}" if opening.prefix else str(value)) in numbers:
                yield section.title_span


def _said(parsed: ParsedDocument, folded: str, tokens: Tokens) -> Iterator[re.Match[str]]:
    """The first that each pattern finds."""
    text = parsed.prose.text
    for pattern, *stems in _SAID:
        blocks = blocks_with(parsed.prose, folded, *map(tokens.known, stems))
        found = (pattern.search(text, block.start, block.end) for block in blocks)
        yield from islice(filter(None, found), 1)
    numberings = (_NUMBERING.match(text, place) for place in sorted(places(folded, tokens.known(_NUMBERING_STEMS))))
    yield from islice(filter(None, numberings), 1)


def _elisions(parsed: ParsedDocument, folded: str, tokens: Tokens) -> Iterator[re.Match[str]]:
    for block in blocks_with(parsed.prose, folded, tokens.known(_ELISION_STEMS)):
        if block.kind is BlockKind.PARAGRAPH and parsed.blocks[block.block].depth == 0:
            # With the line end behind the block, which the pattern asks for.
            match = _ELISION.search(parsed.prose.text, block.start, block.end + 1)
            if match is not None:
                yield match


def refuse_doubtful_row(scan: ScanInput, group: Group) -> None:
    """Raise ``RefusedError`` where the row's numbers may be another document's, or one is given to alternatives."""
    refuse_partial_document(scan)
    span = next(_names_before(scan.parsed, group), None)
    if span is not None:
        raise RefusedError(_told(scan.parsed, span, _ANOTHERS))
    if beyond := _goes_on(scan, group):
        raise RefusedError(f"the numbers seem to run on to {beyond} under another heading")
    for first, second in pairwise(group.members):
        if first.rank == second.rank and _are_alternatives(scan, first.section, second.section):
            raise RefusedError(f"the headings numbered {first.number} may be alternatives, or one in two languages")


def _goes_on(scan: ScanInput, group: Group) -> str:
    """The number at the border, where a row under another heading goes on behind this one, or this one behind it."""
    sections, (begins, ends) = scan.parsed.sections, scan.shared(_borders)
    kind = group.members[0].prefix, family_of(sections[group.members[0].section])
    own = {sections[member.section].parent for member in group.members}
    for borders, number in ((begins, group.ranks[-1] + 1), (ends, group.ranks[0] - 1)):
        if any(parent not in own for parent in borders.get((*kind, number), ())):
            return str(number)
    return ""


_Borders = dict[tuple[str, Family, int], dict[int, None]]
"""By prefix, family and number: the headings under which a row begins or ends with it."""


def _borders(parsed: ParsedDocument) -> tuple[_Borders, _Borders]:
    rows: dict[tuple[str, Family, int], list[int]] = {}
    for section in parsed.sections:
        number = section.number or ""
        last = number.rsplit(".", 1)[-1]
        if last.isdigit():
            rows.setdefault((parent_number(number), family_of(section), section.parent), []).append(int(last))
    begins: _Borders = {}
    ends: _Borders = {}
    for (prefix, family, parent), row in rows.items():
        begins.setdefault((prefix, family, row[0]), {})[parent] = None
        ends.setdefault((prefix, family, row[-1]), {})[parent] = None
    return begins, ends


def refuse_numbered_files(scan: ScanInput, numbers: Iterable[str]) -> None:
    """Raise ``RefusedError`` where a link leads to a file whose name begins with one of the numbers."""
    files = scan.shared(numbered_files)
    for number in numbers:
        if link := files.get(number):
            line = scan.parsed.document.position(link.span.start).line
            raise RefusedError(f"the file {link.href} in line {line} may be number {number}")


def numbered_files(parsed: ParsedDocument) -> dict[str, Link]:
    """Links to files by the number that the name begins with: 3 for ``03-timeouts.md``, 3 and 3.2 for ``3-2-x.md``."""
    found: dict[str, Link] = {}
    for link in parsed.links:
        match = _FILE.match(link.href) if not link.image and "://" not in link.href else None
        parts = [str(int(part)) for part in _PART_OF_FILE.findall(match["number"])] if match is not None else []
        for size in range(1, len(parts) + 1):
            found.setdefault(".".join(parts[:size]), link)
    return found


def _told(parsed: ParsedDocument, span: Span, doubt: str) -> str:
    line = parsed.document.position(span.start).line
    words = " ".join(parsed.document.text[span.start : span.end].split())
    return f"“{words if len(words) <= _SHOWN else f'{words[:_SHOWN]}…'}” in line {line}: {doubt}"


def _names_before(parsed: ParsedDocument, group: Group) -> Iterator[Span]:
    """Where an unnumbered heading above the row, or the text between the next heading above and the row, names one."""
    first = parsed.sections[group.members[0].section]
    above = parsed.sections[first.parent] if first.parent >= 0 else parsed.sections[0]
    start = max(above.span.start, first.span.start - _INTRODUCTION)
    for block in _blocks(parsed, start, first.span.start):
        match = CITED.search(parsed.prose.text, *block) or _CHOSEN.search(parsed.prose.text, *block)
        if match is not None:
            yield parsed.prose.span(*match.span())
    index = first.parent
    while index > 0:
        section = parsed.sections[index]
        span = _named(section) if section.number is None else None
        if span is not None:
            yield span
        index = section.parent


def _blocks(parsed: ParsedDocument, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Paragraphs and cells between two document offsets, in prose offsets."""
    prose = parsed.prose
    index = bisect_left(range(len(prose.blocks)), start, key=lambda place: prose.offset(prose.blocks[place].start))
    for block in map(prose.blocks.__getitem__, range(index, len(prose.blocks))):  # a slice would copy all that follow
        if prose.offset(block.start) >= end:
            break
        if block.kind is not BlockKind.HEADING:
            yield block.start, block.end


def _named(section: Section) -> Span | None:
    """The title, if it names another document or says that it is about one."""
    return section.title_span if CITED.search(section.title) or _ABOUT.search(section.title) else None


def _are_alternatives(scan: ScanInput, first: int, second: int) -> bool:
    one, other = (scan.parsed.sections[index] for index in (first, second))
    titles = bare_title(one), bare_title(other)
    if any(_ALTERNATIVE.search(title) for title in titles):
        return True
    words = [next(_telling_words(title), "") for title in titles]
    languages = {scan.languages.at(section.span.start) for section in (one, other)}
    return words[0] == words[1] != "" or (len(languages) > 1 and UNDECIDED not in languages)


def _telling_words(title: str) -> Iterator[str]:
    return (word for word in map(str.casefold, _WORD.findall(title)) if word not in FUNCTION_WORDS)
