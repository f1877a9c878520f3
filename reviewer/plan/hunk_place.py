"""Where a hunk stands: its old text exactly, once, or at the stated line of the very document that it was made on."""

from functools import cached_property

from reviewer.markdown.haystack import COUNTED
from reviewer.markdown.retype import to_lf
from reviewer.model.document import Document
from reviewer.model.edit import RejectCode
from reviewer.model.position import Span
from reviewer.patch.unified import lf_lines
from reviewer.plan.diff_text import Hunk
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
        """Starts of lines at which the text stands; one without last newline stands only at the document's end."""
        text = self._text
        if not old.endswith("\n"):
            last = len(text) - len(old)
            return [last] if last >= 0 and self._fits(old, last) else []
        found = [0] if text.startswith(old) else []
        position = text.find("\n" + old)
        while position >= 0 and len(found) < COUNTED:
            found.append(position + 1)
            position = text.find("\n" + old, position + 1)
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

    def _line(self, offset: int) -> int:
        return self._document.lines_of(Span(offset, offset + 1))[0]

    def _missing(self, hunk: Hunk, old: str) -> Refused:
        return Refused(RejectCode.HASH, f"{named(hunk)} does not fit: {self._reason(hunk, old)}")

    def _reason(self, hunk: Hunk, old: str) -> str:
        """What is different; never a reason to fit it all the same."""
        if self._document.bom and old.startswith(_BOM):
            return "it would move or remove the byte order mark"
        same = self._without_line_ends
        if f"\n{to_lf(old)[0]}" in f"\n{same}":
            return "only its line ends differ from the document's; make the diff on the document as it is"
        if hunk.new and self._found(hunk.new):
            return f"its new text stands already at line {self._line(self._found(hunk.new)[0])}"
        if self._found(old.removesuffix("\n")) or (not old.endswith("\n") and self._found(old + "\n")):
            return "only the newline at the end differs; a no-newline mark is missing or too much"
        for sign, row in hunk.rows:
            if sign != "+" and to_lf(row)[0].removesuffix("\n") not in same:
                suggestion = self._nearest.suggestion(row)
                return f"{row[:_SHOWN].rstrip()!r} is not in the document{suggestion}"
        return "its lines are in the document, but not one after the other"

    @cached_property
    def _without_line_ends(self) -> str:
        return to_lf(self._text)[0]


def named(hunk: Hunk) -> str:
    """How messages and notes call a hunk."""
    return f"the hunk at line {hunk.line} of the diff"
