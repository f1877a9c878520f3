"""Where the text has a number that no heading has: as one that was given to something, and must not be given again.

Stricter than ``section_mentions``, which asks what a number may mean that a heading does have. Counted are a cell ``3``
of a table's first column or of a column of section numbers, ``3`` in a line that speaks of something withdrawn (a list
item, a footnote, code, front matter), and a line of code that opens with the number like an entry of a contents list.
"""

import re
from collections import defaultdict
from collections.abc import Container
from functools import cached_property

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.number_context import ALONE_IN_CELL, in_tag, is_quantity, label_of, noun_behind
from reviewer.scan.numbering.number_tokens import NumberTokens, Place
from reviewer.scan.references.withdrawn import GONE_ANYWHERE

_LINE = 200
"""Characters on either side that are read of a line."""
_HEADER = lazy_pattern(
    r"§|\b(?:sub)?(?:sections?|clauses?|chapters?|chapitres?|articles?|paragraphe?s?|annexe?s?|where|see|ref|references?"
    r"|où|voir|renvois?|références?)\b",
    re.IGNORECASE,
)
"""A column with such a header has numbers of parts, whether its rows count from 1 or not."""
_NUMBER_HEADER = lazy_pattern(r"\W*(?:nos?\.?|nr\.?|n[°º]|#|numbers?|num\.?|numéros?|ids?)\W*", re.IGNORECASE)
_ITEM = lazy_pattern(r"(\d{1,4})[.)]\Z")
_ENTRY = lazy_pattern(r"[ \t]*(?:[-*+#/]{1,6}[ \t]*)?\Z|[^\n]*[\[({\"'][ \t]*\Z")
"""The line's start, or the bracket of a node in a diagram."""
_MANY = 2
_CAPITAL = lazy_pattern(r"[.):]?[ \t]+[^\W\d_]")


class _Column:
    """One column of a table: its header, whether its rows are counted 1, 2, 3, and which numbers no heading has."""

    def __init__(self) -> None:
        self.header = ""
        self.counts_rows = True
        self._size = 0
        self._strange: set[str] = set()

    def add(self, number: str, row: int, sections: Container[str]) -> None:
        """A cell that is nothing but ``number``, or any other text."""
        self._size += 1
        self.counts_rows &= number == str(row)
        if number and number not in sections:
            self._strange.add(number)

    def holds_only_sections(self, number: str) -> bool:
        """Whether it looks like a column of references: of several cells, all are numbers that headings have."""
        return self._size >= _MANY and not self.counts_rows and self._strange <= {number}


class GivenNumbers:
    """Answers for one document; each number is looked up once."""

    def __init__(self, parsed: ParsedDocument, tokens: NumberTokens, folded: str) -> None:
        self._parsed = parsed
        self._tokens = tokens
        self._folded = folded
        self._known: dict[str, tuple[Span, ...]] = {}
        self._headed: dict[str, tuple[Span, ...]] = {}

    def of(self, number: str) -> tuple[Span, ...]:
        """Spans in the document, in order."""
        if number not in self._known:
            found = [place for place in self._tokens.places(number) if self._is_given(place)]
            found += [place for place in self._tokens.places_in_words(number, self._folded) if self._is_gone(place)]
            items = [span for span in self._items.get(number, ()) if GONE_ANYWHERE.search(self._line(span.start))]
            self._known[number] = tuple(sorted({*map(_span, found), *items, *self.under_headers(number)}))
        return self._known[number]

    def under_headers(self, number: str) -> tuple[Span, ...]:
        """Spans of the number, and of longer ones that begin with it, in columns of section numbers."""
        if number not in self._headed:
            places = (*self._tokens.places(number), *self._tokens.places_below(number))
            self._headed[number] = tuple(_span(place) for place in places if self._is_headed(place))
        return self._headed[number]

    def _is_headed(self, place: Place) -> bool:
        cell = place.block
        if cell is None or cell.kind is not BlockKind.TABLE or not cell.row:
            return False
        column = self._columns[cell.block, cell.column]
        if _HEADER.search(column.header):
            return not is_quantity(place) and not noun_behind(place)
        return column.holds_only_sections(place.number) and self._is_alone(cell)

    def _is_alone(self, cell: ProseBlock) -> bool:
        return ALONE_IN_CELL.fullmatch(self._parsed.prose.text, cell.start, cell.end) is not None

    def _is_given(self, place: Place) -> bool:
        if self._is_gone(place):
            return True
        if place.block is not None and place.block.kind is BlockKind.TABLE:
            return self._is_given_in_cell(place.block)
        return place.kind in (ProtectedKind.CODE_FENCE, ProtectedKind.INDENTED_CODE) and self._is_entry(place)

    def _is_gone(self, place: Place) -> bool:
        if place.kind is not None and in_tag(place):
            return False
        label = label_of(place)
        if label.other or label.name or is_quantity(place):
            return False
        behind = place.text[place.end : min(place.end + 40, place.highest)].lstrip(" \u00a0*_~`")
        return (not noun_behind(place) or GONE_ANYWHERE.match(behind) is not None) and (
            GONE_ANYWHERE.search(self._line(place.offset)) is not None
        )

    def _is_given_in_cell(self, cell: ProseBlock) -> bool:
        """Alone in its cell, in the first column or under "No."; a column that counts its rows from 1 gives nothing."""
        column = self._columns[cell.block, cell.column]
        if not cell.row or column.counts_rows or not self._is_alone(cell):
            return False
        return cell.column == 0 or _NUMBER_HEADER.fullmatch(column.header) is not None

    @cached_property
    def _columns(self) -> dict[tuple[int, int], _Column]:
        text = self._parsed.prose.text
        numbers = {section.number for section in self._parsed.sections if section.number}
        found: dict[tuple[int, int], _Column] = defaultdict(_Column)
        for cell in (cell for cell in self._parsed.prose.blocks if cell.kind is BlockKind.TABLE):
            column = found[cell.block, cell.column]
            if not cell.row:
                column.header = text[cell.start : min(cell.end, cell.start + _LINE)]
            else:
                alone = ALONE_IN_CELL.fullmatch(text, cell.start, cell.end)
                column.add(alone["number"] if alone else text[cell.start : cell.end].strip(), cell.row, numbers)
        return found

    def _is_entry(self, place: Place) -> bool:
        start = max(place.text.rfind("\n", place.lowest, place.start) + 1, place.lowest, place.start - _LINE)
        return _ENTRY.match(place.text, start, place.start) is not None and (
            _CAPITAL.match(place.text, place.end, place.highest) is not None
        )

    def _line(self, offset: int) -> str:
        text = self._parsed.document.text
        start = max(text.rfind("\n", max(offset - _LINE, 0), offset) + 1, offset - _LINE, 0)
        end = text.find("\n", offset, offset + _LINE)
        return text[start : end if end >= 0 else offset + _LINE]

    @cached_property
    def _items(self) -> dict[str, list[Span]]:
        """Markers of ordered lists, by number."""
        found: dict[str, list[Span]] = defaultdict(list)
        for block in self._parsed.blocks:
            marker = _ITEM.match(block.info) if block.kind is BlockKind.LIST_ITEM else None
            if marker is not None:
                start = self._parsed.document.text.find(block.info, block.span.start, block.span.end)
                found[str(int(marker[1]))].append(Span(start, start + len(marker[1])))
        return found


def _span(place: Place) -> Span:
    return Span(place.offset, place.offset + len(place.number))
