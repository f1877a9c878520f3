"""Edits leave each row of a table its cells, and the table its delimiter row; a plain parser judges both states."""

import pytest
from growth import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit

from reviewer.markdown.parse import parse
from reviewer.markdown.safety import SafetyEdit, Violation, structure_violations
from reviewer.markdown.source import read_document
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

OPEN = frozenset({ProtectedKind.TABLE})
TABLE = "Before.\n\n| aa | bb |\n|----|:--:|\n| cc | dd |\n| ee | ff |\n\nBehind.\n"
PLAIN = MarkdownIt("commonmark").enable("table")


def violations(text: str, span: Span, new: str, source: str, quoted: Span | None = None) -> tuple[Violation, ...]:
    after = text[: span.start] + new + text[span.end :]
    states = [parse(read_document(state.encode(), "t.md"), OPEN) for state in (text, after)]
    return structure_violations(*states, [SafetyEdit(0, span, len(new), "style", source, quoted)])


def place(text: str, quote: str) -> Span:
    """Where a quote stands; ``^`` before it is the place before it, behind it the place behind it."""
    plain = quote.strip("^")
    start = text.index(plain)
    if quote.startswith("^"):
        return Span(start, start)
    if quote.endswith("^"):
        return Span(start + len(plain), start + len(plain))
    return Span(start, start + len(plain))


BAD = {
    "a pipe in a cell": ("cc", "c|c"),
    "a pipe in code in a cell": ("cc", "`c|c`"),
    "a pipe behind a row": ("| cc | dd |^", " x |"),
    "a pipe before a row": ("^| cc", "x "),
    "a pipe escaped": ("cc |", "cc \\|"),
    "a pipe gone": ("cc | dd", "cc dd"),
    "a pipe in the header": ("aa", "a|a"),
    "a row broken in two": ("cc ^", "\n"),
    "two rows joined": ("dd |\n| ee", "dd | ee"),
    "a cell moved to the next row": ("dd |\n| ee", "|\n| dd | ee"),
    "a blank line between rows": ("^| ee", "\n"),
    "text in the delimiter row": ("|:--:", "|:-x-:"),
    "a cell more in the delimiter row": ("|:--:|^", "---|"),
    "the delimiter row away": ("|----|:--:|\n", ""),
    "the delimiter row made a row": ("|----|:--:|", "| x | y |"),
    "a row before the delimiter row": ("^|----", "| x | y |\n"),
    "the header away": ("| aa | bb |\n", ""),
    "the header replaced whole by another number of cells": ("| aa | bb |", "| aa |"),
}

GOOD = {
    "a word": ("cc", "c d"),
    "an escaped pipe": ("cc", "c\\|c"),
    "a cell emptied": ("cc", ""),
    "a cell filled, with white space": (" dd ", "  ee  "),
    "a row replaced whole": ("| cc | dd |", "| cc | dd | gg |"),
    "a row more": ("| cc | dd |^", "\n| x | y |"),
    "a row more, before": ("^| cc", "| x | y |\n"),
    "the last row and one more": ("ff |", "gg |\n| h | i |"),
    "another alignment": (":--:", "---:"),
    "the delimiter row replaced whole": ("|----|:--:|", "| - | - |"),
    "the header replaced whole": ("| aa | bb |", "| x | y |"),
    "header and delimiter row replaced whole": ("| aa | bb |\n|----|:--:|", "| a | b | c |\n|---|---|---|"),
    "outer pipes away": ("| cc | dd |", "cc | dd"),
}


@pytest.mark.parametrize("around", ["{}", "> ", "quoted list"])
@pytest.mark.parametrize("source", ["worker", "tutor", "fixer"])
@pytest.mark.parametrize("case", BAD)
def test_no_model_and_no_fixer_changes_the_cells_of_a_row_or_breaks_the_delimiter_row(case, source, around):
    quote, new = BAD[case]
    text = _within(TABLE, around)
    assert violations(text, place(text, _within(quote, around, 0)), _within(new, around, 0), source)


@pytest.mark.parametrize("around", ["{}", "> ", "quoted list"])
@pytest.mark.parametrize("case", GOOD)
def test_what_leaves_the_cells_is_no_violation(case, around):
    quote, new = GOOD[case]
    text = _within(TABLE, around)
    assert violations(text, place(text, _within(quote, around, 0)), _within(new, around, 0), "worker") == ()


def _within(text, around, first=1):
    """The text with each line, from the ``first`` on, in a container."""
    prefix = {"{}": "", "> ": "> ", "quoted list": ">   "}[around]
    lines = text.split("\n")
    head = {"quoted list": "> - "}.get(around, prefix) + lines[0] if first else lines[0]
    return "\n".join([head, *(prefix + line if line or not first else prefix.rstrip() for line in lines[1:])])


DROPPED = {"a pipe gone", "a pipe escaped", "two rows joined", "the header replaced whole by another number of cells"}
"""Cells fewer in the whole table: a person says so by the kind of the edit (``losses``)."""


@pytest.mark.parametrize("case", sorted(BAD.keys() - DROPPED))
def test_what_a_person_quotes_a_person_decides(case):
    quote, new = BAD[case]
    assert violations(TABLE, place(TABLE, quote), new, "human", Span(9, TABLE.index("\n\nBehind") + 1)) == ()


def test_a_person_who_quotes_part_of_a_delimiter_row_does_not_break_it():
    dashes = place(TABLE, ":--:")
    assert violations(TABLE, dashes, ":-x-:", "human", dashes)
    assert violations(TABLE, dashes, "---", "human", dashes) == ()


ENDED = {
    "the delimiter row made text": ("|----|:--:|", "broken"),
    "the delimiter row away": ("|----|:--:|\n", ""),
    "header and delimiter row made text": ("| aa | bb |\n|----|:--:|", "Words"),
}


def together(*edits: tuple[str, str, str, str]) -> list[tuple[int, ...]]:
    """Which edits of the table are blamed; each is quote, new text, kind and source. People quote what they replace."""
    found, after = [], TABLE
    for number, (quote, new, kind, source) in enumerate(edits):
        span = place(TABLE, quote)
        found.append(SafetyEdit(number, span, len(new), kind, source, span if source == "human" else None))
        after = after.replace(quote, new, 1)
    states = [parse(read_document(state.encode(), "t.md"), OPEN) for state in (TABLE, after)]
    return [violation.edits for violation in structure_violations(*states, sorted(found, key=lambda one: one.span))]


@pytest.mark.parametrize("source", ["human", "tool", "worker", "fixer"])
@pytest.mark.parametrize("case", ENDED)
def test_a_table_that_a_person_ends_keeps_nobody_from_editing_what_is_left_of_it(case, source):
    quote, new = ENDED[case]
    others = [("cc", "c c", "typo", source), ("ff |", "f | f |", "grammar", source)]
    assert together((quote, new, "structure", "human"), *others) == []


@pytest.mark.parametrize("case", ENDED)
def test_a_table_that_a_program_ends_costs_that_edit(case):
    quote, new = ENDED[case]
    assert together((quote, new, "structure", "worker"), ("cc", "c c", "style", "worker"))[0] == (0,)


def test_a_table_that_keeps_its_head_under_a_person_keeps_its_cells_under_others():
    header = ("| aa | bb |\n|----|:--:|", "| a | b |\n|---|---|", "structure", "human")
    assert together(header, ("cc", "c|c", "typo", "worker")) == [(1,)]


@pytest.mark.parametrize("row", [("| cc | dd |\n", ""), ("| cc | dd |", "| cc |")], ids=["the row", "a cell"])
def test_what_one_edit_of_a_person_takes_away_is_not_laid_to_another(row):
    assert together((*row, "structure", "human"), ("ff", "f f", "typo", "human")) == []
    both = together((*row, "structure", "human"), ("ee | ff", "ee ff", "typo", "human"))
    assert (both == [(1,)]) is (row[1] == "")


def test_the_edit_that_does_it_is_to_blame():
    after = TABLE.replace("cc", "c c").replace("ff", "f|f").replace("Behind", "After")
    spans = [place(TABLE, quote) for quote in ("cc", "ff", "Behind")]
    edits = [
        SafetyEdit(n, s, size, "style", "worker") for n, (s, size) in enumerate(zip(spans, (3, 3, 5), strict=True))
    ]
    states = [parse(read_document(state.encode(), "t.md"), OPEN) for state in (TABLE, after)]
    assert [violation.edits for violation in structure_violations(*states, edits)] == [(1,)]


def test_the_last_row_without_line_end_keeps_its_cells():
    text = "| a | b |\n|---|---|\n| c | d |"
    assert violations(text, Span(len(text), len(text)), " e |", "worker")
    assert violations(text, Span(len(text), len(text)), "\n| e | f |", "worker") == ()


def counts(text: str) -> list[list[int]]:
    """How many cells each row of each table has, by the plain parser: its rows, split by its rule."""
    lines, found = text.split("\n"), []
    for token in PLAIN.parse(text):
        if token.type == "table_open":
            first, last = token.map
            rows = [lines[first], *lines[first + 2 : last]]
            found.append([len(_split(row)) for row in rows])
    return found


def _split(row):
    parts = escapedSplit(row.strip(" "))
    parts = parts[1:] if parts and parts[0] == "" else parts
    return parts[:-1] if parts and parts[-1] == "" else parts


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_whatever_a_model_puts_into_one_row_is_refused_unless_the_plain_parser_counts_the_same_cells(data):
    rows = ["aa | b", "| c\\|d | `e` |", "| f |"]
    row = data.draw(st.sampled_from(rows))
    text = f"x\n\n| h | i |\n|---|---|\n{row}\n| y | z |\n"
    at = text.index(row)
    start = data.draw(st.integers(at, at + len(row)))
    end = data.draw(st.integers(start, at + len(row)))
    new = data.draw(st.text(alphabet="ab|\\ `", max_size=6))
    left = (text[at:start] + text[end : at + len(row)]).strip()
    after = text[:start] + new + text[end:]
    if not left or start == end == at + len(row) or after == text:
        return
    refused = violations(text, Span(start, end), new, "worker")
    if counts(after) != counts(text):
        assert refused
    else:
        assert not any("cells" in one.message or "delimiter" in one.message for one in refused)


def test_tables_of_thousands_of_rows_and_edits_take_linear_time():
    def prepare(count):
        text = "| a | b |\n|---|---|\n" + "| cc | d |\n" * count
        after = text.replace("cc", "c|c")
        states = [parse(read_document(state.encode(), "t.md"), OPEN) for state in (text, after)]
        starts = [22 + 11 * n for n in range(count)]
        edits = [SafetyEdit(n, Span(start, start + 2), 3, "style", "worker") for n, start in enumerate(starts)]
        return lambda: found.append(len(structure_violations(*states, edits)) == count)

    found = []
    assert grows_linearly(prepare, 500)
    assert set(found) == {True}
