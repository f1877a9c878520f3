"""What the text says is withdrawn is neither a gap of the numbering nor a broken reference."""

from collections.abc import Callable

import pytest
from found_by import findings, scan_of
from growth import grows_linearly

from reviewer.scan.numbering.caption_sequence import RULES as SEQUENCES
from reviewer.scan.numbering.dangling_mention import RULES as MENTIONS
from reviewer.scan.numbering.section_numbering import RULES as NUMBERING
from reviewer.scan.references.broken_reference import RULES as REFERENCES

HEAD = "# 1 A\n\nText.\n\n# 2 B\n\nText.\n\n# 5 C\n\nText.\n\n"


def wrong(text: str) -> list[str]:
    rules = (*NUMBERING, *REFERENCES)
    return [item.text for rule in rules for item in findings(rules, rule.id, text)]


@pytest.mark.parametrize(
    "said",
    [
        "Sections 3 and 4 have been repealed.",
        "Sections 3, 4 have been repealed.",
        "Sections 3 to 4 were withdrawn in 2020.",
        "Sections 2.1, 3 and 4 (deleted)",
        "Sections 3–4 have since been removed.",
        "§§ 3 and 4 are hereby revoked.",
        "Clauses 3 and 4 are void.",
        "Articles 3 and 4 no longer apply.",
        "**Sections 3 and 4** have both been withdrawn.",
        "Section 3 and Section 4 have been repealed.",
        "Withdrawn: Sections 3 and 4.",
        "Withdrawn numbers\n: 3 and 4",
        "Repealed sections: 3, 4.",
        "The following sections have been repealed: 3 and 4.",
        "Section 3 was removed. Section 4 is reserved.",
        "| Part | State |\n|---|---|\n| Section 3 | withdrawn |\n| Section 4 | repealed |",
        "Les sections 3 et 4 ont été abrogées.",
        "Les sections 3 à 4 sont supprimées.",
        "Les articles 3 et 4 ont tous deux été abrogés.",
        "Les sections 3 et 4 n'existent plus.",
    ],
)
def test_withdrawn_sections_leave_no_gap_and_may_be_referred_to(said: str) -> None:
    assert wrong(f"{HEAD}{said}\n\nSee Section 4. See Section 3.2. Voir la section 3.\n") == []


def test_a_range_withdraws_what_stands_between_its_ends() -> None:
    head = HEAD.replace("# 5 C", "# 9 C\n\nText.\n\n# 10 D")
    assert wrong(f"{head}Sections 3 to 8 have been repealed.\n\nSee Section 5 and Section 7.\n") == []


def test_annexes_are_withdrawn_by_their_letters() -> None:
    head = "# Annex A\n\nText.\n\n# Annex D\n\nText.\n\n"
    assert wrong(f"{head}Annexes B and C have been withdrawn.\n\nSee Annex B.\n") == []


@pytest.mark.parametrize(
    "said",
    [
        "Sections 1 and 2 have been repealed.",
        "Sections 3 and 4 have not been repealed.",
        "Sections 3 and 4 of RFC 9110 have been repealed.",
        "Annexes 3 and 4 have been repealed.",
        "Sections 3.1 to 4.2 have been repealed.",
        "The 3 files and 4 folders have been removed.",
    ],
)
def test_what_is_not_withdrawn_is_still_missing(said: str) -> None:
    assert "5" in wrong(f"{HEAD}{said}\n")


def test_where_one_of_two_is_withdrawn_the_other_is_missing() -> None:
    assert wrong(f"{HEAD}Section 3 has been repealed.\n\nSee Section 4.\n") == ["5", "Section 4"]


@pytest.mark.parametrize(
    "unit", ["sections 3, ", "3, ", "Sections 3 and 4 have been repealed. ", "removed section 3 ", "§ "]
)
def test_many_withdrawals_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(f"{HEAD}Withdrawn sections {unit * count}\n")
        return lambda: [list(rule.find(scan)) for rule in (*NUMBERING, *REFERENCES)]

    assert grows_linearly(prepare, 500)


def faults_of_captions(said: str) -> list[str]:
    text = f"# Pump\n\n{said}\n\nTable 1: A\n\nTable 4: B\n\nFigure 1: C\n\nFigure 4: D\n"
    rules = (*SEQUENCES, *MENTIONS)
    return [item.text for rule in rules for item in findings(rules, rule.id, text)]


@pytest.mark.parametrize(
    "said",
    [
        "Table 2 was deleted and Table 3 is reserved. Figures 2 and 3 have been removed. See Figure 3.",
        "Tables 2 to 3 were withdrawn. Withdrawn: Figures 2 and 3.",
        "Les tableaux 2 et 3 ont été supprimés. Les figures 2 à 3 sont supprimées.",
    ],
)
def test_withdrawn_captions_leave_no_gap_and_may_be_mentioned(said: str) -> None:
    assert faults_of_captions(said) == []


def test_a_table_that_is_removed_says_nothing_of_figures_and_sections() -> None:
    assert faults_of_captions("Sections 2 and 3 were removed. Tables 2 and 3 were deleted. See Figure 2.") == [
        "Figure 4",
        "Figure 2",
    ]
    assert wrong(f"{HEAD}Section 3 was removed, and Table 4 was deleted.\n") == ["5"]
