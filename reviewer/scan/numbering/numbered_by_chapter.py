"""Figures, tables, equations and listings that are counted by chapter: Figure 3.1 holds the number of chapter 3 fast.

They would have to go with the chapter, and nothing rewrites them: the chapter keeps its number and is only flagged.
"""

from collections.abc import Callable, Iterable
from functools import cached_property

from reviewer.model.document import Document
from reviewer.model.position import Span
from reviewer.scan.numbering.captions import Label, numberings
from reviewer.scan.numbering.outcome import RefusedError
from reviewer.scan.rule import ScanInput

_SEPARATORS = ".-"


class NumberedByChapter:
    """Answers for one document. ``mentions`` tells where something is named whose number begins with the given one."""

    def __init__(self, scan: ScanInput, mentions: Callable[[str], Span | None]) -> None:
        self._scan = scan
        self._mentions = mentions

    def refuse(self, numbers: Iterable[str]) -> None:
        """Raise ``RefusedError`` where a caption, or a mention of one, begins with one of the numbers."""
        for number in numbers:
            span = self._captions.get(number) or self._mentions(number)
            if span is not None:
                raise _refusal(self._scan.parsed.document, span, number)

    @cached_property
    def _captions(self) -> dict[str, Span]:
        """The first caption by what its number begins with: 3, and 3.2, for Figure 3.2-1."""
        found: dict[str, Span] = {}
        for caption in (caption for label in Label for caption in self._scan.shared(numberings, label).captions):
            parts = caption.prefix.rstrip(_SEPARATORS).replace("-", ".").split(".")
            for size in range(1, len(parts) + 1):
                found.setdefault(".".join(parts[:size]), caption.span)
        return found


def _refusal(document: Document, span: Span, number: str) -> RefusedError:
    line = document.position(span.start).line
    text = document.text
    start = max(text.rfind("\n", 0, span.start) + 1, text.rfind(" ", 0, span.start - 1) + 1)
    shown = " ".join(text[min(start, span.start) : span.end].split())
    return RefusedError(f"“{shown}” in line {line} may be numbered by {number}")
