"""Tokens as servers give them become texts that make up the reply, whatever bytes they are cut at."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.llm.logprobs import foretold, tokens_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


def entry(raw, logprob=-0.1, top=(), **more):
    """A token in OpenAI's form; ``top``: (bytes, logprob)."""
    said = [{"token": item.decode(errors="replace"), "bytes": list(item), "logprob": value} for item, value in top]
    return {"token": raw.decode(errors="replace"), "bytes": list(raw), "logprob": logprob, "top_logprobs": said, **more}


@st.composite
def cut_texts(draw):
    """A text and its bytes in pieces."""
    text = draw(TEXTS)
    raw = text.encode()
    cuts = sorted({0, len(raw), *draw(st.lists(st.integers(0, len(raw)), max_size=6))})
    return text, [raw[start:end] for start, end in itertools.pairwise(cuts)]


@given(cut_texts())
def test_tokens_make_up_the_text_wherever_they_are_cut(cut):
    text, raws = cut
    tokens = tokens_of([*(entry(raw) for raw in raws), entry(b"")], text)
    assert "".join(token.text for token in tokens) == text
    assert len(tokens) == len(raws)


def test_a_character_of_several_tokens_stands_in_the_last_of_them():
    tokens = tokens_of([entry(b"n"), entry(b"\xc3"), entry(b"\xa9", top=[(b"\xa9", -0.5), (b"\xa8", -1.0)])], "né")
    assert [token.text for token in tokens] == ["n", "", "é"]
    assert tokens[2].top == (("é", -0.5), ("è", -1.0))


def test_an_alternative_that_ends_inside_a_character_has_no_text():
    (token,) = tokens_of([entry(b"a", top=[(b"a", -0.5), (b"\xf0\x9f", -1.0)])], "a")
    assert token.top == (("a", -0.5), ("", -1.0))


def test_llama_puts_a_character_together_and_names_the_last_token_by_its_number():
    """A real answer of llama.cpp's server: the entry holds all bytes, the alternatives those of the last token."""
    top = [
        {"id": 231, "token": "\ufffd", "bytes": [137], "logprob": -0.2},
        {"id": 232, "token": "\ufffd", "bytes": [138], "logprob": -2.0},
    ]
    party = {"id": 231, "token": " 🎉", "bytes": [32, 240, 159, 142, 137], "logprob": -0.2, "top_logprobs": top}
    (token,) = tokens_of([party], " 🎉")
    assert token.top == ((" 🎉", -0.2), (" 🎊", -2.0))


def test_alternatives_without_a_chance_are_left_out_and_so_is_a_list_of_the_token_alone():
    sure = entry(b"a", -0.001, [(b"a", -0.001), (b"b", math.log(0.0099))])
    torn = entry(b"b", -2.0, [(b"c", -0.2), (b"b", -2.0), (b"d", -6.0)])
    assert [token.top for token in tokens_of([sure, torn], "ab")] == [(), (("c", -0.2), ("b", -2.0))]


def test_alternatives_are_given_strongest_first():
    (token,) = tokens_of([entry(b"a", -1.0, [(b"a", -1.0), (b"b", -0.5)])], "a")
    assert token.top == (("b", -0.5), ("a", -1.0))


@pytest.mark.parametrize("sign", [entry(b""), entry(b"<|im_end|>")])
def test_the_end_of_a_text_is_no_token_of_it(sign):
    assert [token.text for token in tokens_of([entry(b"a"), sign], "a")] == ["a"]


@pytest.mark.parametrize(
    "entries",
    [
        None,
        "a",
        [3],
        [{"token": "a"}],
        [{"token": "a", "logprob": None}],
        [{"token": 3, "logprob": -1.0}],
        [{"token": "a", "bytes": [300], "logprob": -1.0}],
        [entry(b"b")],
        [entry(b"a"), entry(b"b")],
        [entry(b"\xc3")],
    ],
)
def test_what_does_not_make_up_the_text_gives_none(entries):
    assert tokens_of(entries, "ac") == ()


def test_a_server_without_bytes_is_read_by_the_texts():
    plain = {"token": "é", "bytes": None, "logprob": -1.0, "top_logprobs": [{"token": "è", "logprob": -0.5}]}
    (token,) = tokens_of([plain], "é")
    assert (token.text, token.top) == ("é", (("è", -0.5),))


def test_a_probability_above_one_which_rounding_makes_is_one():
    assert tokens_of([entry(b"a", 1e-7)], "a")[0].logprob == 0.0


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([entry(b"a", top=[(b"a", -0.1)]), entry(b"b")], True),
        ([entry(b"a", top=[(b"a", -0.1)])], False),
        ([{"token": "a", "logprob": -0.1}], False),
        (None, False),
    ],
)
def test_a_token_without_any_alternative_was_foretold(entries, expected):
    assert foretold(entries) is expected
