"""A row of headings that mixes styles (2, III, 4) is never renumbered, and a number of another style fills a gap."""

from collections.abc import Callable

import pytest
from found_by import findings, scan_of
from growth import grows_linearly

from reviewer.scan.numbering.section_numbering import RULES

RULE = "section-numbering"


def row(*titles: str) -> str:
    return "".join(f"# {title}\n\nText.\n\n" for title in titles)


@pytest.mark.parametrize("title", ["{{ n }} C", "{% counter %} C", "${n}. C"])
def test_a_number_that_a_template_puts_in_is_no_reason_to_renumber(title: str) -> None:
    (found,) = findings(RULES, RULE, row("1 A", "2 B", title, "4 D"))
    assert not found.repairs


@pytest.mark.parametrize(
    "titles",
    [
        ("1. A", "2. B", "III. C", "4. D"),
        ("1. A", "2. B", "iii. C", "4. D"),
        ("1. A", "2. B", "(iii) C", "4. D"),
        ("1. A", "2. B", "III", "4. D"),
        ("1. A", "2. B", "C. C", "4. D"),
        ("1. A", "2. B", "c) C", "4. D"),
        ("1. A", "2. B", "Three. C", "4. D"),
        ("1 A", "2 B", "Trois : C", "4 D"),
        ("1. A", "2. B", "③ C", "4. D"),
        ("1. A", "2. B", "3a. C", "3b. D", "4. E"),
        ("1. A", "2. B", "3 – 4. C", "5. D"),
        ("1. A", "2. B", "3/4 C", "5. D"),
        ("1. A", "2. B", "3 and 4: C", "5. D"),
        ("Chapter 1: A", "Chapter 2: B", "Chapter III: C", "Chapter 4: D"),
        ("Chapter 1: A", "Chapter 2: B", "Chapter Three", "Chapter 4: D"),
        ("I. A", "2. B", "III. C"),
        ("I. A", "II. B", "3. C", "IV. D"),
        ("A. A", "B. B", "3. C", "D. D"),
        ("2. A", "2.1 B", "2.II C", "2.3 D"),
        ("1 A", "2 B", "Chapter 3: C", "4 D"),
        ("1 A", "2 B", "3° C", "4 D"),
    ],
)
def test_a_number_of_another_style_that_fills_the_gap_leaves_none(titles: tuple[str, ...]) -> None:
    assert findings(RULES, RULE, row(*titles)) == []


@pytest.mark.parametrize(
    "titles",
    [
        ("1. A", "2. B", "V. C", "4. D"),
        ("1. A", "2. B", "IV. C", "4. D"),
        ("1. A", "2. B", "4. C", "V. D"),
        ("1. A", "3. B", "IV. C"),
        ("I. A", "2. B", "4. C"),
        ("1. A", "2. B", "4. C", "v. D"),
        ("1. A", "2. B", "4. C", "5a. D"),
    ],
)
def test_a_mixed_row_with_a_gap_is_flagged_and_not_renumbered(titles: tuple[str, ...]) -> None:
    (item,) = findings(RULES, RULE, row(*titles))
    assert item.repairs == ()
    assert item.message.endswith("among them is of another style")


@pytest.mark.parametrize(
    "title",
    [
        "Annex A",
        "I am",
        "i.e. this",
        "A Guide",
        "Three ways",
        "2019–2024 results",
        "The 3a rule",
        "Note: x",
        "24/7 help",
    ],
)
def test_other_headings_are_no_numbers_of_the_row(title: str) -> None:
    (item,) = findings(RULES, RULE, row("1. A", "2. B", "4. C", title))
    assert [repair.after_text for repair in item.repairs] == ["3"]


@pytest.mark.parametrize("title", ["3D models", "3G and 4G", "3x faster", "3V supplies"])
def test_a_number_glued_to_letters_fills_no_gap_and_moves_nothing(title: str) -> None:
    (item,) = findings(RULES, RULE, row("1. A", "2. B", title, "4. D"))
    assert (item.text, item.repairs) == ("4", ())
    assert findings(RULES, RULE, row("1. A", "2. B", title, "3. C", "4. D")) == []


def test_a_letter_behind_a_number_is_a_parts_where_it_is_the_first_or_marked() -> None:
    assert findings(RULES, RULE, row("1. A", "2. B", "3A Data", "3B Tests", "4. D")) == []
    assert findings(RULES, RULE, row("1. A", "2. B", "3d) Data", "4. D")) == []


def test_many_mixed_rows_take_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        text = "".join(f"# {n}. A\n\n# {n}.1 B\n\n# {n}.II C\n\n# {n}.4 D\n\n# iv. E\n\n" for n in range(1, count + 1))
        scan = scan_of(text)
        return lambda: [list(rule.find(scan)) for rule in RULES]

    assert grows_linearly(prepare, 60)
