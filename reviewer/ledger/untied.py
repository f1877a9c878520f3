"""Hand-typed text beside a change of ours is put where it does not stand on it, where the same edit can be told so.

"new " typed before a replacement of ours would stand among the text that this took away, and undoing it would be
refused. Told as " new" behind the word before, it has text in force on both sides, and nothing needs anything
(DESIGN §5).
"""

from collections.abc import Sequence

from reviewer.ledger.compare import elsewhere
from reviewer.model.position import Span
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View


def untied(places: View, edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """The same hunks of the view's text, insertions moved to the nearest place between words that ties them to nothing.

    They stay in order and do not touch. An insertion without such a place stays as it is.
    """
    found: list[TextEdit] = []
    for number, edit in enumerate(edits):
        first = found[-1].span.end + 1 if found else 0
        last = edits[number + 1].span.start - 1 if number + 1 < len(edits) else len(places.text)
        found.append(_untied(places, edit, Span(first, max(first, last))))
    return tuple(found)


def _untied(places: View, edit: TextEdit, room: Span) -> TextEdit:
    if edit.before_text or not places.tied(edit.span.start):
        return edit
    others = (other for other in elsewhere(places.text, edit, room) if places.translate(other.span).span is not None)
    return next((other for other in others if not places.tied(other.span.start)), edit)
