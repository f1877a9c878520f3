"""``doubled-word``: the same word twice in a row, in English and French, over a line break too."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.language import UNDECIDED, text_language
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.words.spelling_evidence import evidence_of
from reviewer.scan.words.spoken_of import is_pair_spoken_of
from reviewer.scan.words.token_context import is_template_part, starts_sentence
from reviewer.scan.words.word_classes import AUXILIARIES, CONTAINED, MAY_BE_NAMES, MAY_REPEAT, NOUNS_TOO, SUBJECTS
from reviewer.scan.words.word_pairs import Pair, Verdict, judge

_TWICE = lazy_pattern(
    r"\b([a-zß-öø-ÿœ]{2,}+)((?:[ \t\u00a0\u202f]{1,9}|\n[ \t]{0,99})\1)((?:[ \t\u00a0\u202f]{1,9}\1)*)\b"
)
"""On folded text. Letters of English and French only. A word is never tried again without its last letters (``+``):
what follows is white space."""
_TWICE_BEHIND = lazy_pattern(r"[^a-zß-öø-ÿœ]([a-zß-öø-ÿœ]{2,}+)(?=[ \t\n\u00a0\u202f]++\1)")
"""Wherever ``_TWICE`` may match, but for the text's start. Opens with what is no letter: tried only between words."""
_LETTERS_TWICE = {
    ("a a ", "a\na "): lazy_pattern(r"(a)(?<=[^\W\d_][^\W\d_] a)([ \n]a)()(?= [^\W\d_]{2})"),
    ("à à", "à\nà", "à\u00a0à"): lazy_pattern(r"(à)(?<!\wà)([ \n\u00a0]à)((?:[ \n\u00a0]à)*)(?!\w)"),
}
"""The only words of one letter that are doubled by mistake more often than on purpose, and what a text with one has.
What stands before is asked for behind the letter: a pattern that opens with a letter is tried only where that is."""
_ELIDED = lazy_pattern(r"['’]([a-zß-öø-ÿœ]{1,20})[ \n\u00a0]([a-z]{1,6})['’]\1(?![\w'’])")
"""The end of "c'est c'est" and "it's it's". Apostrophes are rare, so the search begins with one."""
_PREPOSITIONS = {"the": "of|to|in|for|on|with|from|by|at|and|as"} | dict.fromkeys(
    ("la", "le", "les"), "de|dans|sur|par|pour|avec|et"
)
_PHRASES = tuple(
    lazy_pattern(rf"{article}[ \n]((?:{before})[ \n]{article})\b") for article, before in _PREPOSITIONS.items()
)
"""The end of "of the of the": no noun can stand between an article and a preposition. One pattern an article, because a
pattern that begins with plain letters is ten times as fast."""
_NOT_BEFORE = frozenset("'’-/.@#&*_~`\ufffc\\:")
_NOT_AFTER = frozenset("'’*_~`\ufffc")
_NEARBY = 200
"""Characters of the paragraph that are read on either side."""
_END = lazy_pattern(r"[.,;]|\n?\Z")
_LEAST_NOUN = 5
_NOUN_BEFORE = lazy_pattern(r"\b(?:the|this) \Z")
_NOUN = lazy_pattern(r"the[ \n]([a-z]{4,})(?=[.,;]|[ \n](?:of|is|was|from|that|has)\b)")
"""Followed by one of these, a word after an article is no adjective."""
_LAST_WORD = lazy_pattern(r"([^\W\d_]+)[*_]{0,3}[ \n]\Z")


class DoubledWord:
    """Reports a word that stands twice in a row, and a preposition with its article ("of the of the").

    The second one is removed only where no clause can explain the pair (``word_pairs``): determiners, conjunctions,
    most prepositions, auxiliaries after a plain subject, adverbs; a noun before the end of its clause, where the
    document has that noun by itself elsewhere. Other pairs are left to a person, and pairs that grammar explains
    ("that that", "log in in the morning", "what it is is a list", "vous vous") and names are passed over. In
    quotations and under Bad headings, in tables, in labels and headings that are linked to, in passages of other
    languages, and where a word stands more than twice, there is no repair.
    """

    id = "doubled-word"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope = frozenset({ProtectedKind.TABLE})

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a pair, over both words."""
        pairs = tuple(_pairs(scan))
        uses = Counter(match.group(1) for match in pairs)
        for match in pairs:
            block = scan.parsed.prose.block_at(match.start())
            verdict = _judged(scan, match, block, uses[match.group(1)])
            if verdict is not Verdict.RIGHT:
                yield self._finding(scan, match, block, sure=verdict is Verdict.SURE)

    def _finding(self, scan: ScanInput, match: re.Match[str], block: ProseBlock, *, sure: bool) -> Finding:
        parsed = scan.parsed
        span = parsed.prose.span(match.start(), match.end())
        first = " ".join(parsed.prose.text[slice(*match.span(1))].split())
        what = f"the words {first!r} stand" if " " in first else f"the word {first!r} stands"
        often = "more than twice in a row" if match.group(3) else "twice"
        kept = match.group(3) or block.row or block.column or scan.shown.holds(match.start(), match.end())
        repairs: tuple[Repair, ...] = ()
        if sure and not kept and not evidence_of(scan).is_link_target(block, span):
            repairs = (_repair(parsed, block, match),)
        return finding(self, parsed.document, span, f"{what} {often}", repairs=repairs)


def _pairs(scan: ScanInput) -> Iterator[re.Match[str]]:
    """Matches with the first word (or phrase), the second with the space before it, and any more."""
    folded, text = scan.folded, scan.parsed.prose.text
    for match in (*_twice(folded), *_letters(folded), *_elided(folded), *_phrases(folded)):
        first = text[slice(*match.span(1))]
        second = text[match.end(2) - len(first) : match.end(2)]
        if match.group(1) in MAY_REPEAT or second[0].isupper() or first[1:] != second[1:]:
            continue
        if _is_part(folded, *match.span()):
            continue
        block = scan.parsed.prose.block_at(match.start())
        named = first[0].isupper() and (_may_be_name(match) or not starts_sentence(text, block, match.start()))
        if not named and not is_template_part(text, block, Span(*match.span())):
            yield match


def _twice(folded: str) -> Iterator[re.Match[str]]:
    end = 0
    for start in (0, *(before.start() + 1 for before in _TWICE_BEHIND.finditer(folded))):
        match = _TWICE.match(folded, start) if start >= end else None
        if match is not None:
            end = match.end()
            yield match


def _letters(folded: str) -> Iterator[re.Match[str]]:
    for signs, pattern in _LETTERS_TWICE.items():
        if any(sign in folded for sign in signs):
            yield from pattern.finditer(folded)


def _elided(folded: str) -> Iterator[re.Match[str]]:
    for half in _ELIDED.finditer(folded):
        start = half.start() - len(half.group(2))
        word = rf"{half.group(2)}['’]{half.group(1)}"
        match = re.compile(rf"(?<![\w'’])({word})([ \n\u00a0]{word})()").match(folded, start) if start >= 0 else None
        if match:
            yield match


def _phrases(folded: str) -> Iterator[re.Match[str]]:
    for half in (half for pattern in _PHRASES for half in pattern.finditer(folded)):
        words = r"[ \n]".join(map(re.escape, half.group(1).split()))
        start = half.start(1) - len(half.group(1)) - 1
        match = re.compile(rf"\b({words})([ \n]{words})()\b").match(folded, start) if start >= 0 else None
        if match:
            yield match


def _may_be_name(match: re.Match[str]) -> bool:
    """True for Will will and May may; "Is is" and "Does does" are no names."""
    return match.group(1) in AUXILIARIES["en"] & MAY_BE_NAMES


def _judged(scan: ScanInput, match: re.Match[str], block: ProseBlock, uses: int) -> Verdict:
    text = scan.parsed.prose.text
    start, end = match.span()
    first = max(block.start, start - _NEARBY)
    before, after = text[first:start], text[end : min(block.end, end + _NEARBY)]
    verdict = _by_grammar(scan, match, Pair(match.group(1), before, after, "", whole=first == block.start), uses)
    return Verdict.UNSURE if verdict is Verdict.SURE and is_pair_spoken_of(before, after) else verdict


def _by_grammar(scan: ScanInput, match: re.Match[str], pair: Pair, uses: int) -> Verdict:
    before, after = pair.before, pair.after
    if " " in pair.word or "\n" in pair.word:
        return Verdict.SURE
    language = text_language(f"{before}{match.string[slice(*match.span())]}{after}", 1)
    if language == UNDECIDED:
        language = scan.languages.at(scan.parsed.prose.offset(match.start()))
    verdict = judge(pair._replace(language=language))
    if verdict is Verdict.SURE and pair.word in NOUNS_TOO and not _has_subject(scan, pair.word, before):
        return Verdict.UNSURE
    if verdict is Verdict.UNSURE and uses == 1 and language == "en" and _is_known_noun(scan, match, before, after):
        return Verdict.SURE
    return verdict


def _has_subject(scan: ScanInput, word: str, before: str) -> bool:
    """True when what stands before an auxiliary is surely its subject, not an adjective ("the large can can")."""
    last = _LAST_WORD.search(before.lower())
    subject = last.group(1) if last else ""
    if subject in SUBJECTS["en"] - {"this", "one"} or (subject.endswith("s") and not subject.endswith(("ss", "us"))):
        return True
    return subject in scan.shared(_nouns, scan.folded) and not (word == "can" and subject in CONTAINED)


def _is_known_noun(scan: ScanInput, match: re.Match[str], before: str, after: str) -> bool:
    """True for "drop the request request." in a text that has "the request" by itself elsewhere."""
    word = match.group(1)
    if len(word) < _LEAST_NOUN or not _END.match(after) or not _NOUN_BEFORE.search(before.lower()):
        return False
    return word in scan.shared(_nouns, scan.folded) and not evidence_of(scan).is_identifier(word)


def _nouns(_: ParsedDocument, folded: str) -> frozenset[str]:
    return frozenset(match.group(1) for match in _NOUN.finditer(folded))


def _is_part(text: str, start: int, end: int) -> bool:
    """True when markup, an apostrophe, a hyphen or a path joins either word to something else."""
    if text[start - 1 : start] in _NOT_BEFORE or text[end : end + 1] in _NOT_AFTER:
        return True
    after = text[end : end + 1]
    return bool(after) and (unicodedata.combining(after) > 0 or (after in "-/" and text[end + 1 : end + 2].isalnum()))


def _repair(parsed: ParsedDocument, block: ProseBlock, match: re.Match[str]) -> Repair:
    """Remove the second word: with the space before it, or, where it begins a line, with the space after it."""
    text = parsed.prose.text
    start, end = match.end(1), match.end()
    if "\n" in match.group(2) and end + 1 < block.end and text[end] == " " and text[end + 1].isalpha():
        start, end = end - len(match.group(1)), end + 1
    span = parsed.prose.span(start, end)
    before = parsed.document.text[span.start : span.end]
    return Repair(span=span, before_text=before, after_text="", kind="typo")


RULES = (DoubledWord(),)
