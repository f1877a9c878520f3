"""The block parser's line tables against the library's own."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it.rules_block import StateBlock

from reviewer.markdown.block_state import BlockState
from reviewer.markdown.parser import block_parser


@given(st.text("  \t\n\na>\x0b\xa0é"))
def test_the_tables_are_those_that_the_library_makes(text: str) -> None:
    parser = block_parser()
    assert vars(BlockState(text, parser, {}, [])) == vars(StateBlock(text, parser, {}, []))
