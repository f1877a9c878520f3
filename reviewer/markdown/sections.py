"""Sections: the tree of top-level headings. Ids count children from 1, anchors are GitHub's."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from reviewer.markdown.counted import Heading, counted
from reviewer.markdown.numbering import Numbering, explicit_number
from reviewer.markdown.slug import Slugger, slug
from reviewer.model.document import Document
from reviewer.model.parsed import Block, Section
from reviewer.model.position import Span


class Title(NamedTuple):
    """A heading's text as it is ``rendered``, white space at its ends included, and where its source stands."""

    block: int
    rendered: str
    span: Span

    @property
    def text(self) -> str:
        """What a reader sees."""
        return self.rendered.strip()


@dataclass(slots=True)
class _Node:
    title: Title
    level: int
    anchor: str
    parent: int
    id: str = ""
    children: int = 0
    last: int = 0
    numbering: Numbering = field(default_factory=Numbering)


def build_sections(
    document: Document, blocks: Sequence[Block], titles: Sequence[Title]
) -> tuple[tuple[Section, ...], frozenset[str]]:
    """Sections in document order, the preamble ``S0`` first, and every heading anchor.

    Headings inside lists and quotes are no sections but use up an anchor. A first heading of level 1 that is the only
    root is ``S``; its children are ``S1``, ``S2``. The preamble is ``#top``, unless a heading has that anchor: then
    browsers go to the heading, and the preamble is named by its id, which no slug can be (slugs are lower case).

    ``## Contents <!-- toc -->`` is ``#contents-`` on GitHub, and ``#contents`` where comments are taken out first. Only
    the first names the section; both are among the anchors, so that no link is called dead which is alive somewhere.
    """
    slugger = Slugger()
    anchors = [slugger.anchor(title.rendered) for title in titles]
    nodes = _tree(blocks, titles, anchors)
    roots = [node for node in nodes if node.parent < 0]
    whole = len(roots) == 1 and roots[0].level == 1
    _number(nodes, whole)
    _read_numbering(nodes)
    starts = [blocks[node.title.block].span.start for node in nodes] + [len(document.text)]
    preamble = _preamble(document, starts[0], "S0" if "top" in anchors else "top")
    sections = [preamble]
    for index, node in enumerate(nodes):
        sections.append(_section(document, blocks, node, (starts[index], starts[index + 1], starts[node.last + 1])))
    return tuple(sections), frozenset((*anchors, *(slug(t.text) for t in titles if t.text != t.rendered)))


def _tree(blocks: Sequence[Block], titles: Sequence[Title], anchors: Sequence[str]) -> list[_Node]:
    nodes: list[_Node] = []
    path: list[int] = []
    for title, anchor in zip(titles, anchors, strict=True):
        block = blocks[title.block]
        if block.depth:
            continue
        while path and nodes[path[-1]].level >= block.level:
            nodes[path.pop()].last = len(nodes) - 1
        nodes.append(_Node(title, block.level, anchor, path[-1] if path else -1))
        path.append(len(nodes) - 1)
    for index in path:
        nodes[index].last = len(nodes) - 1
    return nodes


def _number(nodes: list[_Node], whole: bool) -> None:
    roots = 0
    for node in nodes:
        if node.parent >= 0:
            parent = nodes[node.parent]
            parent.children += 1
            node.id = f"S{parent.children}" if parent.id == "S" else f"{parent.id}.{parent.children}"
        else:
            roots += 1
            node.id = "S" if whole else f"S{roots}"


def _read_numbering(nodes: list[_Node]) -> None:
    headings = [Heading(n.title.text, n.parent, explicit_number(n.title.text)) for n in nodes]
    for node, numbering in zip(nodes, counted(headings), strict=True):
        node.numbering = numbering


def _preamble(document: Document, end: int, anchor: str) -> Section:
    span = Span(0, end)
    last = document.lines_of(span)[1] if end else 0
    return Section("S0", 0, "", anchor, span, span, 1, last, -1, -1)


def _section(document: Document, blocks: Sequence[Block], node: _Node, bounds: tuple[int, int, int]) -> Section:
    start, own_end, end = bounds
    number, label = node.numbering.number, node.numbering.label
    line_start = blocks[node.title.block].line_start
    line_end = document.lines_of(Span(start, end))[1]
    return Section(
        node.id, node.level, node.title.text, node.anchor, Span(start, end), Span(start, own_end), line_start, line_end,
        node.parent + 1 if node.parent >= 0 else -1, node.title.block, number, label, node.title.span,
    )  # fmt: skip
