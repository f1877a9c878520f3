"""Where a hunk stands: its old text exactly, once, or at the stated line of the very document that it was made on."""

from collections import defaultdict
from functools import cached_property

from reviewer.markdown.haystack import COUNTED
from reviewer.markdown.retype import to_lf
from reviewer.model.document import Document
from reviewer.model.edit import RejectCode
from reviewer.model.position import Span
from reviewer.patch.unified import lf_lines
from reviewer.plan.diffs.diff_text import Hunk
from reviewer.plan.nearest import Nearest
from reviewer.plan.op_fields import Refused

_BOM = "\ufeff"
_SHOWN = 60
_LISTED = 5


class HunkPlaces:
    """Looks hunks up in one document. ``based``: the diff was made on exactly this document."""

    def __init__(self, document: Document, *, based: bool) -> None:
        self._document = document
        self._text = document.text
        self._based = based
        self._nearest = Nearest(document)

    def start(self, hunk: Hunk) -> int:
        """The offset at which the hunk's old text begins; -1 when it begins with the document's byte order mark.

        Raises:
            Refused: ``REJECT_HASH``: it stands nowhere or more than once, or has no context and no known base.
        """
        old = hunk.old
        if self._document.bom and old.startswith(_BOM) and hunk.new.startswith(_BOM):
            if self._fits(old[1:], 0):
                return -1
            raise self._missing(hunk, old)
        if self._based and hunk.start is not None:
            stated = self._offset(hunk.start if not old else hunk.start - 1)
            if stated is not None and self._fits(old, stated):
                return stated
        if old == self._text:
            return 0
        if not hunk.has_context:
            message = "has no context lines; that is only safe when it names the very state that the document is in"
            raise Refused(RejectCode.HASH, f"{named(hunk)} {message}")
        return self._only(hunk, old)

    def _only(self, hunk: Hunk, old: str) -> int:
        found = self._found(old)
        if not found:
            raise self._missing(hunk, old)
        if len(found) == 1:
            return found[0]
        count = f"{COUNTED} or more" if len(found) == COUNTED else str(len(found))
        lines = ", ".join(str(self._line(offset)) for offset in found[:_LISTED])
        more = ", …" if len(found) > _LISTED else ""
        message = f"fits {count} places, at lines {lines}{more}; give it more context lines"
        raise Refused(RejectCode.HASH, f"{named(hunk)} {message}")

    def _found(self, old: str) -> list[int]:
        """Where the text stands as whole lines; one without last newline stands only at the document's end."""
        lines = lf_lines(old)
        if not lines:
            return []
        rarest = min(range(len(lines)), key=lambda index: len(self._index.get(lines[index], ())))
        found: list[int] = []
        for number in self._index.get(lines[rarest], ()):
            offset = self._offset(number - rarest)
            if offset is not None and self._fits(old, offset):
                found.append(offset)
            if len(found) == COUNTED:
                break
        return found

    def _fits(self, old: str, start: int) -> bool:
        at_line = start == 0 or self._text[start - 1] == "\n"
        ends = old.endswith("\n") or not old or start + len(old) == len(self._text)
        return at_line and ends and self._text.startswith(old, start)

    def _offset(self, lines: int) -> int | None:
        """The offset after so many lines that end at LF."""
        return self._starts[lines] if 0 <= lines < len(self._starts) else None

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in lf_lines(self._text):
            starts.append(starts[-1] + len(line))
        return starts

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        """Numbers (from 0) of the lines, by their text with its line end."""
        index: defaultdict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(lf_lines(self._text)):
            index[line].append(number)
        return dict(index)

    def _line(self, offset: int) -> int:
        return self._document.lines_of(Span(offset, offset + 1))[0]

    def _missing(self, hunk: Hunk, old: str) -> Refused:
        return Refused(RejectCode.HASH, f"{named(hunk)} does not fit: {self._reason(hunk, old)}")

    def _reason(self, hunk: Hunk, old: str) -> str:
        """What is different; never a reason to fit it all the same."""
        if self._document.bom and old.startswith(_BOM):
            return "it would move or remove the byte order mark"
        if "\r" in old + self._text and f"\n{to_lf(old)[0]}" in self._without_line_ends:
            return "only its line ends differ from the document's; make the diff on the document as it is"
        if hunk.new and self._found(hunk.new):
            return f"its new text stands already at line {self._line(self._found(hunk.new)[0])}"
        if self._found(old.removesuffix("\n")) or (not old.endswith("\n") and self._found(old + "\n")):
            return "only the newline at the end differs; a no-newline mark is missing or too much"
        for sign, row in hunk.rows:
            if sign != "+" and to_lf(row)[0].removesuffix("\n") not in self._known_lines:
                suggestion = self._nearest.suggestion(row)
                return f"{row[:_SHOWN].rstrip()!r} is not in the document{suggestion}"
        return "its lines are in the document, but not one after the other"

    @cached_property
    def _without_line_ends(self) -> str:
        """The text with LF alone, each line after one."""
        return "\n" + to_lf(self._text)[0]

    @cached_property
    def _known_lines(self) -> frozenset[str]:
        return frozenset(self._without_line_ends.split("\n"))


def named(hunk: Hunk) -> str:
    """How messages and notes call a hunk."""
    return f"the hunk at line {hunk.line} of the diff"
