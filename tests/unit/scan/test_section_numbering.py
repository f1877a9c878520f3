"""section-numbering: repeated, missing, misplaced numbers, and the renumbering where there is only one."""

from collections.abc import Callable

import pytest
from found_by import findings, repaired, scan_of, texts
from growth import grows_linearly

from reviewer.scan.numbering.section_numbering import RULES
from reviewer.scan.numbering.sequence import FaultKind, only_renumbering, sequence_faults

RULE = "section-numbering"


def found(text: str) -> list[str]:
    return texts(RULES, RULE, text)


def outline(*titles: str) -> str:
    return "".join(f"{title}\n\nText.\n\n" for title in titles)


def test_gaps_and_repetitions_are_found_with_and_without_dots() -> None:
    text = outline(
        "# 1 A", "## 1.1 B", "# 2 C", "## 2.3 D", "## 2.3 E", "# 4. F", "## 4.2. G", "# Appendix A", "# A.1 H"
    )
    assert found(text) == ["2.3", "2.3", "4", "4.2"]


@pytest.mark.parametrize(
    "titles",
    [
        ("# 1. A", "# 2. B", "## 2.1 C", "## 2.2) D", "# 3 E", "# Annexe A — F", "# Annexe B — G", "# IV. H"),
        ("# I. A", "# II. B", "# III. C", "# IV. D"),
        ("# I. A", "# II - B", "# III) C", "# IV: D"),
        ("# Text", "## A) A", "## B - B", "## C. C"),
        ("# Part One", "## 1. A", "## 2. B", "# Part Two", "## 1. C", "## 2. D"),
        ("# 0. A", "# 1. B"),
        ("# 6. A", "## 6.1 B", "## 6.2 C"),
        ("# Aims", "# 3. Step", "# End"),
        ("# 1. A", "# 5. B", "# 22. C"),
        ("## 1.4.0", "## 1.3.2", "## 1.3.1", "## 1.2.0"),
        ("# Rules", "## C.1 A", "## C.2 B", "## C.7 D", "## C.20 E"),
        ("# A", "# B"),
    ],
)
def test_sound_numbering_selections_and_change_logs_are_left_alone(titles: tuple[str, ...]) -> None:
    assert found(outline(*titles)) == []


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (("# 3 Scope", "## 3.1 Aims", "# 4 Terms", "# 6 Limits"), "# 5 Limits"),
        (("## 1 overview", "## 2 details", "## 4 iOS"), "## 3 iOS"),
        (("# (1) Scope", "# (2) Terms", "# (4) Limits"), "# (3) Limits"),
        (("# 1: Scope", "# 2: Terms", "# 4: Limits"), "# 3: Limits"),
        (("# 2 Rules", "## 2.1", "## 2.2", "## 2.4"), "## 2.3"),
    ],
)
def test_gaps_are_found_and_closed_however_the_numbers_are_marked(titles: tuple[str, ...], expected: str) -> None:
    assert len(found(outline(*titles))) == 1
    assert repaired(RULES, RULE, outline(*titles)) == outline(*titles[:-1], expected)


@pytest.mark.parametrize(
    "titles",
    [
        ("## 1. Aims", "## 2. Terms", "## 4 ways to fail"),
        ("## 1 Aims", "## 2 Terms", "## 2026 roadmap"),
        ("## 1 hour", "## 3 hours", "## 4 hours"),
        ("## 1.1", "## 1.3", "## 1.0"),
        ("# 2 Aims", "## 2.1 A", "# 40 Years After"),
    ],
)
def test_quantities_years_and_releases_leave_no_gap(titles: tuple[str, ...]) -> None:
    assert found(outline(*titles)) == []


def test_a_number_under_another_parent_is_found() -> None:
    (item,) = findings(RULES, RULE, outline("# 4. A", "## 4.1 B", "# 5. C", "## 5.1 D", "## 4.2 E"))
    assert (item.text, item.line) == ("4.2", 17)
    assert "section 5" in item.message


def test_only_the_number_out_of_order_is_blamed() -> None:
    text = outline("# 1. A", "# 6. B", "# 2. C", "# 3. D", "# 4. E", "# 5. F")
    (item,) = findings(RULES, RULE, text)
    assert (item.text, item.repairs) == ("6", ())


def test_a_repeated_number_moves_the_rest_with_subsections_references_and_links() -> None:
    text = (
        "# Guide\n\n- [2. Tests](#2-tests)\n- [3. Style](#3-style)\n\n## 1. Size\n\nA.\n\n## 2. Notes\n\n"
        "A.\n\n## 2. Tests\n\n### 2.1 Unit\n\nSee Section 3 and [style](#3-style).\n\n## 3. Style\n\n"
        "See Section 2.1.\n"
    )
    expected = (
        "# Guide\n\n- [3. Tests](#3-tests)\n- [4. Style](#4-style)\n\n## 1. Size\n\nA.\n\n## 2. Notes\n\n"
        "A.\n\n## 3. Tests\n\n### 3.1 Unit\n\nSee Section 4 and [style](#4-style).\n\n## 4. Style\n\n"
        "See Section 3.1.\n"
    )
    assert repaired(RULES, RULE, text) == expected
    (item,) = findings(RULES, RULE, text)
    assert {repair.kind for repair in item.repairs} == {"numbering", "link"}


def test_a_repetition_before_a_gap_moves_only_what_lies_between() -> None:
    text = outline("# 2. A", "## 2.1 B", "## 2.2 C", "## 2.2 D", "## 2.4 E")
    assert repaired(RULES, RULE, text) == text.replace("2.2 D", "2.3 D")


def test_a_single_gap_closes_with_its_references() -> None:
    text = outline("# 1. A", "## 1.1 B", "## 1.3 C") + "Voir la section 1.3.\n"
    assert repaired(RULES, RULE, text) == text.replace("1.3", "1.2")


@pytest.mark.parametrize(
    "tail",
    [
        "See Section 2.",
        "| a |\n|---|\n| Section 3 |",
        '<p><a href="#3-d">x</a></p>',
        "See Section 4.",
        "[x](#2-b) and <a href='#2-c'>y</a>",
        "[s]: #3-d",
    ],
)
def test_what_cannot_be_rewritten_for_certain_leaves_the_finding_alone(tail: str) -> None:
    text = outline("# 1. A", "# 2. B", "# 2. C", "# 3. D") + tail + "\n"
    (item,) = findings(RULES, RULE, text)
    assert item.repairs == ()


def test_a_reference_to_the_missing_number_forbids_closing_the_gap() -> None:
    text = outline("# 1. A", "# 2. B", "# 4. C") + "Section 3 was rewritten in 2020.\n"
    (item,) = findings(RULES, RULE, text)
    assert (item.text, item.repairs) == ("4", ())


def test_two_renumberings_never_move_the_same_heading() -> None:
    text = outline("# 1. A", "# 2. B", "# 4. C", "## 4.2 D")
    moved = [repair.span for item in findings(RULES, RULE, text) for repair in item.repairs]
    assert len(moved) == len(set(moved))


@pytest.mark.parametrize(
    ("numbers", "first", "expected"),
    [
        ((1, 2, 2, 3), None, (1, 2, 3, 4)),
        ((1, 3, 3, 4), None, (1, 2, 3, 4)),
        ((1, 2, 4), None, (1, 2, 3)),
        ((2, 3), 1, (1, 2)),
        ((1, 2, 3), None, None),
        ((1, 3, 2), None, None),
        ((1, 1, 2, 2), None, None),
        ((1, 2, 5), None, None),
        ((1, 3, 5), None, None),
        ((), None, None),
    ],
)
def test_there_is_one_renumbering_or_none(
    numbers: tuple[int, ...], first: int | None, expected: tuple[int, ...] | None
) -> None:
    assert only_renumbering(numbers, first) == expected


def test_a_number_that_is_only_late_is_no_gap() -> None:
    kinds = [(fault.kind, fault.index) for fault in sequence_faults([1, 3, 2, 4])]
    assert len(kinds) == 1
    assert kinds[0][0] is FaultKind.MISPLACED


def test_long_numberings_take_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(outline("# 1. A", *(f"## 1.{i} B" for i in range(1, count)), f"## 1.{count - 1} C"))
        return lambda: faults.append(len(list(RULES[0].find(scan))))

    faults: list[int] = []
    assert grows_linearly(prepare, 240)
    assert set(faults) == {1}


def test_no_renumbering_makes_a_number_that_stands_elsewhere():
    text = "# T\n\n## 1. A\n\n### 3.1 D\n\n## 3. C\n\n### 3.2 E\n\n### 3.3 F\n"
    items = findings(RULES, "section-numbering", text)
    assert items
    assert all(repair.after_text != "3.1" for item in items for repair in item.repairs)
