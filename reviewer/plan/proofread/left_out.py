"""What a proofreader does not read, and why: paragraphs one by one, and all blocks that are no paragraphs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from reviewer.count_text import counted, verb
from reviewer.model.parsed import Block, BlockKind

Why = Literal["short", "letters", "language", "unrecognised", "cut", "long"]
"""Too few words, too few letters among figures and masks, no examples in its language, its language not recognised, not
whole in the chunk, more than the context of the model holds together with its answer."""

WHY: Mapping[str, str] = {
    "short": "too short to tell an error from a name (proofread.least_words)",
    "letters": "figures and code rather than words",
    "language": "in a language without examples (there are some in English and French)",
    "unrecognised": "in a language that was not recognised (style.language says which one it is)",
    "cut": "cut by the border of a chunk",
    "long": "longer than the window of the model",
}


class _Kind(NamedTuple):
    one: str
    many: str
    why: str


_CODE = _Kind("code block", "code blocks", "code is never edited")
_NAMES = "names and figures stand there rather than sentences"
_KINDS: Mapping[BlockKind, _Kind] = {
    BlockKind.HEADING: _Kind("heading", "headings", "names stand there rather than sentences"),
    BlockKind.TABLE: _Kind("table", "tables", _NAMES),
    BlockKind.CODE_FENCE: _CODE,
    BlockKind.INDENTED_CODE: _CODE,
    BlockKind.HTML_BLOCK: _Kind("HTML block", "HTML blocks", "HTML is never edited"),
    BlockKind.MATH_BLOCK: _Kind("formula", "formulas", "math is never edited"),
    BlockKind.FRONT_MATTER: _Kind("front matter", "front matters", "it is data for programs"),
    BlockKind.LINK_REF_DEF: _Kind("link definition", "link definitions", "it has no text that readers see"),
}
"""Blocks with a text of their own that are never asked about. Containers have their paragraphs, a rule has no text."""


def paragraphs_told(counts: Mapping[str, int]) -> list[str]:
    """A line for each reason why paragraphs were not read."""
    return [
        f"{counted(count, 'paragraph')} {verb(count, 'was', 'were')} not proofread: {WHY.get(why, why)}."
        for why, count in sorted(counts.items())
    ]


def blocks_told(blocks: Iterable[Block]) -> list[str]:
    """A line for each kind of a document's blocks that no proofreader is asked about, in the order of this file."""
    found = Counter(_KINDS[block.kind] for block in blocks if block.kind in _KINDS)
    return [
        f"{counted(count, kind.one, kind.many)} {verb(count, 'was', 'were')} not proofread: {kind.why}."
        for kind in dict.fromkeys(_KINDS.values())
        if (count := found[kind])
    ]
