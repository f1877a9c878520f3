"""A word that the sentence speaks of is reported and never edited."""

from collections.abc import Callable

import pytest
from growth import grows_linearly
from scan_cases import WordList, found, repaired, scan_input, texts
from scan_cases import parsed as parse_text

from reviewer.config import ReviewerConfig
from reviewer.scan.words.doubled_word import DoubledWord
from reviewer.scan.words.misspelling import Misspelling, spelling_words


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
        "Both if and and are conjunctions of the language.",
        "In the grammar or or is read before the rest.",
        "In a search for the the last word is left out.",
        "In this query and and binds tighter than the rest.",
        "The word of of is used of places in the text.",
        "Le le de la phrase est un article et non un pronom.",
        "Le mot est la préposition dans dans cette phrase.",
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
        ("The owner and and the operator sign it.", "The owner and the operator sign it."),
        ("This article applies to the the owner.", "This article applies to the owner."),
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
        "The column recieve must not be in the output.",
        "The column was renamed from the old recieve in the last release.",
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
        "The fields that they recieve are in the list.",
        "It was written by those who recieve the files.",
        "The people of the phrase recieve in spring what they asked for.",
    ],
)
def test_a_misspelling_that_is_used_is_repaired(sentence: str) -> None:
    text = f"# Notes\n\n{sentence}\n"
    assert texts(text, "misspelling") == ["recieve"]
    assert repaired(text, "misspelling") == text.replace("recieve", "receive")


@pytest.mark.parametrize(
    "sentence",
    [
        "Use *recevoir* and not *recieve* in the text.",
        "- *recieve* should read *receive*",
        "It is *recieve* rather than what stands in the text.",
        "They had **recieve** replaced by another word in the text.",
        "Fixed: recieve is now receive in the text.",
        "In the text, for recieve substitute receive.",
        "For recieve read obtain in the text.",
        "In this text recieve should read obtain.",
        "Omit recieve in the text of the clause.",
        "Not: The system recieves data. But: The system receives data.",
        "The system recieves the data. The system receives the data.",
        "The forms are receive, received and recieve, which was the old one.",
        "The list has recieve or the receive of the old text.",
        "One key is written recieve and the other one, in the newer text, receive.",
        "Search engines match recieve with pages of the text that have receive.",
        "A user who searches for recieve will find the page.",
        "The user typed recieve into the box and found it.",
    ],
)
def test_a_misspelling_that_is_set_against_another_form_is_only_reported(sentence: str) -> None:
    (item,) = found(f"# Notes\n\n{sentence}\n", "misspelling")
    assert item.repairs == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "This is how we recieve what the others in the office receive, too.",
        "They recieve it here. What the others receive is in the list of the office.",
        "It is *recieve* that we do with the files of the others.",
        "The file that they recieve is now in the list.",
        "We wait for those who recieve, and put the rest in the list.",
    ],
)
def test_a_misspelling_near_its_right_form_is_repaired(sentence: str) -> None:
    text = f"# Notes\n\n{sentence}\n"
    assert repaired(text, "misspelling") == text.replace("recieve", "receive")


@pytest.mark.parametrize(
    "sentence",
    [
        "The key lenght is kept in the list.",
        "A column lenght holds the data of the list.",
        "The header named lenght has the data of the list.",
        "The field is in the list, and its alias is lenght.",
        "The class _lenght_ is in the list.",
        "The method recieves is called by the others.",
        "The folder that is in the list is a folder called lenght, too.",
    ],
)
def test_the_name_of_a_field_is_only_reported(sentence: str) -> None:
    assert all(item.repairs == () for item in found(f"# Notes\n\n{sentence}\n", "misspelling"))
    assert found(f"# Notes\n\n{sentence}\n", "misspelling")


@pytest.mark.parametrize(
    "sentence",
    [
        "The function recieves the data of the list.",
        "The file recieves a name from the list.",
        "All of the files recieve a name from the list.",
    ],
)
def test_a_verb_behind_the_name_of_a_thing_is_repaired(sentence: str) -> None:
    text = f"# Notes\n\n{sentence}\n"
    assert repaired(text, "misspelling") == text.replace("recieve", "receive")


@pytest.mark.parametrize(
    "unit", ["recieve it, not receive. ", "recieve *recieve* ", "key recieve and receive ", "a a "]
)
def test_many_misspellings_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_input(parse_text(f"# Notes\n\n{unit * count}It is the end.\n"), ReviewerConfig())
        answered = scan.answered(WordList().corrections(spelling_words(scan)))
        return lambda: list(Misspelling().find(answered))

    assert grows_linearly(prepare, 250)


@pytest.mark.parametrize("unit", ["the word ", "the the ", "see and and in ", "word a, ", "written "])
def test_many_pairs_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_input(parse_text(f"# Notes\n\n{unit * count}\n"), ReviewerConfig())
        return lambda: list(DoubledWord().find(scan))

    assert grows_linearly(prepare, 500)
