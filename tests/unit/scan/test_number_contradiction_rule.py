import pytest
from scan_cases import found, texts

RULE = "number-contradiction"
THREE = "| Name | Use |\n|---|---|\n| a | x |\n| b | y |\n| c | z |\n"


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("The system has five modules.", "five modules"),
        ("There are 4 running services:", "4 running services"),
        ("We support the following six modes:", "six modes"),
        ("Nous comparons deux approches :", "deux approches"),
        ("Le schéma compte 5 classes.", "5 classes"),
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


def test_a_total_below_a_count_of_rows_is_not_counted() -> None:
    table = "| # | Name | Use |\n|---|---|---|\n| 1 | a | 2 |\n| 2 | b | 3 |\n| | Total | 5 |\n"
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
    table = "| Question | Yes | No |\n|---|---|---|\n| a | 4 | 2 |\n| b | 5 | 1 |\n| c | 6 | – |\n"
    assert texts(f"We interviewed six managers.\n\n{table}", RULE) == []
    assert texts(f"We interviewed seven managers.\n\n{table}", RULE) == ["seven managers"]


def test_row_numbers_and_other_sums_are_no_breakdown() -> None:
    numbered = "| # | Name |\n|---|---|\n| 1 | a |\n| 2 | b |\n| 3 | c |\n"
    assert texts(f"There are six modules.\n\n{numbered}", RULE) == ["six modules"]
    assert texts(f"We raise eight findings.\n\n{RATINGS}", RULE) == ["eight findings"]
