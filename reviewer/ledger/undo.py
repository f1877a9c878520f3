"""Entries that take a change out of force or put it back (events ``revert`` and ``reapply``)."""

from reviewer.ledger.entries import Draft
from reviewer.ledger.ids import repeated
from reviewer.patch.replay import Replay


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
