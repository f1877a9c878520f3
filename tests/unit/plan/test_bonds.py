"""Which corrections need each other, and that they are found without comparing all pairs as by comparing all pairs."""

from itertools import combinations

import pytest
from growth import grows_linearly
from hypothesis import given
from hypothesis import strategies as st

from reviewer.plan.bonds import Correction, any_far, any_near, bound

WORDS = """
the The of pump pumps is are ne pas must 10 20 8080 lenght length widht width teh in on untill until ( ) , - ne les le ’
“ * `
"""
TOKENS = st.sampled_from([*WORDS.split(), " "])
CORRECTIONS = st.builds(
    Correction,
    st.lists(TOKENS, max_size=3).map(tuple),
    st.lists(TOKENS, max_size=3).map(tuple),
    st.lists(TOKENS, max_size=2).map(tuple),
)


@given(st.lists(CORRECTIONS, max_size=8))
def test_in_one_sentence(corrections):
    assert any_near(corrections) == any(bound(*pair, near=True) for pair in combinations(corrections, 2))


@given(st.lists(st.lists(CORRECTIONS, max_size=4), max_size=4))
def test_between_sentences(blocks):
    pairs = [(one, other) for first, second in combinations(blocks, 2) for one in first for other in second]
    assert any_far(blocks) == any(bound(*pair, near=False) for pair in pairs)


def mends(gone, come, beside=""):
    """What a correction takes away and puts there, token by token."""
    return Correction(tuple(gone.split()), tuple(come.split()), tuple(beside.split()))


BOUND_IN_ONE_SENTENCE = {
    "a word moved": (mends("slowly", ""), mends("", "slowly")),
    "two words like each other changed places": (mends("form", "from"), mends("from", "form")),
    "two words changed places and were mended": (mends("lenght", "width"), mends("widht", "length")),
    "of a pair of brackets each is put in alone": (mends("", "("), mends("", ")")),
    "of a pair of brackets each is taken away alone": (mends("(", ""), mends(")", "")),
    "of two commas each is put in alone": (mends("", ","), mends("", ",")),
    "a negation of two words": (mends("", "ne"), mends("", "pas")),
    "two numbers": (mends("10", "12"), mends("20", "25")),
    "subject and verb": (mends("pump", "pumps"), mends("is", "are")),
}
ALONE_IN_ONE_SENTENCE = {
    "two slips of the pen": (mends("recieve", "receive"), mends("untill", "until")),
    "a word that is doubled and one that is missed": (mends("the", "", beside="of the"), mends("", "the")),
    "a doubled word whose second was another one": (mends("that", "than", beside="that"), mends("untill", "until")),
    "a slip becomes the word that goes elsewhere": (mends("form", "from"), mends("from", "out")),
}
BOUND_BETWEEN_SENTENCES = {
    "a word that says something moved": (mends("bell", ""), mends("", "bell")),
    "two words like each other changed places": (mends("weather", "whether"), mends("whether", "weather")),
    "a number moved, though one number is like the other": (mends("10", "11"), mends("11", "12")),
    "of a pair of brackets each is put in alone": (mends("", "("), mends("", ")")),
}
ALONE_BETWEEN_SENTENCES = {
    "a word that every sentence has": (mends("the", ""), mends("", "the")),
    "two words that every sentence has changed places": (mends("then", "than"), mends("than", "then")),
    "two commas": (mends("", ","), mends(",", "")),
    "two words changed places and were mended": (mends("lenght", "width"), mends("widht", "length")),
    "a negation of two words": (mends("", "ne"), mends("", "pas")),
    "subject and verb": (mends("pump", "pumps"), mends("is", "are")),
}


@pytest.mark.parametrize(("gone", "come", "slip"), [("on", "in", True), ("untill", "until", True), ("in", "by", False)])
def test_a_slip_of_the_pen_becomes_a_word_like_it_that_shares_a_letter(gone, come, slip):
    assert mends(gone, come).is_slip == slip


def cases(needed_ones, others):
    tables = ((True, needed_ones), (False, others))
    return [pytest.param(pair, needed, id=name) for needed, table in tables for name, pair in table.items()]


@pytest.mark.parametrize(("pair", "needed"), cases(BOUND_IN_ONE_SENTENCE, ALONE_IN_ONE_SENTENCE))
def test_two_corrections_of_one_sentence_need_each_other(pair, needed):
    assert [bound(*pair, near=True), any_near(pair)] == [needed] * 2


@pytest.mark.parametrize(("pair", "needed"), cases(BOUND_BETWEEN_SENTENCES, ALONE_BETWEEN_SENTENCES))
def test_two_corrections_of_two_sentences_need_each_other(pair, needed):
    assert [bound(*pair, near=False), any_far([[correction] for correction in pair])] == [needed] * 2


def test_many_corrections_of_a_passage_cost_what_their_words_do():
    def prepare(count):
        blocks = [
            [Correction(("runned",), (f"runs{number}",)), Correction(("teh",), ("the",))] for number in range(count)
        ]
        return lambda: found.append(any_far(blocks))

    found = []
    assert grows_linearly(prepare, 500)
    assert set(found) == {False}


@pytest.mark.parametrize("gone", ["w{}rd", ""])
def test_many_corrections_of_one_sentence_cost_what_their_words_do(gone):
    def prepare(count):
        corrections = [mends(gone.format(number), f"w{number}ord") for number in range(count)]
        return lambda: found.append(any_near(corrections))

    found = []
    assert grows_linearly(prepare, 400)
    assert set(found) == {False}
