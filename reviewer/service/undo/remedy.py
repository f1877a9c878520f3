"""What would let an undo or redo through that the structure check refuses: other changes to switch with it, or before.

A fence that was put in by two changes is sound only with both; a place may be fenced by what came later. The nearest
changes and the partners (of one group, undone together, committed together) are tried first. What is found holds: done
as told, the undo goes through.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reviewer.ledger.fold import History
from reviewer.patch.relations import cascade, in_order
from reviewer.patch.replay import Replay
from reviewer.service.undo.plan import Step, is_by_hand, with_dependencies

NEAREST = 3
"""Changes beside the damage that are tried alone."""

PARTNERS = 6
"""Partners that are tried alone."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """``along``: to be undone (or redone) together with the change; ``first``: to be redone (or undone) before it."""

    along: tuple[str, ...] = ()
    first: tuple[str, ...] = ()

    def told(self, *, on: bool) -> str:
        """What to do, in words; ``on`` is that of the refused change."""
        way, other = ("redo", "undo") if on else ("undo", "redo")
        option = "--cascade-external" if not on and any(map(is_by_hand, self.along)) else "--cascade"
        if not self.first:
            return f"{way} them too with {option}"
        if not self.along:
            return f"{other} them first"
        return f"first {other} {', '.join(self.first)}, then {way} the others too with {option}"

    def steps(self, ids: Sequence[str], *, on: bool) -> tuple[Step, ...]:
        """The same as commands; ``ids`` are all that go together with the refused change, itself among them."""
        way, other = ("reapply", "revert") if on else ("revert", "reapply")
        external = not on and any(map(is_by_hand, self.along))
        option = ("--cascade-external" if external else "--cascade") if self.along else ""
        before = (Step(other, self.first),) if self.first else ()
        return (*before, Step(way, tuple(ids), option))


@dataclass(frozen=True, slots=True)
class Case:
    """A refused change ``name`` that was to go with ``ids`` (itself among them).

    ``replay`` holds the text that would be made, ``offset`` is the damage in it.
    """

    name: str
    ids: tuple[str, ...]
    offset: int
    replay: Replay


class Remedies:
    """Looks for remedies in one history. ``works`` judges one for ids; at most ``trials`` are judged in all.

    ``left`` are those that may still be.
    """

    def __init__(
        self, history: History, *, on: bool, works: Callable[[Sequence[str], Remedy], bool], trials: int
    ) -> None:
        self.history = history
        self.on = on
        self._judged = works
        self.left = trials

    def find(self, case: Case) -> Remedy:
        """A remedy for the case, as small as can be seen."""
        for remedy in self._likely(case):
            if self._works(case.ids, remedy):
                return self._least(case.ids, remedy)
        earlier = self._as_it_was(case)
        if self._works(case.ids, earlier):
            return self._least(case.ids, earlier)
        return self._least((case.name,), self._sure(case))

    def _works(self, ids: Sequence[str], remedy: Remedy) -> bool:
        if self.left <= 0 or not (remedy.along or remedy.first):
            return False
        self.left -= 1
        return self._judged(ids, remedy)

    def _likely(self, case: Case) -> Iterator[Remedy]:
        others = self._by_distance(case)
        active = [name for name in others if name in self.history.active]
        gone = [name for name in others if name not in self.history.active]
        groups = [_only(others, group) for group in self._partners(case.name)]
        partners = list(dict.fromkeys(name for group in groups for name in group))
        if self.on:
            singles = [*_only(partners, gone)[:PARTNERS], *active[:NEAREST]]
        else:
            singles = [*active[:NEAREST], *_only(partners, active)[:PARTNERS]]
        singles = list(dict.fromkeys(singles))
        yield from (self._switching(case, [name]) for name in singles)
        for group in groups:
            yield self._switching(case, _only(group, gone if self.on else active))
        for name in active[:NEAREST]:
            yield self._switching(case, _only(self._group(name), active))
        rest = [name for name in (gone if self.on else _only(partners, gone)) if name not in singles]
        yield from (self._switching(case, [name]) for name in rest[:NEAREST])

    def _switching(self, case: Case, names: Collection[str]) -> Remedy:
        """Names that are in force are to be undone and others redone, with all that this brings along."""
        off = set(cascade(self.history.replay, [name for name in names if name in self.history.active]))
        on = set(with_dependencies(self.history, [name for name in names if name not in self.history.active]))
        on -= self.history.active
        along, first = (on, off) if self.on else (off, on)
        order = self.history.replay
        return Remedy(in_order(order, along - set(case.ids)), in_order(order, first - set(case.ids)))

    def _by_distance(self, case: Case) -> list[str]:
        """All other changes, those beside the damage first."""

        def distance(name: str) -> int:
            start, end = case.replay.span_of(name)
            return max(start - case.offset, case.offset - end, 0)

        return sorted(self.history.replay.records.keys() - set(case.ids), key=lambda name: (distance(name), name))

    def _partners(self, name: str) -> Iterator[Collection[str]]:
        """Changes of one group with it, undone together with it, committed together with it."""
        yield self._group(name)
        if self.on:
            reverts = [entry for entry in self.history.entries if entry.event == "revert"]
            undone = {ref: entry.txn for entry in reverts for ref in entry.refs}
            yield {ref for ref, txn in undone.items() if txn == undone.get(name)}
        yield self._committed_with(name)

    def _group(self, name: str) -> list[str]:
        """The parts of one edit: a group of ops, or what a person did by hand at one time."""
        group = self.history.by_id[name].source.get("group")
        together = self._committed_with(name)
        if group:
            return [other for other in together if self.history.by_id[other].source.get("group") == group]
        return [other for other in together if is_by_hand(other)] if is_by_hand(name) else []

    def _committed_with(self, name: str) -> list[str]:
        txn = self.history.by_id[name].txn
        return [other for other in self.history.replay.records if self.history.by_id[other].txn == txn]

    def _as_it_was(self, case: Case) -> Remedy:
        """Back to the state in which the change was made, or just before: the ledger has recorded it."""
        entry = self.history.by_id[case.name]
        before = entry.seq - entry.txn_index - 1
        then = self.history.active_at(before + entry.txn_size if self.on else before)
        return self._switching(case, (then ^ self.history.active) - set(case.ids))

    def _sure(self, case: Case) -> Remedy:
        """What helps without being tried: from the original, to which all can be undone, or back to it."""
        entry = self.history.by_id[case.name]
        order = self.history.replay
        everything = in_order(order, self.history.active - set(case.ids))
        if not self.on:
            return Remedy(along=everything)
        then = self.history.active_at(entry.seq - entry.txn_index - 1 + entry.txn_size)
        return Remedy(in_order(order, then - {case.name}), in_order(order, self.history.active))

    def _least(self, ids: Sequence[str], remedy: Remedy) -> Remedy:
        """Halved as long as one half is enough."""
        remedy = self._halved(ids, remedy, "along")
        return self._halved(ids, remedy, "first")

    def _halved(self, ids: Sequence[str], remedy: Remedy, field: str) -> Remedy:
        while names := getattr(remedy, field):
            middle = len(names) // 2
            parts = [(), *([names[:middle], names[middle:]] if middle else [])]
            smaller = (replace(remedy, **{field: part}) for part in parts)
            found = next((less for less in smaller if self._works(ids, less)), None)
            if found is None:
                break
            remedy = found
        return remedy


def _only(names: Iterable[str], allowed: Iterable[str]) -> list[str]:
    kept = set(allowed)
    return [name for name in names if name in kept]
