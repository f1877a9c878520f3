"""References to sections and figures of other documents are never told to be broken; the document's own are."""

import pytest
from found_by import texts

from reviewer.scan.numbering.dangling_mention import RULES as DANGLING
from reviewer.scan.references.broken_reference import RULES

OUTLINE = "# 1 Aims\n\n## 1.1 Sample\n\n# 2 Methods\n\n# 3 Results\n\n"
FIGURES = "Figure 1: a\n\nFigure 2: b\n\n"


def broken(sentence: str, outline: str = OUTLINE) -> list[str]:
    text = f"{outline}{sentence}\n"
    return texts(RULES, "broken-reference", text) + texts(RULES, "broken-reference-fr", text)


@pytest.mark.parametrize(
    "sentence",
    [
        "The Basel III framework, Section 9, says so.",
        "La loi n° 78-17, section 9, le dit.",
        "La loi n° 78-17 du 6 janvier 1978, section 9, le dit.",
        "L'arrêté du 3 mai 2020, section 9, le dit.",
        "Le référentiel RGAA 4.1, section 9, le dit.",
        "Le code pénal, section 9, le dit.",
        "As in C99 (§6.5.3.4) and C++20 §9.4.",
        "By POSIX.1-2017 section 9 it is so.",
        "Directive 2014/24/UE, § 9, applies.",
        "Regulation (EU) 2016/679, section 9, applies.",
        "See man section 5, and the man page, section 8.",
        "NIST SP 800-53 rev. 5, section 8.2, asks for it.",
        "By ISO/IEC 27001:2022, annex A, section 5.1, it is due.",
        "The HTTP specification (Section 9) and the contract (Section 9) say so.",
        "Smith et al., Section 9, and Smith 2019, section 9, say so.",
        "Section 9 of *The Pump and the Valve* says so.",
        "It is in section 8 in the user manual.",
        "It is in section 8 (user manual).",
        "Section 9 and 10 of [X] say so.",
        "See [RFC 9110](https://example.org), Section 9.",
        "Article L. 123-4, section 9, le dit.",
    ],
)
def test_sections_of_other_documents_are_left_alone(sentence: str) -> None:
    assert broken(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "RFC 9110 defines it. Section 9 says more.",
        "As RFC 9110 says, Section 9 applies.",
        "This guide (section 9) says so.",
        "It is in Table 3 and Section 9.",
        "In step 3, section 9, it starts.",
        "It began in June 2021 (section 9).",
        "Dans le présent rapport, section 9, on le dit.",
        "In section 9 of this document it is said.",
        "**Note** Section 9 is new.",
    ],
)
def test_the_documents_own_sections_are_still_checked(sentence: str) -> None:
    assert [found.casefold() for found in broken(sentence)] == ["section 9"]


def test_a_name_in_the_documents_own_title_is_no_other_document_for_certain() -> None:
    assert broken("RFC 22, section 9, says so.", OUTLINE.replace("1 Aims", "1 Aims of RFC 22")) == []


def test_each_reference_is_read_once() -> None:
    assert broken("See section 7, § 8, sections 2, 9 and 10.") == ["section 7", "§ 8", "9", "10"]


@pytest.mark.parametrize(
    "mention",
    [
        "Figure 2a and 2b of [X] are old.",
        "Figures 1 and 3 of [Y] are old.",
        "The figure 100 000 is high, and so is the figure 100\u202f000.",
        "It is a figure 20 % of the total.",
        "Voir le rapport de l'ANSSI 2021, figure 3.",
        "See Smith et al., Figure 10, and Fig. 8 from Smith 2019.",
        "See Figure 6 in the annex.",
    ],
)
def test_figures_of_other_documents_and_amounts_are_left_alone(mention: str) -> None:
    assert texts(DANGLING, "dangling-figure", f"{FIGURES}{mention}\n") == []
