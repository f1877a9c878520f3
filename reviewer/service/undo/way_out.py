"""The commands that do all the same what a call refused: run through, each on what the one before leaves, before told.

A refusal for the text alone knows what stands in the way of the text; what comes of taking that away may be refused for
its structure, and what goes in this very call needs no command any more. So each command is planned as it will be when
it is pasted, and where it would be refused, what that refusal says is done first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from reviewer.config import ReviewerConfig
from reviewer.ledger.fold import History
from reviewer.model.undo import FailedUndo
from reviewer.patch.relations import in_order
from reviewer.service.undo.call import Call, history_after, plan_call
from reviewer.service.undo.plan import Step, UndoPlan
from reviewer.service.undo.soundness import Leave, trials_for

LONGEST = 8
"""So many commands are planned for one refused change."""

PLANNED = 24
"""So many are planned in one call, and so much text is read (``CHARACTERS``): others wait for the lock, and only ten
are shown. The first refusal has all that one may take, however long the document is."""

CHARACTERS = 4_000_000

NO_WAY = "no command was found that does it all the same"


@dataclass(slots=True)
class _Chain:
    """What was run through so far. ``met`` are refusals on the way, ``switched`` all ids that go or come back."""

    history: History
    steps: list[Step] = field(default_factory=list)
    met: list[FailedUndo] = field(default_factory=list)
    switched: set[str] = field(default_factory=set)


def with_ways_out(history: History, call: Call, plan: UndoPlan, config: ReviewerConfig) -> UndoPlan:
    """The plan of a call with steps that go through when pasted one after the other, once the call is done.

    Where a refusal was met on the way it is told as well, with all that is in the way; where no command was found, that
    is told. What is beyond the limits has no steps.
    """
    if not plan.steps:
        return plan
    ways = _Ways(history_after(history, plan.ids, on=call.on), call, config)
    failed, steps = [], dict[str, tuple[Step, ...]]()
    for item in plan.failed:
        told, way = ways.find(item, plan.steps.get(item.id, ()))
        failed.append(told)
        if way:
            steps[item.id] = way
    return UndoPlan(plan.ids, tuple(failed), steps)


class _Ways:
    def __init__(self, history: History, call: Call, config: ReviewerConfig) -> None:
        self._history = history
        self._call = call
        self._config = config
        self._trials = trials_for(history)
        self._left = LONGEST
        self._affordable = min(PLANNED, CHARACTERS // (history.replay.length + 1))

    def find(self, item: FailedUndo, steps: Sequence[Step]) -> tuple[FailedUndo, tuple[Step, ...]]:
        """The refusal as it is to be told, and the commands."""
        if not steps or self._left <= 0:
            return item, ()
        chain, before = _Chain(self._history), self._left
        found = self._run(chain, item.id, list(steps))
        given_up = self._trials <= 0 or (self._left <= 0 and before < LONGEST)
        self._affordable -= before - self._left
        self._left = max(self._affordable, 0)
        if found:
            return self._told(item, chain), tuple(chain.steps)
        if given_up:
            return item, ()
        told = self._told(item, chain)
        return told.model_copy(update={"reason": f"{told.reason}; {NO_WAY}"}), ()

    def _run(self, chain: _Chain, name: str, waiting: list[Step]) -> bool:
        """Whether the steps, with those that refusals on the way ask for, switch the change. Adds them to the chain."""
        for _ in range(LONGEST):
            if not waiting or self._left <= 0:
                break
            step = _still_open(waiting.pop(0), chain.history)
            if not step.ids:
                continue
            plan = self._planned(chain.history, step)
            if plan.failed:
                refused = _to_obey(plan, name)
                chain.met.append(refused)
                more = plan.steps.get(refused.id, ())
                if not more or more == (step,):
                    break
                waiting[:0] = (*more, step)
                continue
            chain.steps.append(step)
            chain.switched.update(plan.ids)
            if not waiting:
                return name in plan.ids and step.on == self._call.on
            chain.history = history_after(chain.history, plan.ids, on=step.on)
        return not waiting and (name in chain.history.active) == self._call.on

    def _planned(self, history: History, step: Step) -> UndoPlan:
        self._left -= 1
        leave = Leave(bool(step.option), step.option == "--cascade-external")
        found = plan_call(history, Call(step.ids, step.on, leave), self._config, self._trials)
        self._trials = found.trials
        return found.plan

    def _told(self, item: FailedUndo, chain: _Chain) -> FailedUndo:
        """The refusal with those that its commands met, and with all that they switch beside what was asked for."""
        if not chain.met:
            return item
        reasons = dict.fromkeys((item.reason, *(met.reason for met in chain.met)))
        along = {*item.blocked_by, *chain.switched, *(name for met in chain.met for name in (met.id, *met.blocked_by))}
        in_the_way = in_order(self._history.replay, along - {item.id, *self._call.ids} | set(item.blocked_by))
        return item.model_copy(update={"reason": "; then ".join(reasons), "blocked_by": in_the_way})


def _still_open(step: Step, history: History) -> Step:
    """The step without the changes that are as they should be already."""
    return replace(step, ids=tuple(name for name in step.ids if (name in history.active) != step.on))


def _to_obey(plan: UndoPlan, name: str) -> FailedUndo:
    """Of several refusals, that of the change itself, or the first that says what helps."""
    helping = [item for item in plan.failed if item.id in plan.steps] or list(plan.failed)
    return next((item for item in helping if item.id == name), helping[0])
