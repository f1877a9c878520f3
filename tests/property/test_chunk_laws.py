"""Laws of the chunk plan on generated documents: coverage, order, budget, protected spans, sections, ids."""

import re
import unicodedata
from itertools import pairwise

import pytest
from growth import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.config import ChunkConfig
from reviewer.markdown.chunk import chunk_plan, context_after, context_before
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document

LINES = st.sampled_from(
    [
        "# Title", "## Part", "### Deep", "Setext", "===", "---", "", "", "   ", "A short sentence. And another one!",
        "word " * 60, "x" * 300, "e\u0301" * 150, "- item", "  - nested item", "1. first", "> quoted text",
        "> ```", "```", "```py", "print('a b c d')", "~~~~", "$$", "a + b = c", "`in code` and $x + y$ text. ",
        "`" + "long code " * 40 + "`", "[text](http://example.org/a_target)", "| a | b |", "|---|---|", "| 1 | 2 |",
        "<div>", "</div>", "<!-- note", "-->", "[ref]: http://example.org", "    indented", "« Bonjour ! » dit-elle.",
        "{++ added", "text ++}", "\t", "🙂🙂 emoji 👩‍🚀 end.", "dots......................" * 10,
    ]
)  # fmt: skip
TEXTS = st.lists(st.tuples(LINES, st.sampled_from(["\n", "\n", "\r\n", "\r"])), max_size=60).map(
    lambda lines: "".join(line + end for line, end in lines)
)
CONFIGS = st.builds(
    ChunkConfig,
    max_chunk_tokens=st.integers(50, 90),
    min_chunk_tokens=st.integers(0, 60),
    overlap_tokens=st.integers(0, 30),
)


def parsed_of(text):
    return parse(read_document(text.encode(), "t.md"))


@settings(max_examples=150, deadline=None)
@given(TEXTS, CONFIGS)
def test_every_character_is_in_exactly_one_chunk_within_all_laws(text, config):
    parsed = parsed_of(text)
    chunks = chunk_plan(parsed, config)
    assert "".join(text[c.span.start : c.span.end] for c in chunks) == text
    assert all(a.span.end == b.span.start for a, b in pairwise(chunks))
    assert all(c.span.end > c.span.start for c in chunks)
    assert all(c.oversize or c.token_estimate <= config.max_chunk_tokens for c in chunks)
    assert len({c.chunk_id for c in chunks}) == len(chunks)
    starts = {c.span.start for c in chunks}
    limit = 4 * config.max_chunk_tokens + 3
    for span in parsed.protected:
        assert not any(span.span.start < start < span.span.end for start in starts)
        if span.span.end - span.span.start > limit:
            own = next(c for c in chunks if c.span.start == span.span.start)
            assert own.oversize
            assert text[span.span.end : own.span.end].strip() == ""
    assert all(section.span.start in starts for section in parsed.sections[1:])
    by_start = {section.span.start: section.id for section in parsed.sections[1:]}
    expected = "S0"
    for chunk in chunks:
        expected = by_start.get(chunk.span.start, expected)
        assert chunk.section_id == expected
        inner = text[chunk.span.start - 1 : chunk.span.start + 1]
        assert inner != "\r\n" or chunk.span.start == 0


@settings(max_examples=60, deadline=None)
@given(TEXTS, CONFIGS)
def test_context_lies_beside_a_chunk_and_within_its_budget(text, config):
    parsed = parsed_of(text)
    for chunk in chunk_plan(parsed, config):
        before, after = context_before(parsed, chunk, config), context_after(parsed, chunk, config)
        assert before.end == chunk.span.start
        assert after.start == chunk.span.end
        assert 0 <= before.end - before.start <= 4 * config.overlap_tokens
        assert 0 <= after.end - after.start <= 4 * config.overlap_tokens


@pytest.mark.parametrize(
    "word",
    ["x" * 200_000, "e\u0301" * 100_000, "." * 200_000, "`a b` " * 33_000, "\r\n" * 100_000, " " * 200_000],
)
def test_one_huge_line_is_cut_at_the_limit_between_whole_graphemes(word):
    config = ChunkConfig()
    text = f"# T\n\n{word}\n"
    chunks = chunk_plan(parsed_of(text), config)
    assert "".join(text[c.span.start : c.span.end] for c in chunks) == text
    assert max(len(text[c.span.start : c.span.end]) for c in chunks) <= 4 * config.max_chunk_tokens + 3
    assert len(chunks) <= len(text) // 6000 + 3
    for chunk in chunks[1:]:
        assert not unicodedata.combining(text[chunk.span.start])
        assert text[chunk.span.start - 1 : chunk.span.start + 1] != "\r\n"


def test_time_grows_with_the_document_and_not_with_its_square():
    def prepare(sections):
        text = "".join(f"## H {i}\n\nSome text. More of it, `code` here.\n\n- a\n- b\n\n" for i in range(sections))
        parsed = parsed_of(text)
        return lambda: chunk_plan(parsed, ChunkConfig())

    assert grows_linearly(prepare, 1500)


def test_ids_are_the_anchor_cut_to_48_characters_and_8_hex_digits():
    parsed = parsed_of("# " + "long heading " * 40 + "\n\ntext\n")
    (chunk,) = chunk_plan(parsed, ChunkConfig())
    assert re.fullmatch(r"(long-heading-){3}long-head_[0-9a-f]{8}", chunk.chunk_id)
