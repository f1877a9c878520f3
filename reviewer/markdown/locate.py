"""From an op's target to exact text: which span it replaces and what stands there afterwards (DESIGN §4).

Text is matched as people type it: LF for any line end, a plain space also for the no-break and thin spaces of French
typography. What the document has is kept: its line ends and its spaces. Nothing else is fuzzy, and a match must be the
only one in the target lines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from reviewer.markdown.haystack import COUNTED, Haystack
from reviewer.markdown.retype import retype, to_lf
from reviewer.model.document import Document
from reviewer.model.edit import Action
from reviewer.model.position import Span

SHOWN = 80
"""Characters of the target line that a failure shows: what stands there is only a suggestion, never a match."""


@dataclass(frozen=True, slots=True)
class LocateFailure:
    """Why a target was not found: ``range``, ``missing`` (0 matches) or ``ambiguous``; ``lines`` are where it fits."""

    reason: Literal["range", "missing", "ambiguous"]
    matches: int
    message: str
    lines: tuple[int, ...] = ()


class Located(NamedTuple):
    """An exact edit: ``before`` is the document's text at ``span``, ``after`` replaces it, both with real line ends."""

    span: Span
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Quote:
    """What an op says about its place: 1-based inclusive lines and the text that stands there."""

    action: Action
    line_start: int
    line_end: int
    before_text: str
    after_text: str
    within: Span | None = None
    """Nothing outside is looked at: a chunk may begin and end inside a line."""


def locate(
    document: Document, line_start: int, line_end: int, before_text: str, within: Span | None = None
) -> Span | LocateFailure:
    """The one place in the lines (and ``within``) where ``before_text`` stands; it may be part of a line.

    A match in the very characters wins over one that differs in the kind of space. A match never begins or ends
    between a letter and its accent. An empty ``before_text`` is nowhere.
    """
    region = _region(document, line_start, line_end, within)
    if isinstance(region, LocateFailure):
        return region
    spans = Haystack(document, region).find(before_text)
    if len(spans) == 1:
        return spans[0]
    return _failure(document, (line_start, line_end), spans)


def resolve(document: Document, quote: Quote) -> Located | LocateFailure:
    """What an op changes exactly.

    ``replace``: the quoted text, its line ends and spaces kept where ``after_text`` has them too. ``delete``: the
    quoted text, with the terminators where it covers whole lines. ``insert``: whole lines after ``line_end`` (0: before
    the first line), each with a terminator, after the missing last newline; a quoted text must stand in the lines.
    ``flag_only``: the quoted text, or the whole lines where none is quoted or it is there more than once.
    """
    if quote.action is Action.INSERT:
        return _insertion(document, quote)
    if quote.action is Action.FLAG_ONLY:
        return _flagged(document, quote)
    span = locate(document, quote.line_start, quote.line_end, quote.before_text, quote.within)
    if isinstance(span, LocateFailure):
        return span
    if quote.action is Action.DELETE:
        span = _whole_lines(document, span)
        return Located(span, document.text[span.start : span.end], "")
    before = document.text[span.start : span.end]
    line_end = _line_end_of(document, document.lines_of(span)[1])
    return Located(span, before, retype(before, quote.before_text, quote.after_text, line_end))


def _region(document: Document, first: int, last: int, within: Span | None = None) -> Span | LocateFailure:
    if not 1 <= first <= last <= document.line_count:
        message = f"lines {_short(first)}-{_short(last)} are not in the document, which has {document.line_count}"
        return LocateFailure("range", 0, message)
    lines = document.lines_span(first, last)
    if within is None:
        return lines
    start = max(lines.start, within.start)
    return Span(start, max(start, min(lines.end, within.end)))


def _short(number: int) -> str:
    return str(number) if -(10**9) < number < 10**9 else "(huge)"


def _failure(document: Document, lines: tuple[int, int], spans: list[Span]) -> LocateFailure:
    where = f"line {lines[0]}" if lines[0] == lines[1] else f"lines {lines[0]}-{lines[1]}"
    if not spans:
        there = document.line_text(lines[0])
        shown = there if len(there) <= SHOWN else there[:SHOWN] + "…"
        return LocateFailure("missing", 0, f"before_text is not in {where}, which begins {shown!r}")
    return ambiguous(document, spans, where)


def ambiguous(
    document: Document, spans: Sequence[Span], where: str, line_of: Callable[[int], int] | None = None
) -> LocateFailure:
    """Several places fit: how many, and at which lines. ``line_of``: an offset's line, where not the text's own."""
    line_of = line_of or (lambda at: document.position(at).line)
    count = f"{COUNTED} or more" if len(spans) >= COUNTED else str(len(spans))
    places = tuple(dict.fromkeys(line_of(span.start) for span in spans))
    shown = ", ".join(str(line) for line in places[:5]) + (", …" if len(places) > 5 else "")
    message = f"before_text matches {count} times in {where} (at line {shown}); quote more of it"
    return LocateFailure("ambiguous", len(spans), message, places)


def _insertion(document: Document, quote: Quote) -> Located | LocateFailure:
    if quote.line_start == quote.line_end == 0:
        line_end = (document.terminators[0] if document.line_count else "") or "\n"
        return Located(Span(0, 0), "", _lines(quote.after_text, line_end))
    region = _region(document, quote.line_start, quote.line_end)
    if isinstance(region, LocateFailure):
        return region
    if quote.before_text:
        place = locate(document, quote.line_start, quote.line_end, quote.before_text, quote.within)
        if isinstance(place, LocateFailure) and place.reason == "missing":
            return place
    line_end = _line_end_of(document, quote.line_end)
    missing = "" if document.terminators[quote.line_end - 1] else line_end
    return Located(Span(region.end, region.end), "", missing + _lines(quote.after_text, line_end))


def _lines(text: str, line_end: str) -> str:
    lines = to_lf(text)[0]
    return (lines if lines.endswith("\n") else lines + "\n").replace("\n", line_end)


def _flagged(document: Document, quote: Quote) -> Located | LocateFailure:
    region = _region(document, quote.line_start, quote.line_end, quote.within)
    if isinstance(region, LocateFailure):
        return region
    span = region
    if quote.before_text:
        place = locate(document, quote.line_start, quote.line_end, quote.before_text, quote.within)
        if isinstance(place, Span):
            span = place
        elif place.reason == "missing":
            return place
    return Located(span, document.text[span.start : span.end], "")


def _whole_lines(document: Document, span: Span) -> Span:
    """A span that covers whole lines, with the last one's terminator."""
    first, last = document.lines_of(span)
    line = document.line_span(last)
    content_end = line.end - len(document.terminators[last - 1])
    if span.start == document.line_span(first).start and span.end >= content_end:
        return Span(span.start, line.end)
    return span


def _line_end_of(document: Document, line: int) -> str:
    """The line end of a line; that of the line before where it has none; LF where there is none at all."""
    before = document.terminators[line - 2] if line > 1 else ""
    return document.terminators[line - 1] or before or "\n"
