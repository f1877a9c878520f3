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
from reviewer.json_text import shown
from reviewer.ledger.compare import hunks
from reviewer.ledger.fold import History
from reviewer.ledger.new_words import NewWords
from reviewer.markdown.edited import SafetyEdit
from reviewer.markdown.safety import structure_violations
from reviewer.markdown.source import encode, read_document
from reviewer.markdown.wording import only_wording
from reviewer.model.document import Document
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.undo import FailedUndo
from reviewer.patch.relations import Refusal, in_order, reapply_refusals, revert_refusals
from reviewer.patch.replay import Replay
from reviewer.patch.units import Piece
from reviewer.service.files.documents import outlined, parsed
from reviewer.service.undo.plan import Step, is_by_hand
from reviewer.service.undo.remedy import Case, Remedies, Remedy
from reviewer.service.undo.shapes import Chain, Shape, Shapes

CHECKS = 60
"""States that one undo may look at to tell good changes from bad ones; what is undecided then is refused."""

TRIALS = 60
"""Remedies that one undo may try, and ``CHARACTERS`` the text that this may parse: others wait for the lock."""

CHARACTERS = 20_000_000

REFERENCES = 20
"""Earlier states that one check may compare with."""

Refusals = Callable[[Replay, Collection[str]], tuple[Refusal, ...]]
_REFUSALS: dict[bool, Refusals] = {True: reapply_refusals, False: revert_refusals}


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a state is refused, and where: ``offset`` in the text that would be made."""

    reason: str
    offset: int


@dataclass(frozen=True, slots=True)
class Leave:
    """What may go along unasked: changes that are needed (``cascade``), and hand edits (``external``), too."""

    cascade: bool = False
    external: bool = False


def trials_for(history: History) -> int:
    """How many remedies may be tried on a document of this size."""
    return min(max(8, CHARACTERS // (history.replay.length + 1)), TRIALS)


class Judge:
    """Judges what undoing (or with ``on``, redoing) changes of one history would make of its document.

    ``trials`` are how many remedies it may try, None for as many as the document's size allows.
    """

    def __init__(
        self,
        history: History,
        config: ReviewerConfig,
        *,
        on: bool,
        leave: Leave = Leave(),
        trials: int | None = None,
    ) -> None:
        self.history = history
        self.on = on
        self.leave = leave
        self.new_words = NewWords(history)
        self.checks = 0
        self.steps: dict[str, tuple[Step, ...]] = {}
        self.silent = config.style.silent_allowlist
        self.parse: Callable[[Document], ParsedDocument] = partial(parsed, unprotected=config.style.unprotected)
        trials = trials_for(history) if trials is None else trials
        self.remedies = Remedies(history, on=on, works=self._works, trials=trials)

    def settle(self, ids: Sequence[str]) -> tuple[tuple[str, ...], tuple[FailedUndo, ...]]:
        """The ids that can go together, and why each of the others cannot. ``ids`` stand in the order of going.

        With leave, also what they need and nobody named. ``steps`` then has the commands that do what was refused.
        """
        kept: list[str] = []
        failed: dict[str, FailedUndo] = {}
        waiting = [list(ids)] if ids else []
        while waiting:
            part = [name for name in waiting.pop() if name not in kept]
            together = [*kept, *part]
            if len(part) < len(ids) and (stranded := _REFUSALS[self.on](self.history.replay, together)):
                failed |= {refusal.id: _stranded(refusal) for refusal in stranded}
                rest = [name for name in part if name not in failed]
                waiting += [rest] if rest else []
                continue
            problem = self.problem(together) if part else None
            if problem is None:
                kept = together
            elif len(part) == 1:
                remedy = self._remedy(together, part[0], problem)
                if self._granted(remedy, ids):
                    kept = self._in_going_order([*together, *remedy.along])
                else:
                    failed[part[0]] = self._failed(part[0], problem, remedy)
                    self.steps[part[0]] = remedy.steps(together, on=self.on)
            elif self.checks >= CHECKS:
                failed |= {name: _undecided(name, problem, part) for name in part}
            else:
                waiting += [part[len(part) // 2 :], part[: len(part) // 2]]
        return tuple(kept), tuple(found for name, found in failed.items() if name not in kept)

    def problem(self, ids: Collection[str]) -> Problem | None:
        """Why the state with ``ids`` switched is refused; None when it is sound.

        A state that the ledger recorded before, the original included, is sound as it is.
        """
        self.checks += 1
        return self._between(self.history.replay, ids, on=self.on)

    def _between(self, now: Replay, ids: Collection[str], *, on: bool) -> Problem | None:
        """``problem``, from any state and in either direction."""
        active = now.active | frozenset(ids) if on else now.active - frozenset(ids)
        old, new = now.text(), now.materialise(active)
        raw = encode(new, bom=self.history.snapshot.bom)
        if bytes_hash(raw) in self.history.recorded:
            return None
        if (found := self.new_words.first(now, now.active, active)) is not None:
            return Problem(f"nobody wrote the word that it would make: {shown(found.text)}", found.offset)
        edits = _edits(old, new)
        if only_wording(old, self._document(raw), edits, outlined):
            return None
        after = self._parsed(raw)
        before = self._parsed(encode(old, bom=self.history.snapshot.bom))
        if not self._suspicious(before, after, edits):
            return None
        pieces = list(now.tape)
        return self._changed(pieces, (now.active, before), (active, after), self._references(ids, on=on))

    def _works(self, ids: Sequence[str], remedy: Remedy) -> bool:
        """Whether the ids can be switched when all is done as the remedy says, each step by itself."""
        now = self.history.replay
        if remedy.first:
            if _REFUSALS[not self.on](now, remedy.first) or self._between(now, remedy.first, on=not self.on):
                return False
            now = _switched(now, remedy.first, on=not self.on)
        together = [*ids, *remedy.along]
        return not _REFUSALS[self.on](now, together) and self._between(now, together, on=self.on) is None

    def _remedy(self, together: Sequence[str], name: str, problem: Problem) -> Remedy:
        replay = _switched(self.history.replay, together, on=self.on)
        return self.remedies.find(Case(name, tuple(together), problem.offset, replay))

    def _granted(self, remedy: Remedy, asked: Collection[str]) -> bool:
        """Whether what is needed was asked for as well, or may go along."""
        unasked = [name for name in remedy.along if name not in asked]
        by_hand = not self.on and any(map(is_by_hand, unasked))
        return not remedy.first and (not unasked or (self.leave.cascade and (self.leave.external or not by_hand)))

    def _in_going_order(self, names: Collection[str]) -> list[str]:
        ordered = in_order(self.history.replay, names)
        return list(ordered if self.on else ordered[::-1])

    def _failed(self, name: str, problem: Problem, remedy: Remedy) -> FailedUndo:
        blocking = in_order(self.history.replay, {*remedy.along, *remedy.first})
        return FailedUndo(id=name, reason=f"{problem.reason}; {remedy.told(on=self.on)}", blocked_by=blocking)

    def _suspicious(self, before: ParsedDocument, after: ParsedDocument, edits: Sequence[SafetyEdit]) -> bool:
        """Whether blocks change that no edit touches, or an edit is inside something protected."""
        if structure_violations(before, after, edits, silent=self.silent):
            return True
        shift = 0
        for edit in edits:
            start = edit.span.start + shift
            if before.protected_in(edit.span) or after.protected_in(Span(start, start + edit.after_length)):
                return True
            shift += edit.after_length - (edit.span.end - edit.span.start)
        return False

    def _changed(
        self,
        pieces: Sequence[Piece],
        now: tuple[frozenset[str], ParsedDocument],
        then: tuple[frozenset[str], ParsedDocument],
        references: Iterator[frozenset[str]],
    ) -> Problem | None:
        """The first text that would be part of something that it neither is now nor was when the change was made."""
        after = then[1]
        known: dict[Chain, int] = {}
        old = Shapes(pieces, *now, known)
        new = Shapes(pieces, *then, known)
        earlier: list[Shapes] = []
        for index, within in (*new.samples(), *old.protected_starts()):
            shape, was = new.at(index, within), old.at(index, within)
            if shape is None or shape == was:
                continue
            if not earlier:
                earlier = [Shapes(pieces, view, self._parsed_view(view), known) for view in references]
            made = [found for state in earlier if (found := state.at(index, within)) is not None]
            if shape not in made and (made or was is not None):
                offset = new.offset(index, within)
                line = after.document.lines_of(Span(offset, offset + 1))[0]
                return Problem(_said(line, shape, was or made[0]), offset)
        return None

    def _references(self, ids: Collection[str], *, on: bool) -> Iterator[frozenset[str]]:
        """The states in which the changes were not yet made (or just made), newest first."""
        seqs = set()
        for name in ids:
            entry = self.history.by_id[name]
            first = entry.seq - entry.txn_index
            seqs.add(first + entry.txn_size - 1 if on else first - 1)
        for seq in sorted(seqs, reverse=True)[:REFERENCES]:
            yield self.history.active_at(seq)

    def _parsed(self, raw: bytes) -> ParsedDocument:
        return self.parse(self._document(raw))

    def _document(self, raw: bytes) -> Document:
        return read_document(raw, self.history.snapshot.source_id)

    def _parsed_view(self, view: frozenset[str]) -> ParsedDocument:
        return self._parsed(encode(self.history.replay.materialise(view), bom=self.history.snapshot.bom))


def _switched(now: Replay, ids: Collection[str], *, on: bool) -> Replay:
    replay = now.clone()
    for name in ids:
        replay.toggle(name, on=on)
    return replay


def _edits(old: str, new: str) -> list[SafetyEdit]:
    """What turned one text into the other; lines that are the same at both ends need no comparison."""
    head = old.rfind("\n", 0, _shared(old, new)) + 1
    same = _shared(old[:head:-1], new[:head:-1])
    line_end = old.find("\n", len(old) - same)
    tail = len(old) - line_end - 1 if line_end >= 0 else 0
    found = hunks(old[head : len(old) - tail], new[head : len(new) - tail])
    spans = [Span(edit.span.start + head, edit.span.end + head) for edit in found]
    return [
        SafetyEdit(index, span, len(edit.after_text), "structure", "human")
        for index, (span, edit) in enumerate(zip(spans, found, strict=True))
    ]


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common from the start."""
    same, different = 0, min(len(one), len(other)) + 1
    while different - same > 1:
        middle = (same + different) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            different = middle
    return same


def _said(line: int, shape: Shape, was: Shape) -> str:
    if shape.name == was.name:
        return f"the document's structure would change: the {shape.name} on line {line} would move into another block"
    return f"the document's structure would change: line {line} would be a {shape.name} where it is a {was.name}"


def _stranded(refusal: Refusal) -> FailedUndo:
    reason = "it cannot go without others that were refused"
    return FailedUndo(id=refusal.id, reason=reason, blocked_by=refusal.blocked_by)


def _undecided(name: str, problem: Problem, part: Sequence[str]) -> FailedUndo:
    """One of many that are refused together: which of them do harm was not found out."""
    reason = f"{problem.reason}; too many were asked for to tell which does it, so name fewer at once"
    return FailedUndo(id=name, reason=reason, blocked_by=tuple(other for other in part if other != name))
