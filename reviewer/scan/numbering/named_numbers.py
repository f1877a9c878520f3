"""Whether a number is named beside a noun, in whatever dress: ``Fig. No. 4``, ``the 4th figure``, ``Section $4$``.

One notion for sections, figures, tables and equations. Where what it finds is not written as a plain mention,
nothing can be rewritten, and the renumbering is refused.
"""

from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.number_context import ALONE_IN_CELL, has_unit, is_cut_short, is_ordinal_word, noun_behind
from reviewer.scan.numbering.number_tokens import Place
from reviewer.scan.numbering.numbered_nouns import ORDINAL_END, Nouns, patterns

_WINDOW = 80
"""Characters on either side that are read."""
_IN_LINES = frozenset(
    {
        *(ProtectedKind.INLINE_CODE, ProtectedKind.INLINE_MATH, ProtectedKind.LINK_TARGET, ProtectedKind.HTML_INLINE),
        ProtectedKind.CRITIC_MARKUP,
    }
)
"""The noun may stand before these: ``Figure `4` ``."""
_AMOUNT = lazy_pattern(r"(?:[€$£¥<>=≈~±×^≤≥@%]|(?<!\d)(?<!\d\s)[+&])\s?\Z")
_LOOSE = lazy_pattern(r"[,;:(–—]|-\s|\s-")
"""With one of these between, a plural behind the number is what is counted: "in the table, 4 valves"."""
_NUMBER_HEADER = lazy_pattern(r"\W*(?:nos?\.?|nr\.?|n[°º]|#|numbers?|num\.?|numéros?|ids?)\W*")
_ORDINAL = lazy_pattern(ORDINAL_END)


class NamedNumbers:
    """Answers for one document and the names of one kind of thing."""

    def __init__(self, parsed: ParsedDocument, nouns: Nouns) -> None:
        self._parsed = parsed
        self._patterns = patterns(nouns)
        self._headers: dict[int, dict[int, str]] | None = None

    def has(self, place: Place) -> bool:
        """Whether the number there, in digits or words, is named."""
        return self._is_before(place) or self._is_behind(place)

    def is_headed(self, place: Place) -> bool:
        """Whether it stands in a table that lists such things: under ``Figure``, or under ``No.`` beside it."""
        cell = place.block
        if cell is None or cell.kind is not BlockKind.TABLE or not cell.row:
            return False
        headers = self._of_table(cell.block)
        own = headers.get(cell.column, "")
        named = self._patterns.header.search(own) is not None
        if not named and _NUMBER_HEADER.fullmatch(own):
            named = any(self._patterns.header.search(header) for header in headers.values())
        return named and ALONE_IN_CELL.fullmatch(place.text, cell.start, cell.end) is not None

    def _is_before(self, place: Place) -> bool:
        lowest = 0 if place.kind in _IN_LINES else place.lowest
        before = place.text[max(lowest, place.start - _WINDOW) : place.start].lower()
        match = self._patterns.before.search(before)
        if match is None or is_cut_short(place) or (has_unit(place) and not self._closes_math(place)):
            return False
        between = match["between"]
        if place.kind is None and _AMOUNT.search(between):
            return False
        return not (_LOOSE.search(between) and noun_behind(place))

    @staticmethod
    def _closes_math(place: Place) -> bool:
        return place.kind is ProtectedKind.INLINE_MATH and place.text.startswith("$", place.end)

    def _is_behind(self, place: Place) -> bool:
        behind = place.text[place.end : min(place.highest, place.end + _WINDOW)].lower()
        if self._patterns.behind.match(behind):
            return True
        ordinal = is_ordinal_word(place) if place.number.isalpha() else _ORDINAL.match(behind) is not None
        return ordinal and self._patterns.behind_ordinal.match(behind) is not None

    def _of_table(self, block: int) -> dict[int, str]:
        if self._headers is None:
            self._headers = {}
            for table, column, header in _headers(self._parsed):
                self._headers.setdefault(table, {})[column] = header
        return self._headers.get(block, {})


def _headers(parsed: ParsedDocument) -> Iterator[tuple[int, int, str]]:
    """Block, column and text in lower case of every table's header cells."""
    text = parsed.prose.text
    for cell in parsed.prose.blocks:
        if cell.kind is BlockKind.TABLE and not cell.row:
            yield cell.block, cell.column, text[cell.start : min(cell.end, cell.start + _WINDOW)].lower()
