"""Changes in force that a model did not see: it reads the original again, whatever was done to it since."""

from collections.abc import Iterator

from reviewer.ledger.fold import ADDS, History
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View


def unseen_changes(history: History, shown: frozenset[str]) -> Iterator[TextEdit]:
    """Changes and hand edits in force of which the text with ``shown`` shows nothing, at their places in that text."""
    view = View(history.replay, shown)
    for entry in history.entries:
        if entry.event in ADDS and entry.id in history.active and entry.id not in shown:
            span = view.undone_place(entry.id)
            if span is not None:
                yield TextEdit(span, entry.before_text, entry.after_text)
