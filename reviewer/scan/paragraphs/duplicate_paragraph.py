"""``duplicate-paragraph``: the same paragraph twice in one document."""

from collections.abc import Iterator

from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import BlockKind, ParsedDocument, ProseBlock
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding

_LEAST_LENGTH = 60
"""Shorter paragraphs ("None.", "See the next section.") are repeated on purpose."""
_LEAST_LENGTH_IN_LIST = 240
"""List items of specifications repeat whole sentences on purpose ("The argument must accept a type where …")."""
_LEAST_WORDS = 8
_MOST_COPIES = 3
"""A paragraph that stands more often is boilerplate."""


class DuplicateParagraph:
    """Reports each later copy of a paragraph of at least 60 characters (in lists 240) and 8 words, white space aside.

    Not compared: code, headings, table cells. Not reported: text that stands more than three times (boilerplate) and
    lines that introduce something (``…:``).
    """

    id = "duplicate-paragraph"
    severity = Severity.ATTENTION
    kernel = "md_consistency_scan"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a copy, over the paragraph; the message names the first one's line."""
        parsed = scan.parsed
        prose = parsed.prose
        groups: dict[str, list[ProseBlock]] = {}
        for block in prose.blocks:
            if block.kind is BlockKind.PARAGRAPH and block.end - block.start >= _least_length(parsed, block):
                groups.setdefault(" ".join(prose.text[block.start : block.end].split()), []).append(block)
        for key, blocks in groups.items():
            if len(blocks) < 2 or key.endswith(":") or len(key) < _LEAST_LENGTH or key.count(" ") < _LEAST_WORDS - 1:
                continue
            for copy, first in _copies(parsed, blocks):
                line = parsed.document.position(prose.offset(first.start)).line
                span = prose.span(copy.start, copy.end)
                yield finding(self, parsed.document, span, f"the same paragraph as on line {line}")


def _least_length(parsed: ParsedDocument, block: ProseBlock) -> int:
    parent = parsed.blocks[block.block].parent
    in_list = parent >= 0 and parsed.blocks[parent].kind is BlockKind.LIST_ITEM
    return _LEAST_LENGTH_IN_LIST if in_list else _LEAST_LENGTH


def _copies(parsed: ParsedDocument, blocks: list[ProseBlock]) -> Iterator[tuple[ProseBlock, ProseBlock]]:
    """Later copies with the first one; prose hides code and links, so the source decides."""
    same: dict[str, list[ProseBlock]] = {}
    for block in blocks:
        span = parsed.prose.span(block.start, block.end)
        source = parsed.document.text[span.start : span.end]
        same.setdefault(" ".join(word for word in source.split() if word.strip(">")), []).append(block)
    for group in same.values():
        if 1 < len(group) <= _MOST_COPIES:
            yield from ((copy, group[0]) for copy in group[1:])


RULES = (DuplicateParagraph(),)
