"""Single words that can only be of one of two languages, and those that say nothing."""

import pytest

from reviewer.scan.word_language import speaks_for


@pytest.mark.parametrize("word", ["the", "Here", "weekly", "checking", "yesterday", "through", "loops", "why"])
def test_english(word):
    assert speaks_for(word) == "en"


@pytest.mark.parametrize("word", ["les", "Ici", "attendez", "l'eau", "d’abord", "sécurité", "tableaux", "jamais", "à"])
def test_french(word):
    assert speaks_for(word) == "fr"


@pytest.mark.parametrize("word", ["pression", "table", "notes", "on", "test", "ExemplarReservoir", "HTTP", "trait", ""])
def test_words_of_both_and_names_say_nothing(word):
    assert speaks_for(word) == ""
