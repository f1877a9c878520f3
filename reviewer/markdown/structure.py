"""The kernel ``md_structure``: heading tree, section index, anchors."""

from reviewer.model.parsed import ParsedDocument, Section
from reviewer.model.structure import HeadingNode, Structure

VERSION = "1"


def structure(parsed: ParsedDocument) -> Structure:
    """Sections as a tree and flat. An anchor belongs to the one section that has it (anchors are unique)."""
    children: dict[int, list[HeadingNode]] = {}
    for index in range(len(parsed.sections) - 1, 0, -1):
        section = parsed.sections[index]
        below = tuple(reversed(children.pop(index, [])))
        children.setdefault(section.parent, []).append(_node(section, below))
    return Structure(
        heading_tree=tuple(reversed(children.get(-1, []))),
        section_index=tuple(_node(section) for section in parsed.sections),
        anchor_map={section.anchor: section.id for section in reversed(parsed.sections)},
    )


def _node(section: Section, children: tuple[HeadingNode, ...] = ()) -> HeadingNode:
    return HeadingNode(
        id=section.id,
        level=section.level,
        title=section.title,
        anchor=section.anchor,
        line_start=section.line_start,
        line_end=section.line_end,
        numbering=section.number,
        children=children,
    )
