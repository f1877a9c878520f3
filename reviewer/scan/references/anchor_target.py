"""The one live anchor that a dead link obviously means, if there is exactly one.

Tried in this order, each step only when exactly one anchor fits: the same but for case; but for accents; with ``_``,
spaces or punctuation for hyphens; but for all hyphens; but for the heading's leading number; the link's text is
exactly one heading's title; the text is such a title up to a bracketed remark, and the dead anchor begins the live
one; one letter is wrong, doubled, missing or swapped with its neighbour inside a word of five letters or more (never
its first, never a digit), and the link's text does not write that word just so: ``[Modal](#modal)`` means a section
that is missing, not ``Model``. A link whose text is the title of another heading than the one found is not decided. An
anchor that is one letter off and set by hand (``<a name>``) is never a target unless some link already uses it: the
mistake may be in the anchor. A fragment that keeps the title's capitals in several words (``Hooks-JavaScript``) is
how Hexo writes it: it is not certain, unless live links show that the document is written for GitHub.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.scan.references.section_index import bare_title, normal_title

_JOIN = lazy_pattern(r"[\W_]+")
_REMARK = lazy_pattern(r"\s*[(\[].*$")
_LEADING = lazy_pattern(r"^(?:\d+[.-]?)+-?")
_COUNT = lazy_pattern(r"^(?:\d+[.)]?)+[\s:–—-]*")
_STEPS = 4
_SIGNS = 2
_CROWD = 64
"""More anchors than this that share half their letters: none of them is obvious, and comparing them all is too slow."""


class AnchorTargets:
    """Live anchors of one document in several foldings. ``used`` are the fragments that live links already have."""

    def __init__(self, parsed: ParsedDocument, used: Iterable[str]) -> None:
        self._used = frozenset(used)
        self._headings = frozenset(s.anchor for s in parsed.sections[1:])
        self._live = tuple(sorted(parsed.anchors | parsed.html_ids))
        self._folds = _fold_tables(self._live)
        self._unnumbered = _table((_unnumbered(anchor), anchor) for anchor in sorted(self._headings))
        titles, plain = [], []
        for section in parsed.sections[1:]:
            whole, bare = normal_title(section.title), bare_title(section)
            titles.append((whole, section.anchor))
            if section.number is not None:
                titles.append((normal_title(bare), section.anchor))
            if "(" in bare or "[" in bare:
                plain.append((normal_title(_REMARK.sub("", bare)), section.anchor))
        self._titles, self._plain = _table(titles), _table(plain)
        self._kept_case = {(s.title.replace(" ", "-"), s.anchor) for s in parsed.sections[1:] if " " in s.title}

    def target(self, fragment: str, text: str, shown: str = "") -> str | None:
        """The live anchor that ``fragment`` means, or None when none or more than one is meant.

        ``shown`` is what the links say that use a definition.
        """
        name = normal_title(text)
        titled = self._titles.get(name, []) if name else []
        found = self._folded(fragment) or self._remarked(fragment, name) or self._misspelt(fragment, f"{text} {shown}")
        if found is None:
            return titled[0] if len(titled) == 1 else None
        if found in self._headings and titled and found not in titled:
            return None
        return found

    def may_be_hexo(self, fragment: str, target: str) -> bool:
        """Whether another renderer would find the title there, and hardly a live link is dead under it.

        Those have small letters where a title has capitals: two different ones say that the document is GitHub's.
        """
        if (fragment, target) not in self._kept_case:
            return False
        return len({anchor for kept, anchor in self._kept_case if kept != anchor and anchor in self._used}) < _SIGNS

    def is_title(self, text: str, anchor: str) -> bool:
        """Whether ``text``, but for a number before it, is the title of this anchor's heading and of no other."""
        name = normal_title(text)
        holders = self._titles.get(name) or self._titles.get(normal_title(_COUNT.sub("", name)), [])
        return holders == [anchor]

    def _folded(self, fragment: str) -> str | None:
        for key, table in zip(_foldings(fragment), self._folds, strict=True):
            if key and (holders := table.get(key)):
                return holders[0] if len(holders) == 1 else None
        key = _unnumbered(fragment)
        holders = self._unnumbered.get(key, []) if len(key) > 2 else []
        return holders[0] if len(holders) == 1 else None

    def _remarked(self, fragment: str, name: str) -> str | None:
        holders = self._plain.get(name, []) if name else []
        if len(holders) == 1 and holders[0].startswith(f"{fragment.casefold()}-"):
            return holders[0]
        return None

    @cached_property
    def _halves(self) -> dict[str, list[str]]:
        """Live anchors by their first and last half: a slip leaves one of them whole."""
        return _table((half, anchor) for anchor in self._live for half in _halves(anchor, len(anchor) // 2 - 1))

    def _misspelt(self, fragment: str, shown: str) -> str | None:
        name = fragment.casefold()
        near: set[str] = set()
        for size in {len(name) // 2 - 2, len(name) // 2 - 1, len(name) // 2}:
            for half in _halves(name, size):
                candidates = self._halves.get(half, [])
                if len(candidates) > _CROWD:
                    return None
                near.update(anchor for anchor in candidates if _one_slip(name, anchor))
        found = next(iter(near)) if len(near) == 1 else None
        if found is not None and _is_meant(name, found, shown):
            return None
        return found if found in self._headings or found in self._used else None


def crosses_number(fragment: str, anchor: str) -> bool:
    """Whether ``fragment`` has digits, and ``anchor`` has others or none: 2.4 and 24 are one, 2024 and 2023 are not."""
    digits, others = ("".join(filter(str.isdigit, text)) for text in (fragment, anchor))
    return digits not in ("", others)


def has_digits(anchor: str) -> bool:
    """Whether the anchor has a number that could be another than the one that is meant."""
    return any(map(str.isdigit, anchor))


def _halves(name: str, size: int) -> tuple[str, ...]:
    return (f"<{name[:size]}", f"{name[-size:]}>") if size > 0 else ()


def _table(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = defaultdict(list)
    for key, anchor in pairs:
        table[key].append(anchor)
    return table


def _fold_tables(anchors: Iterable[str]) -> tuple[dict[str, list[str]], ...]:
    folded = [(_foldings(anchor), anchor) for anchor in anchors]
    return tuple(_table((keys[step], anchor) for keys, anchor in folded) for step in range(_STEPS))


def _foldings(text: str) -> tuple[str, ...]:
    """Without case; without accents; words joined by hyphens; words run together."""
    case = text.casefold()
    plain = case
    if not case.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", case) if not unicodedata.combining(c))
    joined = _joined(plain)
    return case, plain, joined, joined.replace("-", "")


def _joined(plain: str) -> str:
    """Words joined by hyphens. Most anchors have single hyphens only: then there is nothing to do."""
    if plain.isascii() and plain.replace("-", "a").isalnum() and "--" not in plain:
        return plain.strip("-")
    return _JOIN.sub("-", plain).strip("-")


def _unnumbered(text: str) -> str:
    return _foldings(_LEADING.sub("", text) if text[:1].isdigit() else text)[-1]


def _is_meant(fragment: str, anchor: str, shown: str) -> bool:
    """The text writes the fragment's word, or a form of it, and not the anchor's: both speak of another section."""
    pair = _one_difference(fragment, anchor)
    words = _JOIN.split(shown.casefold())
    return pair is not None and pair[1] not in words and any(_is_form(word, pair[0]) for word in words)


def _is_form(a: str, b: str) -> bool:
    """Equal, or one with up to two more letters at its end."""
    short, long = sorted((a, b), key=len)
    return len(short) >= 4 and long.startswith(short) and len(long) - len(short) <= 2


def _one_difference(a: str, b: str) -> tuple[str, str] | None:
    words, others = _JOIN.split(a), _JOIN.split(b)
    if len(words) != len(others):
        return None
    different = [(x, y) for x, y in zip(words, others, strict=True) if x != y]
    return different[0] if len(different) == 1 else None


def _one_slip(a: str, b: str) -> bool:
    pair = _one_difference(a, b)
    if pair is None:
        return False
    x, y = pair
    return min(len(x), len(y)) >= 4 and max(len(x), len(y)) >= 5 and x[0] == y[0] and _slip(x, y)


def _slip(x: str, y: str) -> bool:
    start = 0
    while start < min(len(x), len(y)) and x[start] == y[start]:
        start += 1
    end = 0
    while end < min(len(x), len(y)) - start and x[-1 - end] == y[-1 - end]:
        end += 1
    left, right = x[start : len(x) - end], y[start : len(y) - end]
    if any(c.isdigit() for c in left + right):
        return False
    return (len(left) <= 1 and len(right) <= 1) or (len(left) == 2 and left == right[::-1])
