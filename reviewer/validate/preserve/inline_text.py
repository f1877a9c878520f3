"""What stands in a line and is no prose stays: link targets, code spans, math, footnote marks, citations.

Text that the parser protects is kept from edits elsewhere: what would touch it is a flag. Here is looked at what comes
in, and at what nothing protects.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable

from reviewer.markdown.inline_pass import InlineContext, InlineScan
from reviewer.model.edit import EditOp
from reviewer.model.structure import ProtectedKind
from reviewer.validate.preserve.around import Around, Rule
from reviewer.validate.preserve.edit_words import Touched

_LINK = re.compile(r"\]\([^()\s]*|\]\[[^\]\n]*\]|\b(?:https?|ftp|mailto):[^\s<>()\[\]]*[^\s<>()\[\].,;:!?]")
_CODE = re.compile(r"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s\[]{1,80}\]")
_CITATION = re.compile(
    r"(?<![\w@])@[\w][\w:.#$%&+?<>~/-]*\w|\\(?:[a-z]{0,8}cite[a-z]{0,8}|e?q?ref)\*?\{[^{}\n]{1,200}\}"
)

_AUTHOR = r"(?:(?:van|von|der|den|de|du|la|le|di|da)[ ]){0,3}[A-ZÀ-ÖØ-Þ][\w'’.-]{0,40}"
_AUTHORS = rf"{_AUTHOR}(?:(?:,?[ ](?:and|et|und|y)[ ]|,?[ ]&[ ]|,[ ]){_AUTHOR}){{0,8}}(?:,?[ ]et[ ]al\.?)?"
_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?\b"
_CLOSED = r"(?=[^()\n]{0,200}(?:\)|\Z))"
_NO_AUTHOR = (
    r"(?!(?:In|On|Since|From|By|Until|January|February|March|April|May|June|July|August|September|October|November|"
    r"December|Spring|Summer|Autumn|Fall|Winter|Janvier|Février|Mars|Avril|Mai|Juin|Juillet|Août|Septembre|Octobre|"
    r"Novembre|Décembre|En|Depuis)\b)"
)
_AUTHOR_CITATION = re.compile(
    rf"(?<=[(;])[ ]?(?:(?:see|cf\.|e\.g\.,?|voir)[ ]){{0,2}}{_NO_AUTHOR}{_AUTHORS},?[ ]{_YEAR}{_CLOSED}"
    rf"|\b{_NO_AUTHOR}{_AUTHORS}[ ]\({_YEAR}{_CLOSED}"
)
"""``(Smith, 2019)``, ``(see Smith et al., 2019; Berg & Oak 2020a)``, ``Smith (2019)``."""


def _rule(key: str, find: Callable[[str], Iterable[str]], what: str) -> Rule:
    def look(op: EditOp, view: Touched, around: Around) -> str | None:
        if around.is_protected(op.span):
            return None
        old, new = (Counter(find(side)) for side in (view.before, view.after))
        if old == new:
            return None
        gone, come = list(old - new), list(new - old)
        return f"it would {' and '.join(_done(gone, come))}, {what}"

    return Rule(key, look)


def _matches(pattern: re.Pattern[str]) -> Callable[[str], Iterable[str]]:
    return lambda text: (match[0] for match in pattern.finditer(text))


def _math(text: str) -> Iterable[str]:
    marks = InlineScan(text, InlineContext()).marks
    return (text[mark.start : mark.end] for mark in marks if mark.kind is ProtectedKind.INLINE_MATH)


def _done(gone: Iterable[str], come: Iterable[str]) -> Iterable[str]:
    for verb, found in (("take away", gone), ("put in", come)):
        for text in list(found)[:1]:
            yield f"{verb} “{text[:60]}”"


RULES = (
    _rule("link_targets", _matches(_LINK), "a link"),
    _rule("code_spans", _matches(_CODE), "code"),
    _rule("inline_math", _math, "math"),
    _rule("footnote_marks", _matches(_FOOTNOTE), "a footnote mark"),
    _rule("citations", _matches(_CITATION), "a citation"),
    _rule("author_citations", _matches(_AUTHOR_CITATION), "a citation by author and year"),
)
"""Each compares how often what it knows stands in the touched sentences, before and after."""
