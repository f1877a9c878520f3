"""A reply that is written by tokens: where it ends, and what a watch sees of it."""

import pytest
from hypothesis import given
from test_logprobs import cut_texts

from reviewer.llm.llamacpp_writing import Writing


def written(pieces, *, stop=(), limit=1000, watch=None):
    writing = Writing("", stop, limit, watch)
    for piece in pieces:
        if writing.finish is not None:
            break
        writing.take(piece)
    else:
        if writing.finish is None:
            writing.end()
    return writing


@given(cut_texts())
def test_the_text_is_that_of_all_tokens_wherever_they_cut_it(cut):
    text, raws = cut
    writing = written(raws)
    assert (writing.text, writing.finish, writing.count) == (text, "stop", len(raws) + 1)


@pytest.mark.parametrize(
    ("pieces", "stop", "text"),
    [
        ([b"one\n", b"two"], ("\n",), "one"),
        ([b"one E", b"ND two"], ("END",), "one "),
        ([b"a b a"], ("a b a", "b"), ""),
        ([b"one"], ("",), "one"),
    ],
)
def test_a_stop_sequence_ends_it_and_is_no_part_of_it(pieces, stop, text):
    writing = written(pieces, stop=stop)
    assert (writing.text, writing.finish) == (text, "stop")


def test_a_limit_ends_it_and_half_a_character_is_no_part_of_it():
    writing = written([b"ab", b"\xc3", b"\xa9"], limit=2)
    assert (writing.text, writing.finish, writing.count) == ("ab", "length", 2)


def test_a_watch_sees_whole_characters_and_ends_it():
    seen = []

    def watch(text):
        seen.append(text)
        return "enough" if "é" in text else None

    writing = written([b"a", b"\xc3", b"\xa9", b"b"], watch=watch)
    assert seen == ["a", "aé"]
    assert (writing.text, writing.finish, writing.cut) == ("aé", "cut", "enough")


def test_bytes_that_are_no_text_are_replaced():
    assert written([b"a\xff", b"b"]).text == "a\ufffdb"
