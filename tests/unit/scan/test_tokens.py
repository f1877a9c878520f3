"""Which trigger words are worth a search through the prose."""

from found_by import scan_of
from hypothesis import given
from hypothesis import strategies as st

from reviewer.scan.tokens import Tokens


def test_tokens_count_what_stands_between_white_space_as_it_is_written() -> None:
    assert scan_of("The pump, the pump.\n").shared(Tokens).uses == {"The": 1, "the": 1, "pump,": 1, "pump.": 1}


def test_a_stem_is_known_inside_a_word_in_any_case_and_over_several_words() -> None:
    tokens = scan_of("Sections 3 and 4 were LEFT blank.\n").shared(Tokens)
    assert tokens.known(("ection", "left blank", "", "repealed", "left empty")) == ("ection", "left blank", "")


@given(st.text("aÀİΣ ẞß\nbB.", max_size=40), st.text("aài̇σςßb .", min_size=1, max_size=3))
def test_no_stem_is_dropped_that_stands_in_the_folded_prose(text: str, stem: str) -> None:
    scan = scan_of(text)
    if stem in scan.folded:
        assert scan.shared(Tokens).known((stem,)) == (stem,)
