r"""What the two passes share about math: which ``\[ … \]`` is a formula, and which ``\end`` closes which ``\begin``.

Which pair of dollars is math, ``dollars`` says.
"""

from collections.abc import Iterable

from reviewer.lazy_pattern import lazy_pattern

_COMMAND = lazy_pattern(r"\\[A-Za-z\\]")
_PROSE = lazy_pattern(r"`|\]\(|://")
_SIGN = lazy_pattern(r"(?<!\\)[_<>|]|[=^+{}&\u00b1\u00d7\u00f7\u2190-\u22ff]")
_LONE = lazy_pattern(r"\^?[^\W_]+(?:\+\+[^\W_]*)?")
_WORD = lazy_pattern(r"[^\W\d_]{2}")
_SPACE = lazy_pattern(r"\s")
_LETTER = lazy_pattern(r"[^\W\d_]")


def is_formula(content: str) -> bool:
    r"""Whether ``\[ … \]`` around ``content`` is display math, not a pair of brackets that prose has escaped.

    In prose stand ``\[1\]``, ``\[^1\]``, ``\[x\]``, ``\[sic\]``, ``\[C++\]``, ``\[see page 4\]``, and what holds
    code or a link. A formula has a TeX command or a sign of mathematics, or single letters only: ``\[ E \]``,
    ``\[f(x)\]``. In doubt it is one: a formula that a fixer edits is worse than a word that no rule reads.
    """
    if _PROSE.search(content) is not None:
        return False
    if _COMMAND.search(content) is not None:
        return True
    if _LONE.fullmatch(content) is not None:
        return False
    if _SIGN.search(content) is not None:
        return True
    return _WORD.search(content) is None and _LETTER.search(content) is not None


def reads_as_words(content: str) -> bool:
    """Whether what is protected as math reads as text: words with white space, no TeX command, no sign of mathematics.

    ``5 and 10``, ``5 (or 10``, ``2 mod 3``. It may be a formula and is not edited, but no model needs a noun for it.
    """
    return (
        _SPACE.search(content) is not None
        and _WORD.search(content) is not None
        and _COMMAND.search(content) is None
        and _SIGN.search(content) is None
    )


def environments(borders: Iterable[tuple[str, str, int, int]]) -> dict[int, tuple[int, int]]:
    r"""Where the ``\end{x}`` of each ``\begin{x}`` stands; inner ones of the same name are closed first.

    ``borders`` are ``begin`` or ``end``, the name, and the offsets of the whole mark, in order.
    """
    ends: dict[int, tuple[int, int]] = {}
    opened: dict[str, list[int]] = {}
    for border, name, start, end in borders:
        stack = opened.setdefault(name, [])
        if border == "begin":
            stack.append(start)
        elif stack:
            ends[stack.pop()] = start, end
    return ends
