"""Level 5 of the ladder, last part: ``replace: "a" -> "b"`` and sentences that say the same in prose.

Only quoted texts are taken, both sides of them; a sentence with a negation is none. What is read here asks for
attention like any proposal without a kind, and its quote must match like any other.
"""

import re
from collections.abc import Iterator
from typing import Any

from reviewer.plan.ladder.items import Found

MOST = 20_000
"""Characters beyond which a reply is no longer searched for sentences."""

_SPACE = "[ \t\u00a0\u202f]"


def _quoted(name: str) -> str:
    """A pattern for a text in quote marks of any kind; ``_text`` reads it."""
    return (
        rf"(?:\"(?P<{name}1>[^\"\n]{{1,400}})\"|“(?P<{name}2>[^”\n]{{1,400}})”"
        rf"|«{_SPACE}?(?P<{name}3>[^»\n]{{1,400}}?){_SPACE}?»|`(?P<{name}4>[^`\n]{{1,400}})`"
        rf"|'(?P<{name}5>[^\n]{{1,400}}?)'(?=[\s.,;:!?)]|\Z))"
    )


_ARROW = r"(?:->|→|=>|⟶)"
_FEW_WORDS = r"(?:[ \t]+[\w’'-]{1,30}){0,4}?[ \t]*:?[ \t]*"
_TO = (
    rf"{_SPACE}*,?{_SPACE}*(?:{_ARROW}|(?:with|to|by|into|par|en|à)\b(?:[ \t]+[\w’-]{{1,30}}){{0,3}}?)"
    rf"{_SPACE}*:?{_SPACE}*"
)
_VERB = r"\b(?:replac|chang|correct|remplac|corrig|modif|fix)\w{0,12}"

_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        _VERB + _FEW_WORDS + _quoted("before") + _TO + _quoted("after"),
        _quoted("before") + rf"{_SPACE}+(?:should{_SPACE}+(?:be|read)|devrait{_SPACE}+être){_SPACE}*:?{_SPACE}*"
        + _quoted("after"),
        _quoted("before") + rf"{_SPACE}*{_ARROW}{_SPACE}*" + _quoted("after"),
    )
)  # fmt: skip
_NOT = re.compile(
    r"\b(?:not|never|no|cannot|without|instead|rather|ne|n['’]|pas|jamais|aucun\w*|inutile|sans)\b|n['’]t\b|\bn['’]",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?\n]")
_BEFORE = 200


def sentences(text: str) -> Found | None:
    """The edits that sentences and one-line directives name, in order; None when there is none."""
    if len(text) > MOST:
        return None
    taken: list[tuple[int, int, dict[str, Any]]] = []
    for start, end, item in sorted(_all(text), key=lambda found: (found[0], -found[1])):
        if not taken or start >= taken[-1][1]:
            taken.append((start, end, item))
    return Found(tuple(item for _, _, item in taken)) if taken else None


def _all(text: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if not _negated(text, match.start()):
                item = {"action": "replace", "before": _text(match, "before"), "after": _text(match, "after")}
                yield match.start(), match.end(), item


def _text(match: re.Match[str], name: str) -> str:
    return next(found for number in range(1, 6) if (found := match[f"{name}{number}"]) is not None)


def _negated(text: str, start: int) -> bool:
    """Whether the sentence so far says no."""
    before = text[max(start - _BEFORE, 0) : start]
    ends = [match.end() for match in _SENTENCE_END.finditer(before)]
    return _NOT.search(before[ends[-1] if ends else 0 :]) is not None
