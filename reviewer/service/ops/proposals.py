"""What a program proposes is not proposed again once a person undid or rejected it, unless they ask (``--again``)."""

from collections.abc import Iterable
from itertools import chain

from reviewer.count_text import counted, verb
from reviewer.ledger.fold import History
from reviewer.ledger.standing import least_texts, same_flag
from reviewer.model.edit import PEOPLE, Action, EditOp, EditPlan
from reviewer.patch.view import View
from reviewer.plan.minimise import least_edit
from reviewer.service.workspace.listed import listed


def without_refused(
    plan: EditPlan, history: History, view: frozenset[str], *, again: bool
) -> tuple[EditPlan, tuple[str, ...], dict[str, tuple[str, ...]]]:
    """The plan without proposals of fixers and models that were undone or rejected before, and a note that says so.

    The note names every entry that one of them repeats; so does the mapping, for each op id that is left out. They are
    known by their content, by their fingerprint (rule, snippet, section, which occurrence; never a line number), or by
    their place: the very characters that an undone change had replaced. Which occurrence it is changes when an earlier
    one is mended, the characters stay the same.
    ``view`` is the active set of the text that the plan was made on. What is grouped with one falls too. Ops of people
    and other tools stay in: those are refused one by one.
    """
    if again:
        return plan, (), {}
    undone = _Undone(history, view)
    proposed = (*plan.ops, *(item.op for item in plan.overlapped))
    refused = {op.op_id: names for op in proposed if (names := undone.repeated_by(op))}
    if not refused:
        return plan, (), {}
    groups = {op.group: refused[op.op_id] for op in proposed if op.op_id in refused and op.group}
    found = ((op, refused.get(op.op_id) or groups.get(op.group)) for op in proposed)
    out = {op.op_id: names for op, names in found if names}
    kept = tuple(op for op in plan.ops if op.op_id not in refused and op.group not in groups)
    waiting = tuple(i for i in plan.overlapped if i.op.op_id not in refused and i.op.group not in groups)
    left_out = len(proposed) - len(kept) - len(waiting)
    note = _note(left_out, chain.from_iterable(refused.values()))
    return plan.model_copy(update={"ops": kept, "overlapped": waiting}), (note,), out


class _Undone:
    """Undone changes by the first of the characters that they had replaced, or by the gap that they had filled."""

    def __init__(self, history: History, view: frozenset[str]) -> None:
        self.history = history
        self.gone = frozenset(history.reverted_op_ids.values())
        records = {name: history.replay.records.get(name) for name in self.gone}
        self.names = {id(record.deleted[0]): name for name, record in records.items() if record and record.deleted}
        self.view = View(history.replay, view) if self.gone else None
        self.alike: dict[str, list[str]] = {}
        for entry in history.entries:
            if entry.fingerprint and (entry.id in self.gone or entry.event == "decision"):
                self.alike.setdefault(entry.fingerprint, []).append(entry.id)

    def repeated_by(self, op: EditOp) -> tuple[str, ...]:
        """The entries that were undone or rejected and proposed the same; one alone where its very place tells it."""
        if op.source.type in PEOPLE:
            return ()
        here = self.at(op)
        if here is None and op.op_id not in self.history.active_op_ids:
            here = self.history.reverted_op_ids.get(op.op_id)
            if here is None:
                return tuple(self.alike.get(op.fingerprint, ()))
        return () if here is None else (here,)

    def at(self, op: EditOp) -> str | None:
        """The undone change that made the same edit of the same characters, or the closed flag that they had."""
        if self.view is None or op.source.type in PEOPLE:
            return None
        if op.action is Action.FLAG_ONLY:
            flag = same_flag(self.history, op, self.view)
            return None if flag in self.history.flags else flag
        least = least_edit(op)
        if least.before:
            names = [self.names.get(id(self.view.piece_at(least.span.start)))]
        else:
            names = [name for name in self.view.put_at(least.span.start) if name in self.gone]
        texts = least.before, least.after
        same = (name for name in names if name and least_texts(self.history.by_id[name]) == texts)
        return next(same, None)


def _note(count: int, names: Iterable[str]) -> str:
    proposals = f"{counted(count, 'proposal')} {verb(count, 'was', 'were')}"
    told = "left out, because a person undid or rejected the same before"
    return f"{proposals} {told} ({listed(names)}); see --again, reapply"
