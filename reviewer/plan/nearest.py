"""Which line a quote may have meant: shown to people as a suggestion, never edited (DESIGN §7)."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cached_property

from reviewer.model.document import Document

_WORDS = 40
"""So many words of the quote are looked up."""

_COMMON = 200
"""A word that stands in more lines than this says nothing about the place."""

_SHOWN = 80


class Nearest:
    """An index of the words of a document, or of its lines ``first`` to ``last``, made when it is first asked.

    ``line_of``: the line that is told for an offset, where that is not the document's own.
    """

    def __init__(
        self,
        document: Document,
        lines: tuple[int, int] | None = None,
        line_of: Callable[[int], int] | None = None,
    ) -> None:
        self._document = document
        self._line_of = line_of
        self._first, self._last = lines or (1, document.line_count)

    def suggestion(self, quote: str) -> str:
        """``; the nearest is line 4: '…'`` for the line that shares most words with the quote, else nothing.

        A line must share at least half of the words that were looked up.
        """
        words = list(dict.fromkeys(_words(quote)))[:_WORDS]
        counts = Counter(line for word in words for line in self._lines.get(word, ()))
        if not counts:
            return ""
        line, shared = min(counts.items(), key=lambda item: (-item[1], item[0]))
        if 2 * shared < len(words):
            return ""
        text = self._document.line_text(line)
        told = line
        if self._line_of is not None:
            told = self._line_of(self._document.line_span(line).start + len(text) - len(text.lstrip()))
        return f"; the nearest is line {told}: {text[:_SHOWN]!r}"

    @cached_property
    def _lines(self) -> dict[str, list[int]]:
        lines: defaultdict[str, list[int]] = defaultdict(list)
        for line in range(self._first, self._last + 1):
            for word in set(_words(self._document.line_text(line))):
                if len(lines[word]) <= _COMMON:
                    lines[word].append(line)
        return {word: found for word, found in lines.items() if len(found) <= _COMMON}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
