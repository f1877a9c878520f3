"""Where the text may speak of a section by its number: everything that a renumbering has to account for.

Certainly none are quantities with a unit or a plural, dates, versions, figures and tables, names (``Python 3``), and
citations of other documents. Every other number in prose may be one: a renumbering that leaves it behind might
falsify it. Columns of numbers are judged by ``given_numbers``.
"""

from collections import defaultdict
from functools import cached_property

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.named_numbers import NamedNumbers
from reviewer.scan.numbering.number_context import (
    Label,
    in_tag,
    is_alone_in_cell,
    is_cut_short,
    is_ordinal,
    is_other_number,
    label_of,
    leads,
    opens_sentence,
    stands_bare,
)
from reviewer.scan.numbering.number_tokens import NumberTokens, Place
from reviewer.scan.numbering.numbered_nouns import BY_CHAPTER, SECTIONS
from reviewer.scan.references.other_documents import OtherDocuments
from reviewer.scan.references.section_index import bare_title, normal_title
from reviewer.scan.references.whose import Whose

_MARKUP = frozenset({ProtectedKind.HTML_BLOCK, ProtectedKind.HTML_INLINE})
_MARKER = lazy_pattern(r"(\d{1,4})[.)]\Z")
_LINE = 240
"""Characters on either side of a number that are compared with its section's title."""
_LABEL = 40
"""Characters that a heading's label and marks may take before its number."""
_SHORTEST_TITLE = 3
_WORDS = lazy_pattern(r"\w+")
_CODE = frozenset({ProtectedKind.CODE_FENCE, ProtectedKind.INDENTED_CODE, ProtectedKind.INLINE_CODE})


class SectionMentions:
    """Answers for one document, each number once. Headings' own numbers are left out."""

    def __init__(self, parsed: ParsedDocument, tokens: NumberTokens, folded: str) -> None:
        self._parsed = parsed
        self._tokens = tokens
        self._folded = folded
        self._named = NamedNumbers(parsed, SECTIONS)
        self._by_chapter = NamedNumbers(parsed, BY_CHAPTER)
        self.others = OtherDocuments(parsed)
        self._known: dict[str, tuple[Span, ...]] = {}
        self._chaptered: dict[str, Span | None] = {}
        self._linked: dict[int, list[Span]] = defaultdict(list)
        self._anchors = {f"#{section.anchor}": index for index, section in enumerate(parsed.sections[1:], 1)}
        self._titles: dict[str, set[str]] = defaultdict(set)
        for section in parsed.sections[1:]:
            title = _plain(bare_title(section)) if section.number else ""
            if section.number and len(title) >= _SHORTEST_TITLE + 2:
                self._titles[section.number].add(title)

    def of(self, number: str) -> tuple[Span, ...]:
        """Spans in the document of what may mean the section with this number, or one below it that does not exist.

        Left out are the texts of links to a section with the number: see ``linked``.
        """
        if number not in self._known:
            places = [place for place in self._tokens.places(number) if self._may_mean(place, number)]
            plain = {_span(place) for place in places if not self._is_linked(place)}
            below = {_span(place) for place in self._tokens.places_below(number) if self._may_mean_below(place)}
            other = {*self._tokens.encoded.get(number, ())}
            self._known[number] = tuple(sorted(plain | below | other | self._listed(number) | self._in_words(number)))
        return self._known[number]

    def by_chapter(self, number: str) -> Span | None:
        """Where a figure, table or the like is named whose number begins with this one: ``Figure 4.1``."""
        if number not in self._chaptered:
            below = (place for place in self._tokens.places_below(number) if self._is_by_chapter(place))
            self._chaptered[number] = next(map(_span, below), None)
        return self._chaptered[number]

    def _is_by_chapter(self, place: Place) -> bool:
        if place.kind in _MARKUP and in_tag(place):
            return False
        return self._by_chapter.has(place) and not self._is_cited(place, label_of(place))

    def linked(self, section: int) -> tuple[Span, ...]:
        """Spans of the section's number in the texts of links to it, after ``of`` was asked about its number."""
        return tuple(self._linked.get(section, ()))

    def _is_linked(self, place: Place) -> bool:
        link = self.others.link_at(place.start) if place.block is not None else None
        section = self._anchors.get(link.href, 0) if link is not None else 0
        if not section or self._parsed.sections[section].number != place.number:
            return False
        self._linked[section].append(_span(place))
        return True

    def _may_mean(self, place: Place, number: str) -> bool:
        if self._is_passed_over(place):
            return False
        label = label_of(place)
        return self._by_words(place, label, number) and not self._is_cited(place, label)

    def _is_passed_over(self, place: Place) -> bool:
        return self._is_own_heading(place) or (place.kind in _MARKUP and in_tag(place))

    def _is_cited(self, place: Place, label: Label) -> bool:
        return place.kind is None and self.others.whose(label.start, place.end) is Whose.ANOTHERS

    def _by_words(self, place: Place, label: Label, number: str) -> bool:
        """Prose and HTML must show that it is something else; code and the like, that it is a section's."""
        if label.structural or is_ordinal(place) or self._named.has(place):
            return True
        if place.kind in _CODE:
            return self._stands_by_title(place, number)
        if place.kind not in (None, *_MARKUP) or label.other or is_cut_short(place):
            return False
        if label.name:
            return self._stands_by_title(place, number)
        if self._leads(place) or stands_bare(place, label) or opens_sentence(place):
            return True
        sure = is_other_number(place) or (is_alone_in_cell(place) and "." not in number)
        return not sure or self._stands_by_title(place, number)

    def _leads(self, place: Place) -> bool:
        kind = place.block.kind if place.block is not None else None
        parent = self._parsed.blocks[place.block.block].parent if place.block is not None else -1
        listed = parent >= 0 and self._parsed.blocks[parent].kind is BlockKind.LIST_ITEM
        cell = kind is BlockKind.TABLE
        return leads(place, counted=cell or listed or place.kind is not None, cell=cell)

    def _in_words(self, number: str) -> set[Span]:
        """``section four``, ``the fourth section``, ``Section IV``."""
        return {
            _span(place)
            for place in self._tokens.places_in_words(number, self._folded)
            if is_ordinal(place) or label_of(place).structural or self._named.has(place)
        }

    def _may_mean_below(self, place: Place) -> bool:
        """4.7 where section 4 moves: as a clause or a reference, not as an amount."""
        if self._is_passed_over(place):
            return False
        label = label_of(place)
        clause = place.kind in (None, *_MARKUP) and not (label.name or label.other)
        clause = clause and (self._leads(place) or stands_bare(place, label))
        return (label.structural or clause or self._named.has(place)) and not self._is_cited(place, label)

    def _is_own_heading(self, place: Place) -> bool:
        """The number of the heading that it stands in: its first digits."""
        if place.block is None or place.block.kind is not BlockKind.HEADING:
            return False
        if self._parsed.sections[place.block.section].number != place.number or place.start - place.lowest > _LABEL:
            return False
        return not any(c.isdigit() for c in place.text[place.lowest : place.start])

    def _stands_by_title(self, place: Place, number: str) -> bool:
        """The line also holds the title of the section: an entry of a list of contents."""
        if number not in self._titles:
            return False
        line = self._line(place.offset)
        return any(title in line for title in self._titles[number])

    def _line(self, offset: int) -> str:
        text = self._parsed.document.text
        lowest = max(offset - _LINE, 0)
        start = max(text.rfind("\n", lowest, offset) + 1, lowest)
        end = text.find("\n", offset, offset + _LINE)
        return _plain(text[start : end if end >= 0 else offset + _LINE])

    def _listed(self, number: str) -> set[Span]:
        """Items of ordered lists that bear the number, where the list does not count from 0 or 1, or the title follows.

        Markdown counts the items of a list itself; a list that begins elsewhere is numbered by hand.
        """
        return {
            span
            for span, by_hand in self._items.get(number, ())
            if by_hand or any(title in self._line(span.start) for title in self._titles.get(number, ()))
        }

    @cached_property
    def _items(self) -> dict[str, list[tuple[Span, bool]]]:
        found: dict[str, list[tuple[Span, bool]]] = defaultdict(list)
        lists: dict[tuple[int, int], tuple[int, bool]] = {}
        by_hand: dict[int, bool] = {}
        for block in [block for block in self._parsed.blocks if block.kind is BlockKind.LIST_ITEM]:
            marker = _MARKER.match(block.info)
            if marker is None:
                continue
            number, place = int(marker[1]), (self._parsed.section_at(block.span.start), block.depth)
            if block.parent not in by_hand:
                before = lists.get(place, (0, False))
                by_hand[block.parent] = number > 1 and (before[1] or number != before[0] + 1)
            lists[place] = (number, by_hand[block.parent])
            start = self._parsed.document.text.find(block.info, block.span.start, block.span.end)
            found[str(number)].append((Span(start, start + len(str(number))), by_hand[block.parent]))
        return found


def _span(place: Place) -> Span:
    return Span(place.offset, place.offset + len(place.number))


def _plain(text: str) -> str:
    """The words alone, one space before, between and behind them."""
    return f" {' '.join(_WORDS.findall(normal_title(text)))} "
