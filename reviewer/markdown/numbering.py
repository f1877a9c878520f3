"""Explicit numbering of headings: ``2.3 Methods``, ``4.2. Data``, ``§ 3 Scope``, ``Annexe A — x``, ``III. Fin``."""

import re
from collections.abc import Iterable
from typing import NamedTuple

_ROMAN = r"(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_LABELLED = re.compile(
    rf"(Annexe|Annex|Appendix|Appendice|Chapter|Chapitre|Section|Part|Partie|Article|Titre|Title)\s+"
    rf"((?-i:\d{{1,3}}(?:\.\d+)*|[A-Z](?:\.\d+)*|{_ROMAN}))(?=$|[\s.:)\u2013\u2014-])",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"((?:\d{1,3}|[A-Z])(?:\.\d{1,3})+)[.):]?(?=\s+\S)(?!\s+(?:\(?\d{4}-|[-\u2013\u2014]\s*\d{4}-))")
_MARKED = re.compile(rf"(\d{{1,3}}|[A-Z]|{_ROMAN})[.)](?=\s|$)")
_SIGNED = re.compile(r"§[ \u00a0]?(\d{1,3}(?:\.\d{1,3})*)[.):]?(?=\s|$)")
_BARE = re.compile(r"(\d{1,3})(?=\s+\S)(?!\s+(?:[%°a-zàâäéèêëîïôöùûüç]))")


class Numbering(NamedTuple):
    """A heading's number without trailing punctuation, and the word before it. ``bare``: an integer with no mark."""

    number: str | None = None
    label: str | None = None
    bare: bool = False


def explicit_number(title: str) -> Numbering:
    """What a heading's text says.

    A bare integer has at most three digits and a capital behind it, so "2024 results", "3 ways" and "5 %" have none; it
    still needs ``is_counted``. One letter or a roman numeral needs a dot or bracket: not "I am", "A Guide". A number
    that is all of the heading, or has a date behind it, is a release ("1.0.3 - 2024-05-01").
    """
    if labelled := _LABELLED.match(title):
        return Numbering(labelled[2], labelled[1])
    for pattern in (_DOTTED, _MARKED, _SIGNED):
        if match := pattern.match(title):
            return Numbering(match[1])
    match = _BARE.match(title)
    return Numbering(match[1], None, True) if match else Numbering()


def is_counted(number: str, siblings: Iterable[str], children: Iterable[str]) -> bool:
    """True when a bare integer counts sections: its siblings start at 0 or 1, or a child has it as prefix.

    "404 Not Found" among status codes and a lone "10 Years After" are not numbered; "5 Methods" over "5.1 Data" is.
    """
    return not {"0", "1"}.isdisjoint(siblings) or any(child.startswith(number + ".") for child in children)
