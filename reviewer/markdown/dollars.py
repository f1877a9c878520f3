r"""Which pair of dollars in a line is math, and which are two signs of their own: money, shell variables.

The rule is Pandoc's (``tex_math_dollars``; GitHub renders by nearly the same): the opener has no white space to its
right, the next dollar is the closer, with no white space to its left and no digit right behind it. A pair stands in one
paragraph, heading or table cell. By that rule two pairs are math that nobody means so, and they are taken out:

- Both dollars stand before a name or a number, and what is between ends in a mark that separates, not in a formula:
  ``$HOME/bin:$PATH``, ``"$1" and "$NAME"``, ``$5 ($USD``, ``${X}${Y}``. One letter is no such name, for ``$f:$x`` may
  be a map; nor is a lower-case word behind a dash, for ``$SU(2)-$invariant`` is a word with math in it. A formula may
  end a clause, and the word behind its mark may stand without a space: ``$mc^2=E,$which``. What holds a sign of TeX
  (``\``, ``^``, ``x_1``, ``_{``), or a sum or relation of two things, is math. ``${X=1}``, ``"$X" = "$Y"`` and
  ``A=$X,b=$Y`` are none.
- Both dollars stand behind an amount: ``10$/month, or 15$``, ``10$-15$``. A sign of TeX between them makes it math.

All else stays math, because a formula that is edited is worse than a price that is not. What is math by the rule and
reads as words (``$5 and 10$``; ``formulas.reads_as_words``) is protected; masks of math leave it as it stands.
"""

from reviewer.lazy_pattern import lazy_pattern

_NAME = lazy_pattern(r"\{[A-Za-z_]|[A-Za-z_]\w|\d")
_NEXT_NAME = lazy_pattern(r"\{[A-Za-z_]|[A-Za-z_]\w")
_ANY_NAME = lazy_pattern(r"[A-Za-z_{]")
_VARIABLE = lazy_pattern(r"\{[A-Za-z_]|[A-Z_][A-Z0-9_]+\b")
_SEPARATED = lazy_pattern(r"(?<![\\^_])[/:;,=.(\[{<>|&\"“”‘«»@~*#]\Z|(?<=[\s,;:(=])'\Z")
_JOINED = lazy_pattern(r"(?<![\\^_])[-–—+%!?)}\]\w]\Z")
_BEHIND_AMOUNT = lazy_pattern(r"[-–—/,;:.)!?]")
_IN_BRACES = lazy_pattern(r"\{[A-Za-z_][^{}]*\}")
_TEX = lazy_pattern(r"[\\^_{}]")
_TEX_BESIDE_NAMES = lazy_pattern(r"[\\^]|_\{|(?<!\w)[A-Za-z]_[A-Za-z0-9](?!\w)")
_TWO_OPERANDS = lazy_pattern(r"[\w)\]}|']\s*[=<>+±×·÷\u2190-\u22ff]+\s*[\w(\[{|+\-−]")
_ASSIGNS = ("=", "<", ">")
_FIGURES = "0123456789.,'’"


def are_two_signs(text: str, opener: int, closer: int) -> bool:
    """Whether the dollars at two offsets, a pair by Pandoc's rule, each belong to text of their own.

    Reads what is between them and the word behind: linear, where pairs do not overlap.
    """
    return _before_names(text, opener, closer) or _behind_amounts(text, opener, closer)


def _before_names(text: str, opener: int, closer: int) -> bool:
    first, second = opener + 1, closer + 1
    if _ANY_NAME.match(text, second) is None:
        return False
    end = text[max(first, closer - 2) : closer]
    separated = _SEPARATED.search(end) is not None or (end[-1:] == "'" and text[opener - 1 : opener] == "'")
    if _VARIABLE.match(text, first) is not None:
        two = separated or (_JOINED.search(end) is not None and _VARIABLE.match(text, second) is not None)
    else:
        two = separated and _NAME.match(text, first) is not None and _NEXT_NAME.match(text, second) is not None
    return two and not _is_formula(text[first:closer])


def _is_formula(content: str) -> bool:
    """Whether what may be a name and a mark is a formula; what ends in ``=`` assigns what stands behind the dollar."""
    braces = _IN_BRACES.match(content)
    rest = content[braces.end() :] if braces is not None else content
    if _TEX_BESIDE_NAMES.search(rest) is not None:
        return True
    return not rest.endswith(_ASSIGNS) and _TWO_OPERANDS.search(rest) is not None


def _behind_amounts(text: str, opener: int, closer: int) -> bool:
    if not (text[opener - 1 : opener].isdigit() and text[closer - 1].isdigit()):
        return False
    content = text[opener + 1 : closer]
    before = content.rstrip(_FIGURES)[-1:]
    return _BEHIND_AMOUNT.match(content) is not None and not before.isalpha() and _TEX.search(content) is None
