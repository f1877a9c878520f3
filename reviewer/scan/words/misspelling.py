"""``misspelling``: known misspellings of English words, with checks of our own behind the speller."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from reviewer.config import ReviewerConfig
from reviewer.errors import ReviewError
from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import BlockKind, ParsedDocument, Prose, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.tokens import Tokens
from reviewer.scan.words.english_passage import EnglishPassages, Passage, english_names
from reviewer.scan.words.joined_words import JOINED_WORDS
from reviewer.scan.words.rare_words import BETTER_CORRECTIONS, LIVING_WORDS
from reviewer.scan.words.sentences import ends_sentence
from reviewer.scan.words.set_against import READ_AROUND
from reviewer.scan.words.spelling_evidence import Evidence, evidence_of
from reviewer.scan.words.token_context import (
    is_as_in_code,
    is_template_part,
    is_whole_token,
    starts_sentence,
    touches_code,
)
from reviewer.scan.words.word_as_subject import is_subject
from reviewer.scan.words.written_names import Name, has_persons, name_at, opens_as_no_name

_WORD = lazy_pattern(r"[^\W\d_]{3,}")
_SHORT = frozenset({"teh", "adn", "hte", "nad", "fo", "ot"})
_LEAST_LENGTH = 4
_MANY_WORDS = 150
"""Up to here a search for each word is faster than one pass over all words."""
_MARKS = ".,;:!?()*_\"'“”‘’…"
_LEAST_CAPITALS = 9
"""A word in capitals only is an abbreviation, unless it is this long."""


def spelling_words(scan: ScanInput) -> frozenset[str]:
    """The words to ask a speller about, as written: ASCII words of English prose that could be reported at all.

    Undecided passages count as English when nothing in the document is in another language.
    """
    right = _right(scan.config)
    tokens = _english_tokens(scan)
    return frozenset(
        word for word in set(_WORD.findall(" ".join(tokens))) if _may_be_asked(word) and word.casefold() not in right
    )


class Misspelling:
    """Reports words that the speller corrects (``ScanInput.spelling``), in English passages.

    So are two small words that were run together (``joined_words``), which no speller is asked about.

    Whole tokens only: nothing in code, URLs, paths, identifiers, dotted names, calls, templates or wiki links. Silent
    about names (capitalised words inside a sentence, words that the document uses as a name, ``written_names``) and
    about passages of another language (``english_passage``). A repair is proposed for single corrections that pass
    ``Evidence`` in a passage that speaks English; a table cell, a link label, a heading that is linked to, a word that
    the document's code has and what may be a name get ``advice`` instead, quotations and Bad examples neither.
    """

    id = "misspelling"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope = frozenset({ProtectedKind.TABLE})

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding an occurrence.

        Raises:
            ReviewError: the speller gave no answer (``ScanInput.spelling_failure``).
        """
        if scan.spelling_failure is not None:
            raise ReviewError("no-speller", scan.spelling_failure)
        spelling = _corrections(scan)
        if not spelling:
            return
        evidence = evidence_of(scan)
        places = list(_places(scan, evidence.uses(spelling)))
        passages = EnglishPassages(scan)
        doubtful: set[tuple[int, str]] = set()
        kept: list[tuple[int, str, Passage]] = []
        for start, word in places:
            passage = passages.at(start, word, spelling[word][0])
            name = _name(scan, start, word, spelling[word])
            if name is Name.PERHAPS:
                doubtful.add((scan.parsed.prose.block_at(start).start, word.lower()))
            known = evidence.is_name(word) or evidence.is_script_name(word, start)
            if not known and name is not Name.YES and passage is not Passage.OTHER:
                kept.append((start, word, passage))
        made: list[tuple[int, Finding]] = []
        for start, word, passage in kept:
            doubt = (scan.parsed.prose.block_at(start).start, word.lower()) in doubtful
            sure = passage is Passage.ENGLISH and not doubt
            made.append((start, self._finding(scan, (start, word), spelling[word], evidence, sure=sure)))
        yield from _alike_in_a_sentence(scan, made)

    def _finding(
        self, scan: ScanInput, place: tuple[int, str], fixes: tuple[str, ...], evidence: Evidence, *, sure: bool
    ) -> Finding:
        start, word = place
        prose = scan.parsed.prose
        span = prose.span(start, start + len(word))
        message = f"{word!r} is a misspelling of {' or '.join(repr(fix) for fix in fixes[:3])}"
        found = finding(self, scan.parsed.document, span, message)
        known = word.lower() if _is_no_name(prose.text, prose.block_at(start), (start, word), fixes[0]) else word
        if len(fixes) != 1 or scan.shown.holds(start, start + len(word)) or not evidence.is_sure(known, fixes[0]):
            return found
        repair = Repair(span=span, before_text=word, after_text=_like(word, fixes[0]), kind="typo")
        block = prose.block_at(start)
        inside = word[:1].isupper() and not word.isupper() and not starts_sentence(prose.text, block, start)
        safe = (
            sure
            and not inside
            and not is_as_in_code(prose.text, start, start + len(word))
            and not _is_spoken_of(prose.text, block, (start, word), fixes[0])
            and not evidence.is_link_target(block, span)
            and not evidence.is_identifier(word)
        )
        kept = block.kind is BlockKind.TABLE and scan.config.style.protect_tables
        if safe and not kept:
            return found.model_copy(update={"repairs": (repair,)})
        return found.model_copy(update={"advice": repair, "withheld": safe})


def _corrections(scan: ScanInput) -> dict[str, tuple[str, ...]]:
    """What the speller corrects, without words that are right, and with better corrections where it is known to err.

    With the words of the document that are two.
    """
    right = _right(scan.config)
    known = {
        word: BETTER_CORRECTIONS.get(word.casefold(), fixes)
        for word, fixes in scan.spelling.items()
        if word.casefold() not in right
    }
    return known | {
        word: (JOINED_WORDS[word],) for word in scan.shared(_joined, scan.shared(Tokens)) if word not in right
    }


def _joined(_: ParsedDocument, tokens: Tokens) -> tuple[str, ...]:
    """Words of the prose that are two, in their order."""
    words = {token.strip(_MARKS) for token in tokens.uses}
    return tuple(sorted(words & JOINED_WORDS.keys()))


def _alike_in_a_sentence(scan: ScanInput, made: list[tuple[int, Finding]]) -> list[Finding]:
    """The findings in their order; where a sentence has a word twice and one stays, none of the two is repaired."""
    places: dict[str, list[int]] = {}
    for index, (_, item) in enumerate(made):
        places.setdefault(item.text.lower(), []).append(index)
    found = [item for _, item in made]
    for indices in places.values():
        for near in (pairwise(indices), pairwise(indices[::-1])):
            for one, other in near:
                repairs = found[other].repairs
                if repairs and not found[one].repairs and _is_one_sentence(scan, made[one][0], made[other][0]):
                    found[other] = found[other].model_copy(update={"repairs": (), "advice": repairs[0]})
    return found


def _is_one_sentence(scan: ScanInput, one: int, other: int) -> bool:
    start, end = sorted((one, other))
    prose = scan.parsed.prose
    near = end - start <= READ_AROUND and prose.block_at(start) == prose.block_at(end)
    return near and not ends_sentence(prose.text[start:end])


def _is_spoken_of(text: str, block: ProseBlock, place: tuple[int, str], fix: str) -> bool:
    """Whether the word itself is the subject, so that "we renamed adress to address" would lose its meaning."""
    start, word = place
    end = start + len(word)
    before = text[max(block.start, start - READ_AROUND) : start]
    after = text[end : min(block.end, end + READ_AROUND)]
    return is_subject(before, after, word, fix)


def _is_no_name(text: str, block: ProseBlock, place: tuple[int, str], fix: str) -> bool:
    """Whether the capital is only that of the sentence."""
    start, word = place
    end = start + len(word)
    capital = word[:1].isupper() and word[1:].islower() and starts_sentence(text, block, start)
    return capital and opens_as_no_name(text[end : min(block.end, end + READ_AROUND)], fix.lower())


def _name(scan: ScanInput, start: int, word: str, fixes: tuple[str, ...]) -> Name:
    parsed = scan.parsed
    place = Span(start, start + len(word))
    return name_at(parsed, parsed.prose.block_at(start), place, fixes[0].lower(), lambda: scan.shared(has_persons))


def _places(scan: ScanInput, words: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """Prose offsets of whole-token occurrences in English passages, in document order."""
    prose = scan.parsed.prose
    english = english_names(scan.languages)
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


def _english_tokens(scan: ScanInput) -> Iterable[str]:
    english, languages, prose = english_names(scan.languages), scan.languages, scan.parsed.prose
    if english.issuperset(languages.names):
        return scan.shared(Tokens).uses
    tokens: set[str] = set()
    borders = [_first_block(prose, offset) for offset in languages.starts]
    for name, start, end in zip(languages.names, borders, (*borders[1:], len(prose.text)), strict=True):
        if name in english:
            tokens.update(prose.text[start:end].split())
    return tokens


def _first_block(prose: Prose, offset: int) -> int:
    """Where the first block begins that does so at or behind a document offset; else the prose's end."""
    line = bisect_left(prose.line_offsets, offset)
    block = bisect_left(prose.block_starts, prose.line_starts[line]) if line < len(prose.line_starts) else -1
    return prose.block_starts[block] if 0 <= block < len(prose.blocks) else len(prose.text)


def _right(config: ReviewerConfig) -> frozenset[str]:
    """Living words, and those of the glossary, whole words only: ``admin`` accepts ``admin``, not ``adminstration``."""
    return LIVING_WORDS.union(word.casefold() for term in config.style.glossary for word in (term, *term.split()))


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
