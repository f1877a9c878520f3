"""References to sections and figures of other documents are never told to be broken; the document's own are."""

from collections.abc import Callable

import pytest
from found_by import scan_of, texts
from growth import grows_linearly

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
        "It is a charge under section 57(1) of the 1964 Act.",
        "It is due under section 9(2)(b) of that Act.",
        "Section 57, Highways Act 1980, applies.",
        "Section 57 HA 1980 applies.",
        "The Highways Act 1980 applies here (see section 57(1)).",
        "A section 21 notice was served.",
        "See Annex B to the contract.",
        "Section 9 thereof is on data.",
        "La section 9 dudit contrat et l'annexe B de ladite charte le disent.",
        "- Town Plan 2021–2025, sections 2 and 9",
        "For the guide, see its section 9.",
        "Le bail, à sa section 9, le dit.",
        "La Loi sur les ports, à la section 9, le dit.",
        "In the tender documents, section 9 is blank.",
        "Section 8 of the Act is not touched; nor is section 9.",
        "See EN 14081-1:2016+A1:2019, Annex G and EN 206:2013+A2:2021, Section 9.",
        "See runbook section 9.",
        "The datasheet (section 9) gives the limits.",
        "It is in the lease, section 9, and the deed of trust, section 12.",
        "As Reg. E, section 9 says.",
        "Voir le cahier des charges, section 9.",
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
        "Section 5.1 of [RFC 9110] and section 9 below say so.",
        "This report gives it in its section 9.",
        "It is in section 9(2) of this document.",
        "A reader of section 9 knows it.",
        "It is in section 9, and the rules apply.",
    ],
)
def test_the_documents_own_sections_are_still_checked(sentence: str) -> None:
    assert [found.casefold() for found in broken(sentence)] == ["section 9"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Formerly Section 9.",
        "Section 3 (old Section 9) is short.",
        "Section 3 (formerly in Section 9) is short.",
        "C'était la section 9.",
        "In the previous edition this was Section 9.",
        "This was section 9 before the revision.",
        "Section 9 is now Section 3.",
        "Section 9 has become § 3.",
        "Old section 9 was split into 2 and 3.",
        "- Added Section 9 (Tides), later merged into 3.",
        "Section 9 will be added in a later edition.",
        "L'ancienne section 9 est devenue la section 3.",
        "La section 9 devient la section 3.",
        "Ajout de la section 9 dans la version 1.2.",
    ],
)
def test_a_number_that_a_section_had_is_not_broken(sentence: str) -> None:
    assert broken(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Section 9 is now binding.",
        "Section 9 has become law.",
        "La section 9 devient importante.",
        "Add section 9 to it.",
        "The former plan is in section 9.",
        "The board was in section 9.",
        "Le plan était à la section 9.",
    ],
)
def test_a_number_that_a_section_should_have_is_broken(sentence: str) -> None:
    assert [found.casefold() for found in broken(sentence)] == ["section 9"]


@pytest.mark.parametrize(
    "unit",
    [
        "Section 9 of the Alpha and the ",
        "its section 9(1)(1)(a) ",
        "Section 9 of the Act or section ",
        "former section 9 (x), later ",
        "La Loi, à la section 9, ",
    ],
)
def test_many_citations_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(f"{OUTLINE}{unit * count}end.\n")
        return lambda: [list(rule.find(scan)) for rule in RULES]

    assert grows_linearly(prepare, 400)


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


@pytest.mark.parametrize(
    "sentence",
    [
        "Pumps follow EN 805 (in particular section 9.3).",
        "Pumps follow EN 805 (especially section 9.3).",
        "Les pompes suivent la NF EN 805 (notamment la section 9.3).",
        "C'est dans le guide ANSSI (en particulier la section 9.4).",
        "The scheme of delegation (version 6, section 9.2) limits approvals.",
        "The scheme of delegation (v6, section 9.4) limits approvals.",
        "The scheme of delegation (2019, section 9.5) limits approvals.",
        "Le tableau des seuils (version 6, section 9.2) le dit.",
        "Le tableau des seuils (édition 2019, section 9.3) le dit.",
    ],
)
def test_a_section_in_a_bracket_behind_another_work_is_not_missing(sentence: str) -> None:
    assert broken(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Mind the pumps (in particular section 9.3).",
        "It is all in this guide (version 6, section 9.2).",
        "Les pompes sont là (notamment la section 9.3).",
    ],
)
def test_a_section_in_a_bracket_behind_no_work_is_missing(sentence: str) -> None:
    assert len(broken(sentence)) == 1
