"""Tables of terms: a column of terms, a column that says what they are (issue C: glossary from the document)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from reviewer.model.parsed import FILLER, ParsedDocument, ProseBlock
from reviewer.pyramid.definitions import Definition, defined

_MASKED = re.compile(f"{FILLER}+")
_TOLD = ("`", "$")
"""What code and formulas begin with; addresses, tags and comments, masked as well, are not told."""

_TERMS = frozenset({
    "abbreviation", "abbreviations", "abbr", "acronym", "acronyms", "concept", "concepts", "expression", "expressions",
    "term", "terms", "word", "words",
    "abréviation", "abréviations", "acronyme", "acronymes", "mot", "mots", "notion", "notions", "sigle", "sigles",
    "terme", "termes",
})  # fmt: skip
_MEANINGS = frozenset({
    "definition", "definitions", "description", "explanation", "expansion", "full form", "long form", "meaning",
    "meanings", "stands for", "what it means",
    "définition", "définitions", "explication", "forme développée", "forme longue", "sens", "signification",
    "significations",
})  # fmt: skip
"""Headings, English and French, in lower case. "Name" and "Symbol" are none: tables of parameters have those."""


def table_definitions(parsed: ParsedDocument, cells: Iterable[ProseBlock]) -> Iterator[Definition]:
    """What a table defines, row by row; nothing where its first heading names no terms or no other names meanings.

    ``cells`` are those of the table in order. Cells beyond the header's are not read; an empty one defines nothing.
    """
    rows = [list(row) for _, row in groupby(cells, key=lambda cell: cell.row)]
    meaning = _column_of_meanings(parsed, rows[0]) if rows else None
    if meaning is None:
        return
    for row in rows[1:]:
        texts = {cell.column: _text(parsed, cell) for cell in row if cell.column in {0, meaning}}
        if (found := defined(texts.get(0, ""), texts.get(meaning, ""))) is not None:
            yield found


def _column_of_meanings(parsed: ParsedDocument, header: Sequence[ProseBlock]) -> int | None:
    titles = {cell.column: _text(parsed, cell).strip("*_ :").casefold() for cell in header}
    if titles.get(0) not in _TERMS:
        return None
    return next((column for column, title in sorted(titles.items()) if column > 0 and title in _MEANINGS), None)


def _text(parsed: ParsedDocument, cell: ProseBlock) -> str:
    """A cell on one line, with its code and formulas. A table is one protected span, so these are not known by kind."""
    prose = parsed.prose.text[cell.start : cell.end]
    told = _MASKED.sub(partial(_unmasked, parsed, cell.start), prose) if FILLER in prose else prose
    return " ".join(told.replace("\\|", "|").split())


def _unmasked(parsed: ParsedDocument, start: int, match: re.Match[str]) -> str:
    span = parsed.prose.span(start + match.start(), start + match.end())
    text = parsed.document.text[span.start : span.end]
    return text if text.startswith(_TOLD) else ""
