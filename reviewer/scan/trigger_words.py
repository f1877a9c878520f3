"""Where a text holds a word without which a costly pattern cannot match, so that it is tried there alone.

A pattern that begins with words in any case is tried at every character. To look for thirty words in a text first
takes a twentieth of that.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator

from reviewer.model.parsed import Prose, ProseBlock


def folded(text: str) -> str:
    """In lower case, offset for offset: ``İ``, the only capital that becomes two characters, becomes an ``i``."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("İ", "i").lower()


def places(folded_text: str, stems: Iterable[str]) -> Iterator[int]:
    """Where one of the stems begins, stem by stem."""
    for stem in stems:
        place = folded_text.find(stem)
        while place >= 0:
            yield place
            place = folded_text.find(stem, place + 1)


def blocks_with(
    prose: Prose, folded_text: str, stems: Iterable[str], others: Collection[str] = ("",)
) -> tuple[ProseBlock, ...]:
    """The blocks that hold one of the stems and one of the others, in their order.

    ``folded_text`` is the prose in lower case.
    """
    found: set[int] = set()
    for stem in stems:
        place = folded_text.find(stem)
        while place >= 0:
            index = bisect_right(prose.block_starts, place) - 1
            found.add(index)
            place = folded_text.find(stem, prose.blocks[index].end)
    blocks = (prose.blocks[index] for index in sorted(found))
    return tuple(block for block in blocks if holds_one(folded_text[block.start : block.end], others))


def holds_one(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words stands in the text."""
    return any(word in text for word in words)


def blocks_near(prose: Prose, offsets: Iterable[int], reach: int) -> tuple[ProseBlock, ...]:
    """The blocks no further than ``reach`` characters from one of the document offsets, in their order."""
    found: set[int] = set()
    for offset in offsets if prose.blocks else ():
        first, last = (_block_before(prose, offset + step) for step in (-reach, reach))
        found.update(range(first, last + 1))
    return tuple(prose.blocks[index] for index in sorted(found))


def _block_before(prose: Prose, offset: int) -> int:
    """The last block that begins at or before a document offset, else the first one."""
    line = max(bisect_right(prose.line_offsets, offset) - 1, 0)
    return bisect_right(prose.block_starts, prose.line_starts[line]) - 1
