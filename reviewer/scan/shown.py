"""Text that is shown as it is: quotations, and what stands under a heading such as Bad or Mauvais. Never edited."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from reviewer.config import ReviewerConfig
from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument, Prose, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

_CLOSERS = {"“": "”", "„": "“”", "«": "»", "‹": "›", "「": "」"}
_MARKS = lazy_pattern(r"[\"“”„«»‹›「」]")
_SINGLE_MARKS = lazy_pattern(r"(?<![\w'’\"])['‘](?=\w)|(?<=[\w.,!?…;])['’](?!\w)")
_DOUBLED_MARKS = lazy_pattern(r"``|''")
"""Quotation marks of two characters: TeX's, and two apostrophes."""
_QUOTING_TAG = lazy_pattern(r"(?i)<(/?)(?:q|blockquote)\b[^<>]{0,500}>")
_SINGLE_OPEN = ("'", "‘")
_LONGEST_SINGLE = 120
"""A longer stretch between single marks is taken for two apostrophes."""
_LINE = 200
"""Characters on either side that are read of a line."""
_LABEL = lazy_pattern(r"[*_~\s]*([^\n:*_~]{1,30}?)[*_~\s]*[:：]")
_REMARK = lazy_pattern(
    r"(?i)[*_\s]*(?:notes?|tip|hint|warning|caution|important|remark|info|remarques?|attention|astuce|conseil)\b[*_\s]*[:：!]"
)
_MODULE = lazy_pattern(
    r"import\s(?:[^\n]{0,200}\sfrom\s+)?[\"'][^\n\"']+[\"']|export\s+(?:default|const|let|var|function|class|\*|\{)"
)
"""MDX: a paragraph that is a module's import or export."""
_ABOUT_SPELLING = lazy_pattern(r"(?i)\b(?:typos?|misspel\w+|coquilles?|fautes? de frappe)\b")
"""A line that speaks of a misspelling ("fix typo avaiable -> available") shows it."""
_ENDS = lazy_pattern(r"^[\W\d_]+|[\W_]+$")
_EXAMPLE = r"(?:\s+(?:examples?|practices?|usage|way|exemples?|pratiques?|usages?))?"


def quotations(text: str) -> tuple[tuple[int, int], ...]:
    """Outermost quotations in one paragraph as sorted ``[start, end)``, marks included.

    Straight, curly and angle marks nest. One that is never closed runs to the end of the paragraph (a quotation of
    several paragraphs); an unpaired straight mark after a digit is an inch sign, and one before white space closes,
    unless there is white space on both sides and another mark to close it (French typing).
    """
    found: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    last = text.rfind('"')
    for match in _MARKS.finditer(text):
        mark, start = match.group(), match.start()
        opened = _opened_by(mark, stack)
        if opened >= 0:
            begin = stack[opened][1]
            del stack[opened:]
            if not stack:
                found.append((begin, match.end()))
        elif mark in _CLOSERS or (mark == '"' and _may_open(text, start, last)):
            stack.append((mark, start))
    if stack:
        found.append((stack[0][1], len(text)))
    if "'" in text or "’" in text:
        found += _in_single_marks(text)
        found += _in_doubled_marks(text)
    return tuple(sorted(found))


def _in_single_marks(text: str) -> Iterator[tuple[int, int]]:
    single = -1
    for match in _SINGLE_MARKS.finditer(text):
        start = match.start()
        if single < 0 or start - single > _LONGEST_SINGLE:
            single = start if match.group() in _SINGLE_OPEN and not _closes_single(text, start) else -1
        elif _closes_single(text, start):
            yield single, match.end()
            single = -1


def _in_doubled_marks(text: str) -> Iterator[tuple[int, int]]:
    opened = -1
    for match in _DOUBLED_MARKS.finditer(text):
        if match.group() == "``" or opened < 0:
            opened = match.start()
        else:
            yield opened, match.end()
            opened = -1


def _opened_by(mark: str, stack: Sequence[tuple[str, int]]) -> int:
    """Index of the open quotation that ``mark`` closes, or -1. Looks at four levels, so that the work stays linear."""
    for index in range(len(stack) - 1, max(len(stack) - 5, -1), -1):
        opener = stack[index][0]
        if mark == opener == '"' or mark in _CLOSERS.get(opener, ""):
            return index
    return -1


def _may_open(text: str, start: int, last: int) -> bool:
    before = text[start - 1] if start else " "
    after = text[start + 1] if start + 1 < len(text) else " "
    return not before.isalnum() and (not after.isspace() or (before.isspace() and start < last))


def _closes_single(text: str, start: int) -> bool:
    return start > 0 and (text[start - 1].isalnum() or text[start - 1] in ".,!?…;")


class Shown:
    """Answers for one document whether prose is shown as it is. Work is done for the blocks that are asked about."""

    def __init__(self, parsed: ParsedDocument, config: ReviewerConfig) -> None:
        self._parsed = parsed
        self._prose: Prose = parsed.prose
        self._blocks = parsed.blocks
        words = sorted({_plain(word) for word in config.style.bad_headings if _plain(word)}, key=len, reverse=True)
        either = "|".join(map(re.escape, words)) or r"(?!)"
        self._exact = re.compile(f"(?:{either}){_EXAMPLE}")
        self._prefix = re.compile(rf"(?:{either})\b")
        self._sections = self._bad_sections(parsed)
        self._columns, self._rows = self._bad_cells()
        self._quotations: dict[int, tuple[tuple[int, int], ...]] = {}

    def holds(self, start: int, end: int) -> bool:
        """True when prose ``[start, end)`` is shown as it is.

        That is in a quotation (of HTML too), a block quote, a Bad column, row or section, a line that speaks of a
        misspelling, or an MDX import or export.
        """
        block = self._prose.block_at(start)
        if self._quoted_in_html(self._prose.offset(start)):
            return True
        if block.section in self._sections or (block.quoted and not self._is_remark(block)):
            return True
        if block.kind is BlockKind.TABLE and (
            (block.block, block.column) in self._columns or (block.block, block.row) in self._rows
        ):
            return True
        if (
            self._labelled(block)
            or _MODULE.match(self._prose.text, block.start, block.end)
            or _ABOUT_SPELLING.search(self._line(block, start))
        ):
            return True
        quoted = self._quoted_in(block)
        index = bisect_right(quoted, end - block.start - 1, key=lambda quotation: quotation[0]) - 1
        return index >= 0 and start - block.start < quoted[index][1]

    def holds_source(self, offset: int) -> bool:
        """The same for one document offset; where it is no prose (a link definition), its section and HTML count."""
        prose = self._prose
        line = max(bisect_right(prose.line_offsets, offset) - 1, 0)
        place = prose.line_starts[line] + offset - prose.line_offsets[line] if prose.line_starts else -1
        following = prose.line_starts[line + 1] if line + 1 < len(prose.line_starts) else len(prose.text)
        if 0 <= place < following:
            return self.holds(place, place + 1)
        return self._parsed.section_at(offset) in self._sections or self._quoted_in_html(offset)

    def _quoted_in_html(self, offset: int) -> bool:
        index = bisect_right(self._html, offset, key=lambda span: span.start) - 1
        return index >= 0 and offset < self._html[index].end

    @cached_property
    def _html(self) -> tuple[Span, ...]:
        return tuple(_html_quotations(self._parsed))

    def _line(self, block: ProseBlock, start: int) -> str:
        text = self._prose.text
        first = max(text.rfind("\n", block.start, start) + 1, block.start, start - _LINE)
        last = text.find("\n", start, min(block.end, start + _LINE))
        return text[first : last if last >= 0 else min(block.end, start + _LINE)]

    def _is_remark(self, block: ProseBlock) -> bool:
        """True for the author's own words in a block quote: an alert, or ``> **Note:** …``."""
        index = block.block
        while index >= 0 and self._blocks[index].kind not in (BlockKind.QUOTE, BlockKind.ALERT):
            index = self._blocks[index].parent
        if index >= 0 and self._blocks[index].kind is BlockKind.ALERT:
            return True
        return _REMARK.match(self._prose.text, block.start, block.end) is not None

    def _quoted_in(self, block: ProseBlock) -> tuple[tuple[int, int], ...]:
        if block.start not in self._quotations:
            self._quotations[block.start] = _merged(quotations(self._prose.text[block.start : block.end]))
        return self._quotations[block.start]

    def _labelled(self, block: ProseBlock) -> bool:
        label = _LABEL.match(self._prose.text, block.start, min(block.end, block.start + 60))
        return label is not None and self._exact.fullmatch(_plain(label.group(1))) is not None

    def _bad_sections(self, parsed: ParsedDocument) -> frozenset[int]:
        found: set[int] = set()
        for index, section in enumerate(parsed.sections):
            if section.parent in found or self._exact.fullmatch(_plain(section.title)):
                found.add(index)
        return frozenset(found)

    def _bad_cells(self) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
        columns: set[tuple[int, int]] = set()
        rows: set[tuple[int, int]] = set()
        for cell in self._prose.blocks:
            if cell.kind is not BlockKind.TABLE or (cell.row and cell.column):
                continue
            if self._prefix.match(_plain(self._prose.text[cell.start : min(cell.end, cell.start + 60)])):
                (rows if cell.row else columns).add((cell.block, cell.row if cell.row else cell.column))
        return frozenset(columns), frozenset(rows)


def _merged(ranges: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Sorted ranges with those joined that overlap, so that a place needs one look."""
    merged: list[tuple[int, int]] = []
    for start, end in ranges:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _html_quotations(parsed: ParsedDocument) -> Iterator[Span]:
    """From ``<q>`` or ``<blockquote>`` to the tag that closes it, the outermost ones, in order."""
    opened, depth = -1, 0
    for tag in _QUOTING_TAG.finditer(parsed.document.text):
        kinds = {region.kind for region in parsed.protected_in(Span(*tag.span()))}
        if not kinds <= {ProtectedKind.HTML_BLOCK, ProtectedKind.HTML_INLINE}:
            continue
        if tag.group(1):
            depth = max(depth - 1, 0)
            if not depth and opened >= 0:
                yield Span(opened, tag.end())
                opened = -1
        else:
            opened = tag.start() if not depth else opened
            depth += 1


def _plain(text: str) -> str:
    """Folded, without numbering, marks and symbols at its ends."""
    return _ENDS.sub("", text.casefold().replace("’", "'"))
