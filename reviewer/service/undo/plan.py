"""Which changes can be undone or redone together, and what stands in the way of the others."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reviewer.ledger.fold import History
from reviewer.ledger.ids import parse_entry_id
from reviewer.model.undo import FailedUndo
from reviewer.patch.relations import Refusal, cascade, excluded_by, in_order, reapply_refusals, revert_refusals
from reviewer.patch.replay import Replay

_WORDS = {
    "unknown": "the ledger has no change of this id; 'reviewctl log' lists them",
    "inactive": "it is not in force: it was undone already",
    "active": "it is in force already",
    "has-dependents": "later changes stand on it; undo them too with --cascade",
    "needs": "it stands on changes that are not in force; redo them too with --cascade",
    "excluded-by": "a change in force has the same text or word, or stands inside it; undo that first",
}
_NEED_EXCLUDED = "it stands on changes that are not in force, and changes in force are in the way of those"
_EITHER = "another change that is to come back has the same text or word; redo one of them"
_BY_HAND = "edits made by hand stand on it; undo them too with --cascade-external"


@dataclass(frozen=True, slots=True)
class Step:
    """One command on the way to what was refused: ``verb`` is revert or reapply, ``option`` a cascade or nothing."""

    verb: str
    ids: tuple[str, ...]
    option: str = ""

    @property
    def on(self) -> bool:
        """Whether it puts changes in force."""
        return self.verb == "reapply"


Steps = Mapping[str, tuple[Step, ...]]
"""For a refused id, what does it all the same."""


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """``ids`` in the order in which they go; ``failed`` cannot, but by the ``steps``, as far as is known of them."""

    ids: tuple[str, ...]
    failed: tuple[FailedUndo, ...] = ()
    steps: Steps = field(default_factory=dict)


def plan_revert(history: History, ids: Sequence[str], *, cascade: bool, external: bool) -> UndoPlan:
    """The largest part of ``ids`` that can be undone together, newest first; a cascade adds what depends on them.

    A hand edit is only undone when it is named, or with ``external``.
    """
    failed = [_not_a_change(history, name) for name in ids if name not in history.replay.records]
    wanted = [name for name in ids if name in history.replay.records]
    blocked: list[str] = []
    if cascade:
        wanted, blocked = _with_dependents(history, wanted, external=external)
    kept = list(wanted)
    while refusals := revert_refusals(history.replay, kept):
        failed += [_failed(refusal) for refusal in refusals if refusal.reason != "has-dependents"]
        blocked += [refusal.id for refusal in refusals if refusal.reason == "has-dependents"]
        gone = {refusal.id for refusal in refusals}
        kept = [name for name in kept if name not in gone]
    leaving = frozenset(kept)
    tails = {name: _tail(history, name, leaving) for name in blocked}
    failed += [
        FailedUndo(id=name, reason=_BY_HAND if _any_by_hand(tail) else _WORDS["has-dependents"], blocked_by=tail)
        for name, tail in tails.items()
    ]
    steps = {name: (Step("revert", (name,), _cascade_option(tail)),) for name, tail in tails.items()}
    return UndoPlan(in_order(history.replay, kept)[::-1], tuple(failed), steps)


def _tail(history: History, name: str, leaving: frozenset[str]) -> tuple[str, ...]:
    """All that stands on a change and does not go with it anyway, in ledger order."""
    return tuple(other for other in cascade(history.replay, [name])[::-1] if other != name and other not in leaving)


def _cascade_option(along: Iterable[str]) -> str:
    return "--cascade-external" if _any_by_hand(along) else "--cascade"


def plan_reapply(history: History, ids: Sequence[str], *, cascade: bool) -> UndoPlan:
    """The largest part of ``ids`` that can be redone together, oldest first; a cascade adds what they stand on.

    Of two that exclude each other the later one is redone.
    """
    failed = [_not_a_change(history, name) for name in ids if name not in history.replay.records]
    kept = [name for name in ids if name in history.replay.records]
    if cascade:
        kept = with_dependencies(history, kept)
    blocked: list[str] = []
    while refusals := reapply_refusals(history.replay, kept):
        failed += [_failed(refusal) for refusal in refusals if refusal.reason not in {"needs", "excluded-by"}]
        gone = {refusal.id for refusal in refusals} - _chosen(history.replay, refusals)
        blocked += [
            refusal.id for refusal in refusals if refusal.reason in {"needs", "excluded-by"} and refusal.id in gone
        ]
        kept = [name for name in kept if name not in gone]
    steps: dict[str, tuple[Step, ...]] = {}
    coming = frozenset(kept)
    active = history.replay.enabled | coming
    for name in blocked:
        found, steps[name] = _blocked_redo(history, name, coming, active)
        failed.append(found)
    return UndoPlan(in_order(history.replay, kept), tuple(failed), steps)


def _chosen(replay: Replay, refusals: Sequence[Refusal]) -> set[str]:
    """Of those that only exclude each other, the ones that come back: the latest, and what it leaves room for.

    All of them as long as others fall for other reasons: what falls is in nobody's way.
    """
    others = {refusal.id: refusal.blocked_by for refusal in refusals if refusal.reason == "excluded-by"}
    open_ones = [name for name in others if replay.enabled.isdisjoint(others[name])]
    if len(open_ones) < len(refusals):
        return set(open_ones)
    chosen: set[str] = set()
    for name in reversed(in_order(replay, open_ones)):
        if chosen.isdisjoint(others[name]):
            chosen.add(name)
    return chosen


def _blocked_redo(
    history: History, name: str, coming: frozenset[str], active: set[str]
) -> tuple[FailedUndo, tuple[Step, ...]]:
    """Why a change cannot be redone, with all that it needs and all that is in the way of those, and how it can be.

    ``coming`` are changes that are redone anyway, ``active`` what is in force with them.
    """
    replay = history.replay
    together = with_dependencies(history, [name])
    needed = in_order(replay, [other for other in together if other != name and other not in coming])
    blockers = _in_the_way(replay, together, active)
    redo = Step("reapply", (name,), "--cascade" if len(together) > 1 else "")
    if not blockers:
        return FailedUndo(id=name, reason=_WORDS["needs"], blocked_by=needed), (redo,)
    reason = _NEED_EXCLUDED if needed else _WORDS["excluded-by"] if blockers & replay.enabled else _EITHER
    first = in_order(replay, blockers & replay.enabled)
    leaving = set(cascade(replay, first))
    steps: tuple[Step, ...] = (redo,)  # alone, without those that only wanted to come back with it
    if first:
        more = leaving - blockers
        steps = Step("revert", first, _cascade_option(more) if more else ""), redo
    return FailedUndo(id=name, reason=reason, blocked_by=in_order(replay, {*needed, *blockers, *leaving})), steps


def _in_the_way(replay: Replay, together: Collection[str], active: set[str]) -> set[str]:
    """What excludes any of ``together``, were they all in force beside ``active``.

    ``active`` is lent and given back as it was: a copy for each refused change would cost all that is in force.
    """
    added = {name for name in together if name not in active}
    active |= added
    blockers = {other for name in together for other in excluded_by(replay, replay.records[name], active)}
    active -= added
    return blockers


def _with_dependents(history: History, ids: Sequence[str], *, external: bool) -> tuple[list[str], list[str]]:
    """Each id with what depends on it; and those that are refused because their dependents hold a hand edit."""
    wanted: dict[str, None] = {}
    refused = []
    named = set(ids)
    for name in ids:
        tail = cascade(history.replay, [name]) or (name,)
        by_hand = [other for other in tail if is_by_hand(other) and other not in named]
        if by_hand and not external:
            refused.append(name)
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
    return FailedUndo(id=refusal.id, reason=_WORDS[refusal.reason], blocked_by=refusal.blocked_by)


def _any_by_hand(names: Iterable[str]) -> bool:
    return any(is_by_hand(name) for name in names)
