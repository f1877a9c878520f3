"""Which words are known: American and British spelling, words of computing; without lists nothing is misspelt."""

import pytest

from reviewer.service.word_lists import NoWordLists, WordLists, word_lists

pytest.importorskip("spellchecker")


@pytest.mark.parametrize(
    "word",
    [
        "color", "colour", "behaviour", "organised", "optimisation", "analyse", "centre", "fibres", "labelled",
        "defence", "programme", "cheque",
        "fulfil", "skilful", "ints", "catalogue", "licence", "ageing", "sceptical", "namespace", "scheduler",
    ],
)  # fmt: skip
def test_words_of_english(word):
    assert WordLists().knows(word, "en")


@pytest.mark.parametrize(
    "word", ["recieve", "seperate", "occured", "usefull", "wich", "permissable", "enviroment", "requète"]
)
def test_misspellings_are_not_known(word):
    assert not WordLists().knows(word, "en")


@pytest.mark.parametrize(
    ("word", "known"), [("requête", True), ("séparément", True), ("requète", False), ("colour", False)]
)
def test_words_of_french(word, known):
    assert WordLists().knows(word, "fr") == known


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("colour", "color", True), ("organised", "organized", True), ("fulfil", "fulfill", True),
        ("skilful", "skillful", True), ("centre", "center", True), ("licence", "license", True),
        ("cancelled", "canceled", True), ("analyse", "analyze", True),
        ("to", "too", False), ("of", "off", False), ("four", "for", False), ("lose", "loose", False),
        ("shoe", "she", False), ("usefull", "useful", False), ("color", "color", False), ("open", "opens", False),
    ],
)  # fmt: skip
def test_spellings_of_one_word(one, other, same):
    assert WordLists().same_word(one, other, "en") == same
    assert WordLists().same_word(other, one, "en") == same
    assert not WordLists().same_word(one, other, "fr")
    assert not NoWordLists().same_word(one, other, "en")


def test_lists_say_what_they_are():
    assert word_lists().identity.startswith("pyspellchecker ")
    assert (NoWordLists().languages, NoWordLists().knows("usefull", "en")) == (frozenset(), True)
