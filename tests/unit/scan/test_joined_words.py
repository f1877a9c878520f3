import pytest
from scan_cases import WORD_LIST, found, parsed, repaired, texts

from reviewer.config import ReviewerConfig
from reviewer.scan.runner import scan_input
from reviewer.scan.words.joined_words import JOINED_WORDS
from reviewer.scan.words.misspelling import RULES, spelling_words
from reviewer.service.word_lists import WordLists

RULE = "misspelling"
WORDS = (
    "maybe into onto within without upon thereby therein whereby another cannot itis atan inits toits musthave hasbeen"
    " isnot wouldbe tobe asis thesis isis onan toan froman detour thats"
)


def english(sentence: str) -> str:
    return f"# Notes\n\nThe gateway is the part of the system that keeps the log.\n\n{sentence}\n"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_list_of_words_has_one_of_them(language: str) -> None:
    lists = WordLists()
    assert [word for word in JOINED_WORDS if lists.knows(word, language)] == []


def test_each_stands_for_two_words_and_is_written_in_small_letters() -> None:
    for joined, words in JOINED_WORDS.items():
        assert words.replace(" ", "") == joined
        assert joined.islower()
        assert words.count(" ") == 1


@pytest.mark.parametrize("word", WORDS.split())
def test_what_is_a_word_a_name_or_an_ending_is_none_of_them(word: str) -> None:
    assert word not in JOINED_WORDS
    assert texts(english(f"The gateway has {word} in the log of it."), RULE) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It is the rule underwhich the log is kept.", "It is the rule under which the log is kept."),
        ("It defines a specific property underwhich they are.", "It defines a specific property under which they are."),
        ("Most ofthe log is inthe file.", "Most of the log is in the file."),
        ("The log canbe read, and it shouldbe kept.", "The log can be read, and it should be kept."),
        ("We see (onthe server) *forthis* reason, ofthe, it.", "We see (on the server) *for this* reason, of the, it."),
        ("We know thatis the log of it.", "We know that is the log of it."),
    ],
)
def test_they_are_parted_silently(before: str, after: str) -> None:
    text = english(before)
    assert repaired(text, RULE) == english(after)
    assert {repair.kind for item in found(text, RULE) for repair in item.repairs} == {"typo"}


@pytest.mark.parametrize(
    "sentence",
    [
        "It is kept as `ofthe` in ofthe.txt and a/ofthe of the list.",
        "It is ofthe_key, ofthe(), @ofthe, #ofthe and {ofthe} of the list.",
        "It is Ofthe or OFTHE or ofThe of the list.",
        "Le texte est dans le local de la ville, et ofthe est un mot pour la liste.",
        "It is inofthe or ofthem or ofthe2 of the list.",
    ],
)
def test_parts_of_other_tokens_names_and_other_languages_are_left_alone(sentence: str) -> None:
    assert texts(english(sentence), RULE) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The text has “most ofthe log” in it.",
        "The word ofthe is wrong in the log.",
        "We write of the instead of ofthe in the log.",
        "Write ofthe as of the in the log.",
        "The log has ofthe → of the in it.",
        "> Most ofthe log is in it.",
        "Call `ofthe` first, and then the gateway has ofthe in it.",
        "| a | b |\n|---|---|\n| most ofthe log | the log of it |",
    ],
)
def test_what_is_shown_spoken_of_or_in_a_table_is_not_repaired(sentence: str) -> None:
    text = english(sentence)
    assert texts(text, RULE) == ["ofthe"]
    assert repaired(text, RULE) == text


@pytest.mark.parametrize(
    "sentence",
    [
        "The function canbe returns true in the log.",
        "The package mustbe is of the first release.",
        "The relation hasnot is in the log.",
        "The *mayhave* predicate is in the log.",
        "We use the mustbe library for the log.",
        "The user ofthe has no log in the hall.",
        "The module withthe was in the log.",
        "We use mustbe for the tests of it.",
        "The log calls canbe and it is over.",
    ],
)
def test_what_two_words_cannot_be_there_is_a_name_and_stays(sentence: str) -> None:
    text = english(sentence)
    assert repaired(text, RULE) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The cost ofthis is in the log.", "The cost of this is in the log."),
        ("It is read asthe run of the log.", "It is read as the run of the log."),
        ("It is a log whichcan have a name.", "It is a log which can have a name."),
        ("The use canbe seen in the log.", "The use can be seen in the log."),
        ("The log that we use canbe seen.", "The log that we use can be seen."),
    ],
)
def test_what_may_go_on_so_is_parted(before: str, after: str) -> None:
    assert repaired(english(before), RULE) == english(after)


def test_a_word_that_the_speller_knows_as_well_is_one_finding() -> None:
    data = scan_input(parsed(english("Most ofthe log is in it.")), ReviewerConfig())
    assert "ofthe" in spelling_words(data)
    (item,) = RULES[0].find(data.answered({"ofthe": ("of the", "often")}))
    assert [repair.after_text for repair in item.repairs] == ["of the"]


def test_other_misspellings_are_found_beside_them() -> None:
    assert "recieve" in WORD_LIST
    assert texts(english("They recieve most ofthe log."), RULE) == ["recieve", "ofthe"]


def test_a_term_of_the_glossary_is_left_alone() -> None:
    assert texts(english("Most ofthe log is in it."), RULE, style={"glossary": ["ofthe"]}) == []
