"""Captions that repeat, skip or go back (seed: ``md_numbering_control``, figure, table and equation sequences).

Each prefix counts apart (Figure 2.1, 2.2; Figure A.1), and in a document with several level-1 headings plain numbers
may begin again at 1 under each. A sequence may begin with any number: the document may be a part. Not repeated are 2a
and 2b, "(continued)", an image's text with the same caption beside it, and captions in pairs of two languages.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.caption_renumber import caption_renumbering
from reviewer.scan.numbering.captions import Label, Numbering, numberings
from reviewer.scan.numbering.captions_elsewhere import elsewhere_of
from reviewer.scan.numbering.outcome import Outcome
from reviewer.scan.numbering.sequence import Fault, FaultKind, sequence_faults
from reviewer.scan.numbering.two_languages import captions_differ
from reviewer.scan.references.inclusions import includes_between, inclusions
from reviewer.scan.references.withdrawn import withdrawn_captions
from reviewer.scan.rule import Rule, ScanInput, finding

_NEAR = 600
"""Characters between an image's text and a caption with the same number that still belongs to it."""


class _CaptionSequence:
    """``figure-sequence``, ``table-sequence`` or ``equation-sequence``; repaired where exactly one way is plausible."""

    severity: Severity = Severity.ATTENTION
    kernel: str = "md_numbering_control"

    def __init__(self, label: Label) -> None:
        self.id: str = f"{label.value}-sequence"
        self._label = label
        math = {ProtectedKind.MATH_BLOCK, ProtectedKind.INLINE_MATH} if label is Label.EQUATION else set()
        self.scope: frozenset[ProtectedKind] = frozenset(math)

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a caption that is out of sequence."""
        found = scan.shared(numberings, self._label)
        sequences = tuple(_sequences(scan.parsed, found.captions))
        for sequence in sequences:
            faults = tuple(self._faults(scan, sequence))
            alone = sum(other[0].prefix == sequence[0].prefix for other in sequences) == 1
            outcome = caption_renumbering(scan, self._label, found, sequence) if faults and alone else Outcome()
            for fault in faults:
                caption = sequence[fault.index]
                before = sequence[fault.before].name if fault.before is not None else ""
                message = {
                    FaultKind.REPEATED: f"there are two captions of {self._label.value} {caption.name}",
                    FaultKind.MISPLACED: f"{self._label.value} {caption.name} is out of order",
                    FaultKind.GAP: f"{self._label.value} {caption.name} follows {before}: a number is missing",
                }[fault.kind]
                message = outcome.message(message)
                yield finding(self, scan.parsed.document, caption.shown, message, repairs=outcome.repairs)

    def _faults(self, scan: ScanInput, sequence: list[Numbering]) -> Iterator[Fault]:
        """No number is missing that a caption elsewhere has, that is withdrawn, or where another text comes in."""
        numbers = [caption.number for caption in sequence]
        if not any(sequence_faults(numbers)):
            return
        prefix = sequence[0].prefix
        accounted = elsewhere_of(scan, self._label).get(prefix, frozenset())
        accounted |= withdrawn_captions(scan, self._label, prefix)

        def differ(first: int, second: int) -> bool:
            return captions_differ(scan, sequence[first], sequence[second])

        for fault in sequence_faults(numbers, accounted=accounted, differ=differ):
            before = sequence[fault.before].span.start if fault.before is not None else 0
            here = sequence[fault.index].span.start
            if fault.kind is FaultKind.GAP and includes_between(scan.shared(inclusions), before, here):
                continue
            yield fault


def _sequences(parsed: ParsedDocument, captions: tuple[Numbering, ...]) -> Iterator[list[Numbering]]:
    chapters = _chapter_starts(parsed)
    table: dict[tuple[str, int], list[Numbering]] = defaultdict(list)
    part: dict[str, int] = defaultdict(int)
    letters: dict[tuple[str, int, int], set[str]] = defaultdict(set)
    for caption in captions:
        key = (caption.prefix, part[caption.prefix])
        sequence = table[key]
        if caption.number == 1 and not caption.prefix and sequence and _new_chapter(chapters, sequence[-1], caption):
            part[caption.prefix] += 1
            key = (caption.prefix, part[caption.prefix])
            sequence = table[key]
        seen = letters[(*key, caption.number)]
        if caption.continued or (caption.suffix and seen and caption.suffix not in seen):
            continue
        if not _same_caption(sequence, caption):
            sequence.append(caption)
            seen.add(caption.suffix)
    yield from table.values()


def _chapter_starts(parsed: ParsedDocument) -> list[int]:
    return [section.span.start for section in parsed.sections[1:] if section.level == 1]


def _new_chapter(chapters: list[int], last: Numbering, caption: Numbering) -> bool:
    return bisect_right(chapters, last.span.start) != bisect_right(chapters, caption.span.start)


def _same_caption(sequence: list[Numbering], caption: Numbering) -> bool:
    if not sequence:
        return False
    last = sequence[-1]
    near = caption.span.start - last.span.end <= _NEAR and caption.image != last.image
    return near and (last.number, last.suffix) == (caption.number, caption.suffix)


RULES: tuple[Rule, ...] = tuple(_CaptionSequence(label) for label in Label)
