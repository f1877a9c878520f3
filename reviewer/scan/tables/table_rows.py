"""Tables as rows of cells, for the rules that look into them."""

from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.tables import cells
from reviewer.model.document import Document
from reviewer.model.parsed import Table
from reviewer.model.position import Span

_TOTAL = lazy_pattern(
    r"(?i)\W*(?:(?:grand|overall|sub|sous)[ -]?)?(?:total|totals|totaux|totale|sum|somme|ensemble|average|moyenne)\b"
)
INDEX = lazy_pattern(r"[\d.#°n/–—-]*")
"""A cell that only counts rows."""
_EMPHASIS = str.maketrans("", "", "*_~`")


class Row(NamedTuple):
    """A table row: its content span and the spans of its cells."""

    span: Span
    cells: tuple[Span, ...]


class Grid(NamedTuple):
    """A table split into cells; ``rows`` are those below the delimiter row."""

    document: Document
    header: Row
    rows: tuple[Row, ...]

    def text(self, row: Row, column: int) -> str:
        """A cell's text without emphasis marks; empty where the row has no such cell."""
        if column >= len(row.cells):
            return ""
        span = row.cells[column]
        return self.document.text[span.start : span.end].translate(_EMPHASIS).strip()

    def body(self) -> tuple[Row, ...]:
        """Rows that are not totals (seed section 4: total rows are not counted)."""
        return tuple(row for row in self.rows if not is_total(self.label(row)))

    def label(self, row: Row) -> str:
        """The row's first cell that is neither empty nor a mere count: ``Total`` in ``| | Total | 9 |``."""
        texts = (self.text(row, column) for column in range(len(row.cells)))
        return next((text for text in texts if not INDEX.fullmatch(text)), "")


def is_total(label: str) -> bool:
    """True for a row's label such as ``Total``, ``**Grand total**`` or ``Somme``."""
    return _TOTAL.match(label) is not None


def read_grid(document: Document, table: Table) -> Grid:
    """Split a table into cells."""
    header, *rows = (Row(span, cells(document.text, span)) for span in table.rows)
    return Grid(document, header, tuple(rows))
