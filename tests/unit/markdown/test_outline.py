"""A document's outline alone is what its parse says of blocks and sections."""

from functools import partial
from pathlib import Path

import pytest
from growth import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.markdown.parse import outline, parse
from reviewer.markdown.source import read_document

DOCUMENTS = sorted(Path("fixtures").rglob("*.md"))
LINES = (
    "", "  ", "words", "words.", "[^f]", "# One", "# One {#two}", "## [a]", "===", "---", "+++", "- item", "  goes on",
    "> quote", "> [!NOTE]", "```", "~~~", "    code", "| a | b |", "|---|---|", "[a]: b", "[^f]: note", "<!--", "-->",
    "<div>", "$$", "\\[", "\\]", "1. one", "\t", "a\tb", "é", "\u2028", "*", "\\", "{++ a", "b ++}",
    "REVIEWER: RVW-0001",
)  # fmt: skip


def said(found):
    return found.document, found.blocks, found.sections, found.section_starts


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_the_outline_of_every_fixture_is_that_of_its_parse(path):
    document = read_document(path.read_bytes(), path.name)
    assert said(outline(document)) == said(parse(document))


@settings(max_examples=500)
@given(st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from(("\n", "\n\n", "\r\n", "\r", ""))), max_size=12))
def test_the_outline_of_any_lines_is_that_of_their_parse(lines):
    document = read_document("".join(line + end for line, end in lines).encode(), "t.md")
    found = outline(document)
    assert said(found) == said(parse(document))
    assert [found.section_at(at) for at in range(len(document.text) + 1)] == [
        parse(document).section_at(at) for at in range(len(document.text) + 1)
    ]


def test_an_outline_takes_time_linear_in_the_document():
    def prepare(size):
        text = "".join(f"# T{n}\n\nSome words.\n\n- item\n\n" for n in range(size))
        return partial(outline, read_document(text.encode(), "t.md"))

    assert grows_linearly(prepare, 500)
