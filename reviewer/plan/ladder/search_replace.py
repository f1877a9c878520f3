"""SEARCH/REPLACE blocks: the text that stands there, a divider, the text that should.

    <<<<<<< SEARCH
    a quote
    =======
    its replacement
    >>>>>>> REPLACE

The quote may be part of a line, as in any proposal. A block that does not end is no proposal.
"""

import re
from collections.abc import Sequence

from reviewer.plan.ladder.items import Found

_BEGIN = re.compile(r"[ \t]*<{5,9}[ \t]*(?:SEARCH|ORIGINAL)\b[^\n]*", re.IGNORECASE)
_DIVIDER = re.compile(r"[ \t]*={5,9}[ \t]*")
_END = re.compile(r"[ \t]*>{5,9}[ \t]*(?:REPLACE|UPDATED)\b[^\n]*", re.IGNORECASE)


def search_replace(text: str) -> Found | None:
    """The blocks of a text in order; None when it has none. ``dropped``: blocks whose divider is not clear."""
    if "<<<<<" not in text:
        return None
    items: list[dict[str, str]] = []
    dropped, cut = 0, False
    inner: list[str] | None = None
    for line in text.replace("\r\n", "\n").split("\n"):
        if inner is None:
            inner = [] if _BEGIN.fullmatch(line) else None
        elif _END.fullmatch(line):
            item = _item(inner)
            inner = None
            items += [item] if item else []
            dropped += item is None
        else:
            inner.append(line)
    cut = inner is not None
    return Found(tuple(items), dropped, cut) if items or dropped or cut else None


def _item(lines: Sequence[str]) -> dict[str, str] | None:
    """Both halves of a block. Of an odd number of dividers the middle one divides: the others underline headings."""
    dividers = [number for number, line in enumerate(lines) if _DIVIDER.fullmatch(line)]
    if len(dividers) % 2 == 0:
        return None
    middle = dividers[len(dividers) // 2]
    return {
        "action": "replace",
        "before": "\n".join(lines[:middle]),
        "after": "\n".join(lines[middle + 1 :]),
    }
