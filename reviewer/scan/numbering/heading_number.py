"""Where a heading writes its number."""

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span

_WORDLIKE = lazy_pattern(r"\w")
_GOES_ON = lazy_pattern(r"\w|\.\d")


def number_span(parsed: ParsedDocument, index: int) -> Span | None:
    """Where a section's number stands in its heading, if it is written out plainly."""
    section = parsed.sections[index]
    start, end = section.title_span
    number, line = section.number or "", parsed.document.text[start:end]
    place = line.find(number) if number else -1
    while place >= 0:
        before, behind = line[max(place - 1, 0) : place], line[place + len(number) : place + len(number) + 2]
        if not (_WORDLIKE.match(before) or before == "." or _GOES_ON.match(behind)):
            return Span(start + place, start + place + len(number))
        place = line.find(number, place + 1)
    return None
