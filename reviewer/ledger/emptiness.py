"""What a result may not be: without text where there was text, unless allowed; or beginning with a byte order mark."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from reviewer.ledger.admission import Admitted
from reviewer.ledger.selection import Selection, merged
from reviewer.model.edit import RejectCode
from reviewer.model.parsed import ParsedDocument, Section
from reviewer.model.position import Span

_PERMITTED_BY = "'reviewctl apply DOC --ops FILE --allow-empty'"
"""Named in full: the refusal is read in ``review`` as well, which has no such option."""


def refuse_emptying(selection: Selection, current: ParsedDocument) -> None:
    """Reject what would leave a section that has text of its own, or the document, with white space only.

    Of several ops that do it together the last in the plan goes first, until text is left. Linear: each section is read
    once, and once more for each op that is rejected there.
    """
    text = current.document.text
    starts = [section.own.start for section in current.sections]
    edits = selection.edits
    touched = {
        index
        for edit in edits
        if edit.span.end > edit.span.start
        for index in range(max(bisect_right(starts, edit.span.start) - 1, 0), bisect_left(starts, edit.span.end))
    }
    order = _Order(edits)
    for index in sorted(touched):
        section = current.sections[index]
        body = _body(current, section)
        _keep_text(selection, text, (body, order.near(body)), _called(section))
    _keep_text(selection, text, (Span(0, len(text)), edits), "the document")


def refuse_mark(selection: Selection, current: ParsedDocument) -> None:
    """Reject ops that make U+FEFF the first character of a file without BOM: it would be read back as one."""
    if current.document.bom:
        return
    for first in selection.edits:
        if first.number not in selection.chosen:
            continue  # it fell with its group
        if not merged(current.document.text[: first.span.end + 1], [first]).startswith("\ufeff"):
            return
        selection.drop(first, RejectCode.OTHER, "the document would begin with a byte order mark")


class _Order:
    """Edits in document order, found by place."""

    def __init__(self, edits: Sequence[Admitted]) -> None:
        self.edits = edits
        self.starts = [edit.span.start for edit in edits]
        self.ends = [edit.span.end for edit in edits]

    def near(self, body: Span) -> Sequence[Admitted]:
        """Edits that meet ``body`` or its borders."""
        return self.edits[bisect_left(self.ends, body.start) : bisect_right(self.starts, body.end)]


def _called(section: Section) -> str:
    return f"section {section.id} ({section.title[:40]})" if section.level else "the text before the first heading"


def _body(current: ParsedDocument, section: Section) -> Span:
    """A section's own text without its heading."""
    start = current.blocks[section.block].span.end if section.level else section.own.start
    return Span(min(start, section.own.end), section.own.end)


def _keep_text(selection: Selection, text: str, place: tuple[Span, Sequence[Admitted]], name: str) -> None:
    body, near = place
    if not text[body.start : body.end].strip():
        return
    while True:
        left = [edit for edit in near if edit.number in selection.chosen]
        removing = [edit for edit in left if edit.span.end > edit.span.start and edit.span.overlaps(body)]
        if not removing or _remains(text, left, body).strip():
            return
        last = max(removing, key=lambda edit: edit.number)
        selection.drop(last, RejectCode.OTHER, f"it would empty {name}; {_PERMITTED_BY} permits it")


def _remains(text: str, edits: Sequence[Admitted], body: Span) -> str:
    parts, position = [], body.start
    for edit in edits:
        parts += [text[position : max(edit.span.start, position)], edit.op.after_text]
        position = max(position, edit.span.end)
    return "".join([*parts, text[position : max(position, body.end)]])
