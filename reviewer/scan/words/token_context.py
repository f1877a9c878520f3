"""Whether a word of prose is a word of its own, or a part of an identifier, a path, an option, a template or a link."""

import re
import unicodedata

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import FILLER, ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

_BAD_BEFORE = frozenset("^/\\@#$&+=~%.:<|")
_BAD_AFTER = frozenset("/\\@#$&+=~<>")
_LEFT = lazy_pattern(r"[\w\-./]*\Z")
_RIGHT = lazy_pattern(r"[\w\-./]*")
_POSSESSIVE = lazy_pattern(r"s(?!\w)")
_SENTENCE_END = frozenset(".!?:…")
_OPENING = "*_\"'“‘«([ \t\n\u00a0"
_SHOWS_CODE = lazy_pattern(r"</?(?:code|kbd|samp|var|tt|pre)\b", re.IGNORECASE)
_MARKS = (("{{", "}}"), ("{%", "%}"), ("[[", "]]"))
"""Templates (Jinja, Liquid, Hugo) and wiki links: their words are names."""
_BRACE, _BRACE_BEHIND = lazy_pattern(r"\{[^{}\n]{0,40}\Z"), lazy_pattern(r"[^{}\n]{0,40}\}")
"""``{adress}``, ``${adress}``, ``{adress: 1}``: the same, but never around sentences."""
_LINKED = rf"(?![(\[:{FILLER}])"
_INDEX = lazy_pattern(rf"\[(?!\^)[^\s\[\]]{{1,30}}\]{_LINKED}")
_CLOSED = lazy_pattern(rf"\]{_LINKED}")
_OPTION = lazy_pattern(r" --?[A-Za-z][\w-]*")
_QUERY = lazy_pattern(r"\b(?:SELECT|DISTINCT|FROM|JOIN|INTO|UPDATE|TABLE|WHERE|BY|SET) \Z")
_AROUND = 50
_WINDOW = 200
"""Characters on either side that are looked through for the two ends of such a mark."""


def is_whole_token(text: str, start: int, end: int) -> bool:
    """True when the word at ``[start, end)`` is not part of a longer token.

    Parts of paths, URLs, dotted names, identifiers, options, calls, contractions and letters with combining accents are
    not; parts of hyphenated words without capitals, the word before ``'s``, and words inside emphasis are.
    """
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    beyond = text[end + 1] if end + 1 < len(text) else " "
    if before in _BAD_BEFORE or after in _BAD_AFTER or unicodedata.combining(before) or unicodedata.combining(after):
        return False
    if before.isdigit() or after.isdigit() or (after in ".:" and (beyond.isalnum() or beyond in ":/_")):
        return False
    if (after == "(" and not text.startswith("(s)", end)) or "->" in (after + beyond, text[max(start - 2, 0) : start]):
        return False
    if before in "'’" and start > 1 and text[start - 2].isalnum():
        return False
    if after in "'’" and beyond.isalpha() and not _POSSESSIVE.match(text, end + 1):
        return False
    option = before == "-" and not text[max(start - 2, 0) : start - 1].isalnum()  # --recieve
    return not option and _underscores_are_emphasis(text, start, end) and _is_plain_compound(text, start, end)


def _underscores_are_emphasis(text: str, start: int, end: int) -> bool:
    left, right = text[start - 1 : start] == "_", text[end : end + 1] == "_"
    outside = (text[max(start - 2, 0) : start - 1] if left else "") + (text[end + 1 : end + 2] if right else "")
    return not any(char.isalnum() or char == "_" for char in outside)


def _is_plain_compound(text: str, start: int, end: int) -> bool:
    """A hyphenated word of two lower-case parts, or a part that stands alone (multi- and single-tenant)."""
    parts = other_parts(text, start, end)
    return len(parts) <= 1 and all(part.isalpha() and part.islower() for part in parts)


def other_parts(text: str, start: int, end: int) -> list[str]:
    """What a hyphen joins to the word, before and behind it."""
    left = _LEFT.search(text, max(start - 40, 0), start) if text[start - 1 : start] == "-" else None
    right = _RIGHT.match(text, end, end + 40) if text[end : end + 1] == "-" else None
    return [part for match in (left, right) if match and (part := match.group().strip("-."))]


def starts_sentence(text: str, block: ProseBlock, start: int) -> bool:
    """True when the word at ``start`` opens its block or follows the end of a sentence."""
    position = start
    while position > block.start and text[position - 1] in _OPENING:
        position -= 1
    return position == block.start or text[position - 1] in _SENTENCE_END


def is_template_part(text: str, block: ProseBlock, place: Span) -> bool:
    """True between the marks of a template or wiki link that open and close in one block: ``{% recieve %}``."""
    before = text[max(block.start, place.start - _WINDOW) : place.start]
    after = text[place.end : min(block.end, place.end + _WINDOW)]
    if any(before.rfind(opens) > before.rfind(closes) and closes in after for opens, closes in _MARKS):
        return True
    return _BRACE.search(before) is not None and _BRACE_BEHIND.match(after) is not None


def is_as_in_code(text: str, start: int, end: int) -> bool:
    """``[adress]`` that is no link, ``adress[0]``, ``adress --help``, ``SELECT adress``: it may be a name."""
    if _INDEX.match(text, end) or _OPTION.match(text, end):
        return True
    if text[max(start - 1, 0) : start] == "[" and _CLOSED.match(text, end):
        return True
    return _QUERY.search(text[max(start - _AROUND, 0) : start]) is not None


def touches_code(parsed: ParsedDocument, place: Span) -> bool:
    """True when protected text other than a tag such as ``<b>`` stands right before or behind prose ``place``."""
    text = parsed.prose.text
    sides = [place.start - 1] * (text[max(place.start - 1, 0) : place.start] == FILLER)
    sides += [place.end] * (text[place.end : place.end + 1] == FILLER)
    return any(not _is_text_tag(parsed, parsed.prose.offset(side)) for side in sides)


def _is_text_tag(parsed: ParsedDocument, offset: int) -> bool:
    regions = parsed.protected_in(Span(offset, offset + 1))
    source = parsed.document.text
    return any(
        region.kind is ProtectedKind.HTML_INLINE and not _SHOWS_CODE.match(source, region.span.start)
        for region in regions
    )
