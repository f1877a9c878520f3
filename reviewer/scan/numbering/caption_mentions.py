"""Where the text may speak of a figure, table or equation by its number, however it is written.

Wider than the mentions that can be rewritten: ``Fig 3`` without a dot, ``Figure **3**``, ranges, quotations, code and
HTML. A renumbering that leaves one of them behind would make it point at another figure.
"""

import re
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.captions import Label
from reviewer.scan.numbering.number_context import (
    in_tag,
    is_cut_short,
    is_ordinal_word,
    is_quantity,
    label_of,
    stands_bare,
)
from reviewer.scan.numbering.number_tokens import NumberTokens, Place
from reviewer.scan.references.number_words import words
from reviewer.scan.references.other_documents import OtherDocuments
from reviewer.scan.references.whose import Whose

_MARKUP = frozenset({ProtectedKind.HTML_BLOCK, ProtectedKind.HTML_INLINE})
_NAMES = {
    Label.FIGURE: words(
        """figure figures fig figs schéma schémas schema schemas diagram diagrams diagramme diagrammes illustration
        illustrations image images graph graphs graphe graphique graphiques chart charts plot plots drawing drawings
        photo photos picture pictures exhibit exhibits dessin dessins"""
    ),
    Label.TABLE: words("table tables tableau tableaux tab tabs tbl tbls"),
    Label.EQUATION: words(
        "equation equations équation équations eq eqs eqn eqns éq formula formulas formule formules relation"
    ),
}
_NEAR = 40
"""Characters in which a word and the sign between it and its number stand."""
_SIGNED = lazy_pattern(
    r"(?<![^\W\d_])(?P<word>[^\W\d_]+)(?:\s?:|\s+(?:n[°ºro]?|nos?|nr|num|number|numéro|nº)\.?[°º]?:?)\s*\Z",
    re.IGNORECASE,
)
"""``Figure no. 4``, ``tableau numéro 4``, ``Table: 4``."""
_BEFORE = lazy_pattern(r"(?<![^\W\d_])(?P<word>[^\W\d_]+)\.?\s+\Z")
_BEHIND = lazy_pattern(r"\s+(?P<word>[^\W\d_]+)")


class CaptionMentions:
    """Answers for one label of one document."""

    def __init__(self, parsed: ParsedDocument, tokens: NumberTokens, label: Label) -> None:
        self._tokens = tokens
        self._label = label
        self.others = OtherDocuments(parsed)

    def of(self, number: str) -> Iterator[Place]:
        """What may mean the caption with this number; its caption and plain mentions too."""
        return (place for place in self._tokens.places(number) if self._may_mean(place))

    def in_words(self, number: str, folded: str) -> Iterator[Place]:
        """``Figure four``, ``Figure IV``, ``the fourth figure``; ``folded`` is the prose in lower case."""
        for place in self._tokens.places_in_words(number, folded):
            before = _BEFORE.search(folded, max(place.lowest, place.start - _NEAR), place.start)
            behind = _BEHIND.match(folded, place.end, place.highest) if is_ordinal_word(place) else None
            if any(match is not None and match["word"] in _NAMES[self._label] for match in (before, behind)):
                yield place

    def _may_mean(self, place: Place) -> bool:
        if is_cut_short(place) or (place.kind in _MARKUP and in_tag(place)):
            return False
        signed = _SIGNED.search(place.text, max(place.lowest, place.start - _NEAR), place.start)
        if signed is not None and signed["word"].casefold() in _NAMES[self._label]:
            return True
        label = label_of(place)
        if label.word in _NAMES[self._label]:
            if is_quantity(place):
                return False
        elif self._label is not Label.EQUATION or not self._is_bare_equation(place):
            return False
        return place.kind is not None or self.others.whose(label.start, place.end) is not Whose.ANOTHERS

    def _is_bare_equation(self, place: Place) -> bool:
        """``by (3)``: how mathematics refers to an equation."""
        in_text = place.block is not None and place.block.kind is not BlockKind.HEADING
        bracketed = place.text[place.start - 1 : place.start] == "(" and place.text[place.end : place.end + 1] == ")"
        return in_text and bracketed and stands_bare(place, label_of(place))
