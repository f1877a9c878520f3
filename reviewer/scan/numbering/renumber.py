"""The one renumbering of a faulty sequence of headings, if there is exactly one (seed: ``renumber_ops``).

Which sequences can be mended is said in ``sequence.only_renumbering``: ``5, 5, 6`` becomes ``5, 6, 7``;
``2.1, 2.3`` becomes ``2.1, 2.2``. With the headings go the numbers of their subsections, references in the text, the
numbers in link texts of a table of contents, and links to anchors that change with the number.

There are no repairs at all, and a reason for people, where anything that may mean an old number
(``section_mentions``) is not rewritten so, a new number stands in the text already, or the numbers may not be this
document's to count: versions, or sections of a larger work (``doubts``). All faults of one sequence carry the same
repairs.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Repair
from reviewer.model.parsed import BlockKind, Section
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.doubts import refuse_doubtful_row, refuse_numbered_files
from reviewer.scan.numbering.given_numbers import GivenNumbers
from reviewer.scan.numbering.heading_number import number_span
from reviewer.scan.numbering.number_groups import Group, moves_of, names_versions, prefixes_of
from reviewer.scan.numbering.number_tokens import number_tokens
from reviewer.scan.numbering.numbered_by_chapter import NumberedByChapter
from reviewer.scan.numbering.outcome import Outcome, RefusedError, mention_refusal
from reviewer.scan.numbering.section_mentions import SectionMentions
from reviewer.scan.references.anchor_links import AnchorLink, anchor_links
from reviewer.scan.references.former_numbers import speaks_of_former
from reviewer.scan.references.reference_text import Family, Reference, section_references
from reviewer.scan.references.section_index import (
    SectionIndex,
    family_of,
    normal_title,
    section_index,
    title_index,
)
from reviewer.scan.rule import ScanInput

_DIGIT = lazy_pattern(r"\d")
_FRAGMENT = lazy_pattern(r"#([\w%.-]+)")


class Renumbering:
    """Finds repairs for groups of one document; what all groups need is read once, when first needed."""

    def __init__(self, scan: ScanInput) -> None:
        self._scan = scan
        self._parsed = scan.parsed
        self._claimed: set[int] = set()

    @cached_property
    def _index(self) -> SectionIndex:
        return self._scan.shared(section_index)

    @cached_property
    def _mentions(self) -> SectionMentions:
        return SectionMentions(self._parsed, self._scan.shared(number_tokens), self._scan.folded)

    @cached_property
    def _given(self) -> GivenNumbers:
        return GivenNumbers(self._parsed, self._scan.shared(number_tokens), self._scan.folded)

    @cached_property
    def _by_chapter(self) -> NumberedByChapter:
        return NumberedByChapter(self._scan, self._mentions.by_chapter)

    @cached_property
    def _references(self) -> dict[str | int, list[Reference]]:
        """By number, or by section where a link says which one is meant."""
        found: dict[str | int, list[Reference]] = defaultdict(list)
        for reference in self._scan.shared(section_references):
            named = self._sections.get(reference.link.href, 0) if reference.link is not None else 0
            linked = named and self._parsed.sections[named].number == reference.number
            found[named if linked else reference.number].append(reference)
        return found

    @cached_property
    def _links(self) -> dict[str, list[AnchorLink]]:
        found: dict[str, list[AnchorLink]] = defaultdict(list)
        for link in anchor_links(self._parsed):
            found[link.fragment].append(link)
        return found

    @cached_property
    def _fragments(self) -> Counter[str]:
        return Counter(_FRAGMENT.findall(self._parsed.document.text))

    @cached_property
    def _sections(self) -> dict[str, int]:
        return {f"#{section.anchor}": index for index, section in enumerate(self._parsed.sections[1:], 1)}

    @cached_property
    def _astray(self) -> frozenset[str]:
        """Numbers that a heading numbered below them does not stand under: 4 where a 4.1 stands elsewhere."""
        found: set[str] = set()
        above: list[frozenset[str]] = []
        for section in self._parsed.sections:
            over = above[section.parent] if section.parent >= 0 else frozenset()
            found.update(old for old in prefixes_of(section.number) if old not in over)
            above.append(over | {section.number} if section.number else over)
        return frozenset(found)

    def outcome(self, group: Group) -> Outcome:
        """All edits of the renumbering, sorted by place, or why there are none."""
        if not group.has_digits:
            return Outcome(reason="numbers in letters are a person's to change")
        moves = moves_of(group)
        if not moves:
            return Outcome()
        try:
            self._refuse_others_numbers(group)
            mapping = self._with_subsections(moves)
            self._claim(mapping)
            found = [*self._headings(mapping), *self._texts(mapping), *self._anchors(mapping)]
            self._account(mapping, found)
        except RefusedError as refused:
            return Outcome(reason=str(refused))
        found.sort(key=lambda repair: repair.span)
        if any(a.span.end > b.span.start for a, b in pairwise(found)):
            return Outcome(reason="one place would be edited twice")
        return Outcome(tuple(found))

    def _refuse_others_numbers(self, group: Group) -> None:
        if names_versions(self._parsed, group):
            raise RefusedError("the numbers may be those of versions")
        refuse_doubtful_row(self._scan, group)
        prefix = group.members[0].prefix
        if prefix and not self._index.numbers.get(prefix):
            raise RefusedError(f"there is no section {prefix}: the numbers may be those of a larger work")
        if group.others:
            raise RefusedError(f"the number {group.others[0].shown} among them is of another style")

    def _account(self, mapping: dict[int, str], found: list[Repair]) -> None:
        """Refuse where something that may mean an old number stays, or a new number stands in the text already."""
        written = {repair.span.start for repair in found}
        old = sorted({self._parsed.sections[index].number or "" for index in mapping})
        for number in old:
            self._refuse_rest((*self._mentions.of(number), *self._given.under_headers(number)), written, number)
        for index in mapping:
            self._refuse_rest(self._mentions.linked(index), written, self._parsed.sections[index].number or "")
        self._by_chapter.refuse(old)
        new = sorted(set(mapping.values()) - set(old))
        for number in new:
            self._refuse_rest((*self._mentions.of(number), *self._given.of(number)), set(), number)
        refuse_numbered_files(self._scan, (*old, *new))

    def _refuse_rest(self, spans: Iterable[Span], written: set[int], number: str) -> None:
        for span in spans:
            if span.start not in written:
                raise mention_refusal(self._parsed.document, span, number)

    def _with_subsections(self, moves: dict[int, str]) -> dict[int, str]:
        """The moves, and those of the numbers below in the same sections. Reads only what stands in these."""
        sections = self._parsed.sections
        astray = next((sections[index].number for index in moves if sections[index].number in self._astray), None)
        if astray is not None:
            raise RefusedError(f"a section numbered below {astray} stands elsewhere")
        mapping = dict(moves)
        for index, new in moves.items():
            old, end = f"{sections[index].number}.", sections[index].span.end
            for below in range(index + 1, len(sections)):
                if sections[below].span.start >= end:
                    break
                number = sections[below].number or ""
                if number.startswith(old) and below not in moves:
                    mapping[below] = f"{new}.{number[len(old) :]}"
        return mapping

    def _claim(self, mapping: dict[int, str]) -> None:
        """Refuse what another renumbering moves, and new numbers that are referred to or misplaced already."""
        old = {self._parsed.sections[index].number for index in mapping}
        if not self._claimed.isdisjoint(mapping):
            raise RefusedError("another renumbering moves the same sections")
        for number in mapping.values():
            holders = self._index.numbers.get(number, ())
            if not holders and number not in old and (named := self._references.get(number)):
                raise mention_refusal(self._parsed.document, self._span(named[0]), number)
            if any(holder not in mapping and self._is_misplaced(holder) for holder in holders):
                raise RefusedError(f"another section has the number {number}")
        self._claimed.update(mapping)  # "|=" with keys would copy the set

    def _is_misplaced(self, index: int) -> bool:
        """True for a 3.1 that does not stand under a 3: which of two would keep the number is not for us to say."""
        section = self._parsed.sections[index]
        above = self._parsed.sections[section.parent].number if section.parent >= 0 else None
        return (above or "") != (section.number or "").rpartition(".")[0]

    def _headings(self, mapping: dict[int, str]) -> Iterator[Repair]:
        for index, new in mapping.items():
            span = number_span(self._parsed, index)
            if span is None or not self._is_writable(span):
                raise RefusedError(f"the number of “{self._parsed.sections[index].title}” cannot be edited")
            yield self._repair(span, new, "numbering")

    def _texts(self, mapping: dict[int, str]) -> Iterator[Repair]:
        moved: dict[str, list[int]] = defaultdict(list)
        for index, new in mapping.items():
            moved[self._parsed.sections[index].number or ""].append(index)
            for reference in self._references.get(index, ()):
                yield self._rewritten(reference, new)
        for number in sorted(moved):
            for reference in self._references.get(number, ()):
                yield self._rewritten(reference, self._new_number(reference, moved[number], mapping))

    def _new_number(self, reference: Reference, moved: list[int], mapping: dict[int, str]) -> str:
        """The number that a reference gets; ``moved`` are all that lose the one that it names.

        Does not walk through those that keep it: copies of one text have thousands.
        """
        new = {mapping[index] for index in moved}
        if len(new) > 1 or len(moved) < len(self._index.numbers.get(reference.number, ())):
            raise RefusedError(f"{self._shown(reference)} may mean more than one section")
        if self._names_another(reference, moved) or not all(
            _is_called(reference.family, self._parsed.sections[index]) for index in moved
        ):
            raise mention_refusal(self._parsed.document, self._span(reference), reference.number)
        return next(iter(new))

    def _names_another(self, reference: Reference, moved: list[int]) -> bool:
        """Its link leads to another section, or the title beside it is another's."""
        linked = self._sections.get(reference.link.href, 0) if reference.link is not None else 0
        titled = self._scan.shared(title_index).get(normal_title(reference.beside), ()) if reference.beside else ()
        return (linked > 0 and linked not in moved) or (bool(titled) and set(titled).isdisjoint(moved))

    def _rewritten(self, reference: Reference, new: str) -> Repair:
        span = self._span(reference)
        if self._mentions.others.is_beside_citation(*reference.span):
            raise mention_refusal(self._parsed.document, span, f"section {reference.number} of another document")
        if speaks_of_former(self._parsed, *reference.span):
            raise mention_refusal(self._parsed.document, span, f"a former {reference.number}")
        in_heading = self._parsed.prose.block_at(reference.span.start).kind is BlockKind.HEADING
        if in_heading or not self._is_writable(span):
            raise RefusedError(f"{self._shown(reference)} cannot be edited there")
        return self._repair(span, new, "numbering")

    def _span(self, reference: Reference) -> Span:
        return self._parsed.prose.span(*reference.number_span)

    def _shown(self, reference: Reference) -> str:
        span = self._parsed.prose.span(*reference.span)
        line = self._parsed.document.position(span.start).line
        return f"“{' '.join(self._parsed.document.text[span.start : span.end].split())}” in line {line}"

    def _is_writable(self, span: Span, *kinds: ProtectedKind) -> bool:
        """Neither protected, but for ``kinds``, nor shown as it is (quotations, what stands under Bad)."""
        fixed = any(region.kind not in kinds for region in self._parsed.protected_in(span))
        return not fixed and not self._scan.shown.holds_source(span.start)

    def _anchors(self, mapping: dict[int, str]) -> Iterator[Repair]:
        moved = {self._parsed.sections[index].anchor: index for index in mapping}
        rewritten: Counter[str] = Counter()
        for link in (link for anchor in moved for link in self._links.get(anchor, ())):
            index = moved[link.fragment]
            rewritten[link.fragment] += 1
            if not self._is_writable(link.span, ProtectedKind.LINK_TARGET):
                line = self._parsed.document.position(link.span.start).line
                raise RefusedError(f"the link to #{link.fragment} in line {line} cannot be edited")
            yield self._repair(link.span, f"#{self._new_anchor(index, mapping[index], moved)}", "link")
            yield from self._link_text(link, index, mapping[index])
        for anchor in moved:
            if self._fragments[anchor] != rewritten[anchor]:
                raise RefusedError(f"#{anchor} also stands where links cannot be edited")

    def _new_anchor(self, index: int, number: str, moved: Container[str]) -> str:
        section = self._parsed.sections[index]
        old, new = (section.number or "").replace(".", ""), number.replace(".", "")
        place = _DIGIT.search(section.anchor)
        start = place.start() if place else 0
        anchor = section.anchor[:start] + new + section.anchor[start + len(old) :]
        taken = anchor in self._parsed.anchors and anchor not in moved
        if not section.anchor.startswith(old, start) or taken:
            raise RefusedError(f"the anchor #{section.anchor} would become one that is taken")
        return anchor

    def _link_text(self, link: AnchorLink, index: int, new: str) -> Iterator[Repair]:
        """The number that opens the text of a table of contents' link."""
        old = self._parsed.sections[index].number or ""
        start = link.text.start
        shown = self._parsed.document.text[start : link.text.end]
        if shown.startswith(old) and not re.match(r"\.?\d|\w", shown[len(old) :]):
            yield self._repair(Span(start, start + len(old)), new, "numbering")

    def _repair(self, span: Span, after: str, kind: str) -> Repair:
        before = self._parsed.document.text[span.start : span.end]
        return Repair(span=span, before_text=before, after_text=after, kind=kind)


def _is_called(family: Family, section: Section) -> bool:
    """Whether a section can be meant by this word: "chapter 4" also for an unlabelled 4, "part 4" only for a part."""
    own = family_of(section)
    if family is Family.BARE:
        return own in (Family.SECTION, Family.CHAPTER)
    return own is family or (family is Family.CHAPTER and own is Family.SECTION and section.label is None)
