"""The rows of tables keep their cells through a set of edits (GFM 4.10; both states are parsed).

A ``|`` that comes into a cell, or goes, moves every cell behind it to another column; a broken delimiter row makes
the table a paragraph. Neither may come of a correction by a model or a fixer. An edit that replaces a row whole says
what the row becomes, and what a person quotes a person decides: where that ends the table, nobody's edits are asked
about its cells any more.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from reviewer.markdown.edited import EditMap
from reviewer.markdown.tables import cells
from reviewer.model.parsed import ParsedDocument, Table
from reviewer.model.position import Span

CONTAINED = " \t>"
"""What may stand before a row: white space and the marks of quotes around it."""

Damage = tuple[str, Sequence[int]]
"""In words, and the places of the edits to blame."""


class TableRows:
    """Compares the rows of a touched table with what stands in their place afterwards."""

    def __init__(self, before: ParsedDocument, after: ParsedDocument, edits: EditMap) -> None:
        self._before = before
        self._after = after
        self._edits = edits
        rows = [(row, index) for table in after.tables for index, row in enumerate(table.rows)]
        self._rows = sorted(rows)
        self._headers = sorted(table.rows[0] for table in after.tables)

    def damages(self) -> Iterator[Damage]:
        """What happens to delimiter rows, and to the number of cells; linear in touched tables."""
        for table in self._before.tables:
            if self._edits.any_touching(self._before.blocks[table.block].span, borders=True):
                delimiter = _delimiter_row(self._before, table.rows[0])
                if self._has_head(table.rows[0], delimiter):
                    yield from self._cells(table)
                else:
                    yield from self._broken(table, delimiter)

    def _broken(self, table: Table, delimiter: Span) -> Iterator[Damage]:
        """A table that is none any more, unless a person decided that."""
        head = Span(table.rows[0].start, delimiter.end)
        blamed = [place for place in self._blamed(head) if not self._is_decided(place, delimiter)]
        if blamed:
            line = self._before.document.lines_of(delimiter)[0]
            yield f"the edit would break the delimiter row of the table on line {line}", blamed

    def _has_head(self, header: Span, delimiter: Span) -> bool:
        """Whether a table has the header and the delimiter row, or what replaces them."""
        place = bisect_right(self._headers, self._edits.region(delimiter).end, key=lambda row: row.start) - 1
        if place < 0:
            return False
        there = self._headers[place]
        below = _delimiter_row(self._after, there)
        return self._stays_in(header, there) and self._stays_in(delimiter, below) and self._meets(header, there)

    def _meets(self, header: Span, there: Span) -> bool:
        region = self._edits.region(header)
        return there.start <= region.end and region.start <= there.end

    def _cells(self, table: Table) -> Iterator[Damage]:
        told: set[tuple[int, ...]] = set()
        for index, row in enumerate(table.rows):
            if not self._keeps(row, is_header=not index):
                blamed = tuple(place for place in self._blamed(row) if self._edits.edits[place].source != "human")
                if blamed and blamed not in told:
                    told.add(blamed)
                    line = self._before.document.lines_of(row)[0]
                    yield f"the edit would change the cells of the table row on line {line}", blamed

    def _keeps(self, row: Span, *, is_header: bool) -> bool:
        """Whether what is left of a row stands in one row with as many cells; nothing is left of one replaced whole."""
        kept = next(self._kept(row), None)
        if kept is None:
            return True
        place = bisect_right(self._rows, kept.start, key=lambda found: found[0].start) - 1
        if place < 0:
            return False
        there, index = self._rows[place]
        before, after = self._before.document.text, self._after.document.text
        return (
            self._stays_in(row, there)
            and is_header == (index == 0)
            and len(cells(before, row)) == len(cells(after, there))
        )

    def _stays_in(self, row: Span, there: Span) -> bool:
        return all(there.start <= kept.start and kept.end <= there.end for kept in self._kept(row))

    def _kept(self, row: Span) -> Iterator[Span]:
        """Where the parts of a row that no edit replaces stand afterwards."""
        edits = [self._edits.edits[place].span for place in self._edits.touching(row, borders=True)]
        borders = [row.start, *(border for edit in edits for border in edit), row.end]
        for start, end in zip(borders[::2], borders[1::2], strict=True):
            text = self._before.document.text[start:end]
            if kept := text.strip():
                first = end - len(text.lstrip())
                yield Span(self._edits.start(first), self._edits.end(first + len(kept)))

    def _blamed(self, row: Span) -> Sequence[int]:
        return self._edits.touching(row, borders=True) or self._edits.nearest(row)

    def _is_decided(self, place: int, delimiter: Span) -> bool:
        """Whether a person is behind an edit, who quotes the whole delimiter row or none of it."""
        edit = self._edits.edits[place]
        if edit.source != "human":
            return False
        quoted = edit.quoted
        return quoted is None or quoted.contains(delimiter) or not quoted.overlaps(delimiter)


def _delimiter_row(parsed: ParsedDocument, header: Span) -> Span:
    """The line below a table's header, without white space and the marks of quotes around it."""
    document = parsed.document
    start, end = document.line_span(document.lines_of(header)[0] + 1)
    line = document.text[start:end]
    return Span(end - len(line.lstrip(CONTAINED)), start + len(line.rstrip()))
