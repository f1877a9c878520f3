import pytest
from scan_cases import found, texts

RULE = "number-contradiction"
THREE = "| Module | Use |\n|---|---|\n| a | x |\n| b | y |\n| c | z |\n"


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("The system has five modules.", "five modules"),
        ("Le système a cinq modules.", "cinq modules"),
        ("There are 4 running services:", "4 running services"),
        ("We support the following six modes.", "six modes"),
        ("The six modes below are known.", "six modes"),
        ("Nous comparons deux approches :", "deux approches"),
        ("Les cinq classes suivantes existent.", "cinq classes"),
        ("Voici les quatre étapes.", "quatre étapes"),
    ],
)
def test_a_claim_that_differs_from_the_rows_below_is_reported(sentence: str, claim: str) -> None:
    (item,) = found(f"# A\n\n{sentence}\n\n{THREE}", RULE)
    assert (item.text, item.severity) == (claim, "attention")
    assert "3 rows" in item.message


@pytest.mark.parametrize(
    "sentence",
    [
        "The system has three modules.",
        "Trois modules existent.",
        "It answers within 5 seconds.",
        "The table has 2 columns.",
        "It needs at least two servers.",
        "The first two modules are old.",
        "See section 5 modules.",
        "It costs 4 dollars.",
        "Version 2.5 modules are listed.",
        "Of the twelve modules these matter.",
        "A link between two elements:",
        "There are two other modules.",
        "Two of them are shown, with five modules in all and three kinds.",
        "Il y a deux mille utilisateurs.",
        "Il y a deux cents utilisateurs et quatre vingt modules.",
        "There are two dozen users and five hundred files.",
        "It has one hundred and five modules.",
        "It has twenty five modules.",
        "On compte cent cinq serveurs.",
        "On compte vingt et deux serveurs.",
        "We ran 5 x 10 modules, 5 × 10 modules and 5 by 10 modules.",
        "On 5 June modules were added.",
        "Le 5 juin, des modules, et le 6 mai les modules.",
        "Les deux premiers risques sont là.",
        "The two last modules are old.",
        "The two peers negotiate the following parameters:",
        "Les deux pairs ont les champs suivants :",
        "The two servers send these fields:",
    ],
)
def test_numbers_that_fit_or_count_something_else_are_not(sentence: str) -> None:
    assert texts(f"# A\n\n{sentence}\n\n{THREE}", RULE) == []


def test_total_rows_are_not_counted() -> None:
    text = f"We have three modules.\n\n{THREE}| **Total** | 9 |\n"
    assert texts(text, RULE) == []


def test_repeated_labels_in_the_first_column_count_once() -> None:
    assert texts("The two workflows are:\n\n| W | S |\n|---|---|\n| A | 1 |\n| A | 2 |\n| B | 1 |\n", RULE) == []


def test_things_listed_as_columns_count_as_columns() -> None:
    table = "| | Mode A | Mode B |\n|---|---|---|\n| speed | 1 | 2 |\n| cost | 1 | 2 |\n| size | 1 | 2 |\n"
    assert texts(f"There are two modes.\n\n{table}", RULE) == []


def test_only_the_paragraph_right_before_the_table_counts() -> None:
    assert texts(f"There are five modules.\n\nMore of this follows.\n\n{THREE}", RULE) == []
    assert texts(f"There are five modules.\n\nThey are listed here:\n\nOr so.\n\n{THREE}", RULE) == []
    assert texts(f"There are five modules.\n\n# B\n\n{THREE}", RULE) == []
    assert texts(f"{THREE}\nThere are five modules.\n", RULE) == []


def test_a_caption_may_stand_between_claim_and_table() -> None:
    assert texts(f"There are five modules.\n\nTable 1: Modules\n\n{THREE}", RULE) == ["five modules"]


@pytest.mark.parametrize("line", ["They are listed here:", "**Here they are:**", "Les voici :"])
def test_one_line_that_announces_the_table_may_stand_between(line: str) -> None:
    assert texts(f"There are five modules.\n\n{line}\n\n{THREE}", RULE) == ["five modules"]
    assert texts(f"There are three modules.\n\n{line}\n\n{THREE}", RULE) == []
    assert texts(f"There are five modules.\n\nThree kinds follow:\n\n{THREE}", RULE) == []


@pytest.mark.parametrize(
    "sentence",
    ["The following five modules exist.", "These five modules exist:", "Les cinq modules suivants existent :"],
)
def test_things_that_the_sentence_lists_are_compared(sentence: str) -> None:
    assert len(texts(f"{sentence}\n\n{THREE}", RULE)) == 1


ROWS = "|---|---|\n| a | x |\n| b | y |\n| c | z |\n"


@pytest.mark.parametrize(
    ("claim", "head"),
    [
        ("eight laboratories", "Laboratory | Result"),
        ("eight laboratories", "Laboratories | Result"),
        ("eight laboratories", "Name of the laboratory | Result"),
        ("five classes", "Class | Meaning"),
        ("five criteria", "Criterion | Weight"),
        ("cinq niveaux", "Niveau | Seuil"),
        ("cinq critères", "**Critère** | Poids"),
    ],
)
def test_the_head_of_the_first_column_may_name_the_things_in_either_number(claim: str, head: str) -> None:
    assert texts(f"We know {claim} in all.\n\n| {head} |\n{ROWS}", RULE) == [claim]


def test_a_column_of_row_numbers_is_no_first_column() -> None:
    table = "| No. | Module |\n|---|---|\n| 1 | a |\n| 2 | b |\n| 3 | c |\n"
    assert texts(f"There are five modules.\n\n{table}", RULE) == ["five modules"]
    twice = "| No. | Module |\n|---|---|\n| 1 | a |\n| 2 | a |\n| 3 | c |\n"
    assert texts(f"There are two modules.\n\n{twice}", RULE) == []


LABORATORIES = "An interlaboratory test with eight laboratories was carried out."


@pytest.mark.parametrize(
    "head",
    [
        "Coating | Mean",
        "Coating | Laboratory",
        "Number of laboratories | Coatings",
        "Name | Mean",
        "Nombre de laboratories | Coatings",
    ],
)
def test_rows_that_are_something_else_contradict_nothing(head: str) -> None:
    assert texts(f"{LABORATORIES} Its results are shown in Table 1.\n\n| {head} |\n{ROWS}", RULE) == []


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("Table 1: Laboratories", 1),
        ("Table 1 — Participating laboratories and their results", 1),
        ("**Table 1.** Laboratories by region", 1),
        ("Table 1: Results of the laboratories", 0),
        ("Table 1: Means for eight laboratories", 0),
        ("Tableau 1 : Moyennes par laboratory", 0),
        ("Table 1: Means", 0),
    ],
)
def test_a_caption_names_the_rows_before_its_first_preposition(caption: str, expected: int) -> None:
    table = f"| Coating | Mean |\n{ROWS}"
    assert len(texts(f"{LABORATORIES}\n\n{caption}\n\n{table}", RULE)) == expected
    assert len(texts(f"{LABORATORIES}\n\n{table}\n{caption}\n", RULE)) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Results were had from eight laboratories:", 0),
        ("Les résultats des huit laboratoires :", 0),
        ("Eight laboratories measured these coatings:", 0),
        ("Eight laboratories took part in the test:", 0),
        ("The test has eight laboratories:", 1),
    ],
)
def test_a_colon_announces_only_what_stands_right_before_it(sentence: str, expected: int) -> None:
    assert len(texts(f"{sentence}\n\n| Coating | Mean |\n{ROWS}", RULE)) == expected


def test_a_total_below_a_count_of_rows_is_not_counted() -> None:
    table = "| # | Module | Use |\n|---|---|---|\n| 1 | a | 2 |\n| 2 | b | 3 |\n| | Total | 5 |\n"
    assert texts(f"There are two modules.\n\n{table}", RULE) == []
    assert texts(f"There are four modules.\n\n{table}", RULE) == ["four modules"]


def test_a_claim_more_than_five_lines_above_is_out_of_reach() -> None:
    long = "There are five modules.\n" + "More text follows here.\n" * 6
    assert texts(f"{long}\n{THREE}", RULE) == []


RATINGS = "| Rating | Number |\n|---|---|\n| High | 2 |\n| Medium | 3 |\n| Low | **2** |\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "We raise seven findings. They are summarised below.",
        "We raise seven findings, of which two are rated high.",
        "We raise nine findings, of which two are rated high.",
        "Nous relevons neuf vulnérabilités, dont deux critiques.",
        "We asked six managers, of whom two left.",
    ],
)
def test_a_count_that_the_table_breaks_up_is_no_contradiction(sentence: str) -> None:
    assert texts(f"{sentence}\n\n{RATINGS}", RULE) == []


def test_a_count_that_every_row_adds_up_to_is_no_contradiction() -> None:
    rows = "| a | 4 | 2 |\n| b | 5 | 1 |\n| c | 6 | – |\n"
    table = f"Table 1: Managers by answer\n\n| Question | Yes | No |\n|---|---|---|\n{rows}"
    assert texts(f"We interviewed six managers.\n\n{table}", RULE) == []
    assert texts(f"We interviewed seven managers.\n\n{table}", RULE) == ["seven managers"]


def test_row_numbers_and_other_sums_are_no_breakdown() -> None:
    numbered = "| # | Module |\n|---|---|\n| 1 | a |\n| 2 | b |\n| 3 | c |\n"
    assert texts(f"There are six modules.\n\n{numbered}", RULE) == ["six modules"]
    assert texts(f"We raise eight findings.\n\nTable 1: Findings\n\n{RATINGS}", RULE) == ["eight findings"]
