"""Explicit numbering of headings."""

import pytest

from reviewer.markdown.numbering import explicit_number
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document


@pytest.mark.parametrize(
    ("title", "number", "label"),
    [
        ("2.3 Methods", "2.3", None),
        ("1. Scope", "1", None),
        ("4.2. Data", "4.2", None),
        ("2.2) Refunds", "2.2", None),
        ("7 Security", "7", None),
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
    "title",
    ["2024 results", "I am here", "A Guide", "3 ways to pay", "5 % of turnover", "Part of the plan", "Section a",
     "1.0.3", "2.4.0 - 2023-05-01", "2.4.0 (2023-05-01)", "3D view", "Node.js", "Overview", ""],
)  # fmt: skip
def test_words_years_units_and_releases_are_no_numbering(title: str) -> None:
    assert explicit_number(title).number is None


def numbers(text: str) -> list[str | None]:
    return [s.number for s in parse(read_document(text.encode(), "x.md")).sections[1:]]


def test_bare_integers_count_only_where_their_siblings_begin_at_one() -> None:
    assert numbers("## 1 Scope\n\n## 2 Terms\n\n## 4 Rules\n") == ["1", "2", "4"]
    assert numbers("## 404 Not Found\n\n## 500 Server Error\n") == [None, None]
    assert numbers("# 10 Years After\n") == [None]


def test_a_bare_integer_counts_where_a_child_repeats_it() -> None:
    assert numbers("# 5 Methods\n\n## 5.1 Data\n") == ["5", "5.1"]
