"""Where other text comes in when the document is rendered: includes, shortcodes, template marks, embedded notes.

Such a document does not hold all of its anchors, headings and captions itself.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

_CODE = (ProtectedKind.CODE_FENCE, ProtectedKind.INDENTED_CODE, ProtectedKind.INLINE_CODE)
_MARKS = (
    lazy_pattern(r"\{(?:%-?\s*(?:include\w*|capture|for|assign)\b|\{(?:[<%]|\s*(?:#|>|include|partial)))"),
    lazy_pattern(r"\n[ \t]*(?:--8<--|!include|[@.:]{1,3} ?include|<!--\s*#?include)"),
    lazy_pattern(r"\nimport\s[^\n]{0,200}\sfrom\s{1,9}['\"][^\n]{0,200}\.mdx?['\"]"),
    lazy_pattern(r"!\[\[(?![^\]\n]{0,200}\.(?:png|jpe?g|gif|svg|webp|pdf|mp4)\b)", re.IGNORECASE),
    lazy_pattern(r"\[!include\b", re.IGNORECASE),
)
_FENCE = lazy_pattern(r"\n[ \t]*[`~:]{3,} ?\{(?:literal)?include\}")
"""A directive of MyST, which looks like code."""


def inclusions(parsed: ParsedDocument) -> tuple[int, ...]:
    """Document offsets, sorted. What stands in code is only an example."""
    text = parsed.document.text
    found = [match.start() for match in _FENCE.finditer(text)]
    found.extend(
        match.start()
        for pattern in _MARKS
        for match in pattern.finditer(text)
        if not any(region.kind in _CODE for region in parsed.protected_in(Span(*match.span())))
    )
    return tuple(sorted(found))


def includes_between(offsets: Sequence[int], start: int, end: int) -> bool:
    """Whether one of the sorted ``offsets`` lies in ``[start, end)``."""
    index = bisect_left(offsets, start)
    return index < len(offsets) and offsets[index] < end
