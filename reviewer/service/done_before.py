"""An op that cannot be found in the document because it did its work there before: known by its texts and its lines."""

from functools import cached_property

from reviewer.ledger.fold import History
from reviewer.ledger.policy import PEOPLE
from reviewer.markdown.locate import Located
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.model.edit import Rejection
from reviewer.model.position import Span
from reviewer.plan.minimise import minimise


class DoneBefore:
    """Changes in force that people's ops made, by what they replaced with what."""

    def __init__(self, history: History) -> None:
        self.history = history

    def on_its_lines(self, refused: Rejection) -> str | None:
        """The change in force that made the same edit on the lines that a refused op names; None when there is none.

        Several ops that quote one line: once the first is done, the line is no longer what the others quote.
        """
        texts, lines = _texts(refused), _lines(refused)
        if texts is None or lines is None:
            return None
        names = self._changes.get(texts, ())
        return next((name for name in names if self._is_on(name, lines)), None)

    def alone(self, refused: Rejection) -> str | None:
        """The only change in force that made the same edit, where the lines are no more: the document got shorter."""
        texts = _texts(refused)
        names = self._changes.get(texts, ()) if texts is not None else ()
        return names[0] if len(names) == 1 else None

    @cached_property
    def _changes(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for entry in self.history.entries:
            ours = entry.event == "change" and entry.source.get("type") in PEOPLE
            if ours and entry.id in self.history.active:
                found.setdefault((entry.before_text, entry.after_text), []).append(entry.id)
        return found

    @cached_property
    def _document(self) -> Document:
        """The present text, as the document shows it after ``--in-place``."""
        return read_document(self.history.bytes, "")

    def _is_on(self, name: str, lines: tuple[int, int]) -> bool:
        first, last = self._document.lines_of(self.history.replay.span_of(name))
        return lines[0] <= first and last <= lines[1]


def _texts(refused: Rejection) -> tuple[str, str] | None:
    """What the op takes away and puts there, as the ledger has it."""
    given = refused.op or {}
    before, after = given.get("before_text"), given.get("after_text")
    if not isinstance(before, str) or not isinstance(after, str) or before == after:
        return None
    least = minimise(Located(Span(0, len(before)), before, after))
    return least.before, least.after


def _lines(refused: Rejection) -> tuple[int, int] | None:
    target = (refused.op or {}).get("target")
    if not isinstance(target, dict):
        return None
    first, last = target.get("line_start"), target.get("line_end")
    return (first, last) if isinstance(first, int) and isinstance(last, int) else None
