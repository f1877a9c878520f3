"""Which summaries a document has: one a section down to a level, the deeper ones folded in (seed §5, issue C)."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.model.parsed import FILLER, BlockKind, ParsedDocument, Section
from reviewer.model.position import Span

ROOT = "S"
"""Node id of the abstract: the section that holds everything, or the document where there is no such section."""

DEEPEST = 3


@dataclass(frozen=True, slots=True)
class NodeJob:
    """A summary to be made: ``text`` is the section's own prose (at the deepest level also that of folded sections)."""

    node_id: str
    level: int
    heading: str
    anchor: str
    text: str
    span: Span
    children: tuple[str, ...] = ()


def pyramid_jobs(parsed: ParsedDocument, levels: int) -> tuple[NodeJob, ...]:
    """All nodes, deepest level first, the abstract last; within a level in document order.

    ``levels`` counts the abstract: 4 are levels 0 to 3. Sections without prose and without children that have some give
    no node. Refused (ValueError): ``levels`` outside 1 to 4.
    """
    if not 1 <= levels <= DEEPEST + 1:
        raise ValueError(f"a pyramid has 1 to {DEEPEST + 1} levels, not {levels}")
    return tuple(_Outline(parsed, levels - 1).jobs())


class _Outline:
    def __init__(self, parsed: ParsedDocument, deepest: int) -> None:
        self.parsed = parsed
        self.deepest = deepest
        self.root = next((index for index, section in enumerate(parsed.sections) if section.id == ROOT), None)
        self.depths = [self._depth(index) for index in range(len(parsed.sections))]

    def jobs(self) -> list[NodeJob]:
        children: dict[int, list[str]] = {}
        found: list[NodeJob] = []
        for level in range(self.deepest, 0, -1):
            for index, section in enumerate(self.parsed.sections):
                if self.depths[index] != level:
                    continue
                job = self._job(index, section, level, tuple(children.get(index, ())))
                if job.text or job.children:
                    found.append(job)
                    children.setdefault(section.parent, []).append(job.node_id)
        return [*found, self._abstract(children)]

    def _abstract(self, children: dict[int, list[str]]) -> NodeJob:
        tops = [name for parent in (-1, self.root) if parent is not None for name in children.get(parent, ())]
        whole = Span(0, len(self.parsed.document.text))
        if self.root is None:
            text = self._prose(whole) if self.deepest == 0 else ""
            return NodeJob(ROOT, 0, "", "", text, whole, tuple(tops))
        section = self.parsed.sections[self.root]
        own = whole if self.deepest == 0 else section.own
        return NodeJob(ROOT, 0, section.title, section.anchor, self._prose(own), whole, tuple(tops))

    def _job(self, index: int, section: Section, level: int, children: tuple[str, ...]) -> NodeJob:
        span = section.span if level == self.deepest else section.own
        return NodeJob(section.id, level, section.title, section.anchor, self._prose(span), section.span, children)

    def _depth(self, index: int) -> int:
        """1 for a top section; 0 for the root that holds everything."""
        if index == self.root:
            return 0
        depth, parent = 1, self.parsed.sections[index].parent
        while parent >= 0 and parent != self.root:
            depth, parent = depth + 1, self.parsed.sections[parent].parent
        return depth

    def _prose(self, span: Span) -> str:
        """Paragraphs of a span, code and formulas left out, a blank line between them."""
        prose, pieces = self.parsed.prose, []
        for block in prose.blocks:
            start = self.parsed.blocks[block.block].span.start
            if block.kind is BlockKind.PARAGRAPH and span.start <= start < span.end:
                pieces.append(" ".join(prose.text[block.start : block.end].replace(FILLER, "").split()))
        return "\n\n".join(piece for piece in pieces if piece)


def node_of(jobs: Sequence[NodeJob], offset: int) -> NodeJob | None:
    """The deepest node whose section holds an offset; None for an empty document."""
    holding = [job for job in jobs if job.span.start <= offset < job.span.end]
    return max(holding, key=lambda job: (job.level, job.span.start), default=None)
