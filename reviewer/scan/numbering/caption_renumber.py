"""The one renumbering of a faulty sequence of captions, if there is exactly one (seed: ``renumber_ops``).

``sequence.only_renumbering`` says which sequences can be mended. Mentions go with their captions. There are no repairs
at all, and a reason for people, where a mention cannot be rewritten for certain: one of a repeated or missing number,
one in a table, quotation, code, HTML or math, one in unusual dress (``caption_mentions``), and numbers with letters;
nor where the document includes others or is a part of one (``doubts``).
"""

from collections.abc import Iterable
from itertools import chain

from reviewer.model.finding import Repair
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.scan.numbering.caption_mentions import CaptionMentions
from reviewer.scan.numbering.captions import Label, Numbering, Numberings, in_html
from reviewer.scan.numbering.captions_elsewhere import elsewhere_of
from reviewer.scan.numbering.doubts import refuse_partial_document
from reviewer.scan.numbering.number_context import label_of
from reviewer.scan.numbering.number_tokens import Place, number_tokens
from reviewer.scan.numbering.outcome import Outcome, RefusedError, mention_refusal
from reviewer.scan.numbering.sequence import only_renumbering
from reviewer.scan.references.former_numbers import speaks_of_former
from reviewer.scan.rule import ScanInput


def caption_renumbering(scan: ScanInput, label: Label, found: Numberings, sequence: list[Numbering]) -> Outcome:
    """All edits in document order, or why there are none. ``sequence`` holds all captions of one prefix."""
    prefix = sequence[0].prefix
    numbers = only_renumbering([caption.number for caption in sequence])
    if numbers is None:
        return Outcome()
    captions = [caption for caption in found.captions if caption.prefix == prefix]
    mentions = [mention for mention in found.mentions if mention.prefix == prefix]
    targets = _targets(sequence, numbers)
    try:
        refuse_partial_document(scan)
        if elsewhere_of(scan, label).get(prefix, frozenset()) - {caption.number for caption in captions}:
            raise RefusedError(f"captions of {label.value}s stand where they cannot be edited")
        lettered = next((one for one in (*captions, *mentions) if one.suffix), None)
        if lettered is not None:
            raise RefusedError(f"{label.value} {lettered.name} has a letter")
        _refuse_unclear(scan.parsed, label, mentions, targets)
        _account(scan, label, prefix, targets, found)
        moves = {caption.span: number for caption, number in zip(sequence, numbers, strict=True)}
        edits = [(caption, moves.get(caption.span) or _only(targets[caption.number])) for caption in captions]
        edits += [(mention, _only(targets[mention.number])) for mention in mentions if mention.number in targets]
        changed = [(numbering, number) for numbering, number in edits if number != numbering.number]
        return Outcome(_repairs(scan, label, changed))
    except RefusedError as refused:
        return Outcome(reason=str(refused))


def _targets(sequence: list[Numbering], numbers: Iterable[int]) -> dict[int, set[int]]:
    """Where each old number goes; more than one place for a repeated one."""
    targets: dict[int, set[int]] = {}
    for caption, number in zip(sequence, numbers, strict=True):
        targets.setdefault(caption.number, set()).add(number)
    return targets


def _only(numbers: set[int]) -> int:
    return next(iter(numbers)) if len(numbers) == 1 else -1


def _start(numbering: Numbering) -> int:
    return numbering.span.end - len(numbering.name)


def _refuse_unclear(
    parsed: ParsedDocument, label: Label, mentions: list[Numbering], targets: dict[int, set[int]]
) -> None:
    appearing = {number for numbers in targets.values() for number in numbers} - targets.keys()
    for mention in mentions:
        if mention.number in appearing or len(targets.get(mention.number, {0})) > 1:
            raise mention_refusal(parsed.document, mention.span, f"{label.value} {mention.name}")


def _account(scan: ScanInput, label: Label, prefix: str, targets: dict[int, set[int]], found: Numberings) -> None:
    """Refuse where something that may mean a changed or new number is no mention of this document's caption."""
    seen = CaptionMentions(scan.parsed, scan.shared(number_tokens), label)
    captions = {_start(caption) for caption in found.captions}
    mentions = {_start(mention) for mention in found.mentions}
    changed = {number for number, new in targets.items() if new != {number}}
    appearing = {number for numbers in targets.values() for number in numbers} - targets.keys()
    for number in sorted(changed | appearing):
        for place in seen.of(f"{prefix}{number}"):
            cited = place.block is not None and seen.others.is_beside_citation(place.start, place.end)
            if place.offset not in captions and (place.offset not in mentions or cited or _is_former(scan, place)):
                raise mention_refusal(scan.parsed.document, _span(place), f"{label.value} {prefix}{number}")
        worded = () if prefix else map(_span, seen.in_words(str(number), scan.folded))
        for span in chain(seen.in_other_digits(f"{prefix}{number}"), worded):
            raise mention_refusal(scan.parsed.document, span, f"{label.value} {prefix}{number}")


def _is_former(scan: ScanInput, place: Place) -> bool:
    return place.block is not None and speaks_of_former(scan.parsed, label_of(place).start, place.end)


def _span(place: Place) -> Span:
    return Span(place.offset, place.offset + len(place.number))


def _repairs(scan: ScanInput, label: Label, edits: list[tuple[Numbering, int]]) -> tuple[Repair, ...]:
    parsed, fixed = scan.parsed, in_html(scan.parsed, label)
    repairs = []
    for numbering, number in sorted(edits, key=lambda edit: edit[0].span):
        span = Span(numbering.span.end - len(str(numbering.number)), numbering.span.end)
        before = parsed.document.text[span.start : span.end]
        written = number >= 0 and numbering.name not in fixed and before == str(numbering.number)
        if not written or parsed.protected_in(span) or scan.shown.holds_source(span.start):
            line = parsed.document.position(span.start).line
            raise RefusedError(f"{label.value} {numbering.name} in line {line} cannot be edited there")
        repairs.append(Repair(span=span, before_text=before, after_text=str(number), kind="numbering"))
    return tuple(repairs)
