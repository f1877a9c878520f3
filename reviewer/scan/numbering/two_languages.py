"""Whether two headings, or two captions, with one number are a text and its translation.

Only what shows two languages counts: a mark (``(FR)``, ``— English``, ``<!-- lang: fr -->``), the words of the titles,
the language of what stands below them; with captions also the word itself (Table, Tableau) and the space that French
puts before a colon.
"""

import re

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.language import UNDECIDED, normalise_code, text_language
from reviewer.scan.numbering.captions import Numbering
from reviewer.scan.rule import ScanInput
from reviewer.scan.word_language import speaks_for

_NAME = r"en|fr|de|es|it|nl|pt|english|french|german|spanish|anglais|français|francais|deutsch"
_MARK = lazy_pattern(
    rf"[(\[](?P<inside>{_NAME})[)\]]|(?:\s[–—|/-]|:)\s(?P<behind>{_NAME})\W*\Z|\A\W*(?P<before>{_NAME})\s?[:–—|/-]",
    re.IGNORECASE,
)
_WORD = lazy_pattern(r"[^\W\d_][\w'’]*")
_SAMPLE = 2_000
"""Characters of a section that are read."""
_LINE = 200
_SPACED_COLON = lazy_pattern(r"[*_]{0,3}(?P<space>[ \u00a0\u202f]?):")


def headings_differ(scan: ScanInput, first: int, second: int) -> bool:
    """Whether the two sections (indices) are surely in different languages."""
    one, other = (scan.parsed.sections[index] for index in (first, second))
    if _differ(_mark(one.title), _mark(other.title)):
        return True
    if _differ(scan.languages.at(one.title_span.start), scan.languages.at(other.title_span.start)):
        return True
    if _differ(_spoken(one.title), _spoken(other.title)):
        return True
    samples = (_text(scan, section.own.start, section.own.end) for section in (one, other))
    return _differ(*map(text_language, samples))


def captions_differ(scan: ScanInput, one: Numbering, other: Numbering) -> bool:
    """Whether the two captions are surely in different languages."""
    lines = [_caption(scan, caption) for caption in (one, other)]
    if {word.casefold() for word, _ in lines} == {"table", "tableau"}:
        return True
    return any(_differ(*(read(behind) for _, behind in lines)) for read in (_colon, _spoken, _few_words))


def _caption(scan: ScanInput, caption: Numbering) -> tuple[str, str]:
    """Its word, and the rest of its line."""
    text = scan.parsed.document.text
    end = text.find("\n", caption.shown.end, caption.shown.end + _LINE)
    word = _WORD.search(text, *caption.span)
    behind = text[caption.shown.end : end if end >= 0 else caption.shown.end + _LINE]
    return word.group() if word else "", behind


def _colon(behind: str) -> str:
    match = _SPACED_COLON.match(behind)
    return UNDECIDED if match is None else "fr" if match["space"] else "en"


def _few_words(text: str) -> str:
    return text_language(text, 1)


def _text(scan: ScanInput, start: int, end: int) -> str:
    return scan.parsed.document.text[start : min(end, start + _SAMPLE)]


def _mark(title: str) -> str:
    match = _MARK.search(title)
    if match is None:
        return UNDECIDED
    return normalise_code(match["inside"] or match["behind"] or match["before"])


def _spoken(title: str) -> str:
    languages = {speaks_for(word) for word in _WORD.findall(title)} - {""}
    return languages.pop() if len(languages) == 1 else UNDECIDED


def _differ(one: str, other: str) -> bool:
    return UNDECIDED not in (one, other) and one != other
