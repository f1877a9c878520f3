"""What came of a renumbering: its repairs, or why there are none."""

from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.document import Document
from reviewer.model.finding import Repair
from reviewer.model.position import Span

_OPENING = lazy_pattern(r"^[^\w§]+")
_SHOWN = 40
_BEFORE = 24


class Outcome(NamedTuple):
    """Repairs in document order; where one was plausible and refused, ``reason`` says what stood in its way."""

    repairs: tuple[Repair, ...] = ()
    reason: str = ""

    def message(self, fault: str) -> str:
        """The fault, and the reason behind it."""
        return f"{fault}; not renumbered: {self.reason}" if self.reason else fault


class RefusedError(Exception):
    """A number cannot be changed for certain everywhere it stands; the text is the reason for people."""


def mention_refusal(document: Document, span: Span, number: str) -> RefusedError:
    """``“see clause 4.1” in line 12 may mean 4.1``."""
    text = document.text
    start = max(span.start - _BEFORE, 0)
    start = max(start, text.rfind("\n", start, span.start) + 1)
    if start and not text[start - 1].isspace():
        start = min(text.find(" ", start, span.start) + 1 or span.start, span.start)
    shown = _OPENING.sub("", " ".join(text[start : span.end].split())[-_SHOWN:])
    return RefusedError(f"“{shown}” in line {document.position(span.start).line} may mean {number}")
