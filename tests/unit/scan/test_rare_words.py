"""Words that the speller's dictionary holds against their writers; asked of the real program, in real sentences."""

import pytest
from scan_cases import parsed

from reviewer.config import ReviewerConfig
from reviewer.model.finding import Finding
from reviewer.scan.runner import run_rules, scan_input
from reviewer.scan.words.misspelling import spelling_words
from reviewer.scan.words.rare_words import BETTER_CORRECTIONS, DOUBTED_WORDS, LIVING_WORDS
from reviewer.service.spelling import TyposSpeller


def misspellings(text: str) -> list[Finding]:
    data = scan_input(parsed(text), ReviewerConfig())
    result = run_rules(data.answered(TyposSpeller().corrections(spelling_words(data))))
    return [item for item in result.findings if item.rule == "misspelling"]


def repairs(text: str) -> list[tuple[str, str]]:
    return [(repair.before_text, repair.after_text) for item in misspellings(text) for repair in item.repairs]


@pytest.mark.parametrize(
    "sentence",
    [
        "All arrises of the concrete column shall be chamfered by 10 mm.",
        "The tool is held in a collet, and the spare collets are kept in the drawer.",
        "The Assignor assigns all choses in action to the Assignee.",
        "The motor is electronically commutated by the drive.",
        "The precessing gyroscope shows that it precesses slowly.",
        "The first formant of the vowel is at 500 Hz, the other formants are higher.",
        "The depth of the solum is given in the table of the soil survey.",
        "Patients who catastrophize report more pain than the others did.",
        "The keywork of the flute is made of silver.",
        "The difference was nonsignificant in both of the groups.",
        "The surface was treated with tung oil, and the salts were formates.",
        "They were taught as an uncatalogued part of the collection.",
        "The court will decern in favour of the pursuer.",
    ],
)
def test_words_of_trades_law_and_science_are_no_misspellings(sentence: str) -> None:
    assert misspellings(f"# Notes\n\n{sentence}\n") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The timber is sawn and planed, and it shall be stored under cover.",
        "The causalities between the price and the demand are unclear.",
        "The compliers in the trial took the drug that they were given.",
        "The auditor leafs through the ledger of the year.",
        "The membrane acts as an underlaying layer for the screed.",
        "The whole of the building is sprinklered and has two alarms.",
        "The prelease agreement was signed in the spring.",
        "The ore is won by sublevel stoping in this mine.",
        "We are combatting the abuse that was found.",
        "All vertexes of the graph are listed below.",
        "The rope was payed out by the crew of the ship.",
    ],
)
def test_rare_words_that_are_as_often_slips_are_left_to_a_person(sentence: str) -> None:
    assert len(misspellings(f"# Notes\n\n{sentence}\n")) == 1
    assert repairs(f"# Notes\n\n{sentence}\n") == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The house was built inspite of the delay.", [("inspite", "in spite")]),
        ("The pressure guage is read by the operator.", [("guage", "gauge")]),
        ("The underpining of the wall was done by the contractor.", [("underpining", "underpinning")]),
        ("This is even moreso the case when it is cold.", [("moreso", "more so")]),
        ("The user storys are in the list of the team.", []),
        ("The boxes are labled by the operator of the line.", []),
    ],
)
def test_where_the_speller_errs_the_meant_word_is_proposed_or_none(
    sentence: str, expected: list[tuple[str, str]]
) -> None:
    assert repairs(f"# Notes\n\n{sentence}\n") == expected


@pytest.mark.parametrize("word", ["discoverys", "robberys", "specialtys", "coordinaters", "depositers", "presentors"])
def test_a_correction_never_takes_away_a_plural_or_the_one_who_does_it(word: str) -> None:
    assert repairs(f"# Notes\n\nWe have seen that the {word} of this year are the same.\n") == []


@pytest.mark.parametrize(("word", "right"), [("librarys", "libraries"), ("paramters", "parameters")])
def test_plurals_that_are_only_misspelt_are_corrected(word: str, right: str) -> None:
    assert repairs(f"# Notes\n\nWe have seen that the {word} of this year are the same.\n") == [(word, right)]


def test_an_entry_that_the_speller_would_not_correct_says_nothing() -> None:
    listed = LIVING_WORDS | DOUBTED_WORDS | set(BETTER_CORRECTIONS)
    assert listed == set(TyposSpeller().corrections(listed))
