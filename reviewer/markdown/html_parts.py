"""Comments, ids and headings in HTML."""

import re
from collections.abc import Iterator
from html import unescape

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.slug import slug
from reviewer.model.parsed import Comment
from reviewer.model.position import Span

_COMMENT = lazy_pattern(r"<!--(?:-?>|(.*?)-->|(.*)\Z)", re.DOTALL)
_OPENER = lazy_pattern(r"<[A-Za-z]")
_ID = lazy_pattern(r"\s(?:id|name)\s*=\s*(?:\"([^\">]*)\"|'([^'>]*)'|([^\s\"'=<>`]+))", re.IGNORECASE)
_HEADING = lazy_pattern(r"<(h[1-6])(?=[\s>])[^>]{0,400}>(.{0,1000}?)</\1\s*>", re.IGNORECASE | re.DOTALL)
_TAG = lazy_pattern(r"<[^>]*>")
_CODE = lazy_pattern(r"\s*<(?:script|style|pre|textarea)\b", re.IGNORECASE)
_QUOTE_MARK = lazy_pattern(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)


def html_comments(html: str, start: int, quoted: bool) -> Iterator[Comment]:
    """Comments of an HTML block or tag that begins at document offset ``start``; none in script, style and pre."""
    if _CODE.match(html):
        return
    for match in _COMMENT.finditer(html):
        text = match[1] if match[1] is not None else match[2] or ""
        if quoted:
            text = _QUOTE_MARK.sub("", text)
        yield Comment(Span(start + match.start(), start + match.end()), text.strip(), match[2] is None)


def html_ids(html: str) -> Iterator[str]:
    """Values of ``id`` and ``name`` attributes, and the anchors that GitHub gives to ``<h2>…</h2>``; none in comments.

    How often an HTML heading's title was there before is not counted.
    """
    if "<!--" in html:
        html = _COMMENT.sub("", html)
    for part in html.split(">"):
        if opener := _OPENER.search(part):
            for match in _ID.finditer(part, opener.end()):
                yield match[1] or match[2] or match[3] or ""
    for match in _HEADING.finditer(html):
        yield slug(" ".join(unescape(_TAG.sub("", match[2])).split()))
