"""A number that is named beside a noun in a way that is not rewritten keeps everything as it is."""

import pytest
from found_by import repaired

from reviewer.scan.numbering.caption_sequence import RULES as CAPTIONS
from reviewer.scan.numbering.section_numbering import RULES as SECTIONS

CAPTIONED = {
    "figure": "Figure 1: Case\n\nFigure 2: Rod\n\nFigure 4: Seal\n\nFigure 5: Nut\n",
    "table": "".join(f"Table {n}: T\n\n| a | b |\n|---|---|\n| c | d |\n\n" for n in (1, 2, 4, 5)),
    "equation": "".join(f"Equation {n}: E\n\n" for n in (1, 2, 4, 5)),
}
MANUAL = "# Manual\n\n## 1 Scope\n\nText.\n\n## 2 Terms\n\n{}\n\n## 4 Retries\n\nText.\n\n## 5 Limits\n\nText.\n"


def stays(label: str, said: str) -> bool:
    text = f"# Pump\n\n{said}\n\n{CAPTIONED[label]}"
    return repaired(CAPTIONS, f"{label}-sequence", text) == text


def section_stays(said: str) -> bool:
    text = MANUAL.format(said)
    return repaired(SECTIONS, "section-numbering", text) == text


@pytest.mark.parametrize(
    "said",
    [
        "Siehe Abbildung 4 und Abb. 5.",
        "Siehe Abb.&nbsp;4.",
        "Véase la figura 4.",
        "Vea las figuras 2 y 4.",
        "Zie figuur 4.",
        "см. рис. 4.",
        "На рисунке 4 показано.",
        "如图4所示。",
        "図4に示す。",
        "그림 4 참조.",
        "The motor is in [Figure 4](motor.png).",
        "See Figures 1&4.",
        "See Figures 1 + 4.",
        "See Fig(s). 4.",
        "See Figure `4`.",
        "See Figure $4$.",
        "See the 4th figure.",
        "See the 4th and 5th figures.",
        "See figure number four.",
        "Fig. No. 4 shows it.",
        "See figure *four*.",
        "See the *fourth* figure.",
        "See figure (four).",
        "Figure-four shows it.",
        "See figures 2, three and four.",
        "The figure numbered 4 depicts it.",
        "The fourth of these figures is red.",
        "The second, fourth and fifth figures are red.",
        "See Figure &#52;.",
        "See Figure ４.",
        'See [it](a.md "Figure 4").',
        'See <img src="a.png" alt="the motor of Figure 4"> here.',
        "| Figure | Title |\n|---|---|\n| 1 | Case |\n| 4 | Seal |",
        "| No. | Figure |\n|---|---|\n| 1 | Case |\n| 4 | Seal |",
        r"See \ref{4}.",
    ],
)
def test_a_figure(said: str) -> None:
    assert stays("figure", said)


@pytest.mark.parametrize(
    "said",
    [
        "Siehe Tabelle 4.",
        "Véase la tabla 4.",
        "Zie tabel 4.",
        "см. табл. 4",
        "见表4。",
        "Table `4` has it.",
        "Tab. 4 too.",
    ],
)
def test_a_table(said: str) -> None:
    assert stays("table", said)


@pytest.mark.parametrize(
    "said", [r"By $\eqref{4}$ it holds.", r"By \eqref{4} it holds.", "Nach Gleichung 4 gilt es.", "See eq. $(4)$."]
)
def test_an_equation(said: str) -> None:
    assert stays("equation", said)


@pytest.mark.parametrize(
    "said",
    [
        'See [retries](#4-retries "Section 4").',
        '![p](a.png "Section 4")',
        "See Section $4$.",
        "See Section `4`.",
        "见第4章。",
        "第4節を参照。",
        "제4장 참조.",
        "См. главу 4.",
        "See Section &#52;.",
        "See Section &#x34;.",
        "The fourth of these sections holds.",
        '<a href="x" title="Section 4">x</a> is it.',
    ],
)
def test_a_section(said: str) -> None:
    assert section_stays(said)


@pytest.mark.parametrize(
    "said",
    [
        "The figures show it.",
        "In the figure, 4 valves are red.",
        "See figure 2 and section 4.",
        "See 4 figures, table 4 and page 4.",
        "The figure of 4 % is high, and so is $4.",
        "Of the figures (4 large ones) it is the first.",
        "Step 4 is in Figure 1, and figure 2 has 4 ms.",
        'See <img src="figure-4.png"> here.',
        "See [Figure 4](other.md).",
        "| Pump | Valves |\n|---|---|\n| A | 4 |",
        "On the 4th day it ran.",
        "It is in the 4e colonne.",
    ],
)
def test_a_text_that_names_no_figure_does_not_stop_it(said: str) -> None:
    assert not stays("figure", said)


@pytest.mark.parametrize("said", ["Set `count` to `4`.", "It holds for $4$ of them.", 'See [x](y.md "4 valves").'])
def test_nor_does_one_that_names_no_section(said: str) -> None:
    assert not section_stays(said)


@pytest.mark.parametrize(
    "said",
    [
        "See Section 4 (formerly Section 5).",
        "See Section 4 (formerly 9).",
        "In edition 1, Section 4 was about pumps.",
        "In the second edition Section 4 was about pumps.",
        "The old Section 4 was removed.",
        "Voir la section 4 (anciennement section 5).",
        "Section 4 was later merged.",
    ],
)
def test_a_former_number_of_a_section(said: str) -> None:
    assert section_stays(said)


@pytest.mark.parametrize(
    "said",
    ["See Figure 4 (formerly Figure 5).", "In edition 1, Figure 4 was red.", "See Figure 4 (previously numbered 9)."],
)
def test_a_former_number_of_a_figure(said: str) -> None:
    assert stays("figure", said)


@pytest.mark.parametrize(
    "said", ["See Section 4 for old pumps.", "It was formerly 20 mm, see Section 4.", "See Section 4 and the old part."]
)
def test_other_old_things_do_not_stop_it(said: str) -> None:
    assert not section_stays(said)


CHAPTERS = "# Manual\n\n## 1 Scope\n\nText.\n\n## 3 Motor\n\n{}\n\n### 3.1 Shaft\n\nText.\n"


@pytest.mark.parametrize(
    "held",
    [
        "Figure 3.1: The motor",
        "Table 3-1: The limits",
        "$$ a = b \\tag{3.1} $$",
        "$$ a = b \\quad (3.1) $$",
        "Listing 3.1: The program",
        "It is shown in Figure 3.1.",
        "Siehe Abbildung 3.2.",
        "Figure 3.1.2: The motor",
    ],
)
def test_a_chapter_by_which_captions_are_numbered(held: str) -> None:
    text = CHAPTERS.format(held)
    assert repaired(SECTIONS, "section-numbering", text) == text


@pytest.mark.parametrize("said", ["Figure 3: The motor", "It runs version 3.1.", "See Figure 3.1 of ISO 9001."])
def test_other_captions_do_not_hold_a_chapter(said: str) -> None:
    text = CHAPTERS.format(said)
    assert repaired(SECTIONS, "section-numbering", text) != text
