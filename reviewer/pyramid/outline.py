"""Which summaries a document has: one a section down to a level, the deeper ones folded in (seed §5, issue C)."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewer.model.parsed import BlockKind, ParsedDocument, Section
from reviewer.model.position import Span
from reviewer.pyramid.paragraph import told

ROOT = "S"
"""Node id of the abstract: the section that holds everything, or the document where there is no such section."""

DEEPEST = 3

_NOBODY = -1
"""Stands for the index of the abstract's section: a document with several top sections has none."""


@dataclass(frozen=True, slots=True)
class NodeJob:
    """A summary to be made. ``text`` is the section's own prose, paragraph by paragraph, a blank line between them.

    At the deepest level it is also that of the sections below, each with its title before it. ``span`` is the whole
    section. ``alone``: no other section's text or summary is in it.
    """

    node_id: str
    level: int
    heading: str
    anchor: str
    text: str
    span: Span
    children: tuple[str, ...] = ()
    alone: bool = True


def pyramid_jobs(parsed: ParsedDocument, levels: int) -> tuple[NodeJob, ...]:
    """All nodes, deepest level first, the abstract last; within a level in document order.

    ``levels`` counts the abstract: 4 are levels 0 to 3. A top section is level 1, whatever its heading's level is.
    Every paragraph is in the text of exactly one node. Sections without prose and without children that have some give
    no node; the abstract is always there. Refused (ValueError): ``levels`` outside 1 to 4.
    """
    if not 1 <= levels <= DEEPEST + 1:
        raise ValueError(f"a pyramid has 1 to {DEEPEST + 1} levels, not {levels}")
    return tuple(_Outline(parsed, levels - 1).jobs())


class NodeIndex:
    """Finds the node of a place in logarithmic time."""

    def __init__(self, jobs: Sequence[NodeJob]) -> None:
        self._starts: list[int] = []
        self._nodes: list[NodeJob | None] = []
        open_nodes: list[NodeJob] = []
        for job in sorted(jobs, key=lambda job: (job.span.start, job.level)):
            self._close(open_nodes, job.span.start)
            self._from(job.span.start, job)
            open_nodes.append(job)
        if open_nodes:
            self._close(open_nodes, open_nodes[0].span.end)

    def at(self, offset: int) -> NodeJob | None:
        """The deepest node whose section holds an offset; None outside the document."""
        place = bisect_right(self._starts, offset) - 1
        return self._nodes[place] if place >= 0 else None

    def _close(self, open_nodes: list[NodeJob], offset: int) -> None:
        """What ends before ``offset`` gives its place back to the node around it."""
        while open_nodes and open_nodes[-1].span.end <= offset:
            ended = open_nodes.pop()
            self._from(ended.span.end, open_nodes[-1] if open_nodes else None)

    def _from(self, offset: int, node: NodeJob | None) -> None:
        self._starts.append(offset)
        self._nodes.append(node)


class _Outline:
    def __init__(self, parsed: ParsedDocument, deepest: int) -> None:
        self.parsed = parsed
        self.deepest = deepest
        self.levels: list[int] = []
        self.readers: list[int] = []
        """By section: the section whose node reads its prose."""
        for index, section in enumerate(parsed.sections):
            self._place(index, section)
        self.folded = {reader for index, reader in enumerate(self.readers) if reader not in {index, _NOBODY}}
        self.texts = self._texts()

    def jobs(self) -> Iterator[NodeJob]:
        children: dict[int, list[str]] = defaultdict(list)
        by_level = self._by_level()
        for level in range(self.deepest, 0, -1):
            for index in by_level[level]:
                section = self.parsed.sections[index]
                job = NodeJob(
                    section.id, level, section.title, section.anchor,
                    "\n\n".join(self.texts[index]), section.span, tuple(children[index]),
                    alone=not children[index] and index not in self.folded,
                )  # fmt: skip
                if job.text or job.children:
                    yield job
                    children[_NOBODY if level == 1 else section.parent].append(job.node_id)
        yield self._abstract(tuple(children[_NOBODY]))

    def _by_level(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for index, level in enumerate(self.levels):
            found[level].append(index)
        return found

    def _abstract(self, children: tuple[str, ...]) -> NodeJob:
        root = next((section for section in self.parsed.sections if section.id == ROOT), None)
        title, anchor = (root.title, root.anchor) if root else ("", "")
        whole = Span(0, len(self.parsed.document.text))
        return NodeJob(ROOT, 0, title, anchor, "\n\n".join(self.texts[_NOBODY]), whole, children, alone=not children)

    def _place(self, index: int, section: Section) -> None:
        """Parents come before their children."""
        above = self.levels[section.parent] if section.parent >= 0 else 0
        level = 0 if section.id == ROOT else above + 1
        self.levels.append(level)
        if 0 < level <= self.deepest:
            self.readers.append(index)
        else:
            self.readers.append(self.readers[section.parent] if section.parent >= 0 else _NOBODY)

    def _texts(self) -> dict[int, list[str]]:
        """The paragraphs that each node reads."""
        found: dict[int, list[str]] = defaultdict(list)
        titled = 0
        for block in self.parsed.prose.blocks:
            text = told(self.parsed, block) if block.kind is BlockKind.PARAGRAPH else ""
            if not text:
                continue
            pieces = found[self.readers[block.section]]
            title = self.parsed.sections[block.section].title
            begins = block.section > titled and self.levels[block.section] > self.deepest and title
            titled = block.section
            pieces.append(f"{title}: {text}" if begins else text)
        return found
