"""Level 6: what "nothing to change" sounds like in English and French, and what does not mean it."""

import pytest

from reviewer.plan.ladder.freeform import SHOWN, prose_of, says_clean


@pytest.mark.parametrize(
    "reply",
    [
        "No changes needed.",
        "NO CHANGES NEEDED",
        "**No edits required**",
        "No further corrections are necessary.",
        "There are no spelling or grammar errors.",
        "No errors or typos were found in this passage.",
        "I did not find any mistakes.",
        "I looked at it with care. Nothing to change.",
        "Nothing needs to be corrected.",
        "The text is correct.",
        "The passage is clear and well written. No changes are needed.",
        "This paragraph looks fine, no issues detected.",
        "No changes should be made.",
        "None.",
        "N/A",
        "Aucune modification nécessaire.",
        "Aucune erreur n'a été trouvée.",
        "Il n'y a aucune faute.",
        "Il n’y a pas d’erreur dans ce passage.",
        "Rien à signaler.",
        "RAS",
        "Le texte est correct.",
        "Pas de correction.",
        "Aucun changement.",
    ],
)
def test_these_mean_that_nothing_is_to_be_changed(reply):
    assert says_clean(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot say.",
        "No.",
        "The sentence is long.",
        "No changes needed in the first sentence, but the second one lacks a verb.",
        "No errors found, except the date.",
        "No changes are needed in line 1. Line 2 should read differently.",
        'No changes needed. However, "teh" is odd.',
        "The first sentence has no errors. The second has a typo.",
        "I'm not sure whether there are no mistakes.",
        "No changes needed: teh -> the",
        "Aucune erreur, sauf la date.",
        "Aucune modification au début ; il faudrait un verbe à la fin.",
        "Are there any errors? I found several.",
        "No changes needed. " + "The boat is red. " * 200,
    ],
)
def test_these_do_not(reply):
    assert not says_clean(reply)


def test_prose_is_one_line_of_limited_length_that_can_be_written():
    assert prose_of("one\n two\t three \x00\x07four") == "one two three four"
    assert len(prose_of("word " * 1000)) == SHOWN
    assert prose_of("word " * 1000).endswith("…")
    prose_of("half \ud800 a pair of words").encode()


@pytest.mark.parametrize("reply", ["", "...", "{}", '{"a": "some words here"}', "[some words here", "x", "1 2 3"])
def test_signs_and_data_are_no_prose(reply):
    assert prose_of(reply) == ""
