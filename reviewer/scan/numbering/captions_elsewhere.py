"""Captions that are not read as such: in table cells, code, comments, definitions of links, titles of shortcodes.

They can neither be checked nor rewritten, but their numbers are not missing: the grid of pictures in a table, the
``{figure}`` directive, ``{{< figure title="Figure 4: …" >}}``, ``[a]: a.png "Figure 4: …"``.
"""

import re
from collections import defaultdict

from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.scan.numbering.captions import MARKED, MENTION, Label, parts_of

_BEFORE = re.compile(r"[\"'=]\s?\Z")
"""What opens the value of an attribute."""


def captions_elsewhere(parsed: ParsedDocument, label: Label) -> dict[str, frozenset[int]]:
    """Numbers by prefix (``2.`` of 2.1): label, number and a mark behind it in what is no running text."""
    text = parsed.document.text
    found: dict[str, set[int]] = defaultdict(set)
    for match in MENTION[label].finditer(text):
        start, end = match.start() - 1, match.end()
        if MARKED.match(text, end) is None:
            continue
        if _BEFORE.search(text[max(start - 2, 0) : start]) or parsed.protected_in(Span(start, end)):
            prefix, number, _ = parts_of(match["number"])
            found[prefix].add(number)
    return {prefix: frozenset(numbers) for prefix, numbers in found.items()}
