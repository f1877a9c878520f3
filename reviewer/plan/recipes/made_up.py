"""Placeholders that stand for nothing: what a model wrote as one, where none was shown (seed §7, ``_unmask_ops``)."""

import re
from functools import lru_cache

from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.tokens import is_word

GAP = "\0"
"""Stands in a text in the place of each token that was shown."""

_NUMBER = r"(?:[\W_]{0,3}\d|\0)"
"""A number is one also behind a space or a bracket: ``Expression 1``, ``Expression_1``."""

_OPENING = " \t*_#>-•\"'«“„(["
_ENDS = frozenset("\n\r.!?:")
_LONGEST_NUMBER = 4


def made_up(masked: MaskedText, lead: str, written: str, tail: str = "") -> bool:
    """Whether ``written``, between ``lead`` and ``tail`` and with gaps for tokens, has a placeholder of its own.

    One is a stem with a number, in any case of letters; the noun with its capital in the middle of a sentence; any
    stem that is no word. The noun as an ordinary word is none: ``expressions``, ``suitable``.
    """
    return any(_in(stem, lead, written, tail) for stem in masked.stems)


def _in(stem: str, lead: str, written: str, tail: str) -> bool:
    reach = len(stem) - 1
    before = lead[-reach:] if reach else ""
    text = before + written + tail[: reach + _LONGEST_NUMBER]
    if any(match.start() < len(before) + len(written) for match in _placeholder(stem).finditer(text)):
        return True
    bare = (match.start() - len(before) for match in _noun(stem).finditer(text))
    return any(at < len(written) and not _begins(lead, written, at) for at in bare)


def _begins(lead: str, written: str, at: int) -> bool:
    """Whether a sentence or a line begins at an offset of ``written``."""
    if at < 0:
        return False
    before = written[:at].rstrip(_OPENING) or lead.rstrip(_OPENING)
    return not before or before[-1] in _ENDS


@lru_cache(maxsize=64)
def _placeholder(stem: str) -> re.Pattern[str]:
    return re.compile(re.escape(stem) + (_NUMBER if is_word(stem) else ""), re.IGNORECASE)


@lru_cache(maxsize=64)
def _noun(stem: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(stem)}(?!\w)")
