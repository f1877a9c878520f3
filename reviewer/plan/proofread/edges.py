"""White space at the edges of an edit, and marks around a word that goes.

A model that exchanges a word often drops or adds the space beside it ("home, in the", "home,of the"): the word is what
it corrects, and the space stays as it was.
"""

import re
import unicodedata
from collections import Counter

from reviewer.plan.proofread.tokens import TextEdit, masks, words

_OPENING = re.compile(r"(?:\A|[\s(\[{“«‘„—–-])[*_~\"'(\[{“«‘„—–-]*\Z")
_CLOSING = re.compile(r"[*_~\"')\]}”»’.,;:!?…—–-]*(?:[\s.,;:!?…)\]}”»’—–-]|\Z)")
_STOP = re.compile(r"\[r\d+\]|[*_~\"')\]}”»’]*(?:[.,;:!?…)\]]|\Z)|[*_~\"')\]}”»’]+\s")
"""What stands at the word before it: closing marks, the ends of sentences, a footnote's mark."""
_REACH = 20
"""Characters before a place that are looked at for marks that open something."""
_BRACKETED = re.compile(
    r"[*_~]{0,3}(?:\(-?\w{1,4}\)|\[-?\w{1,4}\](?![(\[])|\{-?\w{1,4}\})|/-?\w{1,2}\b|[*_~]{0,3} \((?:e?s|e)\)"
)
_BRACKETED_BEFORE = re.compile(r"\(\w{1,4}\)\Z")
_RUN = re.compile(r"\*{2,}|_{2,}|~{2,}|\"{2,}")
_EMPTY = re.compile(r"\[\s*+\]|\(\s*+\)|\{\s*+\}|“\s*+”|«\s*+»|‘\s*+’|<t\d+>\s*+<t\d+>")


def with_old_edges(edit: TextEdit, text: str) -> TextEdit:
    """The edit with the white space that stood at its edges, whatever it puts there.

    Of the white space on both sides of a word that goes, one stays; a word that comes in gets none beside another. What
    puts in a line end or a tab stays as it is, and so does what changes white space alone: no rule lets these pass.
    """
    old, new = edit.old(text), edit.new
    if any(character.isspace() and unicodedata.category(character) != "Zs" for character in new):
        return edit
    if not old.strip():
        return _put_in(edit, text) if new.strip() else edit
    lead, tail = _edges(old)
    return TextEdit(edit.start, edit.end, lead + new.strip() + tail) if new.strip() else _taken_away(edit, text)


def joins(edit: TextEdit, text: str) -> bool:
    """Whether a word that comes in has no white space between it and what it does not belong to."""
    new = edit.new
    if edit.old(text).strip() or not new.strip():
        return False
    left = new[0].isalnum() and not _opens(text, edit.start)
    return left or (new[-1].isalnum() and _CLOSING.match(text, edit.end) is None)


def goes_on_in_brackets(edit: TextEdit, text: str) -> bool:
    """Whether a word changes that has an ending in brackets, or a beginning: *cluster(s)*, *(un)lock*."""
    start, end = edit.start, edit.end
    old, new = edit.old(text), edit.new
    changes_end = old[-1:].isalnum() and new[-1:].isalnum() and old.split()[-1:] != new.split()[-1:]
    changes_start = old[:1].isalnum() and new[:1].isalnum() and old.split()[:1] != new.split()[:1]
    behind = _BRACKETED.match(text, end) is not None
    before = _BRACKETED_BEFORE.search(text[max(start - _REACH, 0) : start]) is not None
    return (changes_end and behind) or (changes_start and before)


def empties(edit: TextEdit, text: str) -> bool:
    """Whether nothing is left between two marks, in a link's text, or of the whole text."""
    after = edit.applied(text)
    if Counter(_RUN.findall(after)) - Counter(_RUN.findall(text)):  # "**the**", "****"
        return True
    if len(_EMPTY.findall(after)) > len(_EMPTY.findall(text)):
        return True
    return bool(words(text)) and not words(after) and not masks(after)


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _opens(text: str, at: int) -> bool:
    """Whether a word may begin there: behind white space, or marks that open something."""
    return _OPENING.search(text[max(at - _REACH, 0) : at]) is not None


def _put_in(edit: TextEdit, text: str) -> TextEdit:
    """With white space on the sides that have none and are no marks; what stood in its place stands before it."""
    old, (lead, tail) = edit.old(text), _edges(edit.new)
    lead = old or ("" if _opens(text, edit.start) else lead)
    tail = "" if _CLOSING.match(text, edit.end) else tail or (" " if old else "")
    return TextEdit(edit.start, edit.end, lead + edit.new.strip() + tail)


def _taken_away(edit: TextEdit, text: str) -> TextEdit:
    lead, tail = _edges(edit.old(text))
    start, end = edit.start + len(lead), edit.end - len(tail)
    before, behind = text[start - 1 : start] if start else "", text[end : end + 1]
    if before.isspace() and behind.isspace():
        if lead and not tail:
            return TextEdit(edit.start, end, "")
        return TextEdit(start, edit.end if tail else end + 1, "")
    if before.isspace() and _STOP.match(text, end):
        return TextEdit(edit.start if lead else start - 1, end, "")
    if behind.isspace() and _opens(text, start):
        return TextEdit(start, edit.end if tail else end + 1, "")
    return TextEdit(start, end, "")
