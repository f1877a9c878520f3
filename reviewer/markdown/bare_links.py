"""Addresses that stand in prose without brackets (GFM 6.9), and e-mail addresses: protected like autolinks."""

import re

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import FILLER

_ADDRESS = lazy_pattern(
    rf"(?<![\w/])(?:(?:https?|ftp)://|www\.(?=\w))[^\s<>`|{FILLER}]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    re.IGNORECASE,
)
_TRAILING = frozenset("?!.,:;*_~'\"»”’")
_ENTITY = lazy_pattern(r"&[a-z0-9]{1,30};", re.IGNORECASE)
_BORDERS = ("](", "++}", "--}", "~~}", "~>", "==}", "<<}")
"""Marks of links and CriticMarkup that end an address written inside them."""
_PAIRS = {")": "(", "]": "[", "}": "{"}


def bare_addresses(text: str) -> list[tuple[int, int]]:
    """Spans of bare addresses; punctuation behind them and an unbalanced closing bracket are not part (GFM 6.9)."""
    found: list[tuple[int, int]] = []
    if "@" not in text and "://" not in text and "www." not in text.lower():
        return found
    for match in _ADDRESS.finditer(text):
        end = _trimmed(text, match.start(), match.end())
        if end > match.start():
            found.append((match.start(), end))
    return found


def _trimmed(text: str, start: int, end: int) -> int:
    for border in _BORDERS:
        found = text.find(border, start, end)
        end = found if found >= 0 else end
    surplus = {
        close: text.count(close, start, end) - text.count(opener, start, end) for close, opener in _PAIRS.items()
    }
    while end > start:
        last = text[end - 1]
        entity = text.rfind("&", max(start, end - 32), end) if last == ";" else -1
        if entity >= 0 and _ENTITY.fullmatch(text, entity, end):
            end = entity
        elif last in _TRAILING:
            end -= 1
        elif surplus.get(last, 0) > 0:
            surplus[last] -= 1
            end -= 1
        else:
            break
    return end
