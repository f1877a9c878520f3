"""``table-percent-sum``: columns of shares that do not add up."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import Block
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.tables.table_rows import Grid, Row, is_total, read_grid

_NUMBER = lazy_pattern(r"[≈~]?[ \u00a0\u202f]*(\d[\d \u00a0\u202f.,']*?)[ \u00a0\u202f]*(%?)")
_EMPTY = frozenset({"", "-", "–", "—", "n/a", "na", "nd", "n.d.", "s.o.", "…", "..."})
_SEVERAL = lazy_pattern(
    r"plusieurs (?:réponses|choix)|réponses? multiples?|choix multiples?|several answers|multiple "
    r"(?:answers|choice|responses)|multi-?(?:select|choice|réponses)|select all|all that apply|not exclusive|cumul"
)
_SEVERAL_STEMS = ("plusieurs", "multi", "several", "select all", "all that apply", "not exclusive", "cumul")
"""What each of these holds."""
_SUBTOTAL = lazy_pattern(
    r"(?i)\W*(?:sub|sous)[ -]?tota|\W*(?:dont|of which|incl)\b|\W*(?:average|mean|moyenne|médiane)\b"
)
_SHARE = lazy_pattern(r"(?i)\b(?:shares?|parts?|proportions?|répartition|distribution|breakdown|split|pourcentages?)\b")
_LEAST_PARTS = 3
"""Without a total row and without a header such as Share: fewer numbers are too weak a sign of shares."""


class TablePercentSum:
    """Adds the percentages of a column (seed section 4; issue: tolerances).

    With a last row Total the sum is compared with it, within half a unit of each part's last digit; with a first one
    too, unless the sum is so far off that the rows must be several breakdowns of it. Without a total row only sums of
    80 to 95 and of 105 to 110 (95 and 105 excluded) are reported. Columns with signs, ranges, subtotals, a part as
    large as the total (rates, not shares), or several answers allowed are left alone.
    """

    id = "table-percent-sum"
    severity = Severity.ATTENTION
    kernel = "md_consistency_scan"
    scope = frozenset({ProtectedKind.TABLE})

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a column: at the total's cell, else at the header's cell."""
        document = scan.parsed.document
        for table in scan.parsed.tables:
            block = scan.parsed.blocks[table.block]
            if "%" not in document.text[block.span.start : block.span.end]:
                continue
            grid = read_grid(document, table)
            if _several_answers(grid, block):
                continue
            for column in range(len(grid.header.cells)):
                found = _column(grid, column)
                if found:
                    yield finding(self, document, *found)


def _several_answers(grid: Grid, block: Block) -> bool:
    """True when the header, or the text within three lines around the table, says that rows are not exclusive."""
    document, first, last = grid.document, block.line_start, block.line_end
    lines = [*range(max(first - 3, 1), first), *range(last + 1, min(last + 3, document.line_count) + 1)]
    around = [text for line in lines if "|" not in (text := document.line_text(line)[:2000])]
    header = document.text[grid.header.span.start : grid.header.span.end]
    said = "\n".join([header, *around]).lower()
    return any(stem in said for stem in _SEVERAL_STEMS) and _SEVERAL.search(said) is not None


def _column(grid: Grid, column: int) -> tuple[Span, str] | None:
    total, rows = _total_row(grid)
    parts = _parts(grid, rows, column)
    if len(parts) < 2:
        return None
    amount = sum((value for value, _ in parts), Decimal())
    header = grid.text(grid.header, column)
    if total is None:
        shares = len(parts) >= _LEAST_PARTS or _SHARE.search(header) is not None
        if shares and (80 <= amount < 95 or 105 < amount <= 110):
            return grid.header.cells[column], f"the column's percentages add up to {amount} %"
        return None
    stated = _number(grid.text(total, column))
    if stated is None or max(value for value, _ in parts) >= stated[0]:
        return None
    slack = sum((unit for _, unit in parts), Decimal()) / 2
    several = total is not grid.rows[-1] and not stated[0] / 2 < amount < stated[0] * 3 / 2
    if several or abs(amount - stated[0]) <= slack:
        return None
    return total.cells[column], f"the column's percentages add up to {amount} %, the total says {stated[0]} %"


def _total_row(grid: Grid) -> tuple[Row | None, Sequence[Row]]:
    """The total at the table's end, else at its beginning, and the other rows."""
    rows = grid.rows
    if rows and is_total(grid.label(rows[-1])):
        return rows[-1], rows[:-1]
    if rows and is_total(grid.label(rows[0])):
        return rows[0], rows[1:]
    return None, rows


def _parts(grid: Grid, rows: Sequence[Row], column: int) -> list[tuple[Decimal, Decimal]]:
    """Values with the units of their last digits; empty when this is not a column of shares."""
    in_header = "%" in grid.text(grid.header, column)
    values: list[tuple[Decimal, Decimal]] = []
    signs = 0
    for row in rows:
        text = grid.text(row, column)
        if text.casefold() in _EMPTY:
            continue
        number = _number(text)
        label = grid.label(row)
        if number is None or _SUBTOTAL.match(label) or is_total(label):
            return []
        signs += text.endswith("%")
        values.append(number)
    return values if values and (in_header or signs * 3 >= len(values) * 2) else []


def _number(text: str) -> tuple[Decimal, Decimal] | None:
    """Value and unit of the last digit of ``12,5 %``, ``10 000``, ``1,234.5``; None for anything else."""
    match = _NUMBER.fullmatch(text) if len(text) <= 40 else None
    if not match:
        return None
    digits = re.sub(r"[ \u00a0\u202f']", "", match.group(1))
    separators = re.findall(r"[.,]", digits)
    if len(separators) > 1 or re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits):
        decimal = separators[-1] if len(set(separators)) > 1 else ""
        digits = "".join(c for c in digits if c.isdigit() or c == decimal)
    digits = digits.replace(",", ".")
    if not re.fullmatch(r"\d+(?:\.\d+)?", digits):
        return None
    places = len(digits.partition(".")[2])
    return Decimal(digits), Decimal(1).scaleb(-places)


RULES = (TablePercentSum(),)
