"""The one renumbering of a faulty sequence of headings, if there is exactly one (seed: ``renumber_ops``).

Which sequences can be mended is said in ``reviewer.scan.sequence.only_renumbering``: ``5, 5, 6`` becomes ``5, 6, 7``;
``2.1, 2.3`` becomes ``2.1, 2.2``. With the headings go the numbers of their subsections, references in the text, the
numbers in link texts of a table of contents, and links to anchors that change with the number. Where one of these
cannot be rewritten for certain (a reference to the repeated or the missing number, one in a table, a link in HTML),
there are no repairs at all: the finding stands alone. All faults of one sequence carry the same repairs.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from reviewer.model.finding import Repair
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.anchor_links import AnchorLink, anchor_links
from reviewer.scan.number_groups import Group
from reviewer.scan.reference_text import Reference, section_references
from reviewer.scan.section_index import SectionIndex, section_index
from reviewer.scan.sequence import only_renumbering

_TARGETS = (ProtectedKind.LINK_TARGET, ProtectedKind.LINK_REF_DEF)
_DIGIT = re.compile(r"\d")
_FRAGMENT = re.compile(r"#([\w%.-]+)")


class _AmbiguityError(Exception):
    """Something that refers to a number or anchor cannot be rewritten for certain."""


def number_span(parsed: ParsedDocument, index: int) -> Span | None:
    """Where a section's number stands in its heading, if it is written out plainly."""
    section = parsed.sections[index]
    start, end = section.title_span
    line = parsed.document.text[start:end]
    match = re.search(rf"(?<![\w.]){re.escape(section.number or '')}(?!\w|\.\d)", line)
    return Span(start + match.start(), start + match.end()) if match and section.number else None


class Renumbering:
    """Finds repairs for groups of one document; what all groups need is read once, when first needed."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._parsed = parsed
        self._claimed: set[int] = set()

    @cached_property
    def _index(self) -> SectionIndex:
        return section_index(self._parsed)

    @cached_property
    def _references(self) -> dict[str, list[Reference]]:
        found: dict[str, list[Reference]] = defaultdict(list)
        for reference in section_references(self._parsed):
            found[reference.number].append(reference)
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

    def repairs(self, group: Group) -> tuple[Repair, ...]:
        """All edits of the renumbering, sorted by place, or nothing."""
        moves = _moves(group)
        if not moves:
            return ()
        try:
            mapping = self._with_subsections(moves)
            self._claim(mapping)
            found = [*self._headings(mapping), *self._texts(mapping), *self._anchors(mapping)]
        except _AmbiguityError:
            return ()
        found.sort(key=lambda repair: repair.span)
        if any(a.span.end > b.span.start for a, b in pairwise(found)):
            return ()
        return tuple(found)

    def _with_subsections(self, moves: dict[int, str]) -> dict[int, str]:
        sections, numbers = self._parsed.sections, self._index.numbers
        mapping = dict(moves)
        moved = {sections[index].number: index for index in moves}
        for number, holders in numbers.items():
            parts = number.split(".")
            for size in range(1, len(parts)):
                old = ".".join(parts[:size])
                if (index := moved.get(old)) is None:
                    continue
                for holder in holders:
                    above = next((o for o in numbers[old] if sections[o].span.contains(sections[holder].span)), None)
                    if above is None:
                        raise _AmbiguityError
                    if above == index:
                        mapping[holder] = moves[index] + number[len(old) :]
        return mapping

    def _claim(self, mapping: dict[int, str]) -> None:
        """Refuse what another renumbering moves, and new numbers that something refers to already."""
        old = {self._parsed.sections[index].number for index in mapping}
        appearing = {number for number in mapping.values() if not self._index.numbers.get(number)}
        if self._claimed & mapping.keys() or any(self._references.get(number) for number in appearing - old):
            raise _AmbiguityError
        self._claimed |= mapping.keys()

    def _headings(self, mapping: dict[int, str]) -> Iterator[Repair]:
        for index, new in mapping.items():
            span = number_span(self._parsed, index)
            if span is None or self._parsed.protected_in(span):
                raise _AmbiguityError
            yield self._repair(span, new, "numbering")

    def _texts(self, mapping: dict[int, str]) -> Iterator[Repair]:
        old = {self._parsed.sections[index].number or "" for index in mapping}
        for reference in (r for number in sorted(old) for r in self._references.get(number, ())):
            span = self._parsed.prose.span(*reference.number_span)
            new = self._new_number(reference, mapping)
            if new is None:
                continue
            if self._parsed.protected_in(span):
                raise _AmbiguityError
            yield self._repair(span, new, "numbering")

    def _new_number(self, reference: Reference, mapping: dict[int, str]) -> str | None:
        holders = self._index.numbers.get(reference.number, ())
        if reference.link is not None:
            named = tuple(i for i in holders if f"#{self._parsed.sections[i].anchor}" == reference.link.href)
            holders = named or holders
        new = {mapping.get(holder) for holder in holders}
        if len(new) > 1:
            raise _AmbiguityError
        return next(iter(new), None)

    def _anchors(self, mapping: dict[int, str]) -> Iterator[Repair]:
        moved = {self._parsed.sections[index].anchor: index for index in mapping}
        rewritten: Counter[str] = Counter()
        for link in (link for anchor in moved for link in self._links.get(anchor, ())):
            index = moved[link.fragment]
            rewritten[link.fragment] += 1
            kinds = {region.kind for region in self._parsed.protected_in(link.span)}
            if not kinds <= set(_TARGETS):
                raise _AmbiguityError
            yield self._repair(link.span, f"#{self._new_anchor(index, mapping)}", "link")
            yield from self._link_text(link, index, mapping[index])
        if any(self._fragments[anchor] != rewritten[anchor] for anchor in moved):
            raise _AmbiguityError

    def _new_anchor(self, index: int, mapping: dict[int, str]) -> str:
        section = self._parsed.sections[index]
        old, new = (section.number or "").replace(".", ""), mapping[index].replace(".", "")
        place = _DIGIT.search(section.anchor)
        start = place.start() if place else 0
        anchor = section.anchor[:start] + new + section.anchor[start + len(old) :]
        taken = anchor in self._parsed.anchors and anchor not in {self._parsed.sections[i].anchor for i in mapping}
        if not section.anchor.startswith(old, start) or taken:
            raise _AmbiguityError
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


def _moves(group: Group) -> dict[int, str]:
    """New numbers by section, for digits only; empty where no single renumbering is plausible."""
    ranks = only_renumbering(group.ranks, group.first)
    digits = group.members[0].number.rsplit(".", 1)[-1].isdigit()
    if ranks is None or group.catalogue or not digits:
        return {}
    return {
        member.section: f"{member.prefix}.{rank}" if member.prefix else str(rank)
        for member, rank in zip(group.members, ranks, strict=True)
        if rank != member.rank
    }
