"""Of an "an" before a consonant only what is surely the article is repaired; the same shape with another word is."""

import pytest
from scan_cases import found

RULE = "indefinite-article"


def repairs(sentence: str) -> list[str]:
    (item,) = found(f"# Notes\n\nThe gateway is the part of the system that keeps the log.\n\n{sentence}\n", RULE)
    return [repair.after_text for repair in item.repairs]


@pytest.mark.parametrize(
    ("unsure", "sure"),
    [
        ("The log is an tested part of it.", "The log is an list of it."),
        ("It has an running server.", "It has an server."),
        ("The log is an fully typed list.", "The log is an list."),
        ("The supply an good of it is kept.", "They supply an good part of it."),
        ("All the returns an new owners see.", "It returns an new list."),
        ("It shows the use an big part of it.", "They use an big part of it."),
    ],
)
def test_a_participle_an_adverb_and_a_noun_that_is_a_verb_as_well_make_it_unsure(unsure: str, sure: str) -> None:
    assert (repairs(unsure), repairs(sure)) == ([], ["a"])
