"""Entries that take a change out of force or put it back (events ``revert`` and ``reapply``)."""

from collections.abc import Sequence

from reviewer.ledger.entries import Draft
from reviewer.ledger.fold import History
from reviewer.ledger.ids import repeated
from reviewer.patch.replay import Replay


def undo_drafts(history: History, ids: Sequence[str], reason: str, *, on: bool) -> list[Draft]:
    """Drafts that take changes out of force one after the other, or with ``on`` put them back.

    They are switched on the history's own replay and switched back: a copy of it costs as much as reading it.
    """
    replay, known, drafts = history.replay, set(history.by_id), list[Draft]()
    make = reapply_draft if on else revert_draft
    try:
        for name in ids:
            drafts.append(make(replay, name, known, reason))
    finally:
        for name in reversed(ids[: len(drafts)]):
            replay.toggle(name, on=not on)
    return drafts


def revert_draft(replay: Replay, change_id: str, known: set[str], reason: str) -> Draft:
    """Take a change out of force on ``replay`` and describe that as an entry; its id is added to ``known``.

    Ask ``relations.revert_refusals`` first: this refuses nothing.
    """
    return _draft(replay, change_id, known, ("REVERT", reason))


def reapply_draft(replay: Replay, change_id: str, known: set[str], reason: str) -> Draft:
    """Put a change in force again, likewise; ask ``relations.reapply_refusals`` first."""
    return _draft(replay, change_id, known, ("REAPPLY", reason))


def _draft(replay: Replay, change_id: str, known: set[str], why: tuple[str, str]) -> Draft:
    verb, reason = why
    undo = verb == "REVERT"
    name = repeated(verb, change_id, known)
    known.add(name)
    edit = replay.toggle(change_id, on=not undo)
    fields = {
        "is_revert": undo,
        "reverted_id": change_id if undo else "",
        "refs": (change_id,),
        "reason": reason,
        "kind": verb.lower(),
    }
    return Draft(name, verb.lower(), verb.lower(), edit.span, edit.before_text, edit.after_text, tuple(fields.items()))
