"""Parse a document: blocks, sections, prose, protected spans, links, comments, ids."""

from reviewer.markdown.assembly import Assembly
from reviewer.markdown.blocks import OutlineBuilder
from reviewer.markdown.normal import normal_text
from reviewer.markdown.parser import parse_blocks
from reviewer.model.document import Document
from reviewer.model.parsed import OutlinedDocument, ParsedDocument
from reviewer.model.structure import ProtectedKind

VERSION = "5"
"""Part of cache keys: raise it when the same document would parse differently."""


def parse(document: Document, unprotected: frozenset[ProtectedKind] = frozenset()) -> ParsedDocument:
    """Parse a whole document; never fails on any text, and takes time linear in its length.

    CommonMark 0.31 with GFM tables, alerts and footnotes, front matter, math and CriticMarkup; a block pass by
    markdown-it-py, then an own inline pass that records positions. Kinds in ``unprotected`` give no protected spans
    (seed: ``style.protect_tables``, ``style.protect_math``); what stands inside them still does.
    """
    return _assembly(document).parsed(unprotected)


def outline(document: Document) -> OutlinedDocument:
    """The blocks and sections of ``parse``, for two thirds of its time: no text is read but that of headings."""
    return _assembly(document).outlined()


def _assembly(document: Document) -> Assembly:
    normal = normal_text(document)
    tokens, env = parse_blocks(normal)
    return Assembly(normal, OutlineBuilder(normal).build(tokens), env)
