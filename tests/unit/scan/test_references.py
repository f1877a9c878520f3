"""broken-reference and broken-reference-fr: numbers that no heading has, in both languages, with decoys."""

from collections.abc import Callable

import pytest
from found_by import findings, scan_of, texts
from growth import grows_linearly

from reviewer.scan.references.broken_reference import RULES
from reviewer.scan.references.reference_text import section_references

EN, FR = "broken-reference", "broken-reference-fr"
OUTLINE = "# 1. Aims\n\n# 2 Methods\n\n## 2.1 Sample\n\n## 2.2) Tools\n\n# Annexe A — Lists\n\n# III. End\n\n"


def english(sentence: str) -> list[str]:
    return texts(RULES, EN, OUTLINE + sentence + "\n")


def french(sentence: str) -> list[str]:
    return texts(RULES, FR, OUTLINE + sentence + "\n")


@pytest.mark.parametrize(
    "sentence",
    [
        "See Section 2.1, section 2.2, § 1 and §2.",
        "Sections 1 and 2 say so; sections 2.1 to 2.2 too.",
        "Annex A and Part III are short.",
        "Voir la section 2.1, les sections 1 à 2, l’annexe A et la partie III.",
    ],
)
def test_every_style_of_number_is_known(sentence: str) -> None:
    assert english(sentence) == []
    assert french(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("See Section 4.2 for more.", ["Section 4.2"]),
        ("Sections 7 and 8 differ.", ["Sections 7", "8"]),
        ("Look at sections 1, 2 and 6.", ["6"]),
        ("Sections 2 to 9 apply.", ["9"]),
        ("§§ 2–8 apply.", ["8"]),
        ("This follows from §9.9 alone.", ["§9.9"]),
        ("It is in Appendix D.", ["Appendix D"]),
        ("It is in Part IV.", ["Part IV"]),
        ("It is in section\n4.2 below.", ["section\n4.2"]),
        ("**Section 5** says so.", ["Section 5"]),
        ("> [!NOTE]\n> See Section 5.", ["Section 5"]),
        ("Section 44 of this document is short.", ["Section 44"]),
    ],
)
def test_english_references_to_nothing_are_found(sentence: str, expected: list[str]) -> None:
    assert english(sentence) == expected
    assert french(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Voir la section 4 du présent document.", ["section 4"]),
        ("Les sections 1 à 7 sont nouvelles.", ["7"]),
        ("Comme le dit le § 3, il faut attendre.", ["§ 3"]),
        ("Cf. § 2.7 pour la suite.", ["§ 2.7"]),
        ("Le détail est donné plus loin (voir 2.9).", ["voir 2.9"]),
        ("Le détail est donné plus loin, cf. 2.9.", ["cf. 2.9"]),
        ("C'est dit à l’annexe C.", ["annexe C"]),
        ("C'est dit dans la partie IV.", ["partie IV"]),
    ],
)
def test_french_references_to_nothing_are_found(sentence: str, expected: list[str]) -> None:
    assert french(sentence) == expected
    assert english(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "As section 5.2 of RFC 9110 says.",
        "The RFC section 5.2 says so.",
        "Use [RFC7231], Section 4.",
        "It is section 4 of the GDPR.",
        "By ISO 27001 § 5 it is due.",
        "It is § 3 of [X].",
        "See [Section 4](other.md) and [section 9](https://example.org/#9).",
        "Selon la section 3 de la norme, et la section 8 du RGPD.",
        "By article 5, section 8, it is void.",
        'The old manual says "see Section 21.3" on its cover.',
        "La notice dit « voir la section 21 » sans plus.",
        "> Our rules (Section 78) are strict.",
        "Section 508 is a law of another country.",
        "We are at section 46 of 50.",
        "The rest, see 2.6 GHz, voir 3.2 %.",
        "The parts 4 and 5 are spare; see Part 4.",
        "`Section 7` and $Section 7$ are no text.",
        "Section 9 was removed. Section 8 (DELETED).",
        "La section 9 est SUPPRIMÉE.",
        "| a |\n|---|\n| Section 77 |",
    ],
)
def test_other_documents_prose_and_protected_text_are_left_alone(sentence: str) -> None:
    assert english(sentence) == []
    assert french(sentence) == []


@pytest.mark.parametrize(
    "ending",
    [
        "was withdrawn", "has been repealed", "is reserved for later", "(reserved)", "[withdrawn]", "(omitted)",
        "was intentionally omitted", "was replaced by section 2", "was since merged into section 2",
        "of this document was withdrawn", "WITHDRAWN", "intentionally left blank", "and 8 were revoked",
    ],
)  # fmt: skip
def test_a_section_that_is_said_to_be_gone_or_reserved_is_no_broken_reference(ending: str) -> None:
    assert english(f"Section{'s' if 'and' in ending.split() else ''} 9 {ending}.") == []


@pytest.mark.parametrize(
    "ending",
    [
        "a été supprimée", "est retirée", "a été abrogée", "fut annulée", "(réservée)", "est réservée",
        "a été volontairement omise", "a été remplacée par la section 2", "du présent document est retirée", "ABROGÉE",
    ],
)  # fmt: skip
def test_a_french_section_that_is_said_to_be_gone_or_reserved_is_no_broken_reference(ending: str) -> None:
    assert french(f"La section 9 {ending}.") == []


@pytest.mark.parametrize(
    "sentence",
    ["We reserved section 9 for it.", "It was moved to section 9.", "Section 9 requires what was withdrawn."],
)
def test_what_is_said_of_something_else_does_not_hide_a_broken_reference(sentence: str) -> None:
    assert english(sentence) == ["section 9" if "section" in sentence else "Section 9"]


def test_a_section_of_the_contract_is_not_told_but_one_of_this_contract_is() -> None:
    assert english("See section 9 of the contract, and section 8 of the manual.") == []
    assert english("See section 9 of this contract.") == ["section 9"]


def test_the_same_number_twice_on_one_line_is_told_once() -> None:
    assert english("Section 7, Section 7 and § 7.\nSection 7 again.") == ["Section 7", "Section 7"]


def test_a_document_without_numbered_headings_has_no_broken_references() -> None:
    assert texts(RULES, EN, "# Aims\n\n# Methods\n\nSee Section 4 and Appendix B.\n") == []


def test_a_part_of_a_larger_work_is_not_asked_about_the_rest() -> None:
    part = "# 6. Levels\n\n## 6.1 Low\n\n## 6.2 High\n\nSee Section 4, Section 6.1 and Section 6.7.\n"
    assert texts(RULES, EN, part) == ["Section 6.7"]


def test_a_bare_number_counts_only_at_a_depth_that_headings_have() -> None:
    assert texts(RULES, FR, "# 1 A\n\n# 2 B\n\nPython, cf. 3.11, et voir 2.5.\n") == []
    assert texts(RULES, FR, "# 1 A\n\n## 1.1 B\n\nPython, cf. 3.11.\n") == ["cf. 3.11"]


def test_numbered_clauses_that_are_no_headings_are_known() -> None:
    text = (
        "# 1 A\n\n# 2 B\n\n**2.1** The first clause.\n\n2.2 The second.\n\nSee Section 2.1, Section 2.2, Section 2.3.\n"
    )
    assert texts(RULES, EN, text) == ["Section 2.3"]


@pytest.mark.parametrize(
    "titles",
    [
        ("# 1 Aims", "# 2 Rules", "# (3) Ends", "# 4: Annexes"),
        ("# 1 overview", "# 2 details", "# 3 iOS", "# 4 ends"),
        ("# 1/ Aims", "# 2/ Rules", "# 3- Ends", "# 4 – Annexes"),
        ("# 1", "# 2", "# 3", "# 4"),
        ("# 1. Aims", "# 2. Rules", "# 3. Ends", "# 4 ways out"),
    ],
)
def test_numbers_are_known_however_they_are_marked(titles: tuple[str, ...]) -> None:
    text = "\n\n".join(titles) + "\n\nSee Section 3, Section 4 and Section 5.\n"
    assert texts(RULES, EN, text) == ["Section 5"]


def test_clauses_that_are_nothing_but_a_number_are_known() -> None:
    text = "# 2 Rules\n\n## 2.1\n\nText.\n\n## 2.2\n\nSee Section 2.1 and Section 2.3.\n"
    assert texts(RULES, EN, text) == ["Section 2.3"]


def test_a_heading_that_only_begins_with_a_number_is_something_to_go_to_and_makes_no_document_numbered() -> None:
    assert texts(RULES, EN, "# 1. A\n\n# 2. B\n\n# 5 ways out\n\nSee Section 5 and Section 6.\n") == ["Section 6"]
    assert texts(RULES, EN, "# 3 ways in\n\n# 5 ways out\n\n# 2026 roadmap\n\nSee Section 4.\n") == []


def test_a_heading_is_not_a_reference_to_itself() -> None:
    assert texts(RULES, EN, "# Section 1: A\n\n# Section 2: B\n\n## Section 9.1 draft\n") == []


TITLED = "# 1. Survey\n\n# 5. Fees\n\n# 22. Claims\n\n# 23/ Dues\n\n"


@pytest.mark.parametrize(
    ("rule", "sentence", "right"),
    [
        (EN, "Costs are in Section 1 (Fees).", "5"),
        (EN, "Costs are in Section 1, “Fees”.", "5"),
        (EN, "Costs are in Section 1: Fees.", "5"),
        (EN, "Costs are in Section 1 (Dues).", "23"),
        (EN, "Costs are in Section 3 (*FEES*).", "5"),
        (FR, "Voir la section 22, « Survey ».", "1"),
    ],
)
def test_a_title_of_another_section_beside_the_number_gives_the_right_one(rule: str, sentence: str, right: str) -> None:
    (found,) = findings(RULES, rule, TITLED + sentence + "\n")
    assert f"section {right}," in found.message
    assert found.repairs == ()
    assert found.advice is not None
    assert found.advice.after_text == right


@pytest.mark.parametrize(
    "sentence",
    [
        "Section 5 (Fees) is new.",
        "Voir la section 5 (Honoraires).",
        "Section 22 (unpublished) is new.",
        "Section 5 - see below.",
    ],
)
def test_the_right_title_a_translation_and_a_remark_are_no_mismatch(sentence: str) -> None:
    assert texts(RULES, EN, TITLED + sentence) == []
    assert texts(RULES, FR, TITLED + sentence) == []


def test_a_link_that_leads_to_another_section_than_it_says_is_found() -> None:
    text = "# 1. A\n\n# 2. B\n\nSee [Section 1](#2-b) and [Section 2](#2-b).\n"
    (found,) = findings(RULES, EN, text)
    assert found.text == "Section 1"
    assert "section 2" in found.message


def test_positions_hold_after_crlf_and_wide_characters() -> None:
    text = "# 1 A\r\n\r\n# 2 B\r\n\r\n😀 é see Section 9.\r\n"
    (found,) = findings(RULES, EN, text)
    assert (found.line, found.column, found.end_column) == (5, 9, 18)


def test_many_references_in_one_line_take_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(OUTLINE + " ".join(f"Section 9.{i} (x) and" for i in range(count)))
        return lambda: (read.append(sum(1 for _ in section_references(scan.parsed))), list(RULES[0].find(scan)))

    read: list[int] = []
    assert grows_linearly(prepare, 1500)
    assert set(read) == {1500, 6000}
