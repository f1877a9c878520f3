"""A word that the sentence speaks of is reported and never edited."""

from collections.abc import Callable

import pytest
from growth import grows_linearly
from scan_cases import found, repaired, scan_input, texts
from scan_cases import parsed as parse_text

from reviewer.config import ReviewerConfig
from reviewer.scan.words.doubled_word import DoubledWord


@pytest.mark.parametrize(
    "sentence",
    [
        "We often see and and in texts.",
        "We find the the in many drafts of this report.",
        "Some people write the the when they are tired.",
        "The pair of of is flagged by the tool.",
        "Words such as the the are flagged by the tool.",
        "The words and and are not the same as the others.",
        "The tool reports a doubled the the in the text.",
        "A repeated and and was left in the text.",
        "It removes the the, and it keeps the rest.",
        "If the the stands twice in a row, remove one.",
        "On trouve et et dans les textes de la base.",
        "Les mots de de sont signalés dans le texte.",
        "Un de de répété est signalé dans le texte.",
    ],
)
def test_a_doubled_word_that_is_spoken_of_is_only_reported(sentence: str) -> None:
    (item,) = found(f"# Notes\n\n{sentence}\n", "doubled-word")
    assert item.repairs == ()


@pytest.mark.parametrize(
    ("sentence", "after"),
    [
        ("We see the the problem.", "We see the problem."),
        ("The word list has the the entry.", "The word list has the entry."),
        ("They write and and they read.", "They write and they read."),
        ("It is sent twice to the the server.", "It is sent twice to the server."),
        ("The file and and the folder are read.", "The file and the folder are read."),
        ("It was sent twice. The the file is read.", "It was sent twice. The file is read."),
        ("On trouve le le fichier dans la base.", "On trouve le fichier dans la base."),
    ],
)
def test_a_doubled_word_that_is_used_is_repaired(sentence: str, after: str) -> None:
    assert repaired(f"# Notes\n\n{sentence}\n", "doubled-word") == f"# Notes\n\n{after}\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "The word recieve is wrong: do not write it.",
        "The term recieve has been in the text for years.",
        "The spelling recieve is found in the old texts.",
        "The forms receive and recieve are both in the list.",
        "The string recieve must not be in the output.",
        "Do not write recieve in the text of the page.",
        "The verb is spelled recieve in the old version of the page.",
        "Search for recieve in the text of the page.",
        "In the old text recieve is wrong and has to go.",
        "In the old text recieve is a common mistake of the authors.",
        "They recieve (sic) the files of the others.",
        "The old page has the mot recieve in the text.",
        "In the note it says that the verb s'écrit recieve in the text.",
    ],
)
def test_a_misspelling_that_is_spoken_of_is_only_reported(sentence: str) -> None:
    (item,) = found(f"# Notes\n\n{sentence}\n", "misspelling")
    assert item.repairs == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "The words that we recieve are in the list.",
        "In these terms we recieve the files of the others.",
        "The form that they recieve has no date.",
        "They recieve the files, and that is wrong.",
        "Gaps in the sequence that they recieve in spring are closed.",
        "The people of the phrase recieve in spring what they asked for.",
    ],
)
def test_a_misspelling_that_is_used_is_repaired(sentence: str) -> None:
    text = f"# Notes\n\n{sentence}\n"
    assert texts(text, "misspelling") == ["recieve"]
    assert repaired(text, "misspelling") == text.replace("recieve", "receive")


@pytest.mark.parametrize("unit", ["the word ", "the the ", "see and and in ", "word a, ", "written "])
def test_many_pairs_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_input(parse_text(f"# Notes\n\n{unit * count}\n"), ReviewerConfig())
        return lambda: list(DoubledWord().find(scan))

    assert grows_linearly(prepare, 500)
