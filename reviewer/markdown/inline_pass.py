"""The inline pass: where code, math, links, autolinks, HTML and footnote marks stand in a piece of text.

CommonMark chapter 6 without emphasis, which moves no other construct. Positions are offsets in the piece; no tokens
are made. The rules mirror markdown-it-py's (the property test holds them against each other), with closers indexed so
that a line of 200 KB of openers costs linear time.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.rules_inline.autolink import AUTOLINK_RE, EMAIL_RE

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.inline_links import InlineLink, read_link
from reviewer.markdown.inline_spans import SpanIndex
from reviewer.model.parsed import LinkDefinition
from reviewer.model.structure import ProtectedKind

SPECIAL = lazy_pattern(r"`|\$|<|\[|@|\\(?:\(|begin\{)|://|www\.")
"""A piece without any of these holds no inline span. Alternatives that begin with a literal are searched fastest."""

_TOKEN = lazy_pattern(r"[\\`$\[\]!<]")
_ANGLE = lazy_pattern(r"<([^<>]*)>")
_DEEPEST = 20
_LITERAL_TAG = lazy_pattern(r"<(code|kbd|samp|tt|pre|script|style)\b", re.IGNORECASE)


class Mark(NamedTuple):
    """One inline span, in offsets of the piece."""

    kind: ProtectedKind
    start: int
    end: int


class Footnotes:
    """Labels of the document's footnotes, and the length of the longest."""

    __slots__ = ("labels", "longest")

    def __init__(self, labels: Iterable[str] = ()) -> None:
        self.labels = frozenset(labels)
        self.longest = max(map(len, self.labels), default=0)


@dataclass(slots=True)
class InlineContext:
    """What inline rules need of the whole document: link definitions by normalised label, footnotes."""

    definitions: Mapping[str, LinkDefinition] = field(default_factory=dict)
    footnotes: Footnotes = field(default_factory=Footnotes)


class InlineScan:
    """One pass over one piece; read ``marks`` and ``links`` afterwards."""

    __slots__ = ("_cache", "_footnotes", "_level", "definitions", "index", "links", "marks", "text")

    def __init__(self, text: str, context: InlineContext) -> None:
        self.text = text
        self.definitions = context.definitions
        self._footnotes = context.footnotes
        self.marks: list[Mark] = []
        self.links: list[InlineLink] = []
        self.index = SpanIndex(text)
        self._cache: dict[int, int] = {}
        self._level = 0
        self.scan(0, len(text))

    def scan(self, start: int, end: int) -> None:
        """Record every span that starts in ``[start, end)``."""
        position = start
        search = _TOKEN.search
        while (match := search(self.text, position, end)) is not None:
            position = self._step(match.start(), end, True)

    def protect(self, kind: ProtectedKind, start: int, end: int) -> None:
        """Record a span."""
        self.marks.append(Mark(kind, start, end))

    def label_end(self, start: int, end: int, nested: bool) -> int:
        """Offset of the ``]`` that closes the bracket at ``start``, or -1 (markdown-it: ``parseLinkLabel``)."""
        if self.index.last("]") <= start:
            return -1
        position, depth = start + 1, 1
        while (match := _TOKEN.search(self.text, position, end)) is not None:
            position = match.start()
            character = self.text[position]
            if character == "]":
                depth -= 1
                if depth == 0:
                    return position
            after = self._skip(position, end)
            if character == "[":
                if after == position + 1:
                    depth += 1
                elif not nested:
                    return -1
            position = after
        return -1

    def _skip(self, position: int, end: int) -> int:
        known = self._cache.get(position)
        if known is not None:
            return known
        if self._level >= _DEEPEST:
            after = end + 1
        else:
            self._level += 1
            after = self._step(position, end, False)
            self._level -= 1
        self._cache[position] = after
        return after

    def _step(self, position: int, end: int, emit: bool) -> int:
        """Offset behind the construct at ``position``, which is one character further when there is none."""
        rule = _RULES.get(self.text[position])
        return rule(self, position, end, emit) if rule else position + 1

    def _dollar(self, position: int, end: int, emit: bool) -> int:
        return self._span(self.index.dollar_math(position, end), ProtectedKind.INLINE_MATH, position, emit)

    def _image(self, position: int, end: int, emit: bool) -> int:
        if position + 1 < end and self.text[position + 1] == "[":
            return read_link(self, position + 1, end, emit, image=True) or position + 1
        return position + 1

    def _span(self, after: int, kind: ProtectedKind, position: int, emit: bool) -> int:
        if after <= position:
            return position + 1
        if emit:
            self.protect(kind, position, after)
        return after

    def _code(self, position: int, end: int, emit: bool) -> int:
        after, is_code = self.index.code(position, end)
        if is_code and emit:
            self.protect(ProtectedKind.INLINE_CODE, position, after)
        return after

    def _escape(self, position: int, end: int, emit: bool) -> int:
        if self.text.startswith(("(", "[", "begin{"), position + 1):
            after = self.index.escaped_math(position, end)
            if after > position:
                return self._span(after, ProtectedKind.INLINE_MATH, position, emit)
        return position + 2 if position + 1 < end else position + 1

    def _bracket(self, position: int, end: int, emit: bool) -> int:
        link = read_link(self, position, end, emit)
        if link:
            return link
        return self._span(self._footnote_end(position, end), ProtectedKind.LINK_TARGET, position, emit)

    def _footnote_end(self, position: int, end: int) -> int:
        """Offset behind ``[^label]`` of a known label, or -1; looks no further than the longest label."""
        if not self._footnotes.longest or not self.text.startswith("[^", position):
            return -1
        first = position + 2
        close = self.text.find("]", first, min(end, first + self._footnotes.longest + 1))
        return close + 1 if close > first and self.text[first:close] in self._footnotes.labels else -1

    def _angle(self, position: int, end: int, emit: bool) -> int:
        match = _ANGLE.match(self.text, position, end)
        if match and (AUTOLINK_RE.search(match[1]) or EMAIL_RE.search(match[1])):
            return self._span(match.end(), ProtectedKind.AUTOLINK, position, emit)
        if not self.index.may_be_html(position):
            return position + 1
        tag = HTML_TAG_RE.match(self.text, position, end)
        if tag is None:
            return position + 1
        if emit and (literal := _LITERAL_TAG.match(self.text, position, end)):
            closer = self.index.next_closing_tag(literal[1].lower(), tag.end())
            if 0 < closer <= end:
                return self._span(closer, ProtectedKind.HTML_INLINE, position, True)
        return self._span(tag.end(), ProtectedKind.HTML_INLINE, position, emit)


_RULES: dict[str, Callable[[InlineScan, int, int, bool], int]] = {
    "[": InlineScan._bracket,
    "!": InlineScan._image,
    "`": InlineScan._code,
    "$": InlineScan._dollar,
    "<": InlineScan._angle,
    "\\": InlineScan._escape,
}
