"""Which admitted ops can be committed together: no overlaps, and groups whole or not at all.

Ops are taken in the order of the plan, so the earlier of two that overlap wins.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reviewer.ledger.admission import Admitted
from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.plan.refusal import rejection
from reviewer.plan.touching import Order, Touching


@dataclass
class Selection:
    """Ops that are still in, by number, and those that are out. ``groups`` that lost a member lose all."""

    chosen: dict[int, Admitted]
    rejected: list[Rejection] = field(default_factory=list)

    def drop(self, admitted: Admitted, code: RejectCode, message: str) -> None:
        """Reject an op, and the rest of its group with it."""
        if self.chosen.pop(admitted.number, None) is None:
            return
        self.rejected.append(rejection(admitted.op, code, message))
        if admitted.op.group:
            self.drop_group(admitted.op.group, code, f"op {admitted.op.op_id} of its group was rejected: {message}")

    def drop_group(self, group: str, code: RejectCode, message: str) -> None:
        """Reject all that is left of a group: its ops stand or fall together."""
        for other in [a for a in self.chosen.values() if a.op.group == group]:
            del self.chosen[other.number]
            self.rejected.append(rejection(other.op, code, message))

    @property
    def edits(self) -> list[Admitted]:
        """Ops that change text, in document order: by start, insertions first, then in the order of the plan."""
        return in_document_order(a for a in self.chosen.values() if not a.is_flag)


def in_document_order(ops: Iterable[Admitted]) -> list[Admitted]:
    """By start, insertions first, then in the order of the plan (DESIGN §5); exact places in one gap go before that."""
    return sorted(ops, key=_order_of)


def _order_of(admitted: Admitted) -> Order:
    start, end = admitted.span
    return start, not admitted.is_flag and end > start, admitted.footing.place or 0, admitted.number


def select(
    admitted: Sequence[Admitted], broken_groups: dict[str, tuple[RejectCode, str]], moved_to: str = ""
) -> Selection:
    """Take ops in order, refusing those that overlap one already taken; then again without the groups that broke.

    ``broken_groups`` have lost a member before: none of their ops is taken. ``moved_to`` is the current text where the
    ops were located in another one: what parted two of them there may be gone, and one word would stand between.
    """
    broken = dict(broken_groups)
    while True:
        selection, lost = _one_pass(admitted, broken, _Taken(moved_to))
        if not lost:
            return selection
        broken.update(lost)


def _one_pass(
    admitted: Sequence[Admitted], broken: dict[str, tuple[RejectCode, str]], taken: "_Taken"
) -> tuple[Selection, dict[str, tuple[RejectCode, str]]]:
    selection = Selection({})
    lost: dict[str, tuple[RejectCode, str]] = {}
    for candidate in admitted:
        group = candidate.op.group
        if group in broken:
            code, message = broken[group]
            selection.rejected.append(rejection(candidate.op, code, message))
            continue
        other = None if candidate.is_flag else taken.conflict(candidate)
        if other is None:
            selection.chosen[candidate.number] = candidate
            if not candidate.is_flag:
                taken.add(candidate)
            continue
        message = f"overlaps op {_name(other)}, which comes before it in the plan"
        selection.rejected.append(rejection(candidate.op, RejectCode.OVERLAP, message))
        if group and group not in lost:
            lost[group] = (RejectCode.OVERLAP, f"op {_name(candidate)} of its group {message}")
    return selection, lost


def _name(admitted: Admitted) -> str:
    return admitted.op.id or admitted.op.op_id


class _Taken:
    """Spans that are taken, sorted; equal ops and shared characters are found by bisection.

    With the ``text`` in which they are also what would be one word with another: not of one group or proposal.
    """

    def __init__(self, text: str) -> None:
        self.touching = Touching(text) if text else None
        self.by_op_id: dict[str, Admitted] = {}
        self.starts: list[int] = []
        self.replaced: list[Admitted] = []
        self.places: list[int] = []
        self.inserted: list[Admitted] = []
        self.seen: dict[tuple[str, str], Admitted] = {}

    def add(self, admitted: Admitted) -> None:
        start, end = admitted.span
        starts, ops = (self.starts, self.replaced) if end > start else (self.places, self.inserted)
        index = bisect_right(starts, start)
        starts.insert(index, start)
        ops.insert(index, admitted)
        self.seen[(admitted.op.op_id, admitted.op.id)] = admitted
        if self.touching is not None:
            self.by_op_id[admitted.op.op_id] = admitted
            self.touching.take(_order_of(admitted), _moved(admitted))

    def conflict(self, admitted: Admitted) -> Admitted | None:
        """The op taken before that shares a character, stands strictly inside, or is the very same op."""
        same = self.seen.get((admitted.op.op_id, admitted.op.id))
        if same is not None and admitted.op.op_id:
            return same
        start, end = admitted.span
        index = bisect_left(self.starts, max(end, start + 1) if end > start else start) - 1
        if index >= 0 and self.replaced[index].span.end > start:
            return self.replaced[index]
        if end > start:
            index = bisect_right(self.places, start)
            if index < len(self.places) and self.places[index] < end:
                return self.inserted[index]
        winner = self.touching and self.touching.winner(_order_of(admitted), _moved(admitted))
        return self.by_op_id[winner] if winner else None


def _moved(admitted: Admitted) -> EditOp:
    """The op in the current text; a group is one to itself, as the parts of a proposal are."""
    op = admitted.op
    return op.model_copy(update={"span": admitted.span, "proposal": op.proposal or op.group})


def merged(text: str, edits: Sequence[Admitted]) -> str:
    """``text`` with edits in document order."""
    parts, position = [], 0
    for edit in edits:
        parts += [text[position : edit.span.start], edit.op.after_text]
        position = edit.span.end
    return "".join([*parts, text[position:]])
