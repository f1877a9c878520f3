"""The explicit section numbers of a document, and which references can be checked against them.

A document is its own authority only where it numbers: without explicitly numbered headings nothing is checked, a part
of a larger work whose numbers begin at 6 is not asked about section 4, and annexes and parts are checked only where
the document has some of the same style (seed: the section index of ``md_structure``).
"""

import unicodedata
from collections import defaultdict
from dataclasses import dataclass, field

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument, Section
from reviewer.scan.references.reference_text import Family, Reference

_ANNEX = ("annex", "appendi")
_PART = ("part",)
_CLAUSE = lazy_pattern(
    r"\s*(?:[*_]{1,3}(?:[Ss]ection|[Aa]rticle|§)[ \u00a0]?(\d+(?:\.\d+)*)[*_]{0,3}[.):–—-]"
    r"|(?:[*_]{1,3}(\d+(?:\.\d+)*)|(\d+(?:\.\d+)+))[.):]?[*_]{0,3}(?:\s|$))"
)
_HEADING = lazy_pattern(r"[\s*_(]*(\d{1,3}(?:\.\d+)*)(?!\w)")
"""Also "## 5 ways", which is no numbered section for sure: who refers to section 5 has something to go to."""
_HTML_HEADING = lazy_pattern(r"<h[1-6][^>]{0,200}>\s*(?:<[^>]{1,200}>\s*){0,5}(?:[Ss]ection[ ])?(\d+(?:\.\d+)*)")
_NUMBER_LEAD = lazy_pattern(
    r"^\W*(?:[^\W\d_]+[ \u00a0]+)?(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)*|[IVXLC]+)[.):/]*(?:\s*[-–—:]\s*|\s+|$)"
)
_MARKUP = lazy_pattern(r"[*_`]|<[^<>]{0,300}>|\\(?=\W)")
_DEEPEST = 20
"""Components of a number that are looked at; one with thousands is no section's."""
_FAR = 100
"""A top-level number beyond this and beyond twice the highest one is a law's (Section 508, Section 230)."""


def family_of(section: Section) -> Family:
    """SECTION unless the heading's label says annex, part, chapter or another word (``Article``)."""
    label = (section.label or "").casefold()
    if label.startswith(_ANNEX):
        return Family.ANNEX
    if label.startswith(_PART):
        return Family.PART
    if label.startswith("chap"):
        return Family.CHAPTER
    return Family.SECTION if label in ("", "section") else Family.OTHER


def style_of(number: str) -> str:
    """``arabic``, ``roman`` or ``letter``, by the first component."""
    head = number.split(".", 1)[0]
    if head.isdigit():
        return "arabic"
    return "roman" if len(head) > 1 or head in "IVX" else "letter"


def bare_title(section: Section) -> str:
    """The title without its number and label."""
    if section.number is None:
        return section.title.strip()
    title = section.title.strip()
    match = _NUMBER_LEAD.match(title)
    if match is not None and section.number in match.group():
        return title[match.end() :].strip()
    return title


def normal_title(text: str) -> str:
    """For comparing titles: NFKC, casefold, no markup, no punctuation at the ends, single spaces."""
    plain = text.casefold() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    plain = _MARKUP.sub("", plain)
    return " ".join(plain.split()).strip(" .:;,!?«»“”\"'’‘()[]")


@dataclass(frozen=True, slots=True)
class SectionIndex:
    """Numbers to sections (indices into ``ParsedDocument.sections``)."""

    numbers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    styles: frozenset[tuple[Family, str]] = frozenset()
    tops: frozenset[int] = frozenset()
    depths: frozenset[int] = frozenset()

    def checkable(self, reference: Reference) -> bool:
        """Whether the document's own numbering can tell if the reference is right."""
        style = style_of(reference.number)
        if reference.family in (Family.ANNEX, Family.PART, Family.CHAPTER):
            return self._labelled(reference.family, style)
        if style != "arabic":
            return (Family.SECTION, style) in self.styles or (Family.ANNEX, style) in self.styles
        top = int(reference.number.split(".", 1)[0])
        if not self.tops or (top > _FAR and top > 2 * max(self.tops)):
            return False
        if reference.family is Family.BARE and reference.number.count(".") not in self.depths:
            return False
        return top in self.tops or bool(self.tops & {0, 1})

    def _labelled(self, family: Family, style: str) -> bool:
        if (family, style) in self.styles:
            return True
        # "# A. Data" and "# III. Fin" are called "annexe A" and "partie III" in running text.
        return (family, style) in {(Family.ANNEX, "letter"), (Family.PART, "roman")} and (
            Family.SECTION,
            style,
        ) in self.styles

    def has(self, number: str) -> bool:
        """True when a section has this number, or one below it (``4`` where only ``4.1`` is a heading)."""
        return number in self.numbers


def section_index(parsed: ParsedDocument) -> SectionIndex:
    """Read the explicit numbers of all sections."""
    numbers: dict[str, list[int]] = defaultdict(list)
    styles: set[tuple[Family, str]] = set()
    arabic: list[int] = []
    for index, section in enumerate(parsed.sections[1:], 1):
        if section.number is None:
            continue
        number, family = section.number, family_of(section)
        numbers[number].append(index)
        styles.add((family, style_of(number)))
        if style_of(number) == "arabic" and family in (Family.SECTION, Family.CHAPTER):
            arabic.append(index)
    tops = _trusted_tops(parsed, arabic)
    depths = frozenset((parsed.sections[i].number or "").count(".") for i in arabic)
    for number in tuple(numbers):
        parts = number.split(".")
        for size in range(1, min(len(parts), _DEEPEST)):
            numbers.setdefault(".".join(parts[:size]), [])
    return SectionIndex(_frozen(numbers), frozenset(styles), tops, depths)


def title_index(parsed: ParsedDocument) -> dict[str, tuple[int, ...]]:
    """Sections (indices) by normalised title without number."""
    titles: dict[str, list[int]] = defaultdict(list)
    for index, section in enumerate(parsed.sections[1:], 1):
        titles[normal_title(bare_title(section))].append(index)
    return _frozen(titles)


def leading_numbers(parsed: ParsedDocument) -> frozenset[str]:
    """Numbers that open a paragraph, table cell or heading of any kind: what is numbered but is no numbered section."""
    found: set[str] = set()
    prose = parsed.prose
    text = prose.text
    matches = [*_HTML_HEADING.finditer(parsed.document.text)]
    for start, block in zip(prose.block_starts, prose.blocks, strict=True):
        if text[start : start + 1].isalpha():  # most open a word
            continue
        heading = _HEADING.match(text, start, block.end) if block.kind is BlockKind.HEADING else None
        if match := heading or _CLAUSE.match(text, start, block.end):
            matches.append(match)
    for number in {next(group for group in match.groups() if group) for match in matches}:
        parts = number.split(".")
        found.update(".".join(parts[:size]) for size in range(1, min(len(parts), _DEEPEST) + 1))
    return frozenset(found)


def _trusted_tops(parsed: ParsedDocument, arabic: list[int]) -> frozenset[int]:
    """First components of arabic numbers, where at least two headings, and half of the top level's, are numbered."""
    if len(arabic) < 2:
        return frozenset()
    level = min(parsed.sections[i].level for i in arabic)
    peers = [s for s in parsed.sections[1:] if s.level == level]
    if 2 * sum(s.number is not None for s in peers) < len(peers):
        return frozenset()
    return frozenset(int((parsed.sections[i].number or "").split(".", 1)[0]) for i in arabic)


def _frozen(table: dict[str, list[int]]) -> dict[str, tuple[int, ...]]:
    return {key: tuple(value) for key, value in table.items()}
