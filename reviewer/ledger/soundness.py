"""Does the document keep its structure with all ops of a transaction? (DESIGN §6, Structure check)

One parse of the result answers for all ops; none is needed where they change only words of plain paragraphs. Only when
something is wrong, the ops to blame are taken out, and put back one half at a time as long as the result stays sound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from reviewer.ledger.admission import Admitted
from reviewer.ledger.selection import Selection, in_document_order, merged
from reviewer.markdown.edited import SafetyEdit, undone
from reviewer.markdown.safety import Violation
from reviewer.markdown.source import encode, read_document
from reviewer.markdown.wording import only_wording
from reviewer.model.document import Document
from reviewer.model.edit import RejectCode
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span

PARSES = 200
"""Parses that one commit may spend on telling good ops from bad ones; what is undecided then is rejected."""

CHARACTERS = 20_000_000
"""The same in characters parsed: a large document gets fewer parses, because other commands wait for the lock."""

ROUNDS = 4
"""Rounds of taking out all ops that are named; then halving decides."""


class StructureCheck(Protocol):
    """``reviewer.markdown.safety.structure_violations``."""

    def __call__(
        self, before: ParsedDocument, after: ParsedDocument, edits: Sequence[SafetyEdit], /
    ) -> Sequence[Violation]:
        """Everything that the edits break beyond what they say."""
        ...


@dataclass
class Soundness:
    """Judges sets of ops on one state of a document."""

    current: ParsedDocument
    parse: Callable[[Document], ParsedDocument]
    structure: StructureCheck
    parses: int = 0

    @property
    def most(self) -> int:
        """Parses that this document may cost."""
        return max(8, min(PARSES, CHARACTERS // (len(self.current.document.text) + 1)))

    def enforce(self, selection: Selection) -> None:
        """Take out of ``selection`` what breaks structure; the rest stays, checked together."""
        doubtful: dict[str, list[Admitted]] = {}
        reasons: dict[str, Violation] = {}
        trusted = selection.edits
        violations = self.violations(trusted)
        for _ in range(ROUNDS):
            if not violations:
                break
            blamed = _blamed(violations, {edit.number: edit for edit in trusted})
            if not blamed:
                break
            reasons |= blamed
            named = [edit for edit in trusted if unit(edit) in blamed]
            trusted = [edit for edit in trusted if unit(edit) not in blamed]
            for edit in named:
                doubtful.setdefault(unit(edit), []).append(edit)
            violations = self.violations(trusted)
        if violations:
            for edit in trusted:
                doubtful.setdefault(unit(edit), []).append(edit)
                reasons.setdefault(unit(edit), violations[0])
            trusted = []
        self._settle(selection, trusted, doubtful, reasons)

    def _settle(
        self,
        selection: Selection,
        trusted: list[Admitted],
        doubtful: dict[str, list[Admitted]],
        reasons: dict[str, Violation],
    ) -> None:
        """Put doubtful units back by halves; reject each that alone does harm."""
        waiting = [sorted(doubtful, key=lambda key: doubtful[key][0].number)] if doubtful else []
        while waiting:
            keys = waiting.pop()
            together = [*trusted, *(edit for key in keys for edit in doubtful[key])]
            violations = self.violations(together) if self.parses < self.most else ()
            if self.parses < self.most and not violations:
                trusted = together
            elif len(keys) == 1 or self.parses >= self.most:
                for key in keys:
                    reason = violations[0] if violations else reasons[key]
                    code = RejectCode.PROTECTED if reason.protected else RejectCode.OTHER
                    selection.drop(doubtful[key][0], code, reason.message)
            else:
                waiting += [keys[len(keys) // 2 :], keys[: len(keys) // 2]]

    def violations(self, edits: Sequence[Admitted]) -> Sequence[Violation]:
        """What the edits break together; at most one parse."""
        if not edits:
            return ()
        ordered = in_document_order(edits)
        before = self.current.document
        text = merged(before.text, ordered)
        safety = [_safety(edit, len(before.text)) for edit in ordered]
        if only_wording(text, before, undone(safety), lambda _: self.current):
            return ()
        self.parses += 1
        after = read_document(encode(text, bom=before.bom), before.source_id)
        return self.structure(self.current, self.parse(after), safety)


def _safety(edit: Admitted, length: int) -> SafetyEdit:
    """The edit with what a person quoted around it; what programs quote gives them no leave."""
    op, (start, end) = edit.op, edit.span
    quoted = None
    if op.source.type == "human":
        quoted = Span(max(start - op.around[0], 0), min(end + op.around[1], length))
    return SafetyEdit(edit.number, edit.span, len(op.after_text), op.kind, op.source.type, quoted)


def unit(admitted: Admitted) -> str:
    """What stands or falls together: a group, else the op alone."""
    return f"group {admitted.op.group}" if admitted.op.group else f"op {admitted.number}"


def _blamed(violations: Sequence[Violation], edits: dict[int, Admitted]) -> dict[str, Violation]:
    blamed: dict[str, Violation] = {}
    for violation in violations:
        for number in violation.edits:
            if number in edits:
                blamed.setdefault(unit(edits[number]), violation)
    return blamed
