"""The one renumbering of a faulty sequence of headings, if there is exactly one (seed: ``renumber_ops``).

Which sequences can be mended is said in ``sequence.only_renumbering``: ``5, 5, 6`` becomes ``5, 6, 7``;
``2.1, 2.3`` becomes ``2.1, 2.2``. With the headings go the numbers of their subsections, references in the text, the
numbers in link texts of a table of contents, and links to anchors that change with the number. Where one of these
cannot be rewritten for certain (a reference to the repeated or the missing number, one in a table, a link in HTML),
there are no repairs at all: the finding stands alone. All faults of one sequence carry the same repairs.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from functools import cached_property
from itertools import pairwise

from reviewer.model.finding import Repair
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.number_groups import Group
from reviewer.scan.numbering.sequence import only_renumbering
from reviewer.scan.references.anchor_links import AnchorLink, anchor_links
from reviewer.scan.references.reference_text import Reference, section_references
from reviewer.scan.references.section_index import SectionIndex, section_index
from reviewer.scan.rule import ScanInput

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

    def __init__(self, scan: ScanInput) -> None:
        self._scan = scan
        self._parsed = scan.parsed
        self._claimed: set[int] = set()

    @cached_property
    def _index(self) -> SectionIndex:
        return self._scan.shared(section_index)

    @cached_property
    def _references(self) -> dict[str, list[Reference]]:
        found: dict[str, list[Reference]] = defaultdict(list)
        for reference in self._scan.shared(section_references):
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
            found.update(old for old in _prefixes(section.number) if old not in over)
            above.append(over | {section.number} if section.number else over)
        return frozenset(found)

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
        """The moves, and those of the numbers below in the same sections. Reads only what stands in these."""
        sections = self._parsed.sections
        if any(sections[index].number in self._astray for index in moves):
            raise _AmbiguityError
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
        appearing = {number for number in mapping.values() if not self._index.numbers.get(number)}
        if not self._claimed.isdisjoint(mapping) or any(self._references.get(number) for number in appearing - old):
            raise _AmbiguityError
        holders = (holder for number in mapping.values() for holder in self._index.numbers.get(number, ()))
        if any(holder not in mapping and self._is_misplaced(holder) for holder in holders):
            raise _AmbiguityError
        self._claimed.update(mapping)  # "|=" with keys would copy the set

    def _is_misplaced(self, index: int) -> bool:
        """True for a 3.1 that does not stand under a 3: which of two would keep the number is not for us to say."""
        section = self._parsed.sections[index]
        above = self._parsed.sections[section.parent].number if section.parent >= 0 else None
        return (above or "") != (section.number or "").rpartition(".")[0]

    def _headings(self, mapping: dict[int, str]) -> Iterator[Repair]:
        for index, new in mapping.items():
            span = number_span(self._parsed, index)
            if span is None or self._parsed.protected_in(span):
                raise _AmbiguityError
            yield self._repair(span, new, "numbering")

    def _texts(self, mapping: dict[int, str]) -> Iterator[Repair]:
        moved: dict[str, list[int]] = defaultdict(list)
        for index in mapping:
            moved[self._parsed.sections[index].number or ""].append(index)
        for reference in (r for number in sorted(moved) for r in self._references.get(number, ())):
            span = self._parsed.prose.span(*reference.number_span)
            new = self._new_number(reference, moved[reference.number], mapping)
            if new is None:
                continue
            if self._parsed.protected_in(span):
                raise _AmbiguityError
            yield self._repair(span, new, "numbering")

    def _new_number(self, reference: Reference, moved: list[int], mapping: dict[int, str]) -> str | None:
        """The number that a reference gets, None where it keeps its own; ``moved`` are all that lose that number.

        Does not walk through those that keep it: copies of one text have thousands.
        """
        if reference.link is not None:
            named = self._sections.get(reference.link.href, 0)
            if named and self._parsed.sections[named].number == reference.number:
                return mapping.get(named)
        new = {mapping[index] for index in moved}
        if len(new) > 1 or len(moved) < len(self._index.numbers.get(reference.number, ())):
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
            yield self._repair(link.span, f"#{self._new_anchor(index, mapping[index], moved)}", "link")
            yield from self._link_text(link, index, mapping[index])
        if any(self._fragments[anchor] != rewritten[anchor] for anchor in moved):
            raise _AmbiguityError

    def _new_anchor(self, index: int, number: str, moved: Container[str]) -> str:
        section = self._parsed.sections[index]
        old, new = (section.number or "").replace(".", ""), number.replace(".", "")
        place = _DIGIT.search(section.anchor)
        start = place.start() if place else 0
        anchor = section.anchor[:start] + new + section.anchor[start + len(old) :]
        taken = anchor in self._parsed.anchors and anchor not in moved
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


def _prefixes(number: str | None) -> list[str]:
    """4 and 4.1 for 4.1.2."""
    parts = (number or "").split(".")
    return [".".join(parts[:size]) for size in range(1, len(parts))]


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
