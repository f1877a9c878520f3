"""Texts made shorter: whole sentences or items as long as there is room, else cut between words, which shows."""

import re
from collections.abc import Sequence

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
_CUT = " …"


def sentences(text: str) -> list[str]:
    """The sentences of a text, roughly: it is parted behind a full stop, also that of an abbreviation."""
    return [sentence for sentence in _SENTENCE_END.split(text) if sentence]


def leading(pieces: Sequence[str], joint: str, size: int) -> str:
    """As many whole pieces from the first on as ``size`` characters hold; the first is cut when even it is longer."""
    kept = 0
    length = 0
    for piece in pieces:
        length += len(piece) + (len(joint) if kept else 0)
        if length > size:
            break
        kept += 1
    if kept or not pieces:
        return joint.join(pieces[:kept])
    return cut(pieces[0], size)


def cut(text: str, size: int) -> str:
    """At most ``size`` characters; what is cut off is replaced by an ellipsis, between words where there are any."""
    if len(text) <= size:
        return text
    if size <= len(_CUT):
        return text[: max(size, 0)]
    kept = text[: size - len(_CUT) + 1]
    space = kept.rfind(" ")
    return (kept[:space] if space >= size // 2 else kept[:-1]).rstrip() + _CUT
