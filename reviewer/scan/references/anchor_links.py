"""Links of a document to its own anchors: inline ones and link reference definitions."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span

_DEFINITION = lazy_pattern(r"\]:\s*<?(#[^\s>]*)")


class AnchorLink(NamedTuple):
    """A link whose target is ``#fragment``. ``span`` covers ``#fragment`` as written, ``text`` the link's text.

    ``fragment`` is percent-decoded. ``text`` is empty for a definition, and ``label`` is its label.
    """

    fragment: str
    span: Span
    text: Span
    label: str | None = None


def anchor_links(parsed: ParsedDocument) -> Iterator[AnchorLink]:
    """Inline links in document order, then definitions; links to files, images and duplicate definitions left out."""
    text = parsed.document.text
    for link in parsed.links:
        if link.image or link.reference is not None or not link.href.startswith("#"):
            continue
        span = link.href_span
        if text[span.start : span.start + 1] == "#":
            yield AnchorLink(unquote(link.href[1:]), span, link.text)
    for definition in parsed.definitions:
        if definition.duplicate or not definition.href.startswith("#"):
            continue
        match = _DEFINITION.search(text, definition.span.start, definition.span.end)
        if match is not None:
            text_span = Span(match.start(), match.start())
            yield AnchorLink(unquote(match.group(1)[1:]), Span(*match.span(1)), text_span, definition.label)
