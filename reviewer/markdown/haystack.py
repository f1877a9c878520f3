"""Text that is searched for quotes, as people and models type them.

LF stands for any line end, a plain space for the no-break kinds; who asks for it, finds a quote over wrapped lines too.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.cuts import may_cut
from reviewer.markdown.retype import plain, to_lf
from reviewer.model.document import Document
from reviewer.model.position import Span

_WRAP = lazy_pattern(r"(?<=\S)\n([ \t]*+(?:>[ \t]*+)*+)(?=\S)")
"""A line end between two words, with the indent of a list item or the marks of a quote behind it."""

COUNTED = 100
"""Matches are counted up to here; nobody needs to know more exactly how ambiguous a quote is."""

TRIED = 10_000
"""So many places are looked at for one quote."""


class Haystack:
    """A region of a document, made ready once for any number of quotes."""

    def __init__(self, document: Document, region: Span) -> None:
        self._start = region.start
        self._text, self._crs = to_lf(document.text[region.start : region.end])

    def find(self, quote: str, limit: int = COUNTED) -> list[Span]:
        """Document spans of every match, overlapping ones too, up to ``limit``.

        Matches in the very characters win over those that differ in the kind of space. A match never begins or ends
        between a letter and its accent. An empty quote is nowhere.
        """
        wanted = to_lf(quote)[0]
        if not wanted:
            return []
        found = self._search(_as_it_is(self._text), wanted, (), limit)
        if not found:
            exact = tuple((i, c) for i, c in enumerate(wanted) if plain(c) != c)
            found = self._search(_as_it_is(self._plain), plain(wanted), exact, limit)
        return [self._real(start, start + len(wanted)) for start in found]

    def find_wrapped(self, quote: str, limit: int = COUNTED) -> list[Span]:
        """Matches of a quote that has one space where a line of the text ends between two words, indent and all.

        Whether these lines are those of one paragraph is the caller's to know. Quotes without a space are nowhere.
        """
        wanted = to_lf(quote)[0]
        if " " not in wanted.strip():
            return []
        exact = tuple((i, c) for i, c in enumerate(wanted) if plain(c) != c or c == "\n")
        joined, needle = self._joined, plain(wanted).replace("\n", " ")
        found = self._search(joined, needle, exact, limit)
        return [self._real(joined.real(start), joined.real_end(start + len(wanted))) for start in found]

    @cached_property
    def _plain(self) -> str:
        return plain(self._text)

    @cached_property
    def _joined(self) -> "_Joined":
        """Line ends as spaces, but for those of blank lines and behind the spaces of a hard break."""
        marks, dropped = [], [0]
        for match in _WRAP.finditer(self._plain):
            marks.append(match.start() - dropped[-1])
            dropped.append(dropped[-1] + len(match[1]))
        return _Joined(_WRAP.sub(" ", self._plain), marks, dropped)

    def _search(self, haystack: "_Joined", needle: str, exact: tuple[tuple[int, str], ...], limit: int) -> list[int]:
        """Offsets of ``needle`` where also the characters ``exact`` (by place in it) are the text's own."""
        text = self._text
        found: list[int] = []
        position = -1
        for _ in range(TRIED):
            position = haystack.text.find(needle, position + 1)
            if position < 0 or len(found) == limit:
                break
            start, end = haystack.real(position), haystack.real_end(position + len(needle))
            if not may_cut(text, start) or not may_cut(text, end):
                continue
            if all(text[haystack.real(position + i)] == character for i, character in exact):
                found.append(position)
        return found

    def _real(self, start: int, end: int) -> Span:
        """Back from offsets in LF text: ``_crs`` are the offsets of the line ends that are CRLF in the document."""
        base, crs = self._start, self._crs
        return Span(base + start + bisect_right(crs, start - 1), base + end + bisect_right(crs, end - 1))


@dataclass(frozen=True, slots=True)
class _Joined:
    """Text whose wrapped lines are joined: ``marks`` are the offsets of the joints, ``dropped`` counts the characters
    that were left out behind the first n of them."""

    text: str
    marks: Sequence[int]
    dropped: Sequence[int]

    def real(self, offset: int) -> int:
        """The offset before joining of the character at ``offset``."""
        return offset + self.dropped[bisect_left(self.marks, offset)]

    def real_end(self, offset: int) -> int:
        """Where what ends at ``offset`` ended before."""
        return self.real(offset - 1) + 1 if offset else 0


def _as_it_is(text: str) -> _Joined:
    return _Joined(text, (), (0,))
