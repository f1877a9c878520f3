"""``misspelling``: known misspellings of English words, with checks of our own behind the speller."""

import re
from collections.abc import Iterator, Mapping

from reviewer.config import ReviewerConfig
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.language import UNDECIDED, Languages, has_function_words, text_language
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.shown import Shown
from reviewer.scan.words.french_words import FRENCH_WORDS
from reviewer.scan.words.spelling_evidence import Evidence
from reviewer.scan.words.token_context import is_template_part, is_whole_token, starts_sentence, touches_code

_WORD = re.compile(r"[^\W\d_]{3,}")
_SHORT = frozenset({"teh", "adn", "hte", "nad", "fo", "ot"})
_LEAST_LENGTH = 4
_MANY_WORDS = 150
"""Up to here a search for each word is faster than one pass over all words."""
_SAMPLE = 4_000
"""Characters that are read to tell the language of a block."""
_FRENCH_BESIDE = re.compile(
    r"(?i)(?:\b(?:de|du|des|la|le|les|un|une|et|en|au|aux|à|pour|par|sur|ce|cette|nos|notre)|['’])[ \n\u00a0]?\Z"
    r"|\A[ \n\u00a0](?:de|du|des|et|en|au|aux|à|pour|par|est|sont)\b|\A[ \n\u00a0]d['’]"
)
_BESIDE = 8
_SURE_HITS = 4
"""English function words of a block in which a word that French has too is corrected all the same."""
_LEAST_CAPITALS = 9
"""A word in capitals only is an abbreviation, unless it is this long."""


def spelling_words(parsed: ParsedDocument, languages: Languages, config: ReviewerConfig) -> frozenset[str]:
    """The words to ask a speller about, as written: ASCII words of English prose that could be reported at all.

    Undecided passages count as English when nothing in the document is in another language.
    """
    accepted = _accepted(config)
    tokens: set[str] = set()
    for text in _english_text(parsed, languages):
        tokens.update(text.split())
    return frozenset(
        word for word in set(_WORD.findall(" ".join(tokens))) if _may_be_asked(word) and word.casefold() not in accepted
    )


class Misspelling:
    """Reports words that the speller corrects (``ScanInput.spelling``), in English passages.

    Whole tokens only: nothing in code, URLs, paths, identifiers, dotted names, calls, templates or wiki links. Silent
    about capitalised words inside a sentence (names), about words that the document uses as a name, about passages
    whose own words are of another language, and about words that are right in French (``FRENCH_WORDS``) unless the
    paragraph is surely English. A repair is proposed for single corrections that pass ``Evidence``; a table cell, a
    link label, a heading that is linked to and a word that the document's code has get ``advice`` instead, quotations
    and Bad examples neither.
    """

    id = "misspelling"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope = frozenset({ProtectedKind.TABLE})

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding an occurrence.

        Raises:
            RuntimeError: the speller gave no answer (``ScanInput.spelling_failure``).
        """
        if scan.spelling_failure is not None:
            raise RuntimeError(scan.spelling_failure)
        accepted = _accepted(scan.config)
        spelling = {word: fixes for word, fixes in scan.spelling.items() if word.casefold() not in accepted}
        if not spelling:
            return
        evidence = scan.shared(Evidence, scan.folded)
        places = list(_places(scan, evidence.uses(spelling)))
        shown = scan.shown
        english = _ReadsEnglish(scan)
        for start, word in places:
            named = evidence.is_name(word) or evidence.is_script_name(word, start)
            if not named and english.at(start) and not english.quotes_french(start, word):
                found = self._finding(scan, (start, word), spelling[word], shown, evidence)
                yield found.model_copy(update={"repairs": ()}) if english.may_be_french(start, word) else found

    def _finding(
        self, scan: ScanInput, place: tuple[int, str], fixes: tuple[str, ...], shown: Shown, evidence: Evidence
    ) -> Finding:
        start, word = place
        prose = scan.parsed.prose
        span = prose.span(start, start + len(word))
        message = f"{word!r} is a misspelling of {' or '.join(repr(fix) for fix in fixes[:3])}"
        found = finding(self, scan.parsed.document, span, message)
        if len(fixes) != 1 or shown.holds(start, start + len(word)) or not evidence.is_sure(word, fixes[0]):
            return found
        repair = Repair(span=span, before_text=word, after_text=_like(word, fixes[0]), kind="typo")
        block = prose.block_at(start)
        safe = not (
            (block.kind is BlockKind.TABLE and scan.config.style.protect_tables)
            or evidence.is_link_target(block, span)
            or evidence.is_identifier(word)
        )
        inside = word[:1].isupper() and not word.isupper() and not starts_sentence(prose.text, block, start)
        return found.model_copy(update={"repairs": (repair,)} if safe and not inside else {"advice": repair})


class _ReadsEnglish:
    """Whether a block's own words are English: a French sentence in an English section is not corrected."""

    def __init__(self, scan: ScanInput) -> None:
        self._scan = scan
        self._blocks: dict[int, bool] = {}
        self._french_too = "fr" in scan.languages.names
        sample = scan.parsed.prose.text[:_SAMPLE]
        self._by_default = text_language(sample, 1) == "en" or not has_function_words(sample)

    def at(self, start: int) -> bool:
        """True when the block at a prose offset may be corrected."""
        prose = self._scan.parsed.prose
        block = prose.block_at(start)
        if block.start not in self._blocks:
            text = prose.text[block.start : min(block.end, block.start + _SAMPLE)]
            if self._scan.languages.at(prose.offset(start)) == "en":
                self._blocks[block.start] = text_language(text, 2) in ("en", UNDECIDED)
            else:
                own = text_language(text, 1)
                self._blocks[block.start] = own == "en" or (own == UNDECIDED and self._by_default)
        return self._blocks[block.start]

    def may_be_french(self, start: int, word: str) -> bool:
        """True for a word that is right in French, where the document has French and the block is short of English."""
        return self._french_too and word.lower() in FRENCH_WORDS and self._language(start, _SURE_HITS) != "en"

    def quotes_french(self, start: int, word: str) -> bool:
        """True when the word at a prose offset is right in French and may be meant so."""
        if word.lower() not in FRENCH_WORDS:
            return False
        prose = self._scan.parsed.prose
        block, end = prose.block_at(start), start + len(word)
        before = prose.text[max(block.start, start - _BESIDE) : start]
        after = prose.text[end : min(block.end, end + _BESIDE)]
        if _FRENCH_BESIDE.search(before) or _FRENCH_BESIDE.search(after):
            return True
        return self._language(start, 2) != "en"

    def _language(self, start: int, least_hits: int) -> str:
        prose = self._scan.parsed.prose
        block = prose.block_at(start)
        return text_language(prose.text[block.start : min(block.end, block.start + _SAMPLE)], least_hits)


def _places(scan: ScanInput, words: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """Prose offsets of whole-token occurrences in English passages, in document order."""
    prose = scan.parsed.prose
    english = _english(scan.languages)
    for start, word in _occurrences(prose.text, words):
        place = Span(start, start + len(word))
        if not is_whole_token(prose.text, *place) or scan.languages.at(prose.offset(start)) not in english:
            continue
        block = prose.block_at(start)
        if touches_code(scan.parsed, place) or is_template_part(prose.text, block, place):
            continue
        inside = word[:1].isupper() and not word.isupper() and not starts_sentence(prose.text, block, start)
        if not inside or block.kind is BlockKind.HEADING:
            yield start, word


def _occurrences(text: str, words: Mapping[str, int]) -> list[tuple[int, str]]:
    """Places of each word; its value says how often it occurs at most, so that the search can stop early."""
    if len(words) > _MANY_WORDS:
        return [(match.start(), match.group()) for match in _WORD.finditer(text) if match.group() in words]
    found: list[tuple[int, str]] = []
    for word, most in words.items():
        position, left = text.find(word), most
        while position >= 0 and left:
            end = position + len(word)
            if not text[position - 1 : position].isalpha() and not text[end : end + 1].isalpha():
                found.append((position, word))
                left -= 1
            position = text.find(word, end) if left else -1
    return sorted(found)


def _english(languages: Languages) -> frozenset[str]:
    others = {name for name in languages.names if name not in ("en", UNDECIDED)}
    return frozenset({"en"}) if others else frozenset({"en", UNDECIDED})


def _english_text(parsed: ParsedDocument, languages: Languages) -> Iterator[str]:
    english = _english(languages)
    prose = parsed.prose
    if english.issuperset(languages.names):
        yield prose.text
        return
    for block in prose.blocks:
        if languages.at(prose.offset(block.start)) in english:
            yield prose.text[block.start : block.end]


def _accepted(config: ReviewerConfig) -> frozenset[str]:
    """Glossary words, whole words only: ``admin`` accepts ``admin``, not ``adminstration``."""
    return frozenset(word.casefold() for term in config.style.glossary for word in (term, *term.split()))


def _may_be_asked(word: str) -> bool:
    if not word.isascii() or (len(word) < _LEAST_LENGTH and word.casefold() not in _SHORT):
        return False
    return word[1:].islower() or (word.isupper() and len(word) >= _LEAST_CAPITALS)


def _like(word: str, fix: str) -> str:
    """The correction with the word's capitals."""
    if word.isupper():
        return fix.upper()
    return fix[:1].upper() + fix[1:] if word[:1].isupper() else fix


RULES = (Misspelling(),)
