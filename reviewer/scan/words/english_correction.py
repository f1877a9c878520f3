"""Corrections of a few plain English words that rules make by grammar, and what keeps each of them from being made.

One place for what such rules have in common: which passages are read, what is no word of prose, what is only reported.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Repair
from reviewer.model.parsed import ProseBlock
from reviewer.model.position import Span
from reviewer.scan.rule import Rule, ScanInput, finding
from reviewer.scan.words.about_words import is_in_sentence_about_words
from reviewer.scan.words.english_passage import EnglishPassages, Passage, english_names
from reviewer.scan.words.sentences import SENTENCE_END
from reviewer.scan.words.spelling_evidence import evidence_of
from reviewer.scan.words.spoken_of import is_spoken_of
from reviewer.scan.words.token_context import is_as_in_code, is_template_part, is_whole_token, touches_code

READ_AROUND = 200
"""Characters of the paragraph that are read on either side."""
_FORMS = lazy_pattern(r"\b(?:apostrophes?|possessives?|contractions?|abbreviat\w+|pronouns?|grammar|grammatical\w*)\b")


class Correction(NamedTuple):
    """The prose ``[start, end)``, what belongs there instead, and why; what is not ``sure`` is only reported."""

    start: int
    end: int
    after: str
    message: str
    sure: bool = True


class Around(NamedTuple):
    """What the paragraph has before and behind a place, ``READ_AROUND`` characters of each at most."""

    before: str
    after: str


def around(scan: ScanInput, start: int, end: int) -> Around:
    """The text of the block on either side of prose ``[start, end)``."""
    text, block = scan.parsed.prose.text, scan.parsed.prose.block_at(start)
    return Around(text[max(block.start, start - READ_AROUND) : start], text[end : min(block.end, end + READ_AROUND)])


def corrected(rule: Rule, scan: ScanInput, corrections: Iterable[Correction]) -> Iterator[Finding]:
    """One finding a correction that stands in a passage that speaks English.

    Nothing is said of parts of longer tokens, of code and templates, and of words of ``style.glossary``. Without a
    repair stay headings and labels that are linked to, what is shown as it is (``shown``), what may be a name in code,
    and sentences that speak of words.
    """
    kept = [one for one in corrections if _is_prose(scan, one)]
    if not kept:
        return
    passages, names = EnglishPassages(scan), english_names(scan.languages)
    for one in kept:
        offset = scan.parsed.prose.offset(one.start)
        if scan.languages.at(offset) in names and passages.around(one.start) is Passage.ENGLISH:
            yield _finding(rule, scan, one)


def _finding(rule: Rule, scan: ScanInput, one: Correction) -> Finding:
    parsed = scan.parsed
    block = parsed.prose.block_at(one.start)
    span = parsed.prose.span(one.start, one.end)
    text = parsed.prose.text
    repairs: tuple[Repair, ...] = ()
    if one.sure and not (
        scan.shown.holds(one.start, one.end)
        or evidence_of(scan).is_link_target(block, span)
        or is_as_in_code(text, one.start, one.end)
        or _is_about_words(around(scan, one.start, one.end))
    ):
        before = parsed.document.text[span.start : span.end]
        repairs = (Repair(span=span, before_text=before, after_text=one.after, kind="grammar"),)
    return finding(rule, parsed.document, span, one.message, repairs=repairs)


def _is_prose(scan: ScanInput, one: Correction) -> bool:
    prose, place = scan.parsed.prose, Span(one.start, one.end)
    block: ProseBlock = prose.block_at(one.start)
    if not is_whole_token(prose.text, *place) or _is_term(scan, prose.text[one.start : one.end]):
        return False
    return not (touches_code(scan.parsed, place) or is_template_part(prose.text, block, place))


def _is_term(scan: ScanInput, written: str) -> bool:
    return any(term.casefold() == written.casefold() for term in scan.config.style.glossary)


def _is_about_words(place: Around) -> bool:
    before, after = place
    start = max((match.end() for match in SENTENCE_END.finditer(before)), default=0)
    end = SENTENCE_END.search(after)
    parts = before[start:], after[: end.end()] if end else after
    if is_spoken_of(before, after) or is_in_sentence_about_words(before, after):
        return True
    return any(_FORMS.search(part) for part in parts)
