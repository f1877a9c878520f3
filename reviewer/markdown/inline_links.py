"""Links and images of one piece of text (CommonMark 6.3, 6.4), with the place of each part."""

import re
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkDestination, parseLinkTitle

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import LinkDefinition
from reviewer.model.structure import ProtectedKind

_PLAIN_TARGET = lazy_pattern(r"\(([^\s()<>\\&\"'\x00-\x20\x7f]*)\)")
_SPACE = lazy_pattern(r"[ \t\n]*")
_BAD_SCHEME = lazy_pattern(r"\s*(?:vbscript|javascript|file|data):", re.IGNORECASE)
_GOOD_DATA = lazy_pattern(r"\s*data:image/(?:gif|png|jpeg|webp);", re.IGNORECASE)


class Target(NamedTuple):
    """What follows a link's text: offsets of all of it and of the address."""

    start: int
    end: int
    href: str
    href_start: int
    href_end: int
    reference: str | None = None


class InlineLink(NamedTuple):
    """A link or image in offsets of the piece; ``start`` is the bracket, for an image the ``!``."""

    start: int
    end: int
    text_start: int
    text_end: int
    target: Target
    image: bool


class LinkScan(Protocol):
    """What a link needs of the pass that found its bracket."""

    text: str
    definitions: Mapping[str, LinkDefinition]
    links: list[InlineLink]

    def label_end(self, start: int, end: int, nested: bool) -> int:
        """Offset of the ``]`` that closes the bracket at ``start``, or -1."""
        ...

    def protect(self, kind: ProtectedKind, start: int, end: int) -> None:
        """Record a span."""
        ...

    def scan(self, start: int, end: int) -> None:
        """Record every span that starts in ``[start, end)``."""
        ...


def read_link(scan: LinkScan, bracket: int, end: int, emit: bool, image: bool = False) -> int:
    """Offset behind the link whose text opens at ``bracket``, or 0; ``emit`` records it and what its text holds."""
    close = scan.label_end(bracket, end, nested=image)
    if close < 0:
        return 0
    target = _inline_target(scan.text, close + 1, end) or _reference(scan, bracket, close, end)
    if target is None:
        return 0
    if emit:
        _record(scan, InlineLink(bracket - image, target.end, bracket + 1, close, target, image))
    return target.end


def _record(scan: LinkScan, link: InlineLink) -> None:
    """Keep the link; protect its target, and its text too where the text is the reference."""
    scan.links.append(link)
    kind = ProtectedKind.LINK_TARGET
    if link.target.reference is not None and link.target.start == link.target.end:
        scan.protect(kind, link.start, link.end)
        return
    if link.image:
        scan.protect(kind, link.start, link.text_start)
    scan.protect(kind, link.text_end if link.image else link.target.start, link.end)
    scan.scan(link.text_start, link.text_end)


def _inline_target(text: str, start: int, end: int) -> Target | None:
    plain = _PLAIN_TARGET.match(text, start, end)
    if plain:
        return None if _refused(plain[1]) else Target(start, plain.end(), plain[1], plain.start(1), plain.end(1))
    if start >= end or text[start] != "(":
        return None
    position = first = _skip_space(text, start + 1, end)
    href = ""
    result = parseLinkDestination(text, position, end)
    if result.ok and not _refused(result.str):
        href, position = result.str, result.pos
    last = position
    position = _title_end(text, position, end)
    if position >= end or text[position] != ")":
        return None
    bracketed = text[first] == "<" and last > first
    return Target(start, position + 1, href, first + bracketed, last - bracketed)


def _title_end(text: str, start: int, end: int) -> int:
    """Offset behind an optional title and the white space around it."""
    position = _skip_space(text, start, end)
    if position == start:
        return position
    title = parseLinkTitle(text, position, end)
    return _skip_space(text, title.pos, end) if title.ok else position


def _reference(scan: LinkScan, bracket: int, close: int, end: int) -> Target | None:
    if not scan.definitions:
        return None
    text = scan.text
    start = after = close + 1
    label = ""
    if text.startswith("[", start) and start < end:
        label_close = scan.label_end(start, end, nested=True)
        if label_close >= 0:
            label, after = text[start + 1 : label_close], label_close + 1
    definition = scan.definitions.get(normalizeReference(label or text[bracket + 1 : close]))
    if definition is None:
        return None
    if not label:
        start = after
    return Target(start, after, definition.href, after, after, definition.label)


def _refused(href: str) -> bool:
    """markdown-it makes no link of an address that could run code."""
    return bool(_BAD_SCHEME.match(href)) and not _GOOD_DATA.match(href)


def _skip_space(text: str, start: int, end: int) -> int:
    match = _SPACE.match(text, start, end)
    return match.end() if match else start
