"""A document's last line needs no newline, wherever it stands."""

import pytest

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import BlockKind


@pytest.mark.parametrize("text", ["> - <script>\n>", "- <!-- a\n  b", "> <div>\n> x", "- > ```\n  > a", "1. $$\n   x"])
def test_a_block_that_ends_with_the_text_is_read_as_with_a_newline_behind_it(text: str) -> None:
    def blocks(source: str) -> list[tuple[BlockKind, int, int]]:
        return [(b.kind, b.line_start, b.line_end) for b in parse(read_document(source.encode(), "x.md")).blocks]

    assert blocks(text) == blocks(text + "\n")


def test_a_marker_behind_quotes_with_tabs_is_not_part_of_the_text() -> None:
    parsed = parse(read_document(b">\t>\t10) two\n", "x.md"))
    assert parsed.prose.text == "two"
    assert parsed.document.text[slice(*parsed.prose.span(0, 3))] == "two"
