"""GitHub's heading anchors, as npm ``github-slugger`` makes them."""

import unicodedata

from reviewer.lazy_pattern import lazy_pattern

_DROPPED = lazy_pattern(r"[^\w\- ]")

_ENCLOSED = lazy_pattern(r"[\u24b6-\u24e9\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189]")
"""Letters in circles and boxes: alphabetic in Unicode though not of a letter category."""


def slug(text: str) -> str:
    """Lower case; letters, marks, digits, connectors and hyphens stay; a space is a hyphen; the rest is dropped."""
    lowered = text.lower()
    if lowered.isascii():
        return _DROPPED.sub("", lowered).replace(" ", "-")
    return "".join(map(_piece, lowered))


def _piece(character: str) -> str:
    if character == " ":
        return "-"
    if character in "-_" or (character.isascii() and character.isalnum()):
        return character
    if character.isascii():
        return ""
    category = unicodedata.category(character)
    kept = category[0] in "LM" or category in ("Nd", "Nl", "Pc") or _ENCLOSED.match(character)
    return character if kept else ""


class Slugger:
    """Anchors of one document: a repeated slug gets ``-1``, ``-2``; a taken one is passed over."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def anchor(self, text: str) -> str:
        """The next anchor for a heading text."""
        base = slug(text)
        anchor = base
        while anchor in self._seen:
            self._seen[base] += 1
            anchor = f"{base}-{self._seen[base]}"
        self._seen[anchor] = 0
        return anchor
