"""What one ledger entry does to the state of its document.

``change`` and ``external`` add an active change, ``revert`` and ``reapply`` take the changes in ``refs`` out of the
active set or back in, ``flag`` marks a place, ``decision`` says something about ``refs``. An event of a later version
that changes no text is kept and ignored; one that does cannot be replayed.
"""

from collections.abc import Iterable, Iterator, Mapping

from reviewer.errors import IntegrityError
from reviewer.model.entry import LedgerEntry
from reviewer.patch.replay import NO_FOOTING, Footing, Replay, TextEdit

ADDS = frozenset({"change", "external"})
"""Events whose id becomes an active change."""

TOGGLES = {"revert": False, "reapply": True}
"""Events that switch the changes in ``refs``."""


PLACE, NEEDS, BARS = "place", "needs", "bars"
"""Keys in ``scope`` of a change whose place the current text does not tell (``Footing``): the place in characters of
the tape, and ids with spaces between them."""


def steps(replay: Replay, entries: Iterable[LedgerEntry]) -> Iterator[tuple[LedgerEntry, TextEdit]]:
    """Move ``replay`` on by each entry, giving what that did to the text.

    Raises:
        IntegrityError: ``replay-failed``.
    """
    for entry in entries:
        yield entry, step(replay, entry)


def step(replay: Replay, entry: LedgerEntry) -> TextEdit:
    """Move ``replay`` on by one entry; gives what that did to the text. Raises as ``steps``."""
    try:
        return _step(replay, entry)
    except (ValueError, KeyError, IndexError) as error:
        raise misfit(entry, f"it cannot be replayed ({error})") from None


def _step(replay: Replay, entry: LedgerEntry) -> TextEdit:
    if entry.event in ADDS:
        return replay.change(entry.id, entry.txn, entry.span, entry.after_text, footing_of(entry.scope))
    if entry.event in TOGGLES:
        if len(entry.refs) != 1:
            raise ValueError("a revert or reapply names exactly one change")
        if entry.refs[0] not in replay.marks:
            return replay.toggle(entry.refs[0], TOGGLES[entry.event])
    elif entry.event == "flag":
        replay.mark(entry.id, entry.span)
    elif entry.before_text != entry.after_text:
        raise ValueError(f"event {entry.event!r} is unknown to this version")
    return TextEdit(entry.span, "", "")


def footing_of(scope: Mapping[str, str]) -> Footing:
    """What ``scope`` tells of a change's footing."""
    place, needs, bars = (scope.get(key, "") for key in (PLACE, NEEDS, BARS))
    if not (place or needs or bars):
        return NO_FOOTING
    return Footing(int(place) if place else None, tuple(needs.split()), tuple(bars.split()))


def switch(active: set[str], entry: LedgerEntry) -> None:
    """Move an active set on by one entry."""
    if entry.event in ADDS:
        active.add(entry.id)
    elif entry.event == "revert":
        active.difference_update(entry.refs)
    elif entry.event == "reapply":
        active.update(entry.refs)


def misfit(entry: LedgerEntry, reason: str) -> IntegrityError:
    """The error that tells of an entry which does not fit."""
    return IntegrityError(
        "replay-failed",
        f"ledger entry {entry.id} (seq {entry.seq}) does not fit the snapshot and the entries before it: {reason}",
        "nothing was written; restore snapshot and ledger from a copy",
    )
