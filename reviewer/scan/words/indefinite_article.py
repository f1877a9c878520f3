"""``indefinite-article``: in English, "an" before a consonant that is spoken, or "a" before a vowel."""

import re
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import BlockKind, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.language import english_hits
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.words.article_context import (
    Place,
    begins_noun_phrase,
    follows_article,
    is_surely_article,
    opens,
    opens_subject,
)
from reviewer.scan.words.english_passage import EnglishPassages, Passage, english_names
from reviewer.scan.words.first_sound import article_before
from reviewer.scan.words.sentences import SENTENCE_END
from reviewer.scan.words.spelling_evidence import evidence_of
from reviewer.scan.words.spoken_of import is_spoken_of
from reviewer.scan.words.token_context import is_as_in_code, is_template_part, is_whole_token, touches_code

_WORD = r"(?P<space>[ \n](?P<mark>\*{0,2}))(?P<word>[a-z]{2,40}(?:-[a-z]{1,40}){0,4})(?![^\W_]|-)"
_MAY_BE_CONSONANT = r"(?=[ \n]\*{0,2}(?:[bcdfgh-np-tv-z]|one?|once|[eu][a-z]))"
_MAY_BE_VOWEL = r"(?=[ \n]\*{0,2}(?:[aeio]|u[a-z]|h[oe]))"
_ARTICLES = tuple(
    lazy_pattern(rf"{opening}(?P<article>{article}){following}{_WORD}")
    for opening in (" ", r"\n", r"\(")
    for article, following in (("an", _MAY_BE_CONSONANT), ("a", _MAY_BE_VOWEL))
    if (opening, article) != (r"\(", "a")
)
"""On folded text. One pattern an opening: a search for plain letters is ten times as fast as one for a set."""
_AT_START = lazy_pattern(rf"(?P<article>an?){_WORD}")
_NEARBY = 200
"""Characters of the paragraph that are read on either side."""
_ABOUT_SOUNDS = lazy_pattern(
    r"\b(?:articles?|pronounc\w+|pronunciation|vowels?|consonants?|grammar|grammatical\w*|typos?|misspel\w+)\b",
    re.IGNORECASE,
)
_LETTER_A = lazy_pattern(r"(?<![\w'’])\(?a(?:\)| (?:and|or|to|is|=|<|>|\+) ?[bcd]?\b|, b\b)")


class IndefiniteArticle:
    """Reports the article that cannot stand before the sound of the next word (``first_sound``), with the other one.

    Read are English passages; the next word must be a plain one right behind, over a line break too. Silent about words
    that are spoken in two ways, abbreviations, single letters, function words, words of ``style.glossary``, and about
    an "a" that may be a letter, a variable or a name (``article_context``). No repair where "an" may have been another
    word ("and", "any"), of an article with a capital, in paragraphs without a function word of English, in headings,
    quotations and labels that are linked to, under Bad headings, where the sentence speaks of words or has the right
    form as well, and where no speller was asked. Tables are left out: a cell's "a" is often a label.

    A person is told of every repair (``plan.from_findings``): which article is right follows from the next word alone,
    but that an article stands there does not.
    """

    id = "indefinite-article"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding an article, over it and its word."""
        places = [match for match in _places(scan) if _is_wrong(scan, match)]
        if not places:
            return
        passages = EnglishPassages(scan)
        names = english_names(scan.languages)
        for match in places:
            start = match.start("article")
            offset = scan.parsed.prose.offset(start)
            if scan.languages.at(offset) in names and passages.around(start) is Passage.ENGLISH:
                yield from self._findings(scan, match)

    def _findings(self, scan: ScanInput, match: re.Match[str]) -> Iterator[Finding]:
        parsed, text = scan.parsed, scan.parsed.prose.text
        block = parsed.prose.block_at(match.start("article"))
        place = _place(text, block, match)
        sure = is_surely_article(place) and not _may_be_letter(place)
        told = {"a": sure, "A": opens_subject(place), "An": opens(place)}.get(place.article, True)
        if not told or follows_article(place.before):
            return
        span = parsed.prose.span(match.start("article"), match.end("word"))
        other = _other(place.article)
        kept = scan.shown.holds(match.start("article"), match.end("word")) or evidence_of(scan).is_link_target(
            block, span
        )
        english = block.kind is not BlockKind.HEADING and _has_english(place)
        repairs: tuple[Repair, ...] = ()
        if sure and english and not kept and scan.spelling_failure is None and not _is_about_words(place):
            own = parsed.prose.span(*match.span("article"))
            repairs = (Repair(span=own, before_text=place.article, after_text=other, kind="grammar"),)
        sound = "a vowel" if other.lower() == "an" else "a consonant"
        message = f"{place.article!r} stands before {place.word!r}, which is spoken with {sound} at its beginning"
        yield finding(self, parsed.document, span, message, repairs=repairs)


def _places(scan: ScanInput) -> Iterator[re.Match[str]]:
    folded = scan.folded
    first = _AT_START.match(folded)
    if first:
        yield first
    for pattern in _ARTICLES:
        yield from pattern.finditer(folded)


def _is_wrong(scan: ScanInput, match: re.Match[str]) -> bool:
    """Whether the other article belongs there, of a plain word of prose that no setting protects."""
    text = scan.parsed.prose.text
    article, word = (text[slice(*match.span(name))] for name in ("article", "word"))
    if article == "AN" or not begins_noun_phrase(word):
        return False
    right = article_before(word)
    if right in ("", article.lower()) or word.lower() in _glossary(scan) or _may_be_misspelt(scan, word):
        return False
    place = Span(*match.span("word"))
    block = scan.parsed.prose.block_at(place.start)
    if not is_whole_token(text, *place) or touches_code(scan.parsed, place) or is_as_in_code(text, *place):
        return False
    mark = match["mark"]
    if mark and mark not in text[place.end : min(block.end, place.end + _NEARBY)]:
        return False
    return not is_template_part(text, block, Span(match.start("article"), place.end))


def _may_be_misspelt(scan: ScanInput, word: str) -> bool:
    """Whether the speller would let the word begin with another letter."""
    return any(fix[:1].lower() != word[:1].lower() for fix in scan.spelling.get(word, ()))


def _glossary(scan: ScanInput) -> frozenset[str]:
    return frozenset(word.casefold() for term in scan.config.style.glossary for word in (term, *term.split()))


def _place(text: str, block: ProseBlock, match: re.Match[str]) -> Place:
    start, end = match.start("article"), match.end("word")
    before = text[max(block.start, start - _NEARBY) : start]
    after = text[end : min(block.end, end + _NEARBY)]
    return Place(text[start : match.end("article")], text[match.start("word") : end], before, after)


def _other(article: str) -> str:
    return {"a": "an", "A": "An", "an": "a", "An": "A"}[article]


def _may_be_letter(place: Place) -> bool:
    """Whether the paragraph has a letter a nearby."""
    return place.article == "a" and any(_LETTER_A.search(part) for part in (place.before, place.after))


def _has_english(place: Place) -> bool:
    """Whether the words around, without the article itself, have a function word of English."""
    english, other = english_hits(f"{place.before} {place.after}")
    return english > 0 and english >= other


def _is_about_words(place: Place) -> bool:
    start = max((match.end() for match in SENTENCE_END.finditer(place.before)), default=0)
    end = SENTENCE_END.search(place.after)
    parts = place.before[start:], place.after[: end.end()] if end else place.after
    if is_spoken_of(place.before, place.after) or any(_ABOUT_SOUNDS.search(part) for part in parts):
        return True
    right = rf"(?<!\w){_other(place.article)} {re.escape(place.word)}(?!\w)"
    return any(re.search(right, part, re.IGNORECASE) or "sic" in part for part in parts)


RULES = (IndefiniteArticle(),)
