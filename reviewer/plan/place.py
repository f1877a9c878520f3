"""Where in the document's structure a span stands: chunk, anchor, node path, section; and which equal snippet it is."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span

if TYPE_CHECKING:  # a check asks for sections only, and need not load the models of edits
    from reviewer.model.chunk import ReviewChunk
    from reviewer.model.edit import Target


class Places:
    """Look-ups by bisection. Cheap to make: a section is looked into when something in it is asked for."""

    def __init__(self, parsed: ParsedDocument, chunks: "Sequence[ReviewChunk]") -> None:
        self.parsed = parsed
        self._chunks = chunks
        self._chunk_starts = [chunk.span.start for chunk in chunks]
        self._tops: dict[int, list[int]] = {}
        self._found: dict[tuple[int, str], list[int]] = {}

    def section(self, offset: int) -> int:
        """Index of the section whose own text holds the offset."""
        return self.parsed.section_at(offset)

    def section_path(self, section: int) -> tuple[str, ...]:
        """Anchors from the root to the section; independent of the section's number."""
        path: list[str] = []
        while section >= 0:
            path.append(self.parsed.sections[section].anchor)
            section = self.parsed.sections[section].parent
        return tuple(reversed(path))

    def target(self, span: Span, lines: tuple[int, int] | None = None) -> "Target":
        """The target that says where ``span`` is; ``lines`` where they are not the span's own (insertions)."""
        from reviewer.model.edit import Target

        first, last = lines or self.parsed.document.lines_of(span)
        offset = self.parsed.document.line_span(last).start if lines and last else span.start
        index = max(bisect_right(self._chunk_starts, offset) - 1, 0)
        section = self.section(offset)
        return Target(
            chunk_id=self._chunks[index].chunk_id if self._chunks else "",
            anchor=self.parsed.sections[section].anchor,
            node_path=self._node_path(section, offset),
            line_start=first,
            line_end=last,
        )

    def occurrences_before(self, snippet: str, offset: int) -> int:
        """How many times ``snippet`` begins in the section's own text before ``offset`` (which is in that section).

        Each snippet is searched once a section, however many ops quote it.
        """
        section = self.section(offset)
        key = (section, snippet)
        if key not in self._found:
            self._found[key] = self._search(section, snippet)
        return bisect_left(self._found[key], offset)

    def _search(self, section: int, snippet: str) -> list[int]:
        text = self.parsed.document.text
        starts = self.parsed.section_starts
        start = starts[section] if section else 0
        end = starts[section + 1] if section + 1 < len(starts) else len(text)
        found: list[int] = []
        position = text.find(snippet, start, end) if snippet else -1
        while position >= 0:
            found.append(position)
            position = text.find(snippet, position + len(snippet), end)
        return found

    def _node_path(self, index: int, offset: int) -> str:
        """``S2.3.p5``: the fifth top-level block of the own text of section S2.3, the heading not counted.

        The section's id alone in its heading, or before its first block; between blocks, the block before.
        """
        section = self.parsed.sections[index]
        if index not in self._tops:
            self._tops[index] = self._own_tops(index)
        count = bisect_right(self._tops[index], offset)
        return f"{section.id}.p{count}" if count > 0 else section.id

    def _own_tops(self, index: int) -> list[int]:
        """Where the top-level blocks of a section's own text begin."""
        blocks, section = self.parsed.blocks, self.parsed.sections[index]
        start, end = section.span.start + bool(index), section.own.end
        first = bisect_left(blocks, start, key=lambda block: block.span.start)
        tops: list[int] = []
        for number in range(first, len(blocks)):
            if blocks[number].span.start >= end:
                break
            if blocks[number].depth == 0:
                tops.append(blocks[number].span.start)
        return tops
