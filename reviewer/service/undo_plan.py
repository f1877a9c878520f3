"""Which changes can be undone or redone together, and what stands in the way of the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviewer.ledger.fold import History
from reviewer.ledger.ids import parse_entry_id
from reviewer.model.undo import FailedUndo
from reviewer.patch.relations import Refusal, cascade, in_order, reapply_refusals, revert_refusals

_WORDS = {
    "unknown": "the ledger has no change of this id",
    "inactive": "it is not in force: it was undone already",
    "active": "it is in force already",
    "has-dependents": "later changes stand on it; undo them too with --cascade",
    "needs": "it stands on changes that are not in force; redo them too with --cascade",
    "excluded-by": "a change in force deleted the same text or was put inside it",
}
_BY_HAND = "edits made by hand stand on it; undo them too with --cascade-external"


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """``ids`` in the order in which they go; ``failed`` cannot."""

    ids: tuple[str, ...]
    failed: tuple[FailedUndo, ...] = ()


def plan_revert(history: History, ids: Sequence[str], *, cascade: bool, external: bool) -> UndoPlan:
    """The largest part of ``ids`` that can be undone together, newest first; a cascade adds what depends on them.

    A hand edit is only undone when it is named, or with ``external``.
    """
    failed = [_not_a_change(history, name) for name in ids if name not in history.replay.records]
    wanted = [name for name in ids if name in history.replay.records]
    if cascade:
        wanted, refused = _with_dependents(history, wanted, external=external)
        failed += refused
    kept = list(wanted)
    while refusals := revert_refusals(history.replay, kept):
        failed += [_failed(refusal) for refusal in refusals]
        gone = {refusal.id for refusal in refusals}
        kept = [name for name in kept if name not in gone]
    return UndoPlan(in_order(history.replay, kept)[::-1], tuple(failed))


def plan_reapply(history: History, ids: Sequence[str], *, cascade: bool) -> UndoPlan:
    """The largest part of ``ids`` that can be redone together, oldest first; a cascade adds what they stand on."""
    failed = [_not_a_change(history, name) for name in ids if name not in history.replay.records]
    kept = [name for name in ids if name in history.replay.records]
    if cascade:
        kept = with_dependencies(history, kept)
    while refusals := reapply_refusals(history.replay, kept):
        failed += [_failed(refusal) for refusal in refusals]
        gone = {refusal.id for refusal in refusals}
        kept = [name for name in kept if name not in gone]
    return UndoPlan(in_order(history.replay, kept), tuple(failed))


def _with_dependents(history: History, ids: Sequence[str], *, external: bool) -> tuple[list[str], list[FailedUndo]]:
    """Each id with what depends on it; one whose dependents hold a hand edit is refused, naming it."""
    wanted: dict[str, None] = {}
    refused = []
    named = set(ids)
    for name in ids:
        tail = cascade(history.replay, [name]) or (name,)
        by_hand = [other for other in tail if is_by_hand(other) and other not in named]
        if by_hand and not external:
            refused.append(FailedUndo(id=name, reason=_BY_HAND, blocked_by=in_order(history.replay, by_hand)))
        else:
            wanted.update(dict.fromkeys(tail))
    return list(wanted), refused


def with_dependencies(history: History, ids: Sequence[str]) -> list[str]:
    """Ids, and all that is not in force of what they stand on."""
    found: dict[str, None] = {}
    waiting = list(ids)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += history.replay.records[name].depends - history.active
    return list(found)


def is_by_hand(name: str) -> bool:
    """Whether an id is that of an edit made by hand."""
    return name.startswith("EXT-")


def _not_a_change(history: History, name: str) -> FailedUndo:
    entry = history.entry(name)
    if entry is None:
        return FailedUndo(id=name, reason=_unknown(history, name))
    if entry.event in {"revert", "reapply"}:
        return FailedUndo(id=name, reason=f"a {entry.event} entry cannot be undone; name {entry.refs[0]} instead")
    return FailedUndo(id=name, reason=f"it is a {entry.event}: it changed no text, so there is nothing to undo")


def _unknown(history: History, name: str) -> str:
    try:
        plain = str(parse_entry_id(name.upper()))
    except ValueError:
        return f"it is no id of a change, which looks like RVW-0034; {_WORDS['unknown']}"
    return f"{_WORDS['unknown']}; did you mean {plain}?" if plain in history.by_id else _WORDS["unknown"]


def _failed(refusal: Refusal) -> FailedUndo:
    by_hand = refusal.reason == "has-dependents" and _any_by_hand(refusal.blocked_by)
    return FailedUndo(
        id=refusal.id, reason=_BY_HAND if by_hand else _WORDS[refusal.reason], blocked_by=refusal.blocked_by
    )


def _any_by_hand(names: Iterable[str]) -> bool:
    return any(is_by_hand(name) for name in names)
