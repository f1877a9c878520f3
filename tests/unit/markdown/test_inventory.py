"""The inventory of a document."""

from reviewer.markdown.inventory import inventory
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.inventory import Inventory


def test_an_inventory_counts_what_a_reader_would() -> None:
    text = "\ufeff---\r\na: 1\r\n---\r\n# One\r\n\r\nIt's `two words` well-known.\r\n\r\n"
    raw = (text + "> ```\r\n> x\r\n> ```\r\n\r\n|a|\r\n|-|\r\n").encode()
    result = inventory(parse(read_document(raw, "docs/a.md")))
    assert result == Inventory(
        path="docs/a.md", doc_hash=result.doc_hash, bytes=len(raw), lines=13, bom=True, newline="crlf",
        front_matter="yaml", code_fences=1, tables=1, headings=1, words=4,
    )  # fmt: skip
    assert result.doc_hash.startswith("sha256:")


def test_an_empty_document_has_an_inventory() -> None:
    result = inventory(parse(read_document(b"", "e.md")))
    assert (result.lines, result.newline, result.front_matter, result.words) == (0, "none", None, 0)
