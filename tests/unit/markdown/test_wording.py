"""Edits of words in plain paragraphs: what is said of them without a parse is what two parses find."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.markdown.edited import EditMap, undone
from reviewer.markdown.parse import outline, parse
from reviewer.markdown.safety import SafetyEdit, structure_violations
from reviewer.markdown.source import read_document
from reviewer.markdown.wording import only_wording
from reviewer.model.position import Span

DOC = "# Title\n\nFirst paragraph, teh best one.\nIts second line.\n\n- an item\n\nLast words\n"


def parse_text(text):
    return parse(read_document(text.encode(), "t.md"))


def edited(text, *edits):
    """The text after edits (start, end, replacement) in document order, and the edits as the check wants them."""
    pieces, position = [], 0
    for start, end, new in edits:
        pieces += [text[position:start], new]
        position = end
    found = [
        SafetyEdit(n, Span(start, end), len(new), "structure", "human") for n, (start, end, new) in enumerate(edits)
    ]
    return "".join([*pieces, text[position:]]), found


def is_only_wording(text, quote, new):
    start = text.index(quote)
    after, edits = edited(text, (start, start + len(quote), new))
    return only_wording(text, read_document(after.encode(), "t.md"), edits, outline)


@pytest.mark.parametrize(
    ("quote", "new"),
    [("teh", "the"), ("teh best", "the"), (" second", ""), ("paragraph,", "paragraph, the"), ("words", "word's end")],
)
def test_words_in_a_plain_paragraph_are_wording(quote, new):
    assert is_only_wording(DOC, quote, new)


@pytest.mark.parametrize(
    ("quote", "new"),
    [
        ("teh", "`the`"),  # code
        ("teh", "*the"),  # a sign that may open something
        ("teh", "[the]"),
        ("teh", "www.the"),  # an address
        ("teh", "at@the.org"),
        ("teh", "the\n\nor"),  # two paragraphs
        ("teh", "\n# the"),
        ("First", "1."),  # the beginning of a line decides what the line is
        ("First", "one"),
        ("Title", "Titles"),  # a heading's anchor
        ("item", "items"),  # not at the top level
        (" words\n", ""),  # the line's end goes along
    ],
)
def test_anything_else_is_left_to_the_parse(quote, new):
    assert not is_only_wording(DOC, quote, new)


@pytest.mark.parametrize(
    "text",
    [
        "# T\nright below a teh heading\n",
        "one teh\n- item\n",
        "> quote\ngoes on lazily teh end\n",
        "\\[\n\nx teh y\n\n\\]\n",
        "one `teh` two\n",
        "{++ one\n\nsome teh words\n\nend ++}\n",
    ],
)
def test_a_paragraph_with_company_is_left_to_the_parse(text):
    assert not is_only_wording(text, "teh", "the")


FRAGMENTS = (
    "some plain words here\nand a second line.\n",
    "more words (in brackets), 12 of them; no more!\n",
    "one line only",
    "# a heading\n",
    "under lined\n===\n",
    "- item\n\n  inner words\n",
    "1. first\n2. second\n",
    "> quote\nlazy line\n",
    "```\ncode words\n```\n",
    "```\nnever closed\n",
    "    indented words\n",
    "$$\nx words\n$$\n",
    "$$\nopen words\n",
    "\\[ a words\n",
    "\\]\n",
    "<!-- a comment\n",
    "-->\n",
    "<div>\nhtml words\n",
    "[ref]: target.md\nwords below\n",
    "a [ref] and [^note] here\n",
    "[^note]: text words\n",
    "| a | b |\n|---|---|\n| words | d |\n",
    "a\n-\n",
    "---\n",
    "+++\n",
    "{++ added words\n",
    "++}\n",
)
WORDS = ("words", "a", "ref", "www", "1", "", " ", "begin", "é", "x y", ".", "`", "[", "-", "\n")


def shape(block, span):
    return block.kind, span, block.depth, block.parent, block.info, block.level, block.closed


@settings(max_examples=300)
@given(
    st.lists(st.tuples(st.sampled_from(FRAGMENTS), st.sampled_from(("\n", "\r\n\r\n", ""))), min_size=1, max_size=7),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 6), st.sampled_from(WORDS)), min_size=1, max_size=3),
)
def test_what_is_only_wording_leaves_every_block_section_and_protected_span(parts, wishes):
    text = "".join(fragment + gap for fragment, gap in parts)
    edits, free = [], 0
    for start, length, new in sorted(wishes):
        begin, end = min(max(start, free), len(text)), min(max(start, free) + length, len(text))
        if begin < end or new:
            edits.append((begin, end, new))
            free = end + 1
    changed, safety = edited(text, *edits)
    before, after = parse_text(text), parse_text(changed)
    if not safety or not only_wording(before.document.text, after.document, safety, outline):
        return
    assert structure_violations(before, after, safety) == structure_violations(after, before, undone(safety)) == ()
    moved = EditMap(safety)
    there = [shape(block, Span(moved.start(block.span.start), moved.end(block.span.end))) for block in before.blocks]
    assert there == [shape(block, block.span) for block in after.blocks]
    assert [section.anchor for section in before.sections] == [section.anchor for section in after.sections]
    kept = [(p.kind, Span(moved.start(p.span.start), moved.end(p.span.end))) for p in before.protected]
    assert kept == [(p.kind, p.span) for p in after.protected]
    assert not any(before.protected_in(edit.span) for edit in safety)
    assert len(before.links) == len(after.links)


def test_the_law_above_is_not_empty():
    found = [text for text in FRAGMENTS if "words" in text and is_only_wording(f"x\n\n{text}\n", "words", "word")]
    assert found == [FRAGMENTS[0], FRAGMENTS[1]]
