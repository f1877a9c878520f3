"""Numbers that run on through Parts and Chapters, and one is missing where the next Part begins.

``Part 1: 1, 2; Part 2: 4, 5`` lacks 3. Judged are parts that are called so, stand beside each other, and of which none
begins its numbers again; at most two may be missing, for a leap is meant. Never repaired: which Part lacks the section
is not known.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.scan.numbering.doubts import is_partial_document
from reviewer.scan.numbering.number_groups import parent_number
from reviewer.scan.references.reference_text import Family
from reviewer.scan.references.section_index import family_of
from reviewer.scan.references.withdrawn import withdrawn
from reviewer.scan.rule import ScanInput

_PART = lazy_pattern(
    r"[*_\s]*(?:part|partie|chapter|chapitre|title|titre|book|livre|division|volume)[ \u00a0]+\S"
    r"|[*_\s]*(?:first|second|third|fourth|fifth|première|deuxième|seconde|troisième|quatrième)\s(?:part|partie)\b",
    re.IGNORECASE,
)
_WIDEST = 3
_OPENS = lazy_pattern(
    r"(?m)^[ \t#>|*_~(\[-]{0,40}(?:<h\d[^<>\n]{0,80}>)?(?:(?:section|article|art\.|clause|§)[ \u00a0]?)?"
    r"(\d{1,3})(?!\w|\.\d)",
    re.IGNORECASE,
)


class BorderGap(NamedTuple):
    """The section (index) that begins a Part, and the number that ends the Part before."""

    section: int
    before: str


class _Item(NamedTuple):
    section: int
    rank: int


def border_gaps(scan: ScanInput) -> Iterator[BorderGap]:
    """Gaps between the last number of a Part and the first of the next."""
    for (family, _), parts in _rows(scan.parsed).items():
        rows = list(parts.values())
        items = [item.rank for row in rows for item in row]
        if len(rows) < 2 or len(items) < 2 * len(rows) or any(b <= a for a, b in pairwise(items)):
            continue
        for one, other in pairwise(rows):
            step = other[0].rank - one[-1].rank
            if 1 < step <= _WIDEST and not _is_known(scan, family, range(one[-1].rank + 1, other[0].rank)):
                yield BorderGap(other[0].section, scan.parsed.sections[one[-1].section].number or "")


def _rows(parsed: ParsedDocument) -> dict[tuple[Family, int], dict[int, list[_Item]]]:
    """By family and the heading above the Parts: the plain numbers in each Part, in order."""
    found: dict[tuple[Family, int], dict[int, list[_Item]]] = defaultdict(dict)
    for index, section in enumerate(parsed.sections[1:], 1):
        number = section.number or ""
        if section.parent <= 0 or not number.isdigit() or parent_number(number):
            continue
        part = parsed.sections[section.parent]
        if _PART.match(part.title):
            found[family_of(section), part.parent].setdefault(section.parent, []).append(_Item(index, int(number)))
    return found


def _is_known(scan: ScanInput, family: Family, numbers: range) -> bool:
    """Whether the document says, or shows, where these numbers are."""
    if is_partial_document(scan):
        return True
    gone = withdrawn(scan).beside(family, "")
    opening = scan.shared(_opening_numbers)
    return all(str(number) in gone or str(number) in opening for number in numbers)


def _opening_numbers(parsed: ParsedDocument) -> frozenset[str]:
    """What lines begin with."""
    return frozenset(match[1] for match in _OPENS.finditer(parsed.document.text))
