import pytest

from reviewer.scan.words.first_sound import article_before
from reviewer.scan.words.spoken_words import SPOKEN_WORDS

_A = """
    third-party table database gateway year knob zlib user users use used useful useless usual usually usage utility
    unique uniform uniformly-weighted uniformly unit united union universal university unicast unicode unix
    unidirectional univariate unanimous unary ubiquitous one once one-off one-to-many European Euclidean Unicode
    euro file reusable limited-time new lower simple multi-tenant self-hosted high high-level header handler
    significant lockfile
"""
_AN = """
    eigenvalue error hour hours hour-long honest honestly honour honor honorary heir heirloom unintended
    unidentified unimportant uninitialized uninstalled unused unusual unknown unexpected unordered unavailable
    unable upper update under-reported ultimate urgent ugly umbrella id ip eight ounce out-of-date onerous in-depth
    object initial application English American Internet aesthetic aerospace
"""
_NEITHER = """
    historic historical herb hotel hallucination html http url usb uuid ui ux npm rvalue lvalue svg sql ssh fopen
    fexit msgpack nth x-ray x-axis n-ary u-shaped e-mail unionized unissued uno una une il les SQL API Nguyen iii iv
    xii ouija one's aevice uber
"""


@pytest.mark.parametrize("word", _A.split())
def test_a_consonant_takes_a(word: str) -> None:
    assert article_before(word) == "a"


@pytest.mark.parametrize("word", _AN.split())
def test_a_vowel_takes_an(word: str) -> None:
    assert article_before(word) == "an"


@pytest.mark.parametrize("word", _NEITHER.split())
def test_nothing_is_said_of_words_that_are_spoken_in_two_ways_or_may_be_abbreviations(word: str) -> None:
    assert article_before(word) == ""


def test_every_word_that_is_listed_begins_with_the_letter_of_an_abbreviation() -> None:
    assert {word[0] for word in SPOKEN_WORDS} == set("flmnrs")
    assert all(word.isalpha() and word.islower() and len(word) > 2 for word in SPOKEN_WORDS)
