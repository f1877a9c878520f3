"""figure-, table-, equation-sequence and dangling-figure, -table, -equation."""

from collections.abc import Callable

import pytest
from found_by import findings, repaired, scan_of, texts
from growth import grows_linearly

from reviewer.scan.numbering.caption_sequence import RULES as SEQUENCES
from reviewer.scan.numbering.captions import Label, numberings
from reviewer.scan.numbering.dangling_mention import RULES as DANGLING


def captions(text: str, label: Label = Label.FIGURE) -> list[str]:
    return [caption.name for caption in numberings(scan_of(text).parsed, label).captions]


def sequence(text: str, label: str = "figure") -> list[str]:
    return texts(SEQUENCES, f"{label}-sequence", text)


def dangling(text: str, label: str = "figure") -> list[str]:
    return texts(DANGLING, f"dangling-{label}", text)


@pytest.mark.parametrize(
    "text",
    [
        "Figure 1: Parts",
        "Figure 1 : Pièces",
        "Fig. 1 — Parts",
        "FIGURE 1. Parts",
        "**Figure 1.** Parts",
        "**Figure 1** Parts",
        "*Figure 1 – Parts*",
        "**Figure 1 Parts of a pump**",
        "Figure 1",
        "### Figure 1 Parts",
        "![Figure 1 Parts](a.png)",
        "![parts](a.png)\nFigure 1: Parts",
        '<figure><img src="a.png"><figcaption>Figure 1: Parts</figcaption></figure>',
        '<p align="center">Figure 1. Parts</p>',
        "> Figure 1: Parts",
        "1. Do it.\n\n   ![x](a.png)\n\n   Figure 1: Parts",
    ],
)
def test_captions_are_known_in_every_usual_form(text: str) -> None:
    assert captions(text + "\n") == ["1"]


@pytest.mark.parametrize(
    "text",
    [
        "Figure 1 shows parts.",
        "See Figure 1: it shows parts.",
        "As seen in\nFigure 1. Then go on.",
        "- Figure 1: Parts",
        "[Figure 1: Parts](#f1)",
        "```\nFigure 1: Parts\n```",
        "`Figure 1: Parts`",
        "Configure 1: yes",
        "Figure 1.5 % of it",
        "<!-- Figure -->\nthe Figure",
    ],
)
def test_mentions_lists_links_and_code_are_no_captions(text: str) -> None:
    assert captions(text + "\n") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("$$\nx = y \\tag{3}\n$$", ["3"]),
        ("$$ x = y $$ (3)", ["3"]),
        ("$$\nx = y \\qquad (3)\n$$", ["3"]),
        ("$x = y$ (3)", ["3"]),
        ("Equation 3: balance", ["3"]),
        ("Équation (3) : bilan", ["3"]),
        ("so $x$ is `\\tag{3}` in code", []),
    ],
)
def test_equations_are_numbered_by_tags_brackets_and_captions(text: str, names: list[str]) -> None:
    assert captions(text + "\n", Label.EQUATION) == names


def test_gaps_repetitions_and_disorder_of_captions_are_found_and_mentions_do_not_count() -> None:
    text = "Figure 1: a\n\nFigure 3 and Figure 3.\n\nFigure 2: b\n\nFigure 4: c\n\n**Figure 4.** d\n\nFigure 0: e\n"
    assert sequence(text) == ["Figure 4", "Figure 4", "Figure 0"]


@pytest.mark.parametrize(
    "text",
    [
        "Figure 4: a\n\nFigure 5: b\n",
        "Figure 2.1: a\n\nFigure 2.2: b\n\nFigure 3.1: c\n\nFigure A.1: d\n",
        "Figure 6-1: a\n\nFigure 6-2: b\n",
        "Figure 1a: a\n\nFigure 1b: b\n\nFigure 2: c\n",
        "![Figure 1: a](a.png)\n\n*Figure 1: a*\n\nFigure 2: b\n",
        "Table 1: a\n\nTable 1 (continued): a\n\nTableau 2 : b\n",
        "# A\n\nFigure 1: a\n\nFigure 2: b\n\n# B\n\nFigure 1: c\n",
    ],
)
def test_sound_sequences_are_left_alone(text: str) -> None:
    assert sequence(text) == []
    assert sequence(text, "table") == []


ELSEWHERE = (
    "| ![a](a.png) Figure 2: Flood | b |\n|---|---|\n| c | d |",
    "| a | b |\n|---|---|\n| ![a](a.png) Figure 2: Flood | x |",
    '{{< figure src="bell.png" title="Figure 2: The bell" >}}',
    "```{figure} roof.png\nFigure 2: The roof\n```",
    '[weir]: fig2.png "Figure 2: The weir"',
    "<!-- Figure 2: Costs -- moved to the annex -->",
    "{% include figure-bell.md %}",
)


@pytest.mark.parametrize("middle", ELSEWHERE)
def test_no_number_is_missing_that_a_caption_elsewhere_has(middle: str) -> None:
    assert sequence(f"Figure 1: a\n\n{middle}\n\nFigure 3: b\n") == []
    assert dangling(f"Figure 1: a\n\n{middle}\n\nSee Figure 2.\n") == ([] if "2:" in middle else ["Figure 2"])


@pytest.mark.parametrize("middle", ELSEWHERE)
def test_nothing_is_renumbered_beside_a_caption_elsewhere(middle: str) -> None:
    text = f"Figure 1: a\n\n{middle}\n\nFigure 3: b\n\nFigure 5: c\n\nFigure 6: d\n\nFigure 7: e\n"
    assert sequence(text) == ["Figure 5"]
    assert repaired(SEQUENCES, "figure-sequence", text) == text


@pytest.mark.parametrize(
    "head",
    [
        "# Notes on RFC 9110",
        "# Report (extract)",
        "Only selected figures are shown.",
        "Tables and figures without results are omitted.",
        "{{< toc >}}",
        "## 1 A\n\n## 2 B\n\n## 2A C",
    ],
)
def test_captions_of_extracts_and_of_documents_that_include_others_are_only_flagged(head: str) -> None:
    text = f"{head}\n\nFigure 1: a\n\nFigure 3: b\n"
    assert sequence(text) == ["Figure 3"]
    assert repaired(SEQUENCES, "figure-sequence", text) == text


def test_captions_in_pairs_are_those_of_two_languages() -> None:
    assert sequence("Figure 1: a\n\nFigure 1 : b\n\nFigure 2: c\n\nFigure 2 : d\n\nFigure 3: e\n") == []
    assert sequence("Figure 1: a\n\nFigure 1: b\n\nFigure 2: c\n") == ["Figure 1"]
    english, french = "the test of the pump", "l'essai de la pompe"
    pairs = "".join(f"Figure {n}: {english}\n\nFigure {n}: {french}\n\n" for n in (1, 2))
    assert sequence(f"{pairs}Figure 3: {english}\n") == []
    one = "".join(f"Figure {n}: {english} {part}\n\n" for n in (1, 2) for part in "ab")
    assert sequence(f"{one}Figure 3: {english}\n") == ["Figure 1", "Figure 2"]


@pytest.mark.parametrize(
    "line",
    [
        "[Figure 2: Flow](flow.png)",
        "**[Figure 2: Flow](flow.png)**",
        "Figure N° 2: Flow",
        "Figure no. 2: Flow",
        "Figure two: Flow",
        "Figure 2(a): Flow",
        "The flow is shown here.  \nFigure 2: Flow",
    ],
)
def test_a_caption_in_another_dress_is_not_missing_and_its_number_is_not_given_again(line: str) -> None:
    text = f"# T\n\nFigure 1: Intake\n\n{line}\n\nFigure 3: Queue\n\nSee figure 2 and figure 3.\n"
    assert sequence(text) == []
    assert dangling(text) == []


def test_labels_in_small_letters_and_in_capitals_are_read_in_the_order_of_the_text() -> None:
    text = "Figure 1: a\n\nFIGURE 2: b\n\nFig. 3: c\n\nFIG. 4: d\n\nfigure 5: e\n"
    assert captions(text) == ["1", "2", "3", "4", "5"]
    assert captions("TABLE 1: a\n\nTableau 2 : b\n\nTABLEAU 3 : c\n", Label.TABLE) == ["1", "2", "3"]


@pytest.mark.parametrize("line", ["> **FIGURE No. 2** — Queue", "[Figure two: Queue](b.png)", "Fig. n° 2 : File"])
def test_a_caption_in_other_words_is_read_in_any_case_and_behind_markup(line: str) -> None:
    assert sequence(f"Figure 1: Intake\n\n{line}\n\nFigure 3: Exit\n") == []


@pytest.mark.parametrize("line", ["the figure no. 2 is here", "a configure no. 2: b"])
def test_other_words_inside_a_line_are_no_caption(line: str) -> None:
    assert sequence(f"Figure 1: Intake\n\n{line}\n\nFigure 3: Exit\n") == ["Figure 3"]


def test_without_it_the_number_is_missing() -> None:
    text = "# T\n\nFigure 1: Intake\n\nFigure 3: Queue\n\nSee figure 3.\n"
    assert repaired(SEQUENCES, "figure-sequence", text) == text.replace("igure 3", "igure 2")


@pytest.mark.parametrize(
    "unit", ["| Figure 2: a ", '="Figure 2: a" ', "`Figure 2: a` ", "See Figure 9. ", "Figure ", "figure no. 2: "]
)
def test_looking_for_captions_elsewhere_takes_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(f"Figure 1: a\n\n{unit * count}\n\nFigure 3: b\n\nFigure 5: c\n")
        return lambda: [list(rule.find(scan)) for rule in (*SEQUENCES, *DANGLING)]

    assert grows_linearly(prepare, 500)


def test_prefixes_count_apart() -> None:
    assert sequence("Figure 1.1: a\n\nFigure 1.3: b\n\nFigure 2.1: c\n\nFigure 2.1: d\n") == [
        "Figure 1.3",
        "Figure 2.1",
    ]


def test_a_repeated_equation_tag_is_found_inside_math() -> None:
    assert sequence("$$\na \\tag{1}\n$$\n\n$$\nb \\tag{1}\n$$\n", "equation") == ["1"]


def test_a_gap_closes_together_with_the_mentions() -> None:
    text = "See Table 1 and Tables 3 and 4.\n\nTable 1: a\n\nTable 3: b\n\nTableau 4 : c\n\nVoir le tableau 4.\n"
    after = "See Table 1 and Tables 2 and 3.\n\nTable 1: a\n\nTable 2: b\n\nTableau 3 : c\n\nVoir le tableau 3.\n"
    assert repaired(SEQUENCES, "table-sequence", text) == after


@pytest.mark.parametrize(
    "tail", ["See Table 2.", "| x |\n|---|\n| Table 3 |", "<p>See Table 3.</p>", "Table 5: much later"]
)
def test_a_gap_stays_where_a_mention_or_the_order_is_uncertain(tail: str) -> None:
    text = f"Table 1: a\n\nTable 3: b\n\n{tail}\n"
    assert repaired(SEQUENCES, "table-sequence", text) == text


def test_a_mentioned_repetition_is_not_renumbered() -> None:
    text = "Figure 1: a\n\nFigure 1: b\n\nSee Figure 1.\n"
    assert [item.repairs for item in findings(SEQUENCES, "figure-sequence", text)] == [()]


FIGURES = "Figure 1: a\n\nFigure 2: b\n\n"


@pytest.mark.parametrize(
    ("mention", "expected"),
    [
        ("See Figure 3 and figure 9.", ["Figure 3", "figure 9"]),
        ("Voir la figure 5.", ["figure 5"]),
        ("Figures 1, 2 and 7 agree.", ["7"]),
        ("Les figures 1 à 4 montrent cela.", ["4"]),
        ("Figure 4 shows it; Figure 4 again.", ["Figure 4"]),
        ("See Figure 2.1.", ["Figure 2.1"]),
        ("- Figure 20: in a list", ["Figure 20"]),
    ],
)
def test_mentions_without_caption_are_found(mention: str, expected: list[str]) -> None:
    assert dangling(FIGURES + mention + "\n") == expected


@pytest.mark.parametrize(
    "mention",
    [
        "As Figure 1 shows, Figure 1 and Fig. 2 agree. Voir les figures 1 et 2.",
        "Figure 2a is a part of it.",
        "See Figure 3 of RFC 9110 and [Figure 4](other.md).",
        "`Figure 9`",
        "```\nFigure 7\n```",
        "Figures 3-5 may be a range or a chapter.",
        "| x |\n|---|\n| Figure 31 |",
    ],
)
def test_mentions_that_are_right_foreign_or_protected_are_left_alone(mention: str) -> None:
    assert dangling(FIGURES + mention + "\n") == []


@pytest.mark.parametrize(
    ("mention", "expected"),
    [
        ("It is in table (T3) for all.", "table (T3)"),
        ("It is in Table (3).", "Table (3)"),
        ("It is there (see table 3).", "table 3"),
        ("It is in tables (1) and (3).", "3"),
    ],
)
def test_a_bracket_around_the_number_alone_belongs_to_what_is_shown(mention: str, expected: str) -> None:
    assert dangling(f"{mention}\n\nTable 1: Parts\n", "table") == [expected]


def test_nothing_dangles_where_nothing_has_a_caption() -> None:
    assert dangling("See Figure 3.\n") == []
    assert dangling("Table 1: a\n\nSee Figure 3.\n") == []


def test_a_chapter_is_not_asked_about_the_figures_of_others() -> None:
    assert dangling("Figure 6.1: a\n\nFigure 6.2: b\n\nSee Figure 6.3 and Figure 10.1.\n") == ["Figure 6.3"]


def test_both_languages_find_each_others_captions() -> None:
    text = "Tableau 1 : Coûts\n\nFigure 2 : Schéma\n\nÉquation 1 : Bilan\n\n"
    text += "See Table 1, Figure 2, Equation (1). Voir le tableau 1, Table 8.\n"
    assert dangling(text) == []
    assert dangling(text, "table") == ["Table 8"]
    assert dangling(text, "equation") == []


def test_equations_are_answered_by_tags() -> None:
    assert dangling("$$\nx \\tag{1}\n$$\n\nSee Equation 1, Eq. (1) and équation (2).\n", "equation") == ["équation (2)"]


def test_one_long_line_of_mentions_takes_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of("Figure 1: a\n\n" + "".join(f"Figure {i % 900}: x " for i in range(count)))
        return lambda: [list(rule.find(scan)) for rule in (*SEQUENCES, *DANGLING)]

    assert grows_linearly(prepare, 2000)
