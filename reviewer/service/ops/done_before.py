"""An op that cannot be found in the document because it did its work there before: known by its texts and its lines."""

from collections.abc import Sequence
from functools import cached_property

from reviewer.ledger.fold import History
from reviewer.markdown.locate import Located
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.model.edit import PEOPLE, EditOp, RejectCode, Rejection
from reviewer.model.position import Span
from reviewer.plan.minimise import minimise
from reviewer.plan.op_fields import Refused
from reviewer.plan.proposal_fields import is_proposal, items_of, read_proposal


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


def without_done(
    ops: Sequence[EditOp], given: object, done: DoneBefore
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops without proposals that name another line than they were located on, and did their work on that line before.

    A line only chooses among several matches. In an ops file that is applied again in place, the match that it chose is
    gone, and the one that is left must not be edited in its place.
    """
    lines = _named_lines(given)
    kept: list[EditOp] = []
    refused: list[Rejection] = []
    for op in ops:
        line = lines.get(op.index)
        elsewhere = line is not None and not op.target.line_start <= line <= op.target.line_end
        told = _as_refused(op, line) if line is not None and elsewhere else None
        if told is not None and done.on_its_lines(told) is not None:
            refused.append(told)
        else:
            kept.append(op)
    return tuple(kept), tuple(refused)


def _named_lines(given: object) -> dict[int, int]:
    """The line that each proposal of a file names, by its place in the file."""
    found: dict[int, int] = {}
    for index, item in enumerate(items_of(given) or (), 1):
        if isinstance(item, dict) and is_proposal(item):
            try:
                line = read_proposal(item).line
            except Refused:
                continue
            if line is not None:
                found[index] = line
    return found


def _as_refused(op: EditOp, line: int) -> Rejection:
    target = {"line_start": line, "line_end": line}
    texts = {"before_text": op.before_text, "after_text": op.after_text, "target": target}
    message = "the edit was made on the line that it names; what is left elsewhere is not meant"
    return Rejection(id=op.id, code=RejectCode.HASH, message=message, op=texts, index=op.index, quote=op.quote)


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
