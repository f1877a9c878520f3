"""Which lines of a document link to an anchor of its own, in every form in which that is written.

Inline links and definitions (``#setup``, percent-encoded or not, and behind the document's own file name), HTML
(``<a href="#setup">``) and wiki links (``[[#Set up]]``, ``[[Page#Set up]]``, which name the heading's words). Those in
code are none.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.slug import slug
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.references.anchor_links import anchor_links

_HTML = lazy_pattern(r"<a\s[^<>]{0,400}?\bhref\s*=\s*[\"']?#([^\"'\s<>]+)", re.IGNORECASE)
_WIKI = lazy_pattern(r"\[\[([^\[\]|#\n]{0,200})#([^\[\]|\n]{1,400})(?:\|[^\[\]\n]{0,400})?\]\]")
CODE = frozenset({ProtectedKind.CODE_FENCE, ProtectedKind.INDENTED_CODE, ProtectedKind.INLINE_CODE})


class OwnLink(NamedTuple):
    """A link into its own document: where what names the anchor stands, and on which line (from 1)."""

    span: Span
    line: int


class HeadingLinks:
    """The links of one document to its own anchors; read once, linear in its text."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._parsed = parsed
        self._by_anchor: dict[str, list[OwnLink]] = defaultdict(list)
        for fragment, span in (*self._written(), *self._in_html(), *self._wiki()):
            self._by_anchor[fragment].append(self._link(span))

    def to(self, anchor: str) -> list[OwnLink]:
        """Those that name ``anchor``; a wiki link names the first heading of its words, whose anchor is their slug."""
        return sorted(set(self._by_anchor.get(anchor, ())))

    def _link(self, span: Span) -> OwnLink:
        return OwnLink(span, self._parsed.document.lines_of(span)[0])

    def _written(self) -> Iterator[tuple[str, Span]]:
        for link in anchor_links(self._parsed):
            yield link.fragment, link.span
        own = _own_file(self._parsed)
        named = [(one.href, one.href_span) for one in self._parsed.links if one.reference is None and not one.image]
        for href, span in (*named, *((one.href, one.span) for one in self._parsed.definitions if not one.duplicate)):
            path, mark, fragment = href.partition("#")
            if path and mark and unquote(path).removeprefix("./") == own:
                yield unquote(fragment), span

    def _in_html(self) -> Iterator[tuple[str, Span]]:
        for match in _HTML.finditer(self._parsed.document.text):
            if not self._is_code(match):
                yield unquote(unescape(match[1])), Span(*match.span(1))

    def _wiki(self) -> Iterator[tuple[str, Span]]:
        stem = _own_file(self._parsed).rpartition(".")[0]
        title = self._parsed.sections[1].title if len(self._parsed.sections) > 1 else ""
        own = {"", slug(stem), slug(title)}
        for match in _WIKI.finditer(self._parsed.document.text):
            if slug(match[1].strip()) in own and not self._is_code(match):
                for part in match[2].split("#"):
                    yield slug(part.strip()), Span(*match.span(2))

    def _is_code(self, match: re.Match[str]) -> bool:
        return any(region.kind in CODE for region in self._parsed.protected_in(Span(*match.span())))


def _own_file(parsed: ParsedDocument) -> str:
    return re.split(r"[\\/]", parsed.document.source_id)[-1]
