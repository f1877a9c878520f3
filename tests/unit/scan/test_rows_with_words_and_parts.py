"""section-numbering: gaps in rows such as Schedule 1, Schedule 3, and where a Part begins. They are never repaired."""

from collections.abc import Callable

import pytest
from found_by import findings, scan_of
from growth import grows_linearly

from reviewer.scan.numbering.section_numbering import RULES

RULE = "section-numbering"
TEXT = "The clerk opened the meeting and read the notes of the last one to all.\n\n"


def row(*titles: str, title: str = "# Agreement", below: str = "") -> str:
    return f"{title}\n\n" + "".join(f"## {one}\n\n{TEXT}" for one in titles) + below


@pytest.mark.parametrize(
    ("titles", "number"),
    [
        (("Schedule 1", "Schedule 3"), "3"),
        (("Schedule 1 – Fees", "Schedule 3 – Law"), "3"),
        (("Schedule I", "Schedule II", "Schedule IV"), "IV"),
        (("Exhibit A", "Exhibit C"), "C"),
        (("EXHIBIT A: MAP", "EXHIBIT B: LIST", "EXHIBIT D: DEED"), "D"),
        (("Step 1: Measure", "Step 3: Cut"), "3"),
        (("Étape 1 : mesurer", "Étape 2 : couper", "Étape 4 : poser"), "4"),
        (("Pièce n° 1", "Pièce n° 3"), "3"),
        (("Clause 1", "Clause 2", "Clause 4"), "4"),
        (("Attachment 1", "Attachment 3"), "3"),
        (("Step 1", "Step 2", "Step 1", "Step 3"), "3"),
    ],
)
def test_a_number_that_is_missing_behind_a_word_is_found_and_not_repaired(titles: tuple[str, ...], number: str) -> None:
    (item,) = findings(
        RULES, RULE, row(*titles, below="See Schedule 2, Exhibit B, Step 2 and Clause 3 are in the text.\n")
    )
    assert (item.text, item.repairs, item.severity) == (number, (), "attention")
    assert item.message.endswith("a number is missing")


@pytest.mark.parametrize(
    "titles",
    [
        ("Schedule 1", "Schedule 2", "Schedule 3"),
        ("Schedule 3", "Schedule 4"),
        ("Schedule 1", "Schedules 2 and 3", "Schedule 4"),
        ("Schedule 1", "Schedule 2–3", "Schedule 4"),
        ("Schedule 1", "Schedule 2A", "Schedule 3"),
        ("Schedule 1", "Schedule 7"),
        ("Schedule of fees", "Step by step"),
        ("Exhibit A", "Exhibits B and C", "Exhibit D"),
        ("Exhibit A", "Step 3"),
        ("Step 1", "Step 2", "Step 1", "Step 2", "Step 3"),
        ("Step 1", "Last step", "Stepping 3 up"),
        ("Step 3", "Step 1"),
    ],
)
def test_rows_without_a_gap_and_mere_selections_are_left_alone(titles: tuple[str, ...]) -> None:
    assert findings(RULES, RULE, row(*titles)) == []


@pytest.mark.parametrize(
    "below",
    [
        "Schedule 2 has been withdrawn.",
        "Schedule 2: reserved",
        "L'ancienne liste est supprimée : Schedule 2.",
        "Note that Schedule 2 is filed separately.",
        "The map (Schedule 2) is not reproduced here.",
        "**Schedule 2**\n\nHere it is.",
        "- Schedule 2: the list",
        "| Schedule 2 | the list |\n|---|---|\n| a | b |",
        "<h2>Schedule 2</h2>",
        "The list is in [Schedule 2](lists/two.md).",
        "#### Schedule 2",
        "This document is an extract.",
        "{% include two.md %}",
    ],
)
def test_what_explains_the_gap_is_no_finding(below: str) -> None:
    assert findings(RULES, RULE, row("Schedule 1", "Schedule 3", below=f"{below}\n")) == []


def parts(*rows: tuple[str, ...], word: str = "Part", below: str = "") -> str:
    return "".join(row(*titles, title=f"# {word} {n}") for n, titles in enumerate(rows, 1)) + below


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ((("1. A", "2. B"), ("4. C", "5. D")), ["4"]),
        ((("1. A", "2. B"), ("3. C", "4. D"), ("6. E", "7. F")), ["6"]),
        ((("Article 1", "Article 2"), ("Article 4", "Article 5")), ["4"]),
        ((("1. A", "2. B"), ("3. C", "4. D")), []),
        ((("1. A", "2. B"), ("1. C", "2. D")), []),
        ((("1. A", "2. B"), ("4. C", "5. D"), ("1. E", "2. F")), []),
        ((("1. A", "2. B"), ("20. C", "21. D")), []),
    ],
)
def test_numbers_that_run_on_through_parts_lack_none_at_their_border(
    rows: tuple[tuple[str, ...], ...], found: list[str]
) -> None:
    items = findings(RULES, RULE, parts(*rows))
    assert [(item.text, item.repairs) for item in items] == [(number, ()) for number in found]


@pytest.mark.parametrize(
    "below", ["Section 3 has been withdrawn.", "3. The rest.", "<h2>3 The rest</h2>", "This document is an extract."]
)
def test_a_gap_at_a_border_may_be_explained(below: str) -> None:
    assert findings(RULES, RULE, parts(("1. A", "2. B"), ("4. C", "5. D"), below=f"{below}\n")) == []


@pytest.mark.parametrize("word", ["Chapter", "Partie", "Titre"])
def test_parts_may_have_other_names(word: str) -> None:
    assert len(findings(RULES, RULE, parts(("1. A", "2. B"), ("4. C", "5. D"), word=word))) == 1


def test_other_headings_are_no_parts_through_which_numbers_run_on() -> None:
    assert findings(RULES, RULE, parts(("1. A", "2. B"), ("4. C", "5. D"), word="Notes")) == []


@pytest.mark.parametrize(
    "unit",
    [
        lambda n: f"## Step {3 * n + 1}\n\n## Step {3 * n + 2}\n\n## Step {3 * n + 3}\n\n## Step {3 * n + 5}\n\n",
        lambda n: f"# Part {n}\n\n## {3 * n + 1}. A\n\n## {3 * n + 2}. B\n\n",
        lambda n: "Step 2, 3 and 4 ",
        lambda n: "> > - ",
        lambda n: "[Step 2](x) ",
    ],
)
def test_looking_for_gaps_takes_linear_time(unit: Callable[[int], str]) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of("# T\n\n" + "".join(map(unit, range(count))) + "\n\n## Step 1\n\n## Step 3\n")
        return lambda: [list(rule.find(scan)) for rule in RULES]

    assert grows_linearly(prepare, 80)
