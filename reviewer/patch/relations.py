"""Which changes stand in the way of an undo or a redo (DESIGN §5).

B depends on A when B deletes text of A, inserts strictly inside text of A, inserts in a gap that holds text deleted by
A with no live text between, or replaces a run that is contiguous only because A deleted what stood inside. Two changes
exclude each other when both delete the same character, or one deletes a run strictly around text of the other without
deleting that text. A change may also say itself what it needs and what it bars (``Footing``). Every refusal names what
is in the way.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from reviewer.patch.record import Record
from reviewer.patch.replay import Replay
from reviewer.patch.units import Piece

Reason = Literal["unknown", "inactive", "active", "has-dependents", "needs", "excluded-by"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a change cannot be undone or redone. ``blocked_by`` is in ledger order; empty for a wrong ``id`` alone."""

    id: str
    reason: Reason
    blocked_by: tuple[str, ...] = ()


def dependents(replay: Replay, change_id: str) -> tuple[str, ...]:
    """Active changes that need this one directly, in ledger order."""
    return in_order(replay, replay.records[change_id].dependents & replay.enabled)


def dependencies(replay: Replay, change_id: str) -> tuple[str, ...]:
    """Changes that this one needs directly, in ledger order."""
    return in_order(replay, replay.records[change_id].depends)


def cascade(replay: Replay, ids: Iterable[str]) -> tuple[str, ...]:
    """The active ones among ``ids`` and all that needs them, newest first: undone together they leave no refusal."""
    found: set[str] = set()
    waiting = [name for name in ids if name in replay.enabled]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(replay.records[name].dependents & replay.enabled)
    return in_order(replay, found)[::-1]


def in_order(replay: Replay, ids: Iterable[str]) -> tuple[str, ...]:
    """Ids in ledger order."""
    return tuple(sorted(ids, key=lambda name: replay.records[name].number))


def revert_refusals(replay: Replay, ids: Collection[str]) -> tuple[Refusal, ...]:
    """Why ``ids`` cannot all be undone at once; empty when they can. The order in which they are given is no matter."""
    leaving = set(ids)
    refusals = []
    for name in ids:
        if name not in replay.records:
            refusals.append(Refusal(name, "unknown"))
        elif name not in replay.enabled:
            refusals.append(Refusal(name, "inactive"))
        elif blocking := (replay.records[name].dependents & replay.enabled) - leaving:
            refusals.append(Refusal(name, "has-dependents", in_order(replay, blocking)))
    return tuple(refusals)


def reapply_refusals(replay: Replay, ids: Collection[str]) -> tuple[Refusal, ...]:
    """Why ``ids`` cannot all be redone at once; empty when they can."""
    active = replay.enabled | (set(ids) & replay.records.keys())
    refusals = []
    for name in ids:
        if name not in replay.records:
            refusals.append(Refusal(name, "unknown"))
        elif name in replay.enabled:
            refusals.append(Refusal(name, "active"))
        elif missing := replay.records[name].depends - active:
            refusals.append(Refusal(name, "needs", in_order(replay, missing)))
        elif blocking := excluded_by(replay, replay.records[name], active):
            refusals.append(Refusal(name, "excluded-by", in_order(replay, blocking)))
    return tuple(refusals)


def excluded_by(replay: Replay, record: Record, active: Collection[str]) -> set[str]:
    """Changes of ``active`` that cannot be in force together with ``record``."""
    blocking = {name for name in record.bars if name in active}
    blocking |= {name for piece in record.deleted for name in piece.deleters if name in active and name != record.id}
    for piece in _run_inside(record):
        if piece.owner in active and not _settled(piece, record, active):
            blocking.add(piece.owner)
    for piece in record.inserted:
        for name in piece.covers:
            if name in active and not _settled(piece, replay.records[name], active):
                blocking.add(name)
    return blocking


def _run_inside(record: Record) -> Iterable[Piece]:
    """Pieces strictly between the first and the last that ``record`` deleted, without its own."""
    if not record.deleted:
        return
    piece, last = record.deleted[0], record.deleted[-1]
    while piece is not last:
        if record.id in piece.covers:
            yield piece
        piece = piece.after


def _settled(piece: Piece, around: Record, active: Collection[str]) -> bool:
    """Whether ``piece`` is deleted by something that ``around`` needs: it was gone when ``around`` was made."""
    return any(name in active and name in around.depends for name in piece.deleters)
