"""Explicit numbering of headings: what a title says, and what its neighbours make of it."""

from collections.abc import Callable

import pytest
from growth import grows_linearly

from reviewer.markdown.numbering import explicit_number
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document


def numbers(text: str) -> list[str | None]:
    return [s.number for s in parse(read_document(text.encode(), "x.md")).sections[1:]]


def outline(*titles: str) -> list[str | None]:
    return numbers("".join(f"{title}\n\nText.\n\n" for title in titles))


@pytest.mark.parametrize(
    ("title", "number", "label"),
    [
        ("2.3 Methods", "2.3", None),
        ("1. Scope", "1", None),
        ("4.2. Data", "4.2", None),
        ("2.2) Refunds", "2.2", None),
        ("(2.2) Refunds", "2.2", None),
        ("7 Security", "7", None),
        ("7: Security", "7", None),
        ("7/ Sécurité", "7", None),
        ("7- Sécurité", "7", None),
        ("7 – Sécurité", "7", None),
        ("(7) Security", "7", None),
        ("(B) Security", "B", None),
        ("IV: Security", "IV", None),
        ("IV - Security", "IV", None),
        ("IV – Security", "IV", None),
        ("B/ Security", "B", None),
        ("7 security", "7", None),
        ("7.1", "7.1", None),
        ("7.1.", "7.1", None),
        ("Annexe A — Barème", "A", "Annexe"),
        ("Annexe B.2 : tarifs", "B.2", "Annexe"),
        ("Appendix C", "C", "Appendix"),
        ("Chapitre IV", "IV", "Chapitre"),
        ("A.1 Extra", "A.1", None),
        ("III. Fin", "III", None),
        ("B) Option", "B", None),
    ],
)
def test_a_number_and_its_label_are_read(title: str, number: str, label: str | None) -> None:
    assert explicit_number(title)[:2] == (number, label)


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (("# I. A", "# II - B", "# III) C", "# IV: D", "# V — E"), ["I", "II", "III", "IV", "V"]),
        (("# I - A", "# II) B", "# (III) C"), ["I", "II", "III"]),
        (("# A. A", "# B - B", "# C) C", "# D: D"), ["A", "B", "C", "D"]),
        (("# VIII) A", "# IX - B", "# X - C"), ["VIII", "IX", "X"]),
        (("# A. Scope", "# C - a language", "# X - files"), ["A", None, None]),
        (("# C - a language", "# D - another"), [None, None]),
    ],
)
def test_letters_and_roman_numerals_count_on_however_they_are_marked(
    titles: tuple[str, ...], expected: list[str | None]
) -> None:
    assert outline(*titles) == expected


@pytest.mark.parametrize(
    "title",
    ["2024 results", "I am here", "A Guide", "5 % of turnover", "5 € each", "Part of the plan", "Section a",
     "2.4.0 - 2023-05-01", "2.4.0 (2023-05-01)", "3D view", "24/7 service", "Node.js", "Overview", ""],
)  # fmt: skip
def test_words_years_units_and_dated_releases_are_no_numbering(title: str) -> None:
    assert explicit_number(title).number is None


@pytest.mark.parametrize(
    "title",
    ["3 ways to pay", "1 way to pay", "10 Years After", "1.0.3", "2.1", "404", "404: Not Found", "(404) Not Found",
     "(C) 2024 Doe", "Q: why", "I: the first"],
)  # fmt: skip
def test_a_number_that_may_be_something_else_is_none_when_nothing_beside_it_agrees(title: str) -> None:
    assert outline("# Guide", f"## {title}", "## Overview") == [None, None, None]


def test_bare_integers_count_only_where_their_siblings_begin_at_one() -> None:
    assert numbers("## 1 Scope\n\n## 2 Terms\n\n## 4 Rules\n") == ["1", "2", "4"]
    assert numbers("## 404 Not Found\n\n## 500 Server Error\n") == [None, None]
    assert numbers("# 10 Years After\n") == [None]


def test_a_bare_integer_counts_where_a_child_or_a_sibling_repeats_it() -> None:
    assert numbers("# 5 Methods\n\n## 5.1 Data\n") == ["5", "5.1"]
    assert numbers("## 5 Methods\n\n## 5.1 Data\n\n## 6 Results\n") == ["5", "5.1", "6"]


def test_the_siblings_of_a_numbered_heading_count_with_it() -> None:
    assert outline("# 3 Scope", "## 3.1 Purpose", "# 4 Terms", "# 6 Limits") == ["3", "3.1", "4", "6"]
    assert outline("# 2 Aims", "# 3 Scope", "## 3.1 Purpose", "# 40 Years After") == ["2", "3", "3.1", None]


def test_a_number_before_a_small_letter_counts_where_its_neighbours_count() -> None:
    assert outline("# Guide", "## 1 overview", "## 2 details") == [None, "1", "2"]
    assert outline("## 1 iOS", "## 2 macOS", "## 4 watchOS") == ["1", "2", "4"]
    assert outline("## 1. Aims", "## 2 details", "## 3 iOS") == ["1", "2", "3"]
    assert outline("# 3 scope", "## 3.1 Purpose", "# 4 terms") == ["3", "3.1", "4"]


def test_quantities_and_years_beside_numbered_sections_are_no_numbers() -> None:
    assert outline("## 1 Aims", "## 2 Terms", "## 2026 roadmap") == ["1", "2", None]
    assert outline("## 1. Aims", "## 3 ways to fail") == ["1", None]
    assert outline("## 1. Aims", "## 2. Terms", "## 4 ways to fail") == ["1", "2", None]
    assert outline("## 1 player", "## 2 players", "## 3 players") == [None] * 3
    assert outline("## 1 thing to do", "## 3 ways to fail", "## 10 tips") == [None] * 3
    assert outline("## 1 hour", "## 1 day") == [None] * 2


def test_numbers_that_are_all_of_a_heading_count_as_clauses() -> None:
    assert outline("# 2 Rules", "## 2.1", "## 2.2", "### 2.2.1") == [*("2", "2.1", "2.2", "2.2.1")]
    assert outline("# Rules", "## 2.1", "## 2.2", "## 2.4") == [None, "2.1", "2.2", "2.4"]
    assert outline("# Rules", "## 2.1 Aims", "## 2.2") == [None, "2.1", "2.2"]
    assert outline("# Annex A", "## A.1", "## A.2") == ["A", "A.1", "A.2"]
    assert outline("## 1", "## 2", "### 2.1", "## 3") == ["1", "2", "2.1", "3"]


@pytest.mark.parametrize(
    "titles",
    [
        ("# Notes", "## 1.4", "## 1.3", "## 1.1"),
        ("# Notes", "## 1.0", "## 1.1", "## 1.2"),
        ("# Notes", "## 0.1", "## 0.2"),
        ("# Notes", "## 1.2.1", "## 1.2.2"),
        ("# Notes", "## 1.1", "## 1.7"),
        ("# Change log", "## 1.1", "## 1.2"),
        ("# 3", "## 3.2", "## 3.1", "# 2"),
    ],
)
def test_releases_are_no_clauses(titles: tuple[str, ...]) -> None:
    assert outline(*titles) == [None] * len(titles)


def test_marks_of_every_style_count_together() -> None:
    titles = ("# 1 Aims", "# 2. Terms", "# (3) Rules", "# 4: Limits", "# 5/ Fees", "# 6 – Ends", "# 7) Annexes")
    assert outline(*titles) == [str(number) for number in range(1, 8)]
    assert outline("# (A) Aims", "# (B) Ends") == ["A", "B"]
    assert outline("# I: Aims", "# II: Ends") == ["I", "II"]
    assert outline("# P: Philosophy", "## P.1 Clarity", "# A: Architecture") == [None, "P.1", None]


def test_thousands_of_headings_take_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        document = read_document("".join(f"# {i} part\n\n## {i}.1\n\n" for i in range(count)).encode(), "x.md")
        return lambda: parse(document)

    assert grows_linearly(prepare, 500)
