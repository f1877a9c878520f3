"""Corrections that need each other, found without comparing all pairs: the same as comparing all pairs."""

from itertools import combinations

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


def test_many_corrections_of_a_passage_cost_what_their_words_do():
    def prepare(count):
        blocks = [
            [Correction(("runned",), (f"runs{number}",)), Correction(("teh",), ("the",))] for number in range(count)
        ]
        return lambda: found.append(any_far(blocks))

    found = []
    assert grows_linearly(prepare, 500)
    assert set(found) == {False}


def test_many_corrections_of_one_sentence_cost_what_their_words_do():
    def prepare(count):
        corrections = [Correction((f"w{number}rd",), (f"w{number}ord",)) for number in range(count)]
        return lambda: found.append(any_near(corrections))

    found = []
    assert grows_linearly(prepare, 400)
    assert set(found) == {False}
