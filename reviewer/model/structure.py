"""Headings and protected spans, as the seed names them (Data Model Reference)."""

from enum import StrEnum

from pydantic import Field

from reviewer.model.frozen import Frozen
from reviewer.model.position import Span


class HeadingNode(Frozen):
    """A section: from its heading to the line before the next heading of the same or a higher level."""

    id: str
    level: int
    title: str
    anchor: str
    line_start: int
    line_end: int
    numbering: str | None = None
    children: "tuple[HeadingNode, ...]" = ()


class ProtectedKind(StrEnum):
    """What makes a span untouchable. The last six live inside lines."""

    CODE_FENCE = "code_fence"
    INDENTED_CODE = "indented_code"
    MATH_BLOCK = "math_block"
    TABLE = "table"
    YAML_FRONT_MATTER = "yaml_front_matter"
    TOML_FRONT_MATTER = "toml_front_matter"
    HTML_BLOCK = "html_block"
    LINK_REF_DEF = "link_ref_def"
    REVIEW_NOTE = "review_note"
    CRITIC_MARKUP = "critic_markup"
    INLINE_CODE = "inline_code"
    INLINE_MATH = "inline_math"
    LINK_TARGET = "link_target"
    AUTOLINK = "autolink"
    HTML_INLINE = "html_inline"


class ProtectedSpan(Frozen):
    """A span that no fixer and no model may touch. Lines are 1-based inclusive; block spans are whole lines."""

    kind: ProtectedKind
    line_start: int
    line_end: int
    content_hash: str
    info: str = ""
    span: Span = Field(description="[start, end) in code points")

    def contains_line(self, line: int) -> bool:
        """True when the 1-based line is touched by this span."""
        return self.line_start <= line <= self.line_end

    def overlaps(self, start: int, end: int) -> bool:
        """True when the 1-based inclusive lines ``start`` to ``end`` meet this span's lines."""
        return self.line_start <= end and start <= self.line_end


class Structure(Frozen):
    """What ``md_structure`` gives (seed: ``heading_tree``, ``section_index``, ``anchor_map``).

    ``section_index`` is flat and in document order, the preamble ``S0`` first, children left out; ``anchor_map`` leads
    from an anchor to a section id and holds only headings that are sections.
    """

    heading_tree: tuple[HeadingNode, ...] = ()
    section_index: tuple[HeadingNode, ...] = ()
    anchor_map: dict[str, str] = Field(default_factory=dict)
