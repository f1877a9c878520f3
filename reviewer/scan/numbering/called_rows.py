"""Headings that are numbered behind a word of their own: Schedule 1, Exhibit B, Step 3, Étape 2, Pièce n° 4, Clause 5.

They are no section numbers: nothing refers to "section 3" and means Step 3. Only gaps are looked for, in rows of one
word under one heading; a row that begins again at 1 is another one. Nothing is missing that a heading, line or table
cell anywhere opens with, that is a link to somewhere else, or of which a line says what became of it; nor in a text
that says it is an extract, or that includes others. What is missing is for people to say: there is never a repair.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.scan.numbering.doubts import is_partial_document
from reviewer.scan.numbering.number_groups import Numbered, ranked
from reviewer.scan.references.withdrawn import GONE_ANYWHERE
from reviewer.scan.rule import ScanInput

_WORDS = r"(?P<word>schedule|exhibit|attachment|enclosure|annexure|clause|step|étape|etape|pièce)"
_PLAIN = r"(?:\d{1,3}|(?-i:[A-Z]|[IVXLC]{1,7}))"
_TITLE = lazy_pattern(
    rf"[*_~\s]*{_WORDS}(?P<many>s?)(?:[ \u00a0]n[°º])?[ \u00a0]+(?:(?P<number>{_PLAIN})"
    r"(?![\w/&+]|\.\d|[ \u00a0]?[–—-][ \u00a0]?(?:\d|(?-i:[A-Z])(?!\w))|[ \u00a0](?:and|to|et|à|or|ou|bis|ter)\b))?",
    re.IGNORECASE,
)
_JOIN = r"[ \u00a0]?(?:,|&|[–—-]|\b(?:and|or|to|et|ou|à)\b)[ \u00a0]?"
_NAMED = lazy_pattern(
    rf"(?<!\w){_WORDS}s?(?:[ \u00a0]n[°º])?[ \u00a0]+"
    rf"(?P<list>{_PLAIN}(?:[a-z]|[ \u00a0](?:bis|ter))?(?!\w)(?:{_JOIN}{_PLAIN}(?!\w)){{0,20}})",
    re.IGNORECASE,
)
_STEPS = ("step", "étape", "etape")
"""Every procedure has its own: what explains a gap stands in the row itself."""
_NUMBER = lazy_pattern(r"\d+|(?<!\w)[A-Z]+(?!\w)")
_RANGE = lazy_pattern(r"[–—-]|\b(?:to|à)\b")
_ENDS = 2
_WIDEST = 20
_LINE = 300
_OPENS = lazy_pattern(r"[\s#>|*_~(\[{\"'•+-]*(?:\d+[.)]\s*)?(?:<[^<>]{0,200}>[\s*_]*){0,5}\Z")
"""Before a number's word on its line: marks, tags and the like."""
_ELSEWHERE = lazy_pattern(
    r"\b(?:separate(?:ly)?|filed|skip(?:ped)?|intentionally|optional|séparément|déposée?s?|sautée?s?|sans objet"
    r"|facultatifs?|facultatives?|not\s(?:used|included|attached|reproduced|needed|required|applicable))\b",
    re.IGNORECASE,
)


class Missing(NamedTuple):
    """A number is missing right before the heading at ``span``, which has ``after``; ``before`` is the one above."""

    span: Span
    before: str
    after: str


class _Title(NamedTuple):
    word: str
    level: int
    parent: int


def missing_numbers(scan: ScanInput) -> Iterator[Missing]:
    """Gaps in document order within each row."""
    rows: dict[_Title, list[list[Numbered]]] = defaultdict(list)
    for index, section in enumerate(scan.parsed.sections[1:], 1):
        match = _TITLE.match(section.title)
        if match is None or match["number"] is None or match["many"]:
            continue
        begun = rows[_Title(match["word"].casefold(), section.level, section.parent)]
        if not begun or match["number"] in ("1", "A"):
            begun.append([])
        begun[-1].append(Numbered(index, match["number"], "", 0))
    for title, parts in rows.items():
        for row in parts:
            yield from _gaps(scan, title.word, row)


def _gaps(scan: ScanInput, word: str, row: list[Numbered]) -> Iterator[Missing]:
    digits = [member.number.isdigit() for member in row]
    if any(digits) is not all(digits):
        return
    members = ranked(row, "digit" if digits[0] else "letter")
    steps = [second.rank - first.rank for first, second in pairwise(members)]
    if not steps or min(steps) < 1 or max(steps) == 1 or 2 * sum(step - 1 for step in steps) > len(members) + 1:
        return
    if is_partial_document(scan):
        return
    explained, sections = scan.shared(_explained), scan.parsed.sections
    reach = Span(0, len(scan.parsed.document.text))
    if word in _STEPS:
        reach = Span(sections[members[0].section].span.start, sections[members[-1].section].span.end)
    for first, second in pairwise(members):
        numbers = [_written(first, rank) for rank in range(first.rank + 1, second.rank)]
        if not all(_lies_in(explained.get((word, number), ()), reach) for number in numbers):
            yield Missing(_span(scan.parsed, second), first.number, second.number)


def _written(model: Numbered, rank: int) -> str:
    """The rank in the style of a neighbour: digits, a letter, a roman numeral."""
    if model.number.isdigit():
        return str(rank)
    if model.rank == ord(model.number[0]) - ord("A") + 1 and len(model.number) == 1 and model.number != "I":
        return chr(ord("A") + rank - 1)
    tens, ones = divmod(rank, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def _lies_in(places: Sequence[int], reach: Span) -> bool:
    """Whether one of the sorted places lies there."""
    index = bisect_left(places, reach.start)
    return index < len(places) and places[index] < reach.end


def _explained(parsed: ParsedDocument) -> Mapping[tuple[str, str], Sequence[int]]:
    """Where words with numbers open a line, lead elsewhere, or are said to be gone or elsewhere; sorted."""
    text = parsed.document.text
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    away = sorted(link.text for link in parsed.links if not link.href.startswith("#"))
    for match in _NAMED.finditer(text):
        start = max(text.rfind("\n", max(match.start() - _LINE, 0), match.start()) + 1, match.start() - _LINE, 0)
        end = text.find("\n", match.end(), match.end() + _LINE)
        line = text[start : end if end >= 0 else match.end() + _LINE]
        link = bisect_right(away, match.start(), key=lambda place: place.start) - 1
        linked = link >= 0 and match.start() < away[link].end
        if linked or _OPENS.match(text, start, match.start()) or GONE_ANYWHERE.search(line) or _ELSEWHERE.search(line):
            for number in _listed(match["list"]):
                found[match["word"].casefold(), number].append(match.start())
    return found


def _listed(text: str) -> Iterator[str]:
    """The numbers of a list, and those in its ranges."""
    numbers = _NUMBER.findall(text)
    yield from numbers
    if _RANGE.search(text) and len(numbers) == _ENDS and all(map(str.isdigit, numbers)):
        yield from map(str, range(int(numbers[0]), min(int(numbers[1]), int(numbers[0]) + _WIDEST)))


def _span(parsed: ParsedDocument, member: Numbered) -> Span:
    start, end = parsed.sections[member.section].title_span
    match = _TITLE.match(parsed.document.text, start, end)
    return Span(*match.span("number")) if match is not None and match["number"] else Span(start, start)
