"""Captions and sections are not renumbered where the text may speak of them in words or behind a sign of its own."""

import pytest
from found_by import repaired

from reviewer.scan.numbering.caption_sequence import RULES as CAPTIONS
from reviewer.scan.numbering.section_numbering import RULES as SECTIONS

FIGURES = "# Pump\n\n{}\n\nFigure 1: Case\n\nFigure 2: Rod\n\nFigure 4: Seal\n"
TABLES = "# Pompe\n\n{}\n\n" + "".join(f"Table {n}: T\n\n| a | b |\n|---|---|\n| c | d |\n\n" for n in (1, 2, 4))
CLAUSES = "# Contract\n\n## 1 Object\n\n{}\n\n## 2 Fees\n\nText.\n\n## 4 Penalty\n\nText.\n"
DEEP = "# Contrat\n\n## 1 Objet\n\n### 1.1 But\n\n{}\n\n### 1.3 Peine\n\nTexte.\n"


@pytest.mark.parametrize(
    "tail",
    [
        "See figure no. 4 for it.",
        "See Figure number 4.",
        "Voir la figure numéro 4.",
        "See Figure: 4.",
        "The floor is in Figure four.",
        "The plan is Figure IV.",
        "The fourth figure shows it.",
        "La quatrième figure le dit.",
    ],
)
def test_a_figure_that_the_text_names_otherwise_keeps_its_number(tail):
    text = FIGURES.format(tail)
    assert repaired(CAPTIONS, "figure-sequence", text) == text
    plain = FIGURES.format("It is here.")
    assert repaired(CAPTIONS, "figure-sequence", plain) == plain.replace("Figure 4", "Figure 3")


@pytest.mark.parametrize(
    "tail", ["See Table number 4.", "Voir le tableau no 4.", "Le tableau quatre le dit.", "See table: 4."]
)
def test_so_does_a_table(tail):
    text = TABLES.format(tail)
    assert repaired(CAPTIONS, "table-sequence", text) == text


@pytest.mark.parametrize(
    "tail",
    [
        "Section four holds.",
        "Chapter four rules it.",
        "Section IV applies.",
        "As 4 provides, it is due.",
        "What 4 determines holds.",
    ],
)
def test_so_does_a_section(tail):
    text = CLAUSES.format(tail)
    assert repaired(SECTIONS, "section-numbering", text) == text


@pytest.mark.parametrize(
    "tail", ["La peine prévue au 1.3 s'applique.", "Le 1.3 m’impose cela.", "Au 1.3 s'ajoute ceci."]
)
def test_a_number_before_an_apostrophe_is_no_amount(tail):
    text = DEEP.format(tail)
    assert repaired(SECTIONS, "section-numbering", text) == text
