"""``table-columns``: rows that do not have the header's number of cells, and blocks that fail to be a table."""

import re
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.tables import cells
from reviewer.model.document import Document
from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import BlockKind, ParsedDocument, Table
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding

_CODE_WITH_PIPE = lazy_pattern(r"`[^`]*(?<!\\)\|[^`]*`")
_FEW = 3
_ATTRIBUTES = lazy_pattern(r"\{:[^{}]*\}\s*")
"""kramdown: ``{: .wide}`` under a table belongs to it."""
_DELIMITER = lazy_pattern(r"\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(?=\n|\Z)")


class TableColumns:
    """Compares every row with the header (GFM 4.10: surplus cells are dropped without a word, missing ones stay empty).

    Reports rows with too many cells; rows with too few only where the text after the table was swallowed as a row (no
    pipe at all), where one row alone is short, or in a table of one or two rows. Also reports a paragraph whose
    first lines are a header row with outer pipes and a delimiter row of another width: GFM shows it as text.
    """

    id = "table-columns"
    severity = Severity.ATTENTION
    kernel = "md_consistency_scan"
    scope = frozenset({ProtectedKind.TABLE})

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a row, over the row's text."""
        parsed = scan.parsed
        for table in parsed.tables:
            for span, message in _odd_rows(parsed.document, table):
                yield finding(self, parsed.document, span, message)
        for span, message in _failed_tables(parsed):
            yield finding(self, parsed.document, span, message)


def _odd_rows(document: Document, table: Table) -> Iterator[tuple[Span, str]]:
    header, *rows = table.rows
    expected = table.columns
    head = document.text[header.start : header.end]
    usual = head.count("|") if head[:1] == head[-1:] == "|" and "\\" not in head else -1
    short: list[tuple[Span, str]] = []
    wide: list[tuple[Span, int]] = []
    for span in rows:
        text = document.text[span.start : span.end]
        if text.count("|") == usual and text[:1] == text[-1:] == "|" and "\\" not in text:
            continue
        count = len(cells(document.text, span))
        if count > expected:
            wide.append((span, count))
        elif _ATTRIBUTES.fullmatch(text):
            continue
        elif "|" not in text and expected > 1:
            yield span, "this line has no pipe and still is a table row: leave a blank line after the table"
        elif count < expected:
            short.append((span, f"the row has {_cells(count)}, the header {expected}: the last ones stay empty"))
    if len(wide) == len(rows) > 1 and len({count for _, count in wide}) == 1:
        yield header, f"the header has {_cells(expected)}, every row {wide[0][1]}: the surplus is not shown"
    else:
        for span, count in wide:
            yield span, _too_many(document.text[span.start : span.end], count, expected)
    if len(short) == 1 or len(rows) < _FEW:
        yield from short


def _too_many(text: str, count: int, expected: int) -> str:
    message = f"the row has {_cells(count)}, the header {expected}: the surplus is not shown"
    if _CODE_WITH_PIPE.search(text[:2000]):
        return f"{message}; write a pipe inside code as \\|"
    return message


def _cells(count: int) -> str:
    return f"{count} cell{'s' if count != 1 else ''}"


def _failed_tables(parsed: ParsedDocument) -> Iterator[tuple[Span, str]]:
    prose = parsed.prose
    for match in _DELIMITER.finditer(prose.text):
        block = prose.block_at(match.start())
        row = prose.text[block.start : match.start()]
        if block.kind is not BlockKind.PARAGRAPH or "\n" in row or not (row[:1] == row.rstrip()[-1:] == "|"):
            continue
        wide, drawn = row.count("|") - row.count("\\|") - 1, len(re.findall(r"-+", match.group()))
        if wide != drawn and wide > 0 and "|" in match.group():
            message = f"this is no table: the header has {_cells(wide)}, the delimiter row {drawn}"
            yield prose.span(block.start, match.start()), message


RULES = (TableColumns(),)
