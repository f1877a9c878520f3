"""Phrases are found as whole words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.pyramid.phrases import Phrases


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("throughput", "Throughput is high."),
        ("GitHub", "on github today"),
        ("error budget", "the error\n  budget"),
        ("SLO", "the SLO."),
        ("ITs", "all ITs"),
        ("C++", "in C++."),
        (".NET", "on .NET"),
        ("point d'accès", "Un point d'accès."),
    ],
)
def test_a_phrase_is_found_in_any_case(phrase: str, text: str) -> None:
    assert Phrases([phrase]).used_in(text) == {phrase}


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("IT", "it is"),
        ("ITs", "its name"),
        ("AI", "He said"),
        ("budget", "budgets"),
        ("error budget", "error, budget"),
        ("C++", "++C"),
        ("→", "a → b"),
        ("", "text"),
        ("word", ""),
    ],
)
def test_parts_of_words_and_other_words_are_not_found(phrase: str, text: str) -> None:
    assert Phrases([phrase]).used_in(text) == set()


def test_phrases_that_differ_in_case_alone_are_both_found() -> None:
    assert Phrases(["Term", "term", "te"]).used_in("the TERM") == {"Term", "term"}


@given(st.lists(st.sampled_from(["a", "b", "ab", "a b", "b a b", "ba"])), st.text("ab ,"))
def test_what_is_found_is_what_a_search_for_each_phrase_finds(phrases: list[str], text: str) -> None:
    flat = " ".join(text.split())
    expected = {phrase for phrase in phrases if re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", flat)}
    assert Phrases(phrases).used_in(text) == expected
