"""Where a text may be cut: never inside CR LF, never before a character that belongs to the one before it."""

import unicodedata

_JOINER = "\u200d"
_EMOJI_MODIFIERS = ("\U0001f3fb", "\U0001f3ff")


def extends(character: str) -> bool:
    """True when a character continues the grapheme before it (UAX 29 Extend and ZWJ: marks, joiner, skin tones)."""
    if character < "\u0300":
        return False
    if character == _JOINER or _EMOJI_MODIFIERS[0] <= character <= _EMOJI_MODIFIERS[1]:
        return True
    return unicodedata.category(character).startswith("M")


def may_cut(text: str, position: int) -> bool:
    """True when ``text`` may be cut before ``position``; both ends of the text are always allowed."""
    if position <= 0 or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if before == "\r" and after == "\n":
        return False
    return before != _JOINER and not extends(after)


def cut_at_or_before(text: str, position: int, floor: int) -> int:
    """The last allowed cut in ``(floor, position]``; ``position`` itself when there is none (a limit is a limit)."""
    cut = position
    while cut > floor and not may_cut(text, cut):
        cut -= 1
    return cut if cut > floor else position
