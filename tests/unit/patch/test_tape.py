"""Where a character of the tape is found, whatever was looked for and switched before."""

from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.patch import pieces
from reviewer.patch.pieces import Tape

STEPS = st.lists(st.tuples(st.sampled_from("fsit"), st.integers(0, 10_000)), max_size=60)


def place_by_counting(tape, offset):
    for piece in tape:
        if piece.live:
            if offset < len(piece.text):
                return piece, offset
            offset -= len(piece.text)
    raise AssertionError(offset)


@settings(max_examples=200)
@given(STEPS)
def test_a_place_is_found_as_by_counting_from_the_start(steps):
    tape = Tape("".join(chr(ord("a") + n % 26) for n in range(3 * pieces.PIECE_SIZE + 7)))
    for step, number in steps:
        chosen = list(tape)[number % len(list(tape))]
        if step == "f" and tape.length:
            assert tape.find(number % tape.length) == place_by_counting(tape, number % tape.length)
        elif step == "s" and len(chosen.text) > 1:
            tape.split(chosen, 1 + number % (len(chosen.text) - 1))
        elif step == "i":
            piece = pieces.Piece("new text", "RVW-1")
            tape.insert(piece, chosen)
            tape.set_live(piece, True)
        elif step == "t":
            tape.set_live(chosen, not chosen.live)
        for offset in {0, tape.length // 2, tape.length - 1, number % max(tape.length, 1)} & set(range(tape.length)):
            assert tape.find(offset) == place_by_counting(tape, offset)
    twin, _ = tape.clone()
    assert [(piece.text, piece.live) for piece in twin] == [(piece.text, piece.live) for piece in tape]
    assert twin.state_hash() == tape.state_hash()


def test_digests_are_those_of_a_tape_that_never_kept_any():
    tape = Tape("x" * 5 * pieces.PIECE_SIZE)
    before = tape.state_hash()
    chosen = list(tape)[2]
    tape.set_live(chosen, False)
    off = tape.state_hash()
    tape.set_live(chosen, True)
    assert tape.state_hash() == before != off
