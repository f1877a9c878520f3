"""May this op be committed? One op at a time against the current state: the seed's six invariants (§6), and ours.

The answer is data: an admitted op with its place in the current text, an entry that already does the same, or a
rejection with its code. Nothing is raised, so that one bad op never stops the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from reviewer.count_text import counted
from reviewer.hashing import content_hash
from reviewer.ledger.fold import History
from reviewer.ledger.ids import is_change_id
from reviewer.ledger.placed import Placed, placed
from reviewer.ledger.policy import CommitPolicy, with_notes
from reviewer.ledger.standing import Already, standing
from reviewer.ledger.whole_words import whole_words
from reviewer.markdown.locate import Located
from reviewer.markdown.retype import to_lf
from reviewer.model.document import Document
from reviewer.model.edit import MODELS, PEOPLE, Action, EditOp, RejectCode, Rejection
from reviewer.model.parsed import ParsedDocument, ProtectedRegion
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.patch.replay import NO_FOOTING, Footing, TextEdit
from reviewer.patch.view import View
from reviewer.plan.flag_instead import flag_instead, obstacle_of
from reviewer.plan.minimise import minimise
from reviewer.plan.op_fields import Refused
from reviewer.plan.refusal import rejection
from reviewer.plan.removal import removes_lines, removes_sentence


@dataclass(frozen=True, slots=True)
class Admitted:
    """An op that may be committed alone. ``span`` is in the current text; ``number`` its place in the plan.

    ``obstacle`` is the protected text for which an edit became a flag; ``footing`` is that of ``placed``;
    ``brought`` is the line end that the document lacks at its end and that an insertion there begins with.
    """

    number: int
    op: EditOp
    span: Span
    fixups: tuple[str, ...] = ()
    obstacle: str = ""
    footing: Footing = NO_FOOTING
    brought: str = ""

    @property
    def is_flag(self) -> bool:
        """True when it changes no text."""
        return self.op.action is Action.FLAG_ONLY


class Admission:
    """Checks ops against one state. ``view`` is where the ops' spans are, None when that is the current state."""

    def __init__(self, history: History, current: ParsedDocument, located: tuple[Document, View | None]) -> None:
        self.history = history
        self.current = current
        self.document, self.view = located

    def admit(self, number: int, op: EditOp, policy: CommitPolicy) -> Admitted | Already | Rejection:
        """The op's place in the current text and its final form, or why not."""
        try:
            if op.id and not is_change_id(op.id):
                raise Refused(RejectCode.SCHEMA_ID, f"id {op.id[:40]!r} is not RVW- and at least four digits")
            found = standing(self.history, op, self.view, again=policy.again)
            return self._placed(number, found, policy) if isinstance(found, EditOp) else found
        except Refused as refused:
            return rejection(op, refused.code, refused.message)

    def _placed(self, number: int, op: EditOp, policy: CommitPolicy) -> Admitted:
        self._check_range(op)
        _check_characters(op)
        removes = op.action is Action.REPLACE and self._removes(op)
        mended, fixups = with_notes(op, policy, removes=removes)
        mended, hash_fixups = self._with_hash(mended)
        least = minimise(_located(mended))
        if op.action in {Action.REPLACE, Action.DELETE}:
            least = self._of_whole_words(least)
        if op.action is Action.FLAG_ONLY:
            span = self._flag_span(mended.span)
            return Admitted(number, mended, span, fixups)
        if least.before == least.after:
            raise Refused(RejectCode.OTHER, "the op changes nothing")
        moved = self._current(least)
        span = moved.span or Span(0, 0)
        left, right = least.span.start - mended.span.start, mended.span.end - least.span.end
        around, whole = ((max(own[0] + left, 0), max(own[1] + right, 0)) for own in (op.around, op.whole))
        action = Action.REPLACE if least.after and mended.action is Action.DELETE else mended.action
        texts = {"before_text": least.before, "after_text": least.after}
        mended = mended.having(action=action, span=span, around=around, whole=whole, **texts)
        brought = self._brought(op)
        admitted = Admitted(number, mended, span, fixups + hash_fixups, footing=moved.footing, brought=brought)
        return self._unprotected(admitted, policy)

    def _removes(self, op: EditOp) -> bool:
        """Lines that go, and of a model, which may have rewritten all around it, a sentence."""
        edit = _located(op)
        if removes_lines(self.document, edit):
            return True
        return op.source.type in MODELS and removes_sentence(self.document, edit)

    def _of_whole_words(self, least: Located) -> Located:
        """The edit with the word that it cuts, where another change stands in that word."""
        if least.before == least.after or not self.history.replay.records:
            return least
        (edit,) = whole_words(self._places, [TextEdit(least.span, least.before, least.after)])
        return Located(edit.span, edit.before_text, edit.after_text)

    @cached_property
    def _places(self) -> View:
        return self.view or View(self.history.replay, self.history.active)

    def _check_range(self, op: EditOp) -> None:
        first, last, lines = op.target.line_start, op.target.line_end, self.document.line_count
        lowest = 0 if op.action is Action.INSERT else 1
        if not lowest <= first <= last <= max(lines, 1):
            raise Refused(
                RejectCode.RANGE, f"lines {first} to {last} are not in a document of {counted(lines, 'line')}"
            )
        if not 0 <= op.span.start <= op.span.end <= len(self.document.text):
            raise Refused(RejectCode.RANGE, f"span {tuple(op.span)} is outside the document")

    def _with_hash(self, op: EditOp) -> tuple[EditOp, tuple[str, ...]]:
        """Content is what the op says it is (invariant 3). A model's wrong hash is mended where its text is unique."""
        if op.action is Action.FLAG_ONLY:
            return op, ()
        if op.action is Action.INSERT:
            if op.span.start != op.span.end:
                raise Refused(RejectCode.OTHER, "an insert has no text to replace")
            return op, ()
        if op.action is Action.DELETE and op.after_text:
            raise Refused(RejectCode.OTHER, "a delete has no after_text")
        there = self.document.text[op.span.start : op.span.end] == op.before_text
        if there and any(op.before_hash == content_hash(text) for text in _spellings(op.before_text)):
            return op, ()
        if op.source.type in MODELS:
            return self._recomputed(op), ("HASH_RECOMPUTE",)
        raise Refused(
            RejectCode.HASH,
            "before_hash is not the hash of before_text" if there else "before_text is not what stands at the target",
        )

    def _recomputed(self, op: EditOp) -> EditOp:
        if not op.before_text or self.document.line_count == 0:
            raise Refused(RejectCode.HASH, "an op without before_text has no place")
        region = self.document.lines_span(op.target.line_start, op.target.line_end)
        start = self.document.text.find(op.before_text, region.start, region.end)
        if start < 0 or self.document.text.find(op.before_text, start + 1, region.end) >= 0:
            raise Refused(RejectCode.HASH, "before_text does not stand exactly once in the target lines")
        span = Span(start, start + len(op.before_text))
        return op.model_copy(update={"span": span, "before_hash": content_hash(op.before_text)})

    def _brought(self, op: EditOp) -> str:
        ends, text = ("\r\n", "\n", "\r"), self.document.text
        if op.action is not Action.INSERT or not text or text.endswith(ends) or op.span.start != len(text):
            return ""
        return next((end for end in ends if op.after_text.startswith(end)), "")

    def _current(self, least: Located) -> Placed:
        if not self.history.replay.records:
            return Placed(least.span)
        moved = placed(self._places, TextEdit(least.span, least.before, least.after))
        if moved.span is None:
            raise Refused(RejectCode.OVERLAP, f"overlaps {', '.join(moved.blocked_by)}, already in the document")
        return moved

    def _flag_span(self, span: Span) -> Span:
        """Where a flag points now; a flag whose text was changed since points at the place."""
        if self.view is None:
            return span
        moved = self.view.translate(span).span
        return moved if moved is not None else Span(self.view.near(span.start), self.view.near(span.end))

    def _unprotected(self, admitted: Admitted, policy: CommitPolicy) -> Admitted:
        hit = self.current.protected_in(admitted.span)
        if not policy.elsewhere:
            hit = tuple(kept for kept in hit if not _may_touch(admitted, kept))
        if not hit:
            return admitted
        obstacle = obstacle_of(hit[0])
        if policy.strict or policy.elsewhere or admitted.op.source.type in PEOPLE:
            raise Refused(RejectCode.PROTECTED, f"it would touch {obstacle}")
        flag = flag_instead(admitted.op, self.current.document.text, obstacle, policy.alerts)
        return replace(admitted, op=flag, obstacle=obstacle, footing=NO_FOOTING, brought="")


def _located(op: EditOp) -> Located:
    return Located(op.span, op.before_text, op.after_text)


def _spellings(text: str) -> Iterator[str]:
    """The text, and as one who writes every line end as LF would quote it."""
    yield text
    if "\r" in text:
        yield to_lf(text)[0]


def _check_characters(op: EditOp) -> None:
    try:
        op.after_text.encode("utf-8")
    except UnicodeEncodeError:
        raise Refused(RejectCode.OTHER, "after_text holds half of a surrogate pair, which is no text") from None


def _may_touch(admitted: Admitted, kept: ProtectedRegion) -> bool:
    """The link fixer inside a link target: the one exception (DESIGN §5)."""
    op = admitted.op
    return (
        op.source.type == "fixer"
        and op.kind == "link"
        and kept.kind is ProtectedKind.LINK_TARGET
        and kept.span.contains(admitted.span)
    )
