"""A long chunk in parts: between paragraphs, never inside what is protected, without gaps, one level deep."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.config import ChunkConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.chunk_parts import chunk_parts, part_name
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document

BLOCKS = st.sampled_from([
    "A paragraph of some length, which goes on over\ntwo lines and says little.\n\n", "```\ncode\n\nmore code\n```\n\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n", "- one item\n- another item\n\n  with a paragraph\n\n",
    "> quoted\n> text\n\n", "$$\nx\n$$\n\n", "word " * 60 + "\n\n", "\n\n",
])  # fmt: skip


def parts_of(text, most=50):
    parsed = parse(read_document(text.encode(), "doc.md"))
    return parsed, [(chunk, chunk_parts(parsed, chunk, most)) for chunk in chunk_plan(parsed, ChunkConfig())]


@given(st.lists(BLOCKS, max_size=30).map("".join))
def test_parts_hold_the_chunk_and_cut_no_block_and_nothing_protected(text):
    parsed, found = parts_of(f"# T\n\n{text}")
    starts = {block.span.start for block in parsed.blocks}
    for chunk, parts in found:
        assert (parts[0].span.start, parts[-1].span.end) == chunk.span
        for one, other in pairwise(parts):
            cut = one.span.end
            assert cut == other.span.start
            assert cut in starts
            assert not any(region.span.start < cut < region.span.end for region in parsed.protected)


@given(st.lists(BLOCKS, max_size=30).map("".join))
def test_a_part_is_over_the_limit_only_where_there_is_nowhere_to_cut(text):
    parsed, found = parts_of(f"# T\n\n{text}")
    starts = sorted(block.span.start for block in parsed.blocks)
    protected = [region.span for region in parsed.protected]
    for _, parts in found:
        for part in parts:
            inside = [start for start in starts if part.span.start < start < part.span.end]
            legal = [start for start in inside if not any(span.start < start < span.end for span in protected)]
            assert part.token_estimate <= 50 or not legal


def test_a_chunk_that_is_short_enough_is_itself():
    _, ((chunk, parts),) = parts_of("# T\n\nShort.\n")
    assert parts == (chunk,)


def test_parts_are_about_equally_long_and_named_after_the_chunk():
    text = "# T\n\n" + "A paragraph of text that says nothing much.\n\n" * 30
    _, ((chunk, parts),) = parts_of(text, 200)
    assert [part.chunk_id for part in parts] == [f"{chunk.chunk_id}_a", f"{chunk.chunk_id}_b"]
    assert abs(parts[0].token_estimate - parts[1].token_estimate) < 30
    assert (parts[0].line_start, parts[1].line_end) == (chunk.line_start, chunk.line_end)


@pytest.mark.parametrize(("number", "name"), [(0, "a"), (1, "b"), (25, "z"), (26, "ba"), (27, "bb")])
def test_names_of_parts(number, name):
    assert part_name(number) == name
