"""Which of several proposals for the same text is taken (DESIGN §7: human, fixer, tutor, worker)."""

from bisect import bisect_left, insort
from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from reviewer.markdown.locate import Located
from reviewer.markdown.word_reach import cut_words
from reviewer.model.edit import MODELS, Action, EditOp, Overlapped, RejectCode, Rejection
from reviewer.model.position import Span
from reviewer.plan.minimise import least_edit
from reviewer.plan.reach import Reaches, first_form, reach_of
from reviewer.plan.refusal import rejection
from reviewer.plan.rivals import Proposal, Rivals, disagree, in_one_sentence, proposal_of
from reviewer.plan.touching import Order, Touching

_STRENGTH = {"human": 0, "tool": 1, "fixer": 2, "tutor": 3, "worker": 4}
"""Lower is stronger. A tool's ops are put in by a person on purpose, so they come before our own fixers'."""


@dataclass(frozen=True, slots=True)
class Merged:
    """``ops`` in document order: insertions first, in input order at one offset but for what goes on with a word.

    ``overlapped`` gave way to one of them; ``duplicates`` are pairs of the dropped op and the op id that stays.
    """

    ops: tuple[EditOp, ...]
    overlapped: tuple[Overlapped, ...]
    duplicates: tuple[tuple[EditOp, str], ...] = ()


def gave_way(overlapped: Overlapped, gone: Container[str] = ()) -> Rejection:
    """The record of an op that lost its place for good; ``gone`` are op ids that were refused in the end."""
    does = "its sentence is written otherwise by" if overlapped.otherwise else "overlaps"
    what = "op" if overlapped.winner.startswith("op-") else "change"
    message = f"{does} the {what} {overlapped.winner}, which is stronger or came first"
    if overlapped.winner in gone:
        message += "; that one was refused as well, after many others at this place: give this op alone"
    return rejection(overlapped.op, RejectCode.OVERLAP, message)


def merge(ops: Sequence[EditOp], text: str = "") -> Merged:
    """Take the stronger of overlapping ops, the earlier of equally strong ones.

    Ops that only touch do not overlap, unless they cut one word; nor do insertions at one offset, or flags. An equal op
    (same action, span and text) is a duplicate, not a loser. The ops of a group are taken or lost together. Ops of
    models, which are weakest, overlap also those that want the same words (``reach``). The parts of one proposal in one
    sentence are lost together to an op of another proposal that writes the sentence otherwise (``rivals``), or that
    puts other words where one of them does; a part that only overlaps is lost alone. ``text`` is the document in which
    all spans are; without it words are not looked at.
    """
    merger = _Merger(ops, text)
    for unit in _units(ops, text):
        merger.add(unit)
    kept = sorted(merger.kept, key=lambda pair: pair[0])
    overlapped = tuple(loser for _, loser in sorted(merger.overlapped, key=lambda pair: pair[0]))
    return Merged(tuple(op for _, op in kept), overlapped, tuple(merger.duplicates))


def rivals_of(standing: Sequence[EditOp], ops: Sequence[EditOp], text: str) -> dict[str, str]:
    """The op ids of those that overlap one of ``standing``, however strong they are, each with the op id of that one.

    ``standing`` are ops that were made together; all spans are those of ``text``. An op that is among them, or asks for
    the very same, overlaps none.
    """
    merger = _Merger((*standing, *ops), text)
    for op in standing:
        merger.add([(op.index, op)])
    same = {_content(op) for op in standing}
    others = [op for op in ops if _content(op) not in same]
    return {op.op_id: winner for op in others if (winner := merger.overlapped_by(op)) is not None}


class Distinct:
    """Ops of models that were seen; ``text`` is the document in which all spans are."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._seen: set[tuple[object, ...]] = set()

    def add(self, op: EditOp) -> bool:
        """Whether no equal op was added before."""
        same = same_for_a_model(op, self._text)
        if same in self._seen:
            return False
        self._seen.add(same)
        return True


_Unit = list[tuple[int, EditOp]]


class _Placed(NamedTuple):
    """An op with its place in the order of the document, and the words that it cuts."""

    number: int
    op: EditOp
    order: Order
    cut: Span | None


_Fresh = list[_Placed]


def _units(ops: Sequence[EditOp], text: str) -> list[_Unit]:
    """Single ops, groups, and what one proposal of a model does in one sentence, strongest first; a group is as strong
    as its strongest member."""
    units: dict[object, _Unit] = {}
    open_units: dict[Proposal, _Unit] = {}
    for index, op in enumerate(ops):
        if op.proposal and not op.group:
            unit = open_units.get(proposal_of(op))
            if unit is None or not in_one_sentence(unit[-1][1], op, text):
                open_units[proposal_of(op)] = unit = units.setdefault(index, [])
            unit.append((index, op))
            continue
        key: object = (op.source.type, op.group) if op.group else index
        units.setdefault(key, []).append((index, op))
    return sorted(units.values(), key=lambda unit: (min(_STRENGTH[op.source.type] for _, op in unit), unit[0][0]))


def _placed(index: int, op: EditOp, text: str) -> _Placed:
    """Document order; at one place what goes on with the word before it, then what does neither, then the other.

    The words that an op cuts are worked out once. None where it only puts something between words, and without text.
    """
    start, end = op.span
    words = cut_words(text, Located(op.span, op.before_text, op.after_text)) if text else op.span
    cut = words if text and words.start < words.end else None
    if start < end or op.action is Action.FLAG_ONLY:
        return _Placed(index, op, (start, start < end, 0, index), cut)
    before = words.start < start or (text[start - 1 : start].isalnum() and op.after_text[:1].isalnum())
    behind = words.end > start or (text[start : start + 1].isalnum() and op.after_text[-1:].isalnum())
    return _Placed(index, op, (start, False, behind - before, index), cut)


def units_of_models(ops: Sequence[EditOp], text: str) -> list[list[EditOp]]:
    """What each proposal of a model does in each sentence; ``ops`` in order."""
    return [[op for _, op in unit] for unit in _units([op for op in ops if op.source.type in MODELS], text)]


class _Merger:
    def __init__(self, ops: Sequence[EditOp], text: str) -> None:
        models = any(op.source.type in MODELS for op in ops)
        self._text = text
        self._models_text = text if models else ""  # what only ops of models are asked about costs nothing without them
        self._rivals = Rivals(ops, self._models_text)
        self._reaches = Reaches()
        self._words = Reaches()
        self.kept: list[tuple[Order, EditOp]] = []
        self.overlapped: list[tuple[int, Overlapped]] = []
        self.duplicates: list[tuple[EditOp, str]] = []
        self._taken: list[tuple[int, int, str]] = []
        self._points: list[tuple[int, str]] = []
        self._touching = Touching(text)
        self._by_id: dict[str, EditOp] = {}
        self._equal: dict[tuple[object, ...], str] = {}

    def add(self, unit: _Unit) -> None:
        fresh: _Fresh = []
        agreed = set()
        for index, op in unit:
            same = same_for_a_model(op, self._models_text) if op.source.type in MODELS else _content(op)
            winner = self._equal.get(same)
            if winner is not None:
                self.duplicates.append((op, winner))
                agreed.add(winner)
                continue
            fresh.append(_placed(index, op, self._text))
        if unit[0][1].group:
            winner = next(filter(None, map(self._winner, fresh)), None)
            self._settle(fresh, winner or self._own_clash([one.op for one in fresh]))
        elif fresh:
            self._add_of_sentence(fresh, agreed)

    def overlapped_by(self, op: EditOp) -> str | None:
        """The op id of a taken op that keeps this one out."""
        return self._winner(_placed(op.index, op, self._text))

    def _add_of_sentence(self, fresh: _Fresh, agreed: Collection[str]) -> None:
        """What one proposal does in one sentence: each op is taken or lost alone, unless the sentence is another's."""
        rival = self._rivals.winner([one.op for one in fresh], agreed)
        lost = {one.number: winner for one in fresh if (winner := self._winner(one)) is not None}
        if rival is None and len(fresh) > 1 and self._models_text:
            others = (
                winner
                for one in fresh
                if (winner := lost.get(one.number)) and disagree(one.op, self._by_id[winner], self._models_text)
            )
            rival = next(others, None)
        for one in fresh:
            self._settle([one], lost.get(one.number, rival), otherwise=one.number not in lost)

    def _settle(self, ops: _Fresh, winner: str | None, *, otherwise: bool = False) -> None:
        for one in ops:
            if winner is None:
                self._take(one)
            else:
                self.overlapped.append((one.number, Overlapped(op=one.op, winner=winner, otherwise=otherwise)))

    def _take(self, placed: _Placed) -> None:
        _, op, order, cut = placed
        self.kept.append((order, op))
        self._by_id[op.op_id] = op
        self._rivals.take(op)
        for same in (_content(op), same_for_a_model(op, self._models_text)):
            self._equal.setdefault(same, op.op_id)
        if op.action is Action.FLAG_ONLY:
            return
        if self._models_text:
            self._reaches.take(reach_of(op, self._models_text), op)
        if cut is not None:
            self._words.take(cut, op)
        if self._text:
            self._touching.take(order, op)
        if op.span.start == op.span.end:
            insort(self._points, (op.span.start, op.op_id))
        else:
            insort(self._taken, (*op.span, op.op_id))

    def _winner(self, placed: _Placed) -> str | None:
        """The op id of a taken op that this one overlaps."""
        _, op, order, cut = placed
        if op.action is Action.FLAG_ONLY:
            return None
        if self._models_text and op.source.type in MODELS:
            winner = self._reaches.winner(reach_of(op, self._models_text), op)
        else:
            winner = self._words.winner(cut, op) if cut is not None else None
        if winner is not None:
            return winner
        place = bisect_left(self._taken, (op.span.end,))
        for start, end, winner in reversed(self._taken[max(place - 1, 0) : place]):
            if start < op.span.end and op.span.start < end:
                return winner
        inside = bisect_left(self._points, (op.span.start + 1,))
        if inside < len(self._points) and self._points[inside][0] < op.span.end:
            return self._points[inside][1]
        return self._touching.winner(order, op) if self._text else None

    def _own_clash(self, ops: Sequence[EditOp]) -> str | None:
        """A group whose own ops overlap cannot be applied."""
        if len(ops) < 2:
            return None
        ordered = sorted((op for op in ops if op.action is not Action.FLAG_ONLY), key=lambda op: op.span)
        for first, second in pairwise(ordered):
            if first.span.overlaps(second.span):
                return first.op_id
        return None


def same_for_a_model(op: EditOp, text: str) -> tuple[object, ...]:
    """What makes a model's op equal to another: a correction is one wherever among equal words it is placed."""
    if op.action is Action.FLAG_ONLY or not text:
        return _content(op)
    least = least_edit(op)
    return ("at its first place", *first_form(least, text))


def _content(op: EditOp) -> tuple[object, ...]:
    note = op.review_note.text if op.action is Action.FLAG_ONLY and op.review_note else ""
    return op.action is Action.FLAG_ONLY, op.span, op.after_text, note
