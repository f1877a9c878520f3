"""The grammar that makes llama.cpp write a text: whole tokens by number, cut characters as literals."""

import re

import pytest
from hypothesis import given
from test_logprobs import cut_texts, entry

from reviewer.llm.forced import Piece, forcing, make_up, read_pieces, scored


def written(grammar, pieces):
    """The bytes that a grammar allows, read as llama.cpp's grammars/README.md has it."""
    raws = {piece.number: piece.raw for piece in pieces}
    found = b""
    for number, literal in re.findall(r'<\[(\d+)\]>|"((?:\\U[0-9A-F]{8})+)"', grammar):
        text = re.sub(r"\\U(.{8})", lambda escape: chr(int(escape[1], 16)), literal)
        found += raws[int(number)] if number else text.encode()
    return found


@given(cut_texts())
def test_the_grammar_is_the_text_and_leaves_room_for_its_tokens(cut):
    text, raws = cut
    pieces = [Piece(number, raw) for number, raw in enumerate(raws)]
    forced = forcing(pieces)
    assert written(forced.grammar, pieces).decode() == text
    assert len(pieces) <= forced.limit <= len(text.encode())
    assert re.fullmatch(r'root ::=(?: <\[\d+\]>| "(?:\\U[0-9A-F]{8})+")+', forced.grammar), "no text of the document"


def test_a_token_that_is_text_is_named_by_its_number():
    pieces = [Piece(7, b"The"), Piece(8, b" \xf0\x9f"), Piece(9, b"\x8e\x89"), Piece(3, b".")]
    assert forcing(pieces) == ('root ::= <[7]> "\\U00000020\\U0001F389" <[3]>', 7)


@pytest.mark.parametrize(
    ("listed", "pieces"),
    [
        ([{"id": 1, "piece": "a"}, {"id": 2, "piece": [195]}], (Piece(1, b"a"), Piece(2, b"\xc3"))),
        (None, ()),
        ([1, 2], ()),
        ([{"id": "1", "piece": "a"}], ()),
        ([{"id": 1, "piece": [300]}], ()),
        ([{"id": 1}], ()),
    ],
)
def test_pieces_are_read_or_there_are_none(listed, pieces):
    assert read_pieces(listed) == pieces


def test_a_text_may_have_a_space_before_it_that_is_the_vocabularys():
    assert make_up([Piece(1, b" The")], "The")
    assert not make_up([Piece(1, b"the")], "The")
    assert [token.text for token in scored([entry(b" The"), entry(b".")], "The.")] == ["The", "."]
    assert scored([entry(b" The")], "The.") == ()
