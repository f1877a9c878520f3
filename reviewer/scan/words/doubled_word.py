"""``doubled-word``: the same word twice in a row, in English and French, over a line break too."""

import re
import unicodedata
from collections.abc import Iterator

from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.words.spelling_evidence import Evidence
from reviewer.scan.words.token_context import is_template_part

_TWICE = re.compile(
    r"\b([a-zß-öø-ÿœ]{2,}+)((?:[ \t\u00a0\u202f]{1,9}|\n[ \t]{0,99})\1)((?:[ \t\u00a0\u202f]{1,9}\1)*)\b"
)
"""On folded text. Letters of English and French only: four times as fast as any letter. A word is
never tried again without its last letters (``+``): what follows is white space."""
_LETTER_TWICE = re.compile(r"(?<=[^\W\d_][^\W\d_] )([aà])([ \n]\1)()(?= [^\W\d_]{2})")
"""The only words of one letter that are doubled by mistake more often than on purpose."""
_LETTER_PAIRS = (" a a ", " à à ", " a\na ", " à\nà ")
_NOT_BEFORE = frozenset("'’-/.@#&*_~`\ufffc\\")
_NOT_AFTER = frozenset("'’*_~`\ufffc")

_MAY_REPEAT_TEXT = """
    that had very no so really many there now bye ha hey yes her
    vous nous très si non oui bien tout faire elle elles lui eux
    blah bla tic tac toc cha pom boo knock duran couci walla baden pago bora chop choo
    long double
"""
_MAY_REPEAT = frozenset(_MAY_REPEAT_TEXT.split())
_AFTER_IT = frozenset({"it", "that", "this", "what", "which"})


class DoubledWord:
    """Reports a word that stands twice in a row and proposes to remove the second one.

    Silent about words that English or French grammar doubles ("that that", "had had", "vous vous", "nous nous"), names
    (both capitalised), letters but "a" and "à", numbers, templates, and words with markup, a link's end or a hard line
    break between them.
    In quotations and under Bad headings, in tables, in labels and headings that are linked to, and where a word stands
    more than twice, there is no repair.
    """

    id = "doubled-word"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope = frozenset({ProtectedKind.TABLE})

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a pair, over both words."""
        parsed = scan.parsed
        text = parsed.prose.text
        folded, shown, evidence = scan.folded, scan.shown, scan.shared(Evidence, scan.folded)
        letters = _LETTER_TWICE.finditer(folded) if any(pair in folded for pair in _LETTER_PAIRS) else ()
        for match in (*_TWICE.finditer(folded), *letters):
            first = text[slice(*match.span(1))]
            second = text[match.end(2) - len(first) : match.end(2)]
            if not _is_error(folded, first, second, match):
                continue
            block = parsed.prose.block_at(match.start())
            if is_template_part(text, block, Span(*match.span())):
                continue
            span = parsed.prose.span(match.start(), match.end())
            repairs: tuple[Repair, ...] = ()
            often = "more than twice in a row" if match.group(3) else "twice"
            kept = match.group(3) or block.row or block.column or evidence.is_link_target(block, span)
            if not (kept or shown.holds(match.start(), match.end())):
                repairs = (_repair(parsed, block, match),)
            yield finding(self, parsed.document, span, f"the word {first!r} stands {often}", repairs=repairs)


def _is_error(folded: str, first: str, second: str, match: re.Match[str]) -> bool:
    word = match.group(1)
    if word in _MAY_REPEAT or second[0].isupper() or first[1:] != second[1:] or _is_part(folded, *match.span()):
        return False
    if word == "is":  # "what it is is a list" is right, "This is is" is not
        before = folded[max(match.start() - 60, 0) : match.start()].split()
        opens = len(before) < 2 or before[-2][-1] in ".!?:;"
        return not before or before[-1] not in _AFTER_IT or (opens and before[-1] != "what")
    return True


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
