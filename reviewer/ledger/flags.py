"""Which flags still point at what they were raised about."""

from collections.abc import Collection

from reviewer.ledger.fold import History
from reviewer.model.entry import LedgerEntry
from reviewer.patch.replay import visible
from reviewer.patch.units import Piece


def standing_flags(history: History, unfound: Collection[str] = ()) -> frozenset[str]:
    """Flags in force whose text still stands. Those that do not are settled; nobody needs to close them.

    A flag on text that was put there comes and goes with it. A rule read certain characters, so its flag is settled as
    soon as a later edit takes one of them away; the rule raises another where the new text is no better. What a model
    or a person said of a passage stands until nothing of it is left. ``unfound`` are flags that the rules raised once
    and no more.
    """
    return frozenset(name for name, entry in history.flags.items() if name not in unfound and stands(history, entry))


def raised_by_rule(entry: LedgerEntry) -> bool:
    """Whether a program raised the flag, which says so again whenever it finds the same."""
    return bool(entry.source.get("rule"))


def shows_any(history: History, name: str, active: frozenset[str]) -> bool:
    """Whether a text in which ``active`` is in force shows anything of what the flag is about."""
    return any(visible(piece, active) for piece in history.replay.marks.get(name, ()))


def shows_all(history: History, name: str, active: frozenset[str]) -> bool:
    """Whether a text in which ``active`` is in force shows all that the flag is about."""
    return all(visible(piece, active) for piece in history.replay.marks.get(name, ()))


def stands(history: History, entry: LedgerEntry) -> bool:
    """Whether anything is left to say of what a flag was raised about (``standing_flags``)."""
    replay = history.replay
    pieces = replay.marks.get(entry.id, [])
    if pieces and all(piece.owner and piece.owner not in replay.enabled for piece in pieces):
        return False
    if not pieces or entry.span.start == entry.span.end:  # it points between characters
        return True
    if raised_by_rule(entry):
        return not any(_taken_since(history, piece, entry.txn) for piece in pieces)
    return any(piece.live and not piece.text.isspace() for piece in pieces)


def _taken_since(history: History, piece: Piece, txn: str) -> bool:
    """Whether an edit in force of another transaction took the text away."""
    records, enabled = history.replay.records, history.replay.enabled
    return any(name in enabled and records[name].txn != txn for name in piece.deleters)
