"""What one word is, and which words an edit cuts."""

import pytest

from reviewer.markdown.locate import Located
from reviewer.markdown.word_reach import are_joined, cut_words, is_inside, is_joined
from reviewer.model.position import Span


@pytest.mark.parametrize(
    "word",
    [
        "occurred",
        "1,000",
        "3.14",
        "2024-01-30",
        "10:30",
        "v1.2.3",
        "don't",
        "can’t",
        "snake_case",
        "wo**rd",
        "wo***rd",
        "5km",
        "50%",
        *("-5", "−5", "$100", "§4.2", "ISO-9001", "1\u00a0000", "e\u0301te\u0301", "नमस्ते", "co\u00adop", "👩\u200d👧"),
    ],
)
def test_a_word_is_joined_at_every_place_in_it_and_nowhere_beside_it(word):
    text = f"so {word} is, ({word})."
    for start in (3, text.rindex(word)):
        inside = range(start + 1, start + len(word))
        assert [at for at in range(start, start + len(word) + 1) if is_joined(text, at)] == list(inside)


@pytest.mark.parametrize("word", ["wo***rd", "1,000", "don't", "50%"])
def test_a_word_goes_on_from_one_text_to_another_wherever_it_is_taken_apart(word):
    text = f"so {word} is"
    assert all(are_joined(text[:at], text[at:]) for at in range(4, 3 + len(word)))
    assert not are_joined("so ", f"{word} is")
    assert not are_joined(f"so {word}", " is")


@pytest.mark.parametrize(
    ("text", "at", "inside"), [("50%", 2, False), ("-5", 1, False), ("50", 1, True), ("5km", 1, False)]
)
def test_who_quotes_a_number_without_its_sign_or_unit_cuts_nothing(text, at, inside):
    assert is_inside(text, at) == inside


@pytest.mark.parametrize(
    "two", ["well-known", "and/or", "one two", "one, two", "end.Next", "a—b", "wo****rd", "x(y)", "[a](b)"]
)
def test_two_words_are_not_joined_between_them(two):
    marks = [at for at, char in enumerate(two) if not char.isalnum()]
    assert not any(is_joined(two, at) for at in (*marks, marks[-1] + 1))


@pytest.mark.parametrize(
    "letters", ["กรม", "ບກຂ", "ကခဂ", "មករ", "日本語", "ひらがな", "\uf900\uf901", "\U00020000\U00020001"]
)
def test_letters_of_a_script_that_puts_no_spaces_between_words_join_nothing(letters):
    assert not any(is_joined(letters, at) for at in range(len(letters) + 1))


@pytest.mark.parametrize(
    ("text", "before", "after", "words"),
    [
        ("It runs every day.", " ", "", "every day"),  # "everyday"
        ("It is alot.", "", " ", "alot"),
        ("It is nother one.", "", "a", "nother"),
        ("It is nother one.", "", "yet ", ""),
        ("It costs 1,000 now.", "000", "500", "1,000"),
        ("The system is.", "", "s", "system"),
        ("The system is.", "", ",", ""),
        ("It is on-going.", "-", "", "on-going"),
        ("It is here.", " is", "", " is"),
    ],
)
def test_an_edit_cuts_the_words_in_which_one_of_its_ends_stands(text, before, after, words):
    places = {" ": text.index(" day") if "day" in text else 0, "a": 6, "yet ": 6, "s": 10, ",": 10}
    at = {"alot": 7}.get(words, text.index(before) if before and before != " " else places.get(before or after, 0))
    assert text[slice(*cut_words(text, Located(Span(at, at + len(before)), before, after)))] == words


def test_of_a_long_word_every_letter_is_held_together():
    word = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    text = f"Das {word} gilt."
    for at, letter in enumerate(word, text.index(word)):
        assert text[slice(*cut_words(text, Located(Span(at, at + 1), letter, "x")))] == word


def test_a_run_that_is_too_long_for_a_word_stays_as_it_is():
    text = "x" * 500
    assert cut_words(text, Located(Span(250, 251), "x", "y")) == Span(250, 251)
