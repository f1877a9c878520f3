"""A sentence about words, or about what a page shows, keeps its misspelled word: it is reported and never edited."""

from collections.abc import Callable

import pytest
from growth import grows_linearly
from scan_cases import WordList, found, repaired, scan_input
from scan_cases import parsed as parse_text

from reviewer.config import ReviewerConfig
from reviewer.scan.words.misspelling import Misspelling, spelling_words

_START = "# Notes\n\nThe notes of the office are in the list, and they are read by all of the others.\n\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "The letter reads, We recieve your letter with pleasure [sic].",
        "The letter says that they recieve it with pleasure (sic), as it was.",
        "In Swedish, lenght means length, and in Dutch it is lengte.",
        "The Danish term for it is lenght, and the Swedish one is another.",
        "The Middle English untill survives in the oath.",
        "The tokens recieve and seperate are in the stop list.",
        "The common variant lenght is rejected by the filter.",
        "We normalise lenght to what the others have.",
        "The dictionary lists occured as an error.",
        "It is one of the stop words that they recieve in the filter.",
        "A synonym that we recieve for it is kept.",
    ],
)
def test_a_word_in_a_sentence_about_words_is_only_reported(sentence: str) -> None:
    items = found(f"{_START}{sentence}\n", "misspelling")
    assert items
    assert all(item.repairs == () for item in items)


@pytest.mark.parametrize(
    "sentence",
    [
        "The menu item recieve opens the dialog.",
        "The field is labelled recieve on the form.",
        "The button says recieve, which we will fix in May.",
        "The button recieve opens the dialog.",
        "The status recieve is shown in the list.",
        "The error text occured is shown in the list.",
        "The error text contains occured, so match on that.",
        "The API returns recieve as the status.",
        "The log line ends in recieve.",
        "The log line starts with seperate and goes on.",
        "Searching for seperate finds nothing in the archive.",
        "Grep for occured first.",
        "Users often type recieve into the box.",
        "If somebody enters lenght, the form still works.",
        "The filter maps seperate to the right form.",
        "The draft has lenght instead of the correct form.",
        "The oath still says untill death, as it did in 1662.",
        "The old deed has recieve throughout the text.",
        "The text keeps the original lenght.",
        "The endpoint lenght and the parameter lenght are deprecated.",
        "We see the endpoint recieves and the word recieves in the list.",
        'It is what they recieve, and "recieve" is in the list.',
    ],
)
def test_a_word_that_is_shown_or_searched_for_is_only_reported(sentence: str) -> None:
    items = found(f"{_START}{sentence}\n", "misspelling")
    assert items
    assert all(item.repairs == () for item in items)


@pytest.mark.parametrize(
    ("sentence", "wrong", "right"),
    [
        ("The error has occured in the module.", "occured", "occurred"),
        ("The errors have occured, and they are in the list.", "occured", "occurred"),
        ("The folder contains seperate files of the office.", "seperate", "separate"),
        ("The tool searches for seperate files in the list.", "seperate", "separate"),
        ("The button shows what they recieve in the list.", "recieve", "receive"),
        ("The form has the lenght of the list.", "lenght", "length"),
        ("The letter is in English. They recieve it in the office.", "recieve", "receive"),
        ("They recieve it in the office. The word recieve is wrong.", "They recieve", "They receive"),
        ("They recieve it, and we recieve it, too.", "recieve", "receive"),
    ],
)
def test_a_word_that_is_used_is_repaired(sentence: str, wrong: str, right: str) -> None:
    text = f"{_START}{sentence}\n"
    assert repaired(text, "misspelling") == text.replace(wrong, right)


@pytest.mark.parametrize("unit", ["type recieve in ", "recieve ", "searching for ", "has English recieve, "])
def test_many_words_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_input(parse_text(f"# Notes\n\n{unit * count}They recieve it.\n"), ReviewerConfig())
        answered = scan.answered(WordList().corrections(spelling_words(scan)))
        return lambda: list(Misspelling().find(answered))

    assert grows_linearly(prepare, 250)
