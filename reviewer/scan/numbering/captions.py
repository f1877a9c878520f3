"""Captions and mentions of figures, tables and equations, in English and French (seed: ``md_numbering_control``).

A caption opens its block, or the line under an image, with label and number, followed by ``:``, ``.``, a dash or the
end of the block; or the whole line is emphasised, a heading, or an image's text. Everything else is a mention:
"Figure 3 shows …" at the start of a paragraph, the first line of a list item (a list of figures), the text of a link.
Captions are also read in HTML blocks, and those of equations in math: ``\\tag{3}``, and ``(3)`` at the end of a
display. Numbers may have a prefix (``2.1``, ``6-1``, ``A.1``) or a letter behind (``2a``). Code never counts.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from heapq import merge
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import FILLER, BlockKind, ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.references.other_documents import OtherDocuments
from reviewer.scan.references.whose import Whose


class Label(StrEnum):
    """What is numbered."""

    FIGURE = "figure"
    TABLE = "table"
    EQUATION = "equation"


class Numbering(NamedTuple):
    """One number of a caption or mention; ``prefix`` is ``2.`` in 2.1, ``suffix`` the letter of 2a.

    ``span`` is in the document and ends with the number; ``enclosed`` says that a bracket opens before the number and
    closes behind it. ``continued`` marks the further pages of a table, ``image`` an image's text.
    """

    prefix: str
    number: int
    suffix: str
    span: Span
    image: bool = False
    continued: bool = False
    enclosed: bool = False

    @property
    def shown(self) -> Span:
        """What to show of it: ``Table (3)``, not ``Table (3``."""
        return Span(self.span.start, self.span.end + self.enclosed)

    @property
    def name(self) -> str:
        """The number as people write it."""
        return f"{self.prefix}{self.number}{self.suffix}"


class Numberings(NamedTuple):
    """All captions and mentions of one label, each in document order."""

    captions: tuple[Numbering, ...]
    mentions: tuple[Numbering, ...]


_NUM = r"(?:[A-Z][.-]?|\d{1,3}[.-])?(?:\d{1,3}[.-])*\d{1,4}(?:[a-z](?!\w))?"
_END = r"(?![^\W_]|_\w|[%€$°]|[.,]\d|-\d|[ \u00a0\u202f](?:[%‰€$°]|\d{3}(?!\d)))"
"""Behind a number: no letter, unit or further digit ("figure 20 %", "the figure 100 000")."""
_SPACE = r"(?:[ \t\u00a0\u202f]?\n?[ \t\u00a0\u202f]?|&nbsp;)(?:n[°º](?:[ \u00a0\u202f]|&nbsp;)?)?"
_WORDS = {
    Label.FIGURE: r"[iI](?<=[Ff].)(?<![^\W_]..)[gG](?:ures?|URES?|s?\.|S?\.)",
    Label.TABLE: r"[aA](?<=[Tt].)(?<![^\W_]..)(?:bles?|BLES?|bleaux?|BLEAUX?|bleau|BLEAU)",
    Label.EQUATION: r"[qQ](?<=[EeÉé].)(?<![^\W_]..)(?:uations?|UATIONS?|s?\.)",
}
"""From the second letter on: the first one is too common in text to search for."""
_IN_ONE_CASE = {
    Label.FIGURE: (("ig", r"(?<=[Ff]..)(?<![^\W_]...)(?:ures?|s?\.)"), ("IG", r"(?<=F..)(?<![^\W_]...)(?:URES?|S?\.)")),
    Label.TABLE: (
        ("abl", r"(?<=[Tt]...)(?<![^\W_]....)(?:es?|eaux?|eau)"),
        ("ABL", r"(?<=T...)(?<![^\W_]....)(?:ES?|EAUX?|EAU)"),
    ),
    Label.EQUATION: (
        ("q", r"(?<=[EeÉé].)(?<![^\W_]..)(?:uations?|s?\.)"),
        ("Q", r"(?<=[EÉ].)(?<![^\W_]..)(?:UATIONS?|S?\.)"),
    ),
}
"""The same in small letters, and in capitals: two patterns that open with literal letters are searched several times as
fast as one that opens with either, and not at all in a text without them."""
_NUMBERED = rf"{_SPACE}\(?(?P<number>{_NUM}){_END}\)?"
_LABELLED = {
    label: {letters: lazy_pattern(letters + rest + _NUMBERED) for letters, rest in words}
    for label, words in _IN_ONE_CASE.items()
}
_MORE = lazy_pattern(
    rf"(?:,\s?(?:(?:and|or|et|ou)\s)?|\s(?:and|or|et|ou|to|à|&)\s|\s?[–—]\s?)\(?(?P<number>{_NUM}){_END}(?!\s?[A-Za-z]*:)\)?"
)
_PLURAL = lazy_pattern(r"\w+(?:s|x|S|X)\.?\W")
_PARTS = lazy_pattern(r"(.*?)(\d+)([a-z]?)$")
_MARKUP = frozenset(f" \t*_>(:[{FILLER}")
_LONGEST_MARKUP = 400
"""Characters of tags and image addresses looked back over."""
MARKED = lazy_pattern(r"[*_]{0,3}(?:[ \t\u00a0\u202f]|&nbsp;)?(?:[:.](?!\w)|[–—|]|-\s)|[*_]{1,3}[ \t]+(?=[A-ZÀ-Þ])")
_CONTINUED = lazy_pattern(r"[^\n]{0,80}\((?:continued|cont['’.]?d?\.?|suite|fin)\)", re.IGNORECASE)
_HTML = {
    label: lazy_pattern(rf"(?:>|^)[ \t*_]*\w{word}{_NUMBERED}[ \t]*(?:[:.–—-]|<|$)", re.MULTILINE)
    for label, word in _WORDS.items()
}
_TAG = lazy_pattern(rf"\\tag\*?\{{\(?(?P<number>{_NUM})\)?\}}")
_DISPLAYED = lazy_pattern(
    rf"(?:\$\$|\\\]|\\q?quad|\\hfill|\\;|~)[ \t,.]*\((?P<number>{_NUM})\)[ \t]*(?:\$\$|\\\])?[ \t]*$", re.MULTILINE
)
_SET_APART = lazy_pattern(rf"{FILLER}[ \t,.]{{0,3}}\((?P<number>{_NUM})\)[ \t]*$", re.MULTILINE)
_ONLY_MATH = lazy_pattern(rf"[ \t{FILLER}]*")
_MATH = (ProtectedKind.MATH_BLOCK, ProtectedKind.INLINE_MATH)


def labelled_numbers(text: str, label: Label) -> Iterator[re.Match[str]]:
    """Each label with a number behind it, in order. A match begins at the label's second letter; it has ``number``."""
    found = (pattern.finditer(text) for letters, pattern in _LABELLED[label].items() if letters in text)
    return merge(*found, key=re.Match.start)


def in_html(parsed: ParsedDocument, label: Label) -> frozenset[str]:
    """Numbers that HTML blocks give or mention: nothing there can be rewritten."""
    found: set[str] = set()
    for block in parsed.blocks:
        if block.kind is BlockKind.HTML_BLOCK:
            html = parsed.document.text[block.span.start : block.span.end]
            found.update(match["number"] for match in labelled_numbers(html, label))
    return frozenset(found)


def numberings(parsed: ParsedDocument, label: Label) -> Numberings:
    """Captions and mentions of one label."""
    captions = [*_html_captions(parsed, label)]
    if label is Label.EQUATION:
        captions += _equation_tags(parsed)
    mentions: list[Numbering] = []
    others = OtherDocuments(parsed)
    images = frozenset(link.text.start for link in parsed.links if link.image)
    text = parsed.prose.text
    for match in labelled_numbers(text, label):
        start = match.start() - 1
        block = parsed.prose.block_at(start)
        image = parsed.prose.offset(start) in images
        if image or _is_caption(parsed, block, Span(start, match.end()), others):
            continued = _CONTINUED.match(text, match.end(), block.end) is not None
            captions.append(_numbering(parsed, match, start, image=image, continued=continued))
        elif others.whose(start, match.end()) is Whose.OURS:
            mentions += _listed(parsed, match, start)
    captions.sort(key=lambda caption: caption.span)
    return Numberings(tuple(captions), tuple(mentions))


def _is_caption(parsed: ParsedDocument, block: ProseBlock, place: Span, others: OtherDocuments) -> bool:
    text, start, end = parsed.prose.text, place.start, place.end
    if not _opens_line(text, block.start, start):
        return False
    if others.link_at(start) is not None or _opens_list_item(parsed, block):
        return False
    if block.kind is BlockKind.HEADING or MARKED.match(text, end, block.end):
        return True
    if block.kind is BlockKind.TABLE:
        return False
    line_end = text.find("\n", end, block.end)
    rest = text[end : block.end if line_end < 0 else line_end].rstrip(f" \t{FILLER}])")
    opened = text[start - 1 : start] in ("*", "_")
    return (opened and rest[-1:] in ("*", "_")) or (not rest.strip("*_") and line_end < 0)


def _opens_line(text: str, block: int, start: int) -> bool:
    """Only markup between the block's start, or a line that ends with an image, and the label."""
    lowest = max(block, start - _LONGEST_MARKUP)
    while start > lowest and text[start - 1] in _MARKUP:
        start -= 1
    if start == block:
        return True
    return text[start - 1] == "\n" and text[max(start - 4, block) : start].rstrip().endswith(FILLER)


def _opens_list_item(parsed: ParsedDocument, block: ProseBlock) -> bool:
    own = parsed.blocks[block.block]
    parent = parsed.blocks[own.parent] if own.parent >= 0 else None
    return parent is not None and parent.kind is BlockKind.LIST_ITEM and parent.line_start == own.line_start


def _listed(parsed: ParsedDocument, match: re.Match[str], start: int) -> Iterator[Numbering]:
    """The number of a mention, and after a plural the rest of its list or range (its ends)."""
    yield _numbering(parsed, match, start)
    position = match.end()
    plural = _PLURAL.match(match.group()) is not None
    while plural and (more := _MORE.match(parsed.prose.text, position)):
        yield _numbering(parsed, more, more.start("number"))
        position = more.end()


def _numbering(
    parsed: ParsedDocument, match: re.Match[str], start: int, *, image: bool = False, continued: bool = False
) -> Numbering:
    number = match.start("number")
    enclosed = start < number and match.string[number - 1] == "(" and match.group()[-1] == ")"
    prefix, value, suffix = parts_of(match.group("number"))
    return Numbering(prefix, value, suffix, parsed.prose.span(start, match.end("number")), image, continued, enclosed)


def parts_of(number: str) -> tuple[str, int, str]:
    """Prefix, number and letter of what a caption's pattern found: ``2.``, 1 and ``a`` of 2.1a."""
    parts = _PARTS.match(number)
    assert parts is not None, number  # noqa: S101 - _NUM ends in digits and at most one letter
    return parts[1], int(parts[2]), parts[3]


def _split(number: str, span: Span) -> Numbering:
    return Numbering(*parts_of(number), span)


def _html_captions(parsed: ParsedDocument, label: Label) -> Iterator[Numbering]:
    text = parsed.document.text
    for block in parsed.blocks:
        if block.kind is BlockKind.HTML_BLOCK:
            for match in _HTML[label].finditer(text, block.span.start, block.span.end):
                yield _split(match["number"], Span(*match.span("number")))


def _equation_tags(parsed: ParsedDocument) -> Iterator[Numbering]:
    text = parsed.document.text
    for match in _TAG.finditer(text):
        span = Span(*match.span("number"))
        if any(region.kind in _MATH for region in parsed.protected_in(span)):
            yield _split(match["number"], span)
    for block in parsed.blocks:
        if block.kind is BlockKind.MATH_BLOCK:
            for match in _DISPLAYED.finditer(text, block.span.start, block.span.end):
                yield _split(match["number"], Span(*match.span("number")))
    prose = parsed.prose.text
    for match in _SET_APART.finditer(prose):
        if _ONLY_MATH.fullmatch(prose, prose.rfind("\n", 0, match.start()) + 1, match.start()):
            yield _numbering(parsed, match, match.start("number"))
