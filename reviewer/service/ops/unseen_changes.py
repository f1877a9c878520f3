"""Changes in force that a model did not see: it reads the original again, whatever was done to it since."""

from collections.abc import Iterator
from typing import NamedTuple

from reviewer.ledger.events import ADDS
from reviewer.ledger.fold import History
from reviewer.model.edit import MODELS, EditPlan
from reviewer.model.entry import LedgerEntry
from reviewer.model.position import Span
from reviewer.patch.view import View


class Unseen(NamedTuple):
    """A change or hand edit in force, and its place in a text that shows nothing of it."""

    span: Span
    entry: LedgerEntry


def unseen_changes(plan: EditPlan, history: History, shown: frozenset[str]) -> tuple[Unseen, ...]:
    """What the text with ``shown`` in force does not show; nothing where no model proposes anything in the plan."""
    if history.active <= shown or not any(op.source.type in MODELS for op in plan.ops):
        return ()
    return tuple(_unseen(history, shown))


def _unseen(history: History, shown: frozenset[str]) -> Iterator[Unseen]:
    view = View(history.replay, shown)
    for entry in history.entries:
        if entry.event in ADDS and entry.id in history.active and entry.id not in shown:
            span = view.undone_place(entry.id)
            if span is not None:
                yield Unseen(span, entry)
