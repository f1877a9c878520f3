"""Where a term may be written in other letters than its own: capitals and title case of a line, host names."""

import re
from collections.abc import Callable, Collection

from reviewer.validate.preserve.edit_words import alike

_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LINE_END = re.compile(r"[\r\n]")
_HOST = re.compile(r"(?<![\w.])(?:[\w-]++\.)+[a-z]{2,}(?!\w)")
_LONG = 4
"""Letters from which a word has a capital in title case (styles leave short articles and prepositions small)."""

_Case = Callable[[str], str]


def may_be_written(written: str, before: str, after: str, forms: Collection[str]) -> bool:
    """Whether ``written``, a term in another case than its ``forms`` have, is as what is around it or was there before.

    ``before`` and ``after`` are the lines that an edit touches. Capitals, and title case (each word of a form with a
    capital), are right where the other words of the line have them, or the words that stood there, which may have been
    slips of it. Small letters are right in a host name (RFC 4343: case means nothing there).
    """
    if written.islower():
        return _in_host_names(written, after)
    cases = [case for case in (str.upper, _title) if written in {case(form) for form in forms}]
    return any(_as_before(written, before, case) or _as_around(written, after, case) for case in cases)


def lines_around(text: str, start: int, end: int) -> str:
    """The whole lines of a text that ``text[start:end]`` touches."""
    head = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    tail = _LINE_END.search(text, end)
    return text[head : tail.start() if tail else len(text)]


def _title(text: str) -> str:
    return _WORDS.sub(lambda word: word[0][:1].upper() + word[0][1:], text)


def _as_before(written: str, before: str, case: _Case) -> bool:
    """Whether each word stood there in this case, itself or a slip of it."""
    stood = [word for word in _WORDS.findall(before) if word == case(word)]
    return all(any(_may_be_slip(other, word) for other in stood) for word in _WORDS.findall(written))


def _may_be_slip(stood: str, word: str) -> bool:
    return stood == word or (len(word) >= _LONG and alike(stood, word))


def _as_around(written: str, line: str, case: _Case) -> bool:
    """Whether the other words of the line have this case; the first one has a capital anyway."""
    first = _WORDS.search(line)
    others = _WORDS.findall(line.replace(written, " "))
    if case is _title and first is not None and not line.startswith(written, first.start()):
        others = others[1:]
    others = [word for word in others if len(word) >= _LONG]
    return bool(others) and all(word == case(word) for word in others)


def _in_host_names(written: str, line: str) -> bool:
    return written not in _HOST.sub(" ", line)
