"""Every number that a document writes, with where it stands: what a renumbering must account for.

Prose (table cells, quotations and headings too) and protected text (code, HTML, comments, math, front matter) are read
once each. Of links' targets only the titles are: anchors in them are compared as anchors.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument, ProseBlock, ProtectedRegion
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

_RUN = lazy_pattern(r"[0-9][0-9.]*")
"""Twice as fast to search for as the numbers in it."""
_NUMBER = lazy_pattern(r"[0-9]+(?:\.[0-9]+)*")
_WORDS = {
    "1": "one un une premier première",
    "2": "two deux second deuxième ii",
    "3": "three trois third troisième iii",
    "4": "four quatre fourth quatrième iv",
    "5": "five cinq fifth cinquième",
    "6": "six sixth sixième vi",
    "7": "seven sept seventh septième vii",
    "8": "eight huit eighth huitième viii",
    "9": "nine neuf ninth neuvième ix",
    "10": "ten dix tenth dixième",
    "11": "eleven onze eleventh onzième xi",
    "12": "twelve douze twelfth douzième xii",
}
_NO_SPACES = "\u2e80"
"""From here on letters are Chinese, Japanese and Korean, but for a few."""
_OTHER_DIGITS = lazy_pattern(r"(?:&#(?:0{0,3}(?:4[89]|5[0-7])|[xX]0{0,3}3[0-9]);|[\uff10-\uff19])+")
"""``&#52;``, and the wide digits of Chinese and Japanese text."""
_LAST = lazy_pattern(r"\d+(?:\.\d+)*\Z")
_UNREAD = frozenset({ProtectedKind.TABLE, ProtectedKind.AUTOLINK, ProtectedKind.REVIEW_NOTE})


class Place(NamedTuple):
    """A number at ``text[start:end]``, to be read within ``[lowest, highest)``: its block or protected region.

    ``offset`` is in the document. ``kind`` is the protected region's; for prose it is None and ``block`` is set.
    """

    text: str
    start: int
    end: int
    lowest: int
    highest: int
    offset: int
    kind: ProtectedKind | None = None
    block: ProseBlock | None = None

    @property
    def number(self) -> str:
        """The number as it stands."""
        return self.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class NumberTokens:
    """Where each run of digits and dots stands: prose offsets, and document offsets with the protected region."""

    parsed: ParsedDocument
    prose: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    regions: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    below: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Longer numbers by what they begin with: 4.1 and 4.1.2 for 4."""
    encoded: dict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))
    """Where the document's source has a number in other digits: nothing there can be read further."""

    def places(self, number: str) -> Iterator[Place]:
        """Where exactly this number stands: neither ``14`` nor ``4.1`` for 4. Prose first, both in document order."""
        lead = _lead(number)
        for start in self.prose.get(number[lead:], ()):
            yield from self._prose_place(start - lead, number)
        for start, region in self.regions.get(number[lead:], ()):
            yield from self._region_place(start - lead, number, region)

    def places_below(self, number: str) -> Iterator[Place]:
        """Where longer numbers that begin with this one stand."""
        lead = _lead(number)
        for longer in self.below.get(number[lead:], ()):
            yield from self.places(number[:lead] + longer)

    def places_in_words(self, number: str, folded: str) -> Iterator[Place]:
        """Where prose writes it as ``four``, ``fourth`` or ``IV``; ``folded`` is the prose in lower case."""
        for word in _WORDS.get(number, "").split():
            start = folded.find(word)
            while start >= 0:
                before, after = folded[start - 1 : start], folded[start + len(word) : start + len(word) + 1]
                if not (before.isalnum() or after.isalnum()):
                    yield from self._word_place(start, start + len(word))
                start = folded.find(word, start + 1)

    def _word_place(self, start: int, end: int) -> Iterator[Place]:
        prose = self.parsed.prose
        block = prose.block_at(start)
        if block.start <= start < block.end:
            yield Place(prose.text, start, end, block.start, block.end, prose.offset(start), block=block)

    def _prose_place(self, start: int, number: str) -> Iterator[Place]:
        prose = self.parsed.prose
        block = prose.block_at(max(start, 0))
        if start >= block.start and _stands_alone(prose.text, start, number):
            end = start + len(number)
            yield Place(prose.text, start, end, block.start, block.end, prose.offset(start), block=block)

    def _region_place(self, start: int, number: str, index: int) -> Iterator[Place]:
        text, region = self.parsed.document.text, self.parsed.protected[index]
        if start >= region.span.start and _stands_alone(text, start, number):
            yield Place(text, start, start + len(number), region.span.start, region.span.end, start, region.kind)


def _stands_alone(text: str, start: int, number: str) -> bool:
    """Not a part of ``A.4``, ``p.4``, ``v4`` or ``name_4``; a word may touch it (``Fig.3``, ``s.3``, ``S3``)."""
    if not text.startswith(number, start):
        return False
    before = text[max(start - 3, 0) : start].rjust(3)
    if before[2] in "._":
        word = before[1] in "sS" or (before[0].isalpha() and before[1].isalpha())
        return not before[1].isalnum() or (before[2] == "." and word)
    joined = joins_numbers(before[2]) and before[2] not in "sS" and not before[1].isalpha()
    return not before[2].isdigit() and not joined


def joins_numbers(char: str) -> bool:
    """A letter that makes one word with a number beside it; in scripts without spaces none does (``第4章``)."""
    return char.isalpha() and char < _NO_SPACES


def _lead(number: str) -> int:
    """How much of A.3 or 6-1 stands before its last run of digits and dots."""
    match = _LAST.search(number)
    return match.start() if match else 0


def number_tokens(parsed: ParsedDocument) -> NumberTokens:
    """Read all numbers of a document."""
    found = NumberTokens(parsed)
    prose, regions, text = found.prose, found.regions, parsed.document.text
    for number, start in _numbers(parsed.prose.text, Span(0, len(parsed.prose.text))):
        prose[number].append(start)
    for index, region in enumerate(parsed.protected):
        span = _read_of(text, region)
        for number, start in _numbers(text, span) if span is not None else ():
            regions[number].append((start, index))
    if "&#" in text or not text.isascii():
        for match in _OTHER_DIGITS.finditer(text):
            found.encoded[_decoded(match.group())].append(Span(*match.span()))
    for number in {number for table in (prose, regions) for number in table if "." in number}:
        parts = number.split(".")
        for size in range(1, min(len(parts), 8)):
            found.below[".".join(parts[:size])].append(number)
    return found


def _read_of(text: str, region: ProtectedRegion) -> Span | None:
    """What of a protected region is read: all of it, or of a link's target the title."""
    if region.kind is ProtectedKind.LINK_TARGET:
        return _title(text, region.span)
    return None if region.kind in _UNREAD else region.span


def _title(text: str, span: Span) -> Span | None:
    """The title of a link: ``"Section 4"`` in ``(#limits "Section 4")``."""
    last = text[span.end - 2 : span.end - 1]
    if text[span.end - 1 : span.end] != ")" or last not in ('"', "'", ")"):
        return None
    start = text.find(" ", span.start, span.end)
    return Span(start, span.end) if start >= 0 else None


def _decoded(digits: str) -> str:
    """``4`` for ``&#52;``."""
    return "".join(str(unicodedata.decimal(char)) for char in unescape(digits))


def _numbers(text: str, span: Span) -> Iterator[tuple[str, int]]:
    for match in _RUN.finditer(text, *span):
        run = match.group()
        if run[-1] != "." and ".." not in run:
            yield run, match.start()
        else:
            yield from _parts(match)


def _parts(run: re.Match[str]) -> list[tuple[str, int]]:
    """The numbers in a run of digits and dots: ``4`` in ``4.``, ``4`` and ``7`` in ``4....7``."""
    text = run.group().rstrip(".")
    if ".." not in text:
        return [(text, run.start())]
    return [(part.group(), run.start() + part.start()) for part in _NUMBER.finditer(text)]
