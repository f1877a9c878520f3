"""The smallest edits of a hunk, from its text alone, so that the same hunk always means the same edits."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from reviewer.model.edit import Action
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.plan.diffs.diff_text import Hunk

Compare = Callable[[str, str], Sequence[TextEdit]]
"""Minimal differences of two texts, in order, not touching each other (``ledger.compare.hunks``)."""

_GAP = re.compile(r"[\w\s,;.:'’()-]*")
_WORDS = 3
"""Edits with fewer words than this between them are one: a sentence that is written anew is one change, not ten. Words
with marks of Markdown between them are not joined: they may be protected."""


@dataclass(frozen=True, slots=True)
class Part:
    """One edit: ``start`` is its offset in the hunk's old text.

    ``removes``: it takes away whole lines, or leaves white space of them.
    """

    action: Action
    start: int
    before: str
    after: str
    removes: bool = False


def parts_of(hunk: Hunk, compare: Compare) -> tuple[Part, ...]:
    """The edits that make the hunk's new text of its old text, in order; none for a hunk that changes nothing."""
    old = hunk.old
    return tuple(_part(old, edit) for edit in _edits(hunk, compare))


def in_own_line_ends(hunk: Hunk) -> Hunk:
    """The hunk with the line ends of its old lines, where those agree, also on what it adds (DESIGN §4).

    A hunk that changes nothing but line ends stays as it is.
    """
    ends = {_line_end(text) for sign, text in hunk.rows if sign != "+"} - {""}
    if len(ends) != 1 or _lf(hunk.old) == _lf(hunk.new):
        return hunk
    (own,) = ends
    return replace(hunk, rows=tuple((sign, _ended(text, own) if sign == "+" else text) for sign, text in hunk.rows))


def _ended(text: str, own: str) -> str:
    """The line with another end; one that a lone CR stands before keeps its own."""
    bare = text.removesuffix(_line_end(text))
    return text if bare == text or bare.endswith("\r") else bare + own


def _line_end(text: str) -> str:
    return "\r\n" if text.endswith("\r\n") else "\n" if text.endswith("\n") else ""


def _lf(text: str) -> str:
    return text.replace("\r\n", "\n")


def _edits(hunk: Hunk, compare: Compare) -> Iterator[TextEdit]:
    """Run by run of lines that go and come; what the diff calls context is not compared again."""
    offset = 0
    for stays, rows in groupby(hunk.rows, key=lambda row: row[0] == " "):
        run = list(rows)
        gone = "".join(text for sign, text in run if sign != "+")
        if not stays:
            come = "".join(text for sign, text in run if sign != "-")
            for edit in _joined(gone, compare(gone, come)):
                span = Span(edit.span.start + offset, edit.span.end + offset)
                yield TextEdit(span, edit.before_text, edit.after_text)
        offset += len(gone)


def _joined(old: str, edits: Sequence[TextEdit]) -> Iterator[TextEdit]:
    pending: TextEdit | None = None
    for edit in edits:
        if pending is None:
            pending = edit
            continue
        gap = old[pending.span.end : edit.span.start]
        if "\n" in gap or not _GAP.fullmatch(gap) or len(re.findall(r"\w+", gap)) >= _WORDS:
            yield pending
            pending = edit
            continue
        span = Span(pending.span.start, edit.span.end)
        pending = TextEdit(span, old[span.start : span.end], pending.after_text + gap + edit.after_text)
    if pending is not None:
        yield pending


def _part(old: str, edit: TextEdit) -> Part:
    """Whole lines that come or go are insertions and deletions; all else replaces."""
    start, end = edit.span
    action = Action.REPLACE
    if not edit.before_text and _is_lines(old, start, edit.after_text):
        action = Action.INSERT
    removes = not edit.after_text and "\n" in edit.before_text
    if edit.before_text and not edit.after_text.strip():
        removes = removes or _is_whole_line(old, start, end)
    if removes and not edit.after_text:
        action = Action.DELETE
    return Part(action, start, edit.before_text, edit.after_text, removes)


def _is_lines(old: str, start: int, text: str) -> bool:
    """Whether inserted text is whole lines: at the start of a line, or after a last line without newline."""
    if start == 0 or old[start - 1] == "\n":
        return text.endswith("\n") or start == len(old)
    return start == len(old) and text.startswith(("\n", "\r\n"))


def _is_whole_line(old: str, start: int, end: int) -> bool:
    """Whether nothing but white space is left of the line in which the span stands."""
    left = old[old.rfind("\n", 0, start) + 1 : start]
    line_end = old.find("\n", end)
    right = old[end:] if line_end < 0 else old[end:line_end]
    return not (left + right).strip()
