"""What became of each entry of a ledger: whether it is in force, and if not, which later entry took it back."""

from collections.abc import Container, Sequence

from reviewer.model.entry import LedgerEntry

IN_FORCE = "in force"
NO_STATE = "—"
"""Of entries that are about others (reverts, reapplies, decisions): they are never in force themselves."""

_STANDING = frozenset({"change", "external", "flag"})


def states(entries: Sequence[LedgerEntry], active: Container[str]) -> dict[str, str]:
    """The state of every entry by its id; ``active`` are the ids of what is in force.

    What is not was ``undone by`` a revert or ``closed by`` a decision, the last one about it; a flag that nobody closed
    is ``settled``: its text is gone, or the rules raise it no more.
    """
    ended: dict[str, str] = {}
    flags = {entry.id for entry in entries if entry.event == "flag"}
    for entry in entries:
        if entry.event == "revert":
            ended.update(dict.fromkeys(entry.refs, f"undone by {entry.id}"))
        elif entry.event == "decision":
            ended.update(dict.fromkeys(flags.intersection(entry.refs), f"closed by {entry.id}"))
    return {entry.id: _state(entry, active, ended.get(entry.id, "")) for entry in entries}


def _state(entry: LedgerEntry, active: Container[str], ended: str) -> str:
    if entry.event not in _STANDING:
        return NO_STATE
    if entry.id in active:
        return IN_FORCE
    if ended:
        return ended
    return "settled" if entry.event == "flag" else "undone"
