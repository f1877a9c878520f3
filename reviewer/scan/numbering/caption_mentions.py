"""Where the text may speak of a figure, table or equation by its number, however it is written.

Wider than the mentions that can be rewritten: ``Fig 3`` without a dot, ``Figure **3**``, ranges, quotations, code and
HTML, other languages, tables that list them (``named_numbers``). A renumbering that leaves one of them behind would
make it point at another figure.
"""

import re
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.captions import Label
from reviewer.scan.numbering.named_numbers import NamedNumbers
from reviewer.scan.numbering.number_context import in_tag, is_cut_short, is_quantity, label_of, stands_bare
from reviewer.scan.numbering.number_tokens import NumberTokens, Place
from reviewer.scan.numbering.numbered_nouns import NOUNS
from reviewer.scan.references.other_documents import OtherDocuments
from reviewer.scan.references.whose import Whose

_MARKUP = frozenset({ProtectedKind.HTML_BLOCK, ProtectedKind.HTML_INLINE})
_PICTURE = lazy_pattern(r"[^?#]*\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?|pdf|eps)(?:[?#]|\Z)", re.IGNORECASE)


class CaptionMentions:
    """Answers for one label of one document."""

    def __init__(self, parsed: ParsedDocument, tokens: NumberTokens, label: Label) -> None:
        self._tokens = tokens
        self._label = label
        self._named = NamedNumbers(parsed, NOUNS[label])
        self.others = OtherDocuments(parsed)

    def of(self, number: str) -> Iterator[Place]:
        """What may mean the caption with this number; its caption and plain mentions too."""
        return (place for place in self._tokens.places(number) if self._may_mean(place))

    def in_other_digits(self, number: str) -> Iterator[Span]:
        """``&#52;``, whatever stands beside it."""
        return iter(self._tokens.encoded.get(number, ()))

    def in_words(self, number: str, folded: str) -> Iterator[Place]:
        """``Figure four``, ``Figure IV``, ``the fourth figure``; ``folded`` is the prose in lower case."""
        return (place for place in self._tokens.places_in_words(number, folded) if self._named.has(place))

    def _may_mean(self, place: Place) -> bool:
        if place.kind in _MARKUP and in_tag(place):
            return False
        named = self._named.has(place) or self._named.is_headed(place)
        if not named and (is_cut_short(place) or not self._is_labelled(place)):
            return False
        return place.kind is not None or not self._is_anothers(place)

    def _is_labelled(self, place: Place) -> bool:
        """In a list with asides, or bare as equations are."""
        label = label_of(place)
        if label.word in NOUNS[self._label].words:
            return not is_quantity(place)
        return self._label is Label.EQUATION and self._is_bare_equation(place)

    def _is_anothers(self, place: Place) -> bool:
        """Of another document; a link to a picture may show this one's."""
        link = self.others.link_at(place.start)
        if link is not None and _PICTURE.match(link.href):
            return False
        return self.others.whose(label_of(place).start, place.end) is Whose.ANOTHERS

    def _is_bare_equation(self, place: Place) -> bool:
        """``by (3)``: how mathematics refers to an equation."""
        in_text = place.block is not None and place.block.kind is not BlockKind.HEADING
        bracketed = place.text[place.start - 1 : place.start] == "(" and place.text[place.end : place.end + 1] == ")"
        return in_text and bracketed and stands_bare(place, label_of(place))
