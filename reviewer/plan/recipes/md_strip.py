"""Plain text in the place of Markdown (seed §7, v7.3.1 Policy D): nine steps, each character with the way back.

1 placeholders are protected (they are covers, which no step looks into) · 2 thematic breaks · 3 headings · 4 quote
marks · 5 bold and italic · 6 backticks · 7 list marks · 8 blank lines · 9 placeholders are put back (they never left).
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from reviewer.config import MdStrip
from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.frozen import Frozen
from reviewer.model.position import Span
from reviewer.plan.recipes import synonym_map
from reviewer.plan.recipes.masked import Cover, MaskedText

NAME = "markdown_strip"
BULLET, COLON = "•", ":"
"""Shown in the place of a list mark, and behind a heading."""

_AT_START = r"^[ \t]*(?:>[ \t]?)*[ ]{0,3}"
"""The start of a line, also in a quote."""

_BOLD = lazy_pattern(r"\*\*[^*\r\n]+\*\*|__[^_\r\n]+__")
_CODE_SPAN = lazy_pattern(r"(?<!`)(`+)(?!`)[^\r\n]+?(?<!`)\1(?!`)")
_EMPTY_HEADING = lazy_pattern(rf"{_AT_START}#{{1,6}}[ \t#]*\r?$", re.MULTILINE)
_RULE = lazy_pattern(rf"{_AT_START}(?:(?:-[ \t]*){{3,}}|(?:\*[ \t]*){{3,}}|(?:_[ \t]*){{3,}})(?=\r?$)", re.MULTILINE)
_HEADING = lazy_pattern(
    rf"({_AT_START}#{{1,6}}(?:[ \t]+|(?=\r?$)))([^\r\n]*?)(?:[ \t]+#+)?[ \t]*(?=\r?$)", re.MULTILINE
)
_QUOTE = lazy_pattern(r"(?m)^[ ]{0,3}(?:>[ \t]?)+")
_EMPHASIS = lazy_pattern(
    r"(?<!\\)\*{1,3}(?=\S)|(?<=\S)(?<!\\)\*{1,3}"
    r"|(?<![\w\\])_{1,3}(?=\w)|(?<=[\w.,;:!?)])(?<!\\)_{1,3}(?!\w)"
)
_BACKTICKS = lazy_pattern(r"`+")
_LIST = lazy_pattern(rf"{_AT_START}[ \t]*([-*+]|\d{{1,9}}[.)])(?=[ \t])", re.MULTILINE)
_BLANKS = lazy_pattern(r"(?:(?<=\n)|(?<=\r)|^)(?:[ \t]*(?:\r\n|\n|\r)){2,}")
_LINE_END = lazy_pattern(r"\r\n|\n|\r")


class Density(Frozen):
    """How much markup is left in a masked text (seed: ``_compute_post_mask_density``)."""

    bold_markers: int = 0
    backtick_count: int = 0
    code_span_count: int = 0
    empty_heading_count: int = 0
    hr_count: int = 0

    @property
    def combined(self) -> int:
        """All of them together."""
        return sum(self.model_dump().values())

    def passed(self, config: MdStrip) -> tuple[str, ...]:
        """The thresholds that are reached, by name, with counts."""
        pairs = (
            ("bold_markers", self.bold_markers, config.bold_threshold),
            ("backtick_count", self.backtick_count, config.backtick_threshold),
            ("code_span_count", self.code_span_count, config.code_span_threshold),
            ("empty_heading_count", self.empty_heading_count, config.empty_heading_threshold),
            ("hr_count", self.hr_count, config.hr_threshold),
            ("combined", self.combined, config.combined_threshold),
        )
        return tuple(f"{name} {count} >= {least}" for name, count, least in pairs if count >= least)


def density(text: str) -> Density:
    """The markup of a text as it is shown."""
    return Density(
        bold_markers=sum(1 for _ in _BOLD.finditer(text)),
        backtick_count=text.count("`"),
        code_span_count=sum(1 for _ in _CODE_SPAN.finditer(text)),
        empty_heading_count=sum(1 for _ in _EMPTY_HEADING.finditer(text)),
        hr_count=sum(1 for _ in _RULE.finditer(text)),
    )


def strip_markdown(masked: MaskedText) -> MaskedText:
    """The text without marks of Markdown, in the seed's nine steps. What is covered stays covered as it is."""
    for step in (_rules, _headings, _quotes, _emphasis, _backticks, _lists, _blank_lines):
        covers = [cover for cover in step(masked) if _untouched(masked, cover)]
        masked = masked.covered(covers)
    return masked


def _rules(masked: MaskedText) -> Iterator[Cover]:
    return _hidden(match.span() for match in _RULE.finditer(masked.source))


def _headings(masked: MaskedText) -> Iterator[Cover]:
    for match in _HEADING.finditer(masked.source):
        if not match[2]:
            yield from _hidden([match.span()])
            continue
        yield from _hidden([match.span(1)])
        if masked.free(match.end(2), match.end(2)):
            yield Cover(match.end(2), match.end(), COLON, recipe=NAME)


def _quotes(masked: MaskedText) -> Iterator[Cover]:
    return _hidden(match.span() for match in _QUOTE.finditer(masked.source))


def _emphasis(masked: MaskedText) -> Iterator[Cover]:
    """Not inside code, where a star is a star; list marks are left to their own step."""
    code = [Span(*match.span()) for match in _CODE_SPAN.finditer(masked.source)]
    lists = {match.start(1) for match in _LIST.finditer(masked.source)}
    for match in _EMPHASIS.finditer(masked.source):
        if match.start() not in lists and not _inside(code, match.start()) and not _beside_word(masked, match.span()):
            yield from _hidden([match.span()])


def _backticks(masked: MaskedText) -> Iterator[Cover]:
    spans = (match.span() for match in _BACKTICKS.finditer(masked.source))
    return _hidden(span for span in spans if not _beside_word(masked, span))


def _lists(masked: MaskedText) -> Iterator[Cover]:
    return (Cover(*match.span(1), BULLET, recipe=NAME) for match in _LIST.finditer(masked.source))


def _blank_lines(masked: MaskedText) -> Iterator[Cover]:
    """All but the first of the blank lines that follow each other, in what is shown."""
    for match in _BLANKS.finditer(masked.text):
        first = _LINE_END.search(masked.text, match.start())
        start, end = masked.source_of(Span(first.end() if first else match.start(), match.end()))
        at = start
        for cover in (*masked.covers, Cover(end, end, "")):
            if cover.start < start or at >= end:
                continue
            stop = min(cover.start, end)
            if stop > at:
                yield Cover(at, stop, "", recipe=NAME)
            at = max(at, cover.end)


def _hidden(spans: Iterable[tuple[int, int]]) -> Iterator[Cover]:
    return (Cover(start, end, "", recipe=NAME) for start, end in spans if end > start)


def _beside_word(masked: MaskedText, span: tuple[int, int]) -> bool:
    """Whether a mark touches a word that stands for another: without it that word might be one with the next."""
    return any(
        cover.recipe == synonym_map.NAME and span[0] <= cover.end and cover.start <= span[1] for cover in masked.covers
    )


def _untouched(masked: MaskedText, cover: Cover) -> bool:
    return masked.free(cover.start, cover.end)


def _inside(spans: Sequence[Span], at: int) -> bool:
    return any(span.start <= at < span.end for span in spans)
