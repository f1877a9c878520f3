"""How an edited line stands to what the humans made of it."""

import difflib
import re
from collections.abc import Sequence
from typing import Literal

from benchmarks.grading.documents import Measured, Record
from benchmarks.grading.edits import Edit, slice_after

Grade = Literal["fixed", "partly", "otherwise", "missed"]
"""``fixed``: the humans' text; ``partly``: some of their word edits; ``otherwise``: changed, none of them."""

GRADES: tuple[Grade, ...] = ("fixed", "partly", "otherwise", "missed")
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def grade_record(document: Measured, record: Record, edits: Sequence[Edit]) -> Grade:
    """What became of one known error (as the corpus's ``score.py``: equal but for white space is fixed)."""
    start, end = document.lines_span(record.line_start, record.line_end)
    low, high, now = slice_after(document.text, edits, start, end)
    old = document.text[low:high]
    want = document.text[low:start] + record.after + document.text[end:high]
    return grade(old, want, now)


def grade(old: str, want: str, now: str) -> Grade:
    """What ``now`` is, where ``old`` stood and ``want`` should stand."""
    if now == old:
        return "missed"
    if _is_same(old, want, now):
        return "fixed"
    return "partly" if word_edits(old, want) & word_edits(old, now) else "otherwise"


def _is_same(old: str, want: str, now: str) -> bool:
    """Equal but for white space; where white space is all that is wrong, equal but for that at the end."""
    if flat(old) == flat(want):
        return _unix(now).rstrip() == _unix(want).rstrip()
    return flat(now) == flat(want)


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n")


def flat(text: str) -> str:
    """The text with one blank for each white space."""
    return " ".join(text.split())


def word_edits(old: str, new: str) -> frozenset[tuple[int, int, str]]:
    """Which tokens (words, blanks, marks; by number) became what."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return frozenset((i1, i2, "".join(after[j1:j2])) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal")


def is_exact(document: Measured, edit: Edit) -> bool:
    """Whether the edit alone makes nothing but what the humans made on these lines, a part of it or all."""
    first, last = document.line(edit.start), document.line(max(edit.end - 1, edit.start))
    for record in document.records:
        if record.line_start <= first and last <= record.line_end:
            start, end = document.lines_span(record.line_start, record.line_end)
            old = document.text[start:end]
            moved = Edit(edit.start - start, edit.end - start, edit.after, edit.who)
            now = moved.done(old)
            if now == old:
                continue
            if word_edits(old, now) <= word_edits(old, record.after) or grade(old, record.after, now) == "fixed":
                return True
    return False
