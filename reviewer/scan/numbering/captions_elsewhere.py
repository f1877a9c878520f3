"""Captions that are not read as such: in table cells, code, comments, definitions of links, titles of shortcodes.

They can neither be checked nor rewritten, but their numbers are not missing: the grid of pictures in a table, the
``{figure}`` directive, ``{{< figure title="Figure 4: …" >}}``, ``[a]: a.png "Figure 4: …"``, and lines that open with
``[Figure 4: …](a.png)``, ``Figure no. 4:``, ``Figure four:``, ``Figure 4(a):``.
"""

import re
from collections import defaultdict

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.scan.numbering.captions import MARKED, Label, labelled_numbers, parts_of
from reviewer.scan.numbering.other_styles import CARDINALS
from reviewer.scan.rule import ScanInput

_REACH = 12
"""Characters that are read before a label."""
_BEFORE = lazy_pattern(r"[\"'=]\s?\Z")
"""What opens the value of an attribute."""
_OPENS_LINE = lazy_pattern(r"(?:\A|\n)[ \t>]*[*_(]{0,3}\[?[*_(]{0,3}\Z")
_PART = lazy_pattern(r"[ \u00a0]?\([a-z]\)")
_IN_OTHER_WORDS = {
    label: lazy_pattern(
        rf"{names}[ \u00a0]"
        rf"(?:(?:n[°º]|no\.?|nr\.?|num(?:ber|éro)|#)[ \u00a0]?(?P<number>\d{{1,4}})|(?P<word>{'|'.join(CARDINALS)}))"
        r"[*_]{0,3}[ \u00a0]?(?:[:.–—-]|$)",
        re.MULTILINE,
    )
    for label, names in (
        (Label.FIGURE, r"ig(?:ure|\.)"),
        (Label.TABLE, r"ab(?:le|leau|\.)"),
        (Label.EQUATION, r"q(?:uation|\.)"),
    )
}
"""On text in lower case, from the label's second letter on."""


def elsewhere_of(scan: ScanInput, label: Label) -> dict[str, frozenset[int]]:
    """``captions_elsewhere`` of the document, read once."""
    return scan.shared(captions_elsewhere, label, scan.folded_source)


def captions_elsewhere(parsed: ParsedDocument, label: Label, folded: str) -> dict[str, frozenset[int]]:
    """Numbers by prefix (``2.`` of 2.1): label, number and a mark behind it in what is no running text.

    Captions that are read as such may be among them. ``folded`` is the document's text in lower case.
    """
    text = parsed.document.text
    found: dict[str, set[int]] = defaultdict(set)
    for match in labelled_numbers(text, label):
        start, end = match.start() - 1, match.end()
        part = _PART.match(text, end)
        if MARKED.match(text, part.end() if part else end) is None:
            continue
        before = text[max(start - _REACH, 0) : start]
        elsewhere = _BEFORE.search(before) or _OPENS_LINE.search(before)
        if elsewhere or parsed.protected_in(Span(start, end)):
            prefix, number, _ = parts_of(match["number"])
            found[prefix].add(number)
    for match in _IN_OTHER_WORDS[label].finditer(folded):
        before = folded[max(match.start() - 1 - _REACH, 0) : match.start()]
        if before.endswith(label.value[0]) and _OPENS_LINE.search(before[:-1]):
            found[""].add(int(match["number"]) if match["number"] else CARDINALS[match["word"]])
    return {prefix: frozenset(numbers) for prefix, numbers in found.items()}
