"""How a clean sentence gets one error of a class. What is planted is wrong wherever it stands."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from benchmarks.plant.sentences import Sentence, Site

_WORD = re.compile(r"[^\W\d_]+")
_LONG = 6
"""A misspelt shorter word is too often another word."""

_SHORT = 4
_MAY_REPEAT = frozenset({"nous", "vous", "that", "had", "is"})
"""Words that may stand twice and be right."""

_COMMA = re.compile(r"([^\W\d_]+), ([^\W\d_]+)")
_JOINED = re.compile(r"\b(of|in|to|on|de|en|par|sur) ([^\W\d_]{2,})")


class Language(Protocol):
    """Where choices come from, and the words that a misspelling must not give."""

    @property
    def rng(self) -> Random: ...  # noqa: D102

    @property
    def known(self) -> frozenset[str]: ...  # noqa: D102


def sites(cls: str, sentence: Sentence, language: Language, *, ends: bool, item: bool) -> list[Site]:
    """Every error of the class that the sentence can have.

    ``ends``: nothing follows it in its paragraph; ``item``: it opens a list item, where a small letter is a style.
    """
    makers: dict[str, Callable[[], list[Site]]] = {
        "typo": lambda: _typos(sentence.text, language),
        "doubled_word": lambda: _doubled(sentence.text),
        "spacing": lambda: _spacing(sentence.text),
        "punctuation": lambda: _punctuation(sentence.text, ends=ends),
        "capitalization": lambda: [*sentence.of(cls), *([] if item else [_small(sentence.text)])],
    }
    return makers[cls]() if cls in makers else list(sentence.of(cls))


def _cut(text: str, start: int, end: int, wrong: str, right: str) -> Site:
    return Site(text[:start], wrong, right, text[end:])


def _typos(text: str, language: Language) -> list[Site]:
    found = []
    for match in _WORD.finditer(text):
        word = match[0]
        if len(word) < _LONG or not word.islower():
            continue
        wrong = [other for other in misspellings(word) if other not in language.known]
        if wrong:
            found.append(_cut(text, *match.span(), language.rng.choice(wrong), word))
    return found


def misspellings(word: str) -> Sequence[str]:
    """Two inner letters swapped, one doubled, or, of two that are the same, one left out."""
    inner = range(1, len(word) - 1)
    swapped = [word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in inner if i + 2 < len(word)]
    doubled = [word[: i + 1] + word[i] + word[i + 1 :] for i in inner if word[i] not in {word[i - 1], word[i + 1]}]
    single = [word[:i] + word[i + 1 :] for i in inner if word[i] == word[i + 1]]
    return [other for other in (*swapped, *doubled, *single) if other != word]


def _doubled(text: str) -> list[Site]:
    short = (m for m in _WORD.finditer(text) if len(m[0]) <= _SHORT and m[0].islower() and m[0] not in _MAY_REPEAT)
    return [_cut(text, *m.span(), f"{m[0]} {m[0]}", m[0]) for m in short if _stands_free(text, m)]


def _stands_free(text: str, match: re.Match[str]) -> bool:
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return before == " " and after == " "


def _spacing(text: str) -> list[Site]:
    lost = [_cut(text, *m.span(), f"{m[1]},{m[2]}", m[0]) for m in _COMMA.finditer(text)]
    more = [_cut(text, *m.span(), f"{m[1]} , {m[2]}", m[0]) for m in _COMMA.finditer(text)]
    joined = [_cut(text, *m.span(), m[1] + m[2], m[0]) for m in _JOINED.finditer(text)]
    return [*lost, *more, *joined]


def _punctuation(text: str, *, ends: bool) -> list[Site]:
    commas = [_cut(text, *m.span(), f"{m[1]},, {m[2]}", m[0]) for m in _COMMA.finditer(text)]
    last = _last_word(text)
    word = text[last:-1]
    stops = [Site(text[:last], f"{word}..", f"{word}.", "")]
    if not ends:
        stops += [Site(text[:last], f"{word},", f"{word}.", ""), Site(text[:last], word, f"{word}.", "")]
    return [*commas, *stops]


def _last_word(text: str) -> int:
    return text.rindex(" ") + 1


def _small(text: str) -> Site:
    first = _WORD.match(text)
    word = first[0] if first else text[0]
    return Site("", word.lower(), word, text[len(word) :])
