import pytest
from scan_cases import found, texts

COLUMNS = "table-columns"
SUM = "table-percent-sum"


def table(*rows: str) -> str:
    return "\n".join(f"| {row} |" for row in (rows[0], "---|---", *rows[1:])) + "\n"


def test_a_bare_pipe_splits_a_cell_even_in_code_and_an_escaped_one_does_not() -> None:
    text = "| Op | Command |\n| -- | ------- |\n| f | `cut x \\| sort` |\n| o | `x || y` |\n| p | plain |\n"
    (item,) = found(text, COLUMNS)
    assert (item.line, item.text) == (4, "| o | `x || y` |")
    assert "4 cells" in item.message
    assert "\\|" in item.message


def test_a_surplus_cell_outside_code_has_no_hint_about_code() -> None:
    (item,) = found("a | b\n--|--\n1 | 2 | 3\n4 | 5\n", COLUMNS)
    assert "\\|" not in item.message


def test_when_every_row_is_wider_the_header_is_reported_once() -> None:
    (item,) = found("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n", COLUMNS)
    assert item.line == 1


def test_one_cell_is_called_one_cell() -> None:
    (item,) = found("| a | b |\n|---|---|\n| 1 |\n", COLUMNS)
    assert "has 1 cell," in item.message


def test_text_swallowed_as_a_row_is_reported() -> None:
    (item,) = found("| a | b |\n|---|---|\n| 1 | 2 |\nThis text follows.\n\nEnd.\n", COLUMNS)
    assert (item.line, item.text) == (4, "This text follows.")


def test_cells_left_out_in_several_rows_are_a_style() -> None:
    rows = "| 1 | 2 | 3 |\n| 4 |\n| 5 | 6 |\n| 7 | 8 | 9 |\n"
    assert texts("| a | b | c |\n|---|---|---|\n" + rows, COLUMNS) == []


def test_one_short_row_in_a_complete_table_is_reported() -> None:
    rows = "| 1 | 2 | 3 |\n| 4 | 5 |\n| 7 | 8 | 9 |\n"
    (item,) = found("| a | b | c |\n|---|---|---|\n" + rows, COLUMNS)
    assert item.line == 4


def test_a_header_and_a_delimiter_row_of_different_widths_make_no_table() -> None:
    (item,) = found("Text.\n\n| a | b | c |\n|---|---|\n| 1 | 2 | 3 |\n", COLUMNS)
    assert (item.line, item.text) == (3, "| a | b | c |")


@pytest.mark.parametrize(
    "text", ["```\n| a |\n|---|\n| 1 | 2 |\n```\n", "| a |\n|---|\n| 1 |\n", "a | b\n- | -\n1 | 2\n"]
)
def test_sound_tables_and_code_are_not_reported(text: str) -> None:
    assert texts(text, COLUMNS) == []


@pytest.mark.parametrize("prefix", ["> ", "  "])
def test_tables_in_quotes_and_lists_are_read_without_their_marks(prefix: str) -> None:
    lines = ["| a | b |", "|---|---|", "| 1 | 2 |", "| 1 | 2 | 3 |"]
    text = "- item\n\n" + "\n".join(prefix + line for line in lines) + "\n"
    assert texts(text, COLUMNS) == ["| 1 | 2 | 3 |"]


def test_rounding_within_half_a_unit_a_row_is_no_error() -> None:
    text = table("Region | Share", "North | 33.3 %", "South | 33.3 %", "West | 33.3 %", "Total | 100 %")
    assert texts(text, SUM) == []


def test_a_total_that_the_parts_miss_is_reported_at_the_total() -> None:
    text = table("Zone | Part", "A | 45,5 %", "B | 30,2 %", "C | 14,3 %", "Total | 100 %")
    (item,) = found(text, SUM)
    assert (item.line, item.text, item.severity) == (6, "100 %", "attention")
    assert "90.0" in item.message


@pytest.mark.parametrize(
    ("parts", "count"), [((30, 30, 32), 1), ((30, 30, 35), 0), ((30, 30, 38), 0), ((40, 40, 28), 1)]
)
def test_without_a_total_only_sums_of_80_to_95_and_105_to_110_are_reported(parts: tuple[int, ...], count: int) -> None:
    text = table("Zone | Share", *(f"{name} | {part} %" for name, part in zip("ABC", parts, strict=True)))
    assert len(found(text, SUM)) == count


@pytest.mark.parametrize(
    "rows",
    [
        ("Tool (several answers) | %", "X | 50 %", "Y | 40 %", "Z | 18 %"),
        ("Outil (plusieurs réponses) | %", "X | 50 %", "Y | 40 %", "Z | 18 %"),
        ("Test | Coverage", "X | 90 %", "Y | 80 %", "Total | 85 %"),
        ("Year | Growth", "X | +50 %", "Y | -10 %", "Z | 45 %"),
        ("Year | Range", "X | 20-30 %", "Y | 30 %", "Z | 35 %"),
        ("Part | Share", "X | 50 %", "Subtotal | 50 %", "Z | 35 %"),
        ("Run | Load", "X | 45 %", "Y | 45 %"),
        ("Item | Count", "X | 50", "Y | 20", "Z | 18"),
    ],
)
def test_columns_that_are_no_shares_are_left_alone(rows: tuple[str, ...]) -> None:
    assert texts(table(*rows), SUM) == []


def wide(*rows: str) -> str:
    return "\n".join(f"| {row} |" for row in (rows[0], "---|---|---", *rows[1:])) + "\n"


def test_a_total_is_found_behind_the_count_of_the_rows() -> None:
    text = wide("# | Zone | Share", "1 | A | 40 %", "2 | B | 30 %", "3 | C | 20 %", " | Total | 100 %")
    assert texts(text, SUM) == ["100 %"]
    assert texts(text.replace("20 %", "30 %"), SUM) == []


def test_a_total_may_be_the_first_row() -> None:
    text = table("Zone | Share", "Total | 100 %", "A | 40 %", "B | 30 %", "C | 20 %")
    (item,) = found(text, SUM)
    assert (item.line, item.text) == (3, "100 %")
    assert texts(text.replace("20 %", "30 %"), SUM) == []


def test_several_breakdowns_of_a_first_total_are_left_alone() -> None:
    rows = ("Ensemble | 100 %", "Men | 48 %", "Women | 52 %", "Young | 60 %", "Old | 40 %")
    assert texts(table("Group | Share", *rows), SUM) == []


def test_french_numbers_and_no_break_spaces_are_read() -> None:
    text = table("Poste | %", "A | 12,5\u00a0%", "B | 37,5\u202f%", "C | 50,0 %", "Total | 100\u00a0%")
    assert texts(text, SUM) == []
    wrong = text.replace("37,5", "27,5")
    assert texts(wrong, SUM) == ["100\u00a0%"]


def test_emphasis_in_cells_is_not_part_of_the_number() -> None:
    text = table("Poste | Part", "A | **40 %**", "B | 30 %", "**Total** | **100 %**")
    assert texts(text, SUM) == ["**100 %**"]
