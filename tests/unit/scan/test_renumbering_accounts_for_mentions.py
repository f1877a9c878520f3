"""A renumbering is made only when all that may mean an old number goes with it, or surely means another thing."""

from collections.abc import Callable

import pytest
from found_by import findings, repaired, scan_of
from growth import grows_linearly

from reviewer.scan.numbering.caption_sequence import RULES as CAPTIONS
from reviewer.scan.numbering.section_numbering import RULES

RULE = "section-numbering"
SPEC = "# Pump\n\n## 1 Purpose\n\nText.\n\n## 2 Terms\n\nText.\n\n## 4 Limits\n\nText.\n\n### 4.1 Pressure\n\nText.\n\n"
FIGURES = "# Pump\n\nFigure 1: Case\n\nFigure 3: Valve\n\nFigure 4: Seal\n\n"


def moved(tail: str, head: str = SPEC) -> str | None:
    """The tail after the renumbering; None where nothing is renumbered."""
    text = f"{head}{tail}\n"
    after = repaired(RULES, RULE, text)
    return None if after == text else after[-len(tail) - 1 : -1]


def reason(tail: str, head: str = SPEC) -> str:
    (item,) = findings(RULES, RULE, f"{head}{tail}\n")
    assert item.repairs == ()
    return item.message.partition("; not renumbered: ")[2]


@pytest.mark.parametrize(
    "tail",
    [
        "As clause 4.1 says, it holds.",
        "It is in paragraph 4, point 2.",
        "Point 4 of the list.",
        "In 4.1 we said so.",
        "It is limited (4.1).",
        "See ch. 4, or chap. 4.",
        "See article 4.",
        "Voir les articles 2 et 4.",
        "L'art. 4 s'applique.",
        "Le 2 du 4 de l'article.",
        "According to 4, it stops.",
        "Requirement 4.1.a is new.",
        "It is step 4.",
        "It is rule #4, in no. 4, n° 4 and s. 4.",
        "See Part 4.",
        "See Annex 4.",
        "See lesson 4.",
        "See **4** first.",
        "See section **4** first.",
        "See sections 4a and 2.",
        "It is the 4th section.",
        "It is the fourth section.",
        "It is in section four.",
        "It is in Section IV.",
        "Points 1 to 4 hold.",
        "See section 4.9.",
        "See Limits (4).",
        "## Changes to section 4",
        "In section 2, and in 4 too, this holds.",
        "It is neither section 2 nor 4.",
        "It holds from section 2 up to 4.",
        "See s 4 below.",
        "See S4.",
        "See [section] 4.",
        "It follows from 4 that it holds.",
        "As 4 above says, it holds.",
        "Together with 4 this is the rule.",
        "The rules of 4 apply.",
        "4 applies accordingly.",
        "It stops then. 4 governs the rest.",
        "Cf. 4.",
    ],
)
def test_a_mention_that_is_not_rewritten_stops_the_renumbering(tail: str) -> None:
    assert moved(tail) is None


@pytest.mark.parametrize(
    "tail",
    [
        "> See section 4.",
        "> **Note:** see section 4.",
        "He wrote “see section 4 now”.",
        'He wrote "see section 4 now".',
        "Il écrit « voir la section 4 ».",
        "<p>See section 4.</p>",
        "<table><tr><td>4. Limits</td></tr></table>",
        "<!-- section 4 is new -->",
        "| a |\n|---|\n| Section 4 |",
        "| a |\n|---|\n| 4.1 |",
        "| No | Title |\n|---|---|\n| 4 | Limits |",
        "Use `section 4`.",
        "```text\nsee section 4\n```",
        "## Bad\n\nSee section 4.",
        "| Topic | Where |\n|---|---|\n| Limits | 4 |",
        "| Topic | Place |\n|---|---|\n| Limits | 4 |\n| Terms | 2 |",
        "```mermaid\ngraph TD; A[2 Terms]-->B[4 Limits]\n```",
        "Use `4. Limits`.",
    ],
)
def test_mentions_in_quotations_html_tables_and_code_stop_it(tail: str) -> None:
    assert moved(tail) is None


@pytest.mark.parametrize(
    "tail",
    [
        "1 Purpose ... 2\n\n4 Limits ... 5",
        "Purpose ... 1\nLimits ... 4",
        "- 4. Limits",
        "1. Purpose\n2. Terms\n4. Limits",
        "4) Limits",
    ],
)
def test_a_list_of_contents_stops_it(tail: str) -> None:
    assert moved(tail) is None


@pytest.mark.parametrize(
    ("tail", "after"),
    [
        ("See section 4.1, §4, sections 2, 4 and 4.1.", "See section 3.1, §3, sections 2, 3 and 3.1."),
        ("See chapter 4 and section 4(a).", "See chapter 3 and section 3(a)."),
        ("[4. Limits](#4-limits), [Pressure](#41-pressure)", "[3. Limits](#3-limits), [Pressure](#31-pressure)"),
    ],
)
def test_what_can_be_rewritten_for_certain_goes_with_it(tail: str, after: str) -> None:
    assert moved(tail) == after


@pytest.mark.parametrize(
    "tail",
    [
        "It has 4 valves, 4 MB, 4.1 kW, 4.1 % and 4-way joints.",
        "On 4 May 2021 at 4:30 it ran for 4 hours.",
        "It runs version 4.1, IPv4 and v4.1.",
        "See Figure 4, table 4, page 4 and level 4.",
        "Cela vaut 1,4 ou 4,5.",
        "1. a\n2. b\n3. c\n4. d",
        "| n |\n|---|\n| 4 |",
        "```c\nint x = 4;\n```",
        "Use `4.1`.",
        "See [section 4](other.md).",
        "- 4 valves\n- 4.1 kW",
        "It needs 4 new valves, 4 or 5 large pumps and 4 people.",
        "It opened on 4 May, on May 4, le 4 mai, am 4. Mai and on 4 June 2024.",
        "It opened on 4/5/2021, 2021-4-5 and at 4 p.m., then 4 o'clock.",
        "Call 01 4 22.",
        "It does (1) this, (2) that, (3) both, (4) none; or 1) a, 2) b, 3) c, 4) d.",
        "It is the 4th user, in the 4e colonne.",
        "| Topic | Amount |\n|---|---|\n| Valves | 4 |\n| Pumps | 120 |",
        "```c\nint x = 4; /* limit */\n```",
    ],
)
def test_quantities_versions_figures_and_code_do_not_stop_it(tail: str) -> None:
    assert moved(tail) == tail


@pytest.mark.parametrize(
    "clause",
    [
        "**3.** Reserved.",
        "**3 (deleted)**",
        "3. Reserved.",
        "<!-- 3 was taken out -->",
        "**3.2** The supplier keeps records.",
        "3.2 The supplier keeps records.",
    ],
)
def test_no_number_is_given_that_a_clause_has(clause: str) -> None:
    assert moved(clause) is None


@pytest.mark.parametrize("clause", ["**5.1** The supplier keeps records.", "5.1 The supplier keeps records."])
def test_a_clause_without_heading_keeps_its_number_for_itself(clause: str) -> None:
    text = f"# Standard\n\n## 5 Duties\n\n{clause}\n\n### 5.2 Records\n\nText.\n\n### 5.3 Audits\n\nText.\n"
    (item,) = findings(RULES, RULE, text)
    assert item.repairs == ()
    assert "5.1" in item.message.partition("not renumbered")[2]


def test_clauses_below_a_section_hold_its_number_fast() -> None:
    assert moved("**4.7** The supplier keeps records.") is None


def test_articles_move_only_where_no_article_is_mentioned() -> None:
    head = "# Article 1 – Objet\n\nTexte.\n\n# Article 2 – Portée\n\nTexte.\n\n# Article 4 – Durée\n\n"
    assert "# Article 3 – Durée" in repaired(RULES, RULE, f"{head}Texte.\n")
    for tail in ("Conformément à l'article 4, la durée est fixée.", "Voir l'art. 4.", "Voir la section 4."):
        assert moved(tail, head) is None


@pytest.mark.parametrize("word", ["chapter", "chapters 2 and", "Chapter"])
def test_chapters_go_with_their_references_but_not_with_those_to_sections(word: str) -> None:
    head = "# Chapter 1: A\n\nText.\n\n# Chapter 2: B\n\nText.\n\n# Chapter 4: C\n\n"
    assert moved(f"See {word} 4.", head) == f"See {word} 3."
    assert moved("See section 4.", head) is None


@pytest.mark.parametrize(
    "text",
    [
        "# Release notes\n\n## 1.0 First\n\n## 1.1 Fixes\n\n## 1.3 Features\n",
        "# Changelog\n\n## 1. First\n\n## 2. Second\n\n## 4. Fourth\n",
        "# Tool\n\n## Historique\n\n### 1 Début\n\n### 2 Suite\n\n### 4 Fin\n",
        "# Tool\n\n## 2\n\n### 2.1 Initial release\n\n### 2.3 Second release\n",
        "# Controls\n\n## 5.1 Policies\n\n## 5.2 Roles\n\n## 5.4 Duties\n",
    ],
)
def test_versions_and_numbers_of_a_larger_work_are_only_flagged(text: str) -> None:
    items = findings(RULES, RULE, text)
    assert items
    assert all(item.repairs == () for item in items)


def test_the_finding_says_what_stands_in_the_way() -> None:
    assert reason("As clause 4.1 says.") == "“As clause 4.1” in line 19 may mean 4"
    assert reason("**3.** Reserved.") == "“3” in line 19 may mean 3"
    assert reason("[x]: #4-limits") == "the link to #4-limits in line 19 cannot be edited"


def test_a_definition_leaves_one_finding_and_nothing_to_apply() -> None:
    text = f"{SPEC}See [section 4][x].\n\n[x]: #4-limits\n"
    (item,) = findings(RULES, RULE, text)
    assert item.repairs == ()


def test_a_reference_that_names_another_section_by_link_or_title_stops_it() -> None:
    assert moved("See [section 4](#1-purpose).") is None
    assert moved("See section 4 (Terms).") is None
    assert moved("See section 4 (Limits).") == "See section 3 (Limits)."


@pytest.mark.parametrize(
    "tail",
    [
        "See NIST SP 800-53 rev. 5, section 4.1.",
        "See Regulation (EU) 2016/679, section 4.",
        "See ISO/IEC 27001:2022, annex A, section 4.1.",
        "C++20 §4.1 applies.",
        "It is section 4 of RFC 9110, and clause 4.1 of ISO 9001.",
        "L'article 4 du règlement (UE) 2016/679 s'applique.",
        "La loi n° 78-17, article 4, s'applique.",
        "It is section 4 of [X].",
    ],
)
def test_citations_of_other_documents_stay_and_do_not_stop_it(tail: str) -> None:
    assert moved(tail) == tail


@pytest.mark.parametrize(
    "tail",
    [
        "See the manual, section 4.",
        "See section 4 in the user manual.",
        "See section 4 of the contract.",
        "The GDPR and section 4 say so.",
        "As ISO 9001 requires (section 4), it holds.",
        "See Smith 2019, section 4.",
        "See *The Pump*, section 4.",
    ],
)
def test_a_reference_that_may_be_to_another_document_is_not_rewritten_and_stops_it(tail: str) -> None:
    assert moved(tail) is None


def captioned(tail: str) -> str | None:
    text = f"{FIGURES}{tail}\n"
    after = repaired(CAPTIONS, "figure-sequence", text)
    return None if after == text else after[-len(tail) - 1 : -1]


@pytest.mark.parametrize(
    "tail",
    [
        "See Fig 3.",
        "See fig 3.",
        "See figs 3 and 4.",
        "See figures 3-4.",
        "See Figure **3**.",
        "See **Figure**&nbsp;**3** here.",
        "See Figure-3.",
        "See fig2.",
        "See diagram 3.",
        "Voir le schéma 3.",
        "He wrote “as Figure 3 shows”.",
        "> As Figure 3 shows.",
        "See `Figure 3`.",
        "<p>See Figure 3.</p>",
        "| a |\n|---|\n| Figure 3 |",
        "See Figure 3 of the report.",
        "Voir le rapport de l'ANSSI 2021, figure 3.",
        "As RFC 9110 shows in figure 3, it flows.",
        "See Figure 2.",
    ],
)
def test_figures_keep_their_numbers_where_a_mention_would_point_at_another_one(tail: str) -> None:
    assert captioned(tail) is None


@pytest.mark.parametrize(
    ("tail", "after"),
    [
        ("See Figures 3 and 4, FIG. 3.", "See Figures 2 and 3, FIG. 2."),
        ("See Figure 3 of RFC 9110.", "See Figure 3 of RFC 9110."),
        ("See [Figure 3](other.md), table 3, 3 figures.", "See [Figure 3](other.md), table 3, 3 figures."),
    ],
)
def test_figures_move_with_mentions_and_leave_those_of_others(tail: str, after: str) -> None:
    assert captioned(tail) == after


def test_an_equation_that_is_only_named_by_its_number_keeps_it() -> None:
    text = "Equation 1: Flow\n\nEquation 3: Loss\n\nBy (3) we have it.\n"
    (item,) = findings(CAPTIONS, "equation-sequence", text)
    assert item.repairs == ()


@pytest.mark.parametrize(
    "unit",
    [
        "see 4 and (4), ",
        "point 4.1, ",
        "<!-- 4 -->",
        "4, ",
        "§ 4, ",
        "Figure 3, ",
        "`section 4` ",
        "RFC 9110, §4, ",
        "four ",
        "and 4 of ",
        "4 or 4 or ",
        "(3) (4) ",
        "4 May ",
        "\n```\n[4 Limits]\n```\n",
        "Figures 1&3, three and ",
        "&#52;",
        '[x](y.md "4 of") ',
        "第4",
        "the 4th and ",
        "formerly figure 3 (",
    ],
)
def test_many_mentions_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(f"{SPEC}{FIGURES}{unit * count}\n")
        return lambda: [list(rule.find(scan)) for rule in (*RULES, *CAPTIONS)]

    assert grows_linearly(prepare, 500)


@pytest.mark.parametrize(("third", "stays"), [("III", True), ("C", True), ("3", False)])
def test_nothing_is_renumbered_where_a_number_of_another_style_stands_among_them(third, stays):
    text = f"# 1. A\n\nx\n\n# 2. B\n\nx\n\n# {third}. C\n\nx\n\n# {4 if stays else 5}. D\n\nx\n"
    repairs = [repair for found in findings(RULES, RULE, text) for repair in found.repairs]
    assert (repairs == []) is stays
