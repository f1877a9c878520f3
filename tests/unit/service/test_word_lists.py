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
        ("towards", "toward", True), ("learnt", "learned", True), ("disc", "disk", True), ("whilst", "while", True),
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


SAME = """
    colour/color colours/colors honour/honor glamourize/glamorize saviour/savior organised/organized surprise/surprize
    theatre/theater centre/center sombre/somber labelled/labeled cancelled/canceled travelling/traveling
    marshalled/marshaled jeweller/jeweler marvelling/marveling carolled/caroled catalogue/catalog dialogues/dialogs
    programme/program cheque/check enrolment/enrollment licence/license encyclopaedia/encyclopedia foetus/fetus
    archaeologist's/archeologist's amoeba/ameba ageing/aging whingeing/whinging
"""
TWO_WORDS = """
    filling/filing filled/filed filler/filer pilled/piled polling/poling tilled/tiled willing/wiling stalled/staled
    refilled/refiled taller/taler mourning/morning poured/pored scouring/scoring course/corse course's/corse's
    fourth/forth bourne/borne heroes/heres canoes/canes forgoes/forges lassoes/lasses soloed/soled boeing/being
    conjunctivae/conjunctive hyperbolae/hyperbole michael/michel poet's/pet's tour's/tor's loess/less piques/picks
    clique/click claque/clack tongues/tongs singeing/singing swingeing/swinging timbre/timber timbres/timbers
    expertise/expertize
"""


@pytest.mark.parametrize("pair", SAME.split())
def test_a_british_word_and_its_american_spelling_are_one_word(pair):
    british, american = pair.split("/")
    assert WordLists().same_word(british, american, "en")
    assert WordLists().same_word(american, british, "en")


@pytest.mark.parametrize("pair", TWO_WORDS.split())
def test_two_words_that_a_rule_of_spelling_brings_together_stay_two(pair):
    one, other = pair.split("/")
    assert WordLists().knows(one, "en")
    assert not WordLists().same_word(one, other, "en")
    assert not WordLists().same_word(other, one, "en")


@pytest.mark.parametrize("word", ["fourmat", "fource", "wourk", "shourt"])
def test_our_in_a_first_syllable_is_no_british_ending(word):
    assert not WordLists().knows(word, "en")


def test_lists_say_what_they_are():
    assert word_lists().identity.startswith("pyspellchecker ")
    assert (NoWordLists().languages, NoWordLists().knows("usefull", "en")) == (frozenset(), True)
