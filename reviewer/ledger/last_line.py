"""Insertions behind a last line that no line end ends: one is missing, however many lines are put there.

Each such insertion brings the missing line end along (DESIGN §4), so that it stands by itself when others are undone.
The line end behind it is then needed by the last of them only. Where another change has ended the line since, that
one's line end serves both.
"""

from collections.abc import Sequence
from dataclasses import replace

from reviewer.ledger.admission import Admitted
from reviewer.ledger.selection import Selection, in_document_order
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.patch.replay import NO_FOOTING

_ENDS = ("\r\n", "\n", "\r")


class LastLine:
    """Ops of one commit so that no blank line comes between what is put at the end of ``current``."""

    def __init__(self, admitted: Sequence[Admitted], current: ParsedDocument) -> None:
        self._whole = {one.number: _before_a_line_end(one, current) for one in admitted if one.brought}
        there = in_document_order(one for one in self._whole.values() if one.brought)
        inner = {one.number: _unended(one) for one in there[:-1]}
        self.ops = [inner.get(one.number) or self._whole.get(one.number, one) for one in admitted]

    def end(self, selection: Selection) -> None:
        """Whichever of them is last in the end has its own line end, also when it was not the last at first."""
        there = in_document_order(one for one in selection.chosen.values() if one.brought)
        if there:
            selection.chosen[there[-1].number] = self._whole[there[-1].number]


def _before_a_line_end(one: Admitted, current: ParsedDocument) -> Admitted:
    """The insertion before the line end that ends the line by now, which then ends what is put there.

    Inside the text of another change it depends on that change. Where the text is protected it stays behind it.
    """
    end = next((end for end in _ENDS if current.document.text.endswith(end, 0, one.span.start)), "")
    at = Span(one.span.start - len(end), one.span.start - len(end))
    if not end or not one.op.after_text.endswith(_ENDS) or current.protected_in(at):
        return one
    return replace(_unended(one), span=at, footing=NO_FOOTING, brought="")


def _unended(one: Admitted) -> Admitted:
    text = one.op.after_text
    end = next((end for end in _ENDS if text.endswith(end)), "")
    return replace(one, op=one.op.model_copy(update={"after_text": text.removesuffix(end)}))
