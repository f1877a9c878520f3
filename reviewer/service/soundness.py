"""Textual independence is not safety: a state that an undo makes is checked like one that an edit makes (DESIGN §5).

Text that an undo does not touch must stay part of what it is now, or become again what it was when the change was made:
taking out a blank line may join two paragraphs again, but it may not turn a paragraph into a heading. Text that comes
back must come back as what it was: not inside a fence that somebody has put around its place since.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from reviewer.config import ReviewerConfig
from reviewer.hashing import bytes_hash
from reviewer.ledger.compare import hunks
from reviewer.ledger.fold import History
from reviewer.markdown.edited import SafetyEdit
from reviewer.markdown.safety import structure_violations
from reviewer.markdown.source import encode, read_document
from reviewer.model.document import Document
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.undo import FailedUndo
from reviewer.patch.relations import Refusal, cascade
from reviewer.patch.replay import Replay, TextEdit
from reviewer.service.documents import parsed
from reviewer.service.shapes import Chain, Shape, Shapes

CHECKS = 60
"""States that one undo may look at to tell good changes from bad ones; what is undecided then is refused."""

REFERENCES = 20
"""Earlier states that one check may compare with."""

NEAREST = 3
"""Changes beside the damage that are tried as the ones in the way."""

Refusals = Callable[[Replay, Collection[str]], tuple[Refusal, ...]]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a state is refused, and where: ``offset`` in the text that would be made."""

    reason: str
    offset: int


class Judge:
    """Judges what undoing (or with ``on``, redoing) changes of one history would make of its document."""

    def __init__(self, history: History, config: ReviewerConfig, *, on: bool) -> None:
        self.history = history
        self.on = on
        self.checks = 0
        self.silent = config.style.silent_allowlist
        self.parse: Callable[[Document], ParsedDocument] = partial(parsed, unprotected=config.style.unprotected)

    def settle(self, ids: Sequence[str], refusals: Refusals) -> tuple[tuple[str, ...], tuple[FailedUndo, ...]]:
        """The ids that can go together, and why each of the others cannot. ``ids`` stand in the order of going."""
        kept: list[str] = []
        failed: list[FailedUndo] = []
        waiting = [list(ids)] if ids else []
        while waiting:
            part = waiting.pop()
            together = [*kept, *part]
            if len(part) < len(ids) and (stranded := refusals(self.history.replay, together)):
                failed += [_stranded(refusal) for refusal in stranded]
                gone = {refusal.id for refusal in stranded}
                waiting += [rest] if (rest := [name for name in part if name not in gone]) else []
                continue
            problem = self.problem(together)
            if problem is None:
                kept = together
            elif len(part) == 1 or self.checks >= CHECKS:
                blocking = self._in_the_way(together, problem)
                failed += [FailedUndo(id=name, reason=problem.reason, blocked_by=blocking) for name in part]
            else:
                waiting += [part[len(part) // 2 :], part[: len(part) // 2]]
        return tuple(kept), tuple(failed)

    def problem(self, ids: Collection[str], without: Collection[str] = ()) -> Problem | None:
        """Why the state with ``ids`` switched, and ``without`` switched off, is refused; None when it is sound.

        A state that the ledger recorded before, the original included, is sound as it is.
        """
        self.checks += 1
        replay = self._switched(ids, without)
        raw = encode(replay.text(), bom=self.history.snapshot.bom)
        if bytes_hash(raw) in self.history.recorded:
            return None
        before, after = self._parsed(self.history.bytes), self._parsed(raw)
        edits = hunks(before.document.text, after.document.text)
        if not self._suspicious(before, after, edits):
            return None
        return self._changed(replay, ids, (before, after))

    def _switched(self, ids: Collection[str], without: Collection[str]) -> Replay:
        replay = self.history.replay.clone()
        for name in ids:
            replay.toggle(name, on=self.on)
        for name in without:
            replay.toggle(name, on=False)
        return replay

    def _suspicious(self, before: ParsedDocument, after: ParsedDocument, edits: Sequence[TextEdit]) -> bool:
        """Whether blocks change that no edit touches, or an edit is inside something protected."""
        safety = [
            SafetyEdit(index, edit.span, len(edit.after_text), "structure", "human") for index, edit in enumerate(edits)
        ]
        if structure_violations(before, after, safety, silent=self.silent):
            return True
        shift = 0
        for edit in edits:
            start = edit.span.start + shift
            if before.protected_in(edit.span) or after.protected_in(Span(start, start + len(edit.after_text))):
                return True
            shift += len(edit.after_text) - len(edit.before_text)
        return False

    def _changed(
        self, replay: Replay, ids: Collection[str], states: tuple[ParsedDocument, ParsedDocument]
    ) -> Problem | None:
        """The first text that would be part of something that it neither is now nor was when the change was made."""
        known: dict[Chain, int] = {}
        pieces = list(replay.tape)
        old = Shapes(pieces, self.history.active, states[0], known)
        new = Shapes(pieces, replay.active, states[1], known)
        earlier: list[Shapes] = []
        for index, within in (*new.samples(), *old.protected_starts()):
            shape, now = new.at(index, within), old.at(index, within)
            if shape is None or shape == now:
                continue
            if not earlier:
                earlier = [Shapes(pieces, view, self._parsed_view(view), known) for view in self._references(ids)]
            then = [found for state in earlier if (found := state.at(index, within)) is not None]
            if shape not in then and (then or now is not None):
                offset = new.offset(index, within)
                line = states[1].document.lines_of(Span(offset, offset + 1))[0]
                return Problem(_said(line, shape, now or then[0]), offset)
        return None

    def _references(self, ids: Collection[str]) -> Iterator[frozenset[str]]:
        """The states in which the changes were not yet made (or just made), newest first."""
        seqs = set()
        for name in ids:
            entry = self.history.by_id[name]
            first = entry.seq - entry.txn_index
            seqs.add(first + entry.txn_size - 1 if self.on else first - 1)
        for seq in sorted(seqs, reverse=True)[:REFERENCES]:
            yield self.history.active_at(seq)

    def _in_the_way(self, ids: Collection[str], problem: Problem) -> tuple[str, ...]:
        """The change beside the damage without which there would be none; else the nearest."""
        replay = self._switched(ids, ())

        def distance(name: str) -> int:
            start, end = replay.span_of(name)
            return max(start - problem.offset, problem.offset - end, 0)

        near = sorted(replay.active - set(ids), key=distance)[:NEAREST]
        for name in near:
            if self.problem(ids, cascade(replay, [name])) is None:
                return (name,)
        return tuple(near[:1])

    def _parsed(self, raw: bytes) -> ParsedDocument:
        return self.parse(read_document(raw, self.history.snapshot.source_id))

    def _parsed_view(self, view: frozenset[str]) -> ParsedDocument:
        return self._parsed(encode(self.history.replay.materialise(view), bom=self.history.snapshot.bom))


def _said(line: int, shape: Shape, was: Shape) -> str:
    if shape.name == was.name:
        return f"the document's structure would change: the {shape.name} on line {line} would move into another block"
    return f"the document's structure would change: line {line} would be a {shape.name} where it is a {was.name}"


def _stranded(refusal: Refusal) -> FailedUndo:
    reason = "it cannot go without others that were refused"
    return FailedUndo(id=refusal.id, reason=reason, blocked_by=refusal.blocked_by)
