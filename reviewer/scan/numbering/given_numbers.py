"""Where the text has a number that no heading has: as one that was given to something, and must not be given again.

Stricter than ``section_mentions``, which asks what a number may mean that a heading does have. Counted are a cell ``3``
of a table's first column or of a column of section numbers, ``3`` in a line that speaks of something withdrawn (a list
item, a footnote, code, front matter), and a line of code that opens with the number like an entry of a contents list.
"""

import re
from collections import defaultdict
from functools import cached_property

from reviewer.model.parsed import BlockKind, ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.number_context import in_tag, is_quantity, label_of, noun_behind
from reviewer.scan.numbering.number_tokens import NumberTokens, Place
from reviewer.scan.references.withdrawn import GONE_ANYWHERE

_LINE = 200
"""Characters on either side that are read of a line."""
_ALONE = re.compile(r"[\s*_~`\\(\[§]*(?:n[°º]|no\.)?\s?(?P<number>\d[\d.]*?)[.)\]:]?[\s*_~`\\]*", re.IGNORECASE)
_HEADER = re.compile(
    r"§|\b(?:sub)?(?:sections?|clauses?|chapters?|chapitres?|articles?|paragraphe?s?|annexe?s?)\b", re.IGNORECASE
)
"""A column with such a header has numbers of parts, whether its rows count from 1 or not."""
_NUMBER_HEADER = re.compile(r"\W*(?:nos?\.?|nr\.?|n[°º]|#|numbers?|num\.?|numéros?|ids?)\W*", re.IGNORECASE)
_ITEM = re.compile(r"(\d{1,4})[.)]\Z")
_ENTRY = re.compile(r"[ \t]*(?:[-*+#/]{1,6}[ \t]*)?\Z")
_CAPITAL = re.compile(r"[.):]?[ \t]+[^\W\d_]")


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
        if cell is None or cell.kind is not BlockKind.TABLE or not cell.row or not _HEADER.search(self._header(cell)):
            return False
        return not is_quantity(place) and not noun_behind(place)

    def _is_given(self, place: Place) -> bool:
        if self._is_gone(place):
            return True
        if place.block is not None and place.block.kind is BlockKind.TABLE:
            return self._is_given_in_cell(place, place.block)
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

    def _is_given_in_cell(self, place: Place, cell: ProseBlock) -> bool:
        """Alone in its cell, in the first column or under "No."; a column that counts its rows from 1 gives nothing."""
        alone = _ALONE.fullmatch(place.text, cell.start, cell.end)
        if alone is None or not cell.row or self._counts_rows(cell):
            return False
        return cell.column == 0 or _NUMBER_HEADER.fullmatch(self._header(cell)) is not None

    def _counts_rows(self, cell: ProseBlock) -> bool:
        return self._columns[cell.block, cell.column][1]

    def _header(self, cell: ProseBlock) -> str:
        return self._columns[cell.block, cell.column][0]

    @cached_property
    def _columns(self) -> dict[tuple[int, int], tuple[str, bool]]:
        """The header of each column, and whether its rows are counted 1, 2, 3."""
        text = self._parsed.prose.text
        headers: dict[tuple[int, int], str] = defaultdict(str)
        counted: dict[tuple[int, int], bool] = defaultdict(lambda: True)
        for cell in self._parsed.prose.blocks:
            if cell.kind is BlockKind.TABLE and not cell.row:
                headers[cell.block, cell.column] = text[cell.start : min(cell.end, cell.start + _LINE)]
            elif cell.kind is BlockKind.TABLE:
                alone = _ALONE.fullmatch(text, cell.start, cell.end)
                counted[cell.block, cell.column] &= alone is not None and alone["number"] == str(cell.row)
        return defaultdict(lambda: ("", False), {key: (headers[key], counted[key]) for key in {**headers, **counted}})

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
