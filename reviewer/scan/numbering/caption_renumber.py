"""The one renumbering of a faulty sequence of captions, if there is exactly one (seed: ``renumber_ops``).

``sequence.only_renumbering`` says which sequences can be mended. Mentions go with their captions. There
are no repairs at all where a mention cannot be rewritten for certain: one of a repeated or missing number, one in a
table, a caption or mention in HTML or math, and numbers with letters (2a).
"""

from collections.abc import Iterable

from reviewer.model.finding import Repair
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.scan.numbering.captions import Label, Numbering, Numberings, in_html
from reviewer.scan.numbering.sequence import only_renumbering


def caption_repairs(
    parsed: ParsedDocument, label: Label, found: Numberings, sequence: list[Numbering]
) -> tuple[Repair, ...]:
    """All edits of the renumbering in document order, or nothing. ``sequence`` holds all captions of one prefix."""
    prefix = sequence[0].prefix
    numbers = only_renumbering([caption.number for caption in sequence])
    captions = [caption for caption in found.captions if caption.prefix == prefix]
    mentions = [mention for mention in found.mentions if mention.prefix == prefix]
    if numbers is None or any(numbering.suffix for numbering in (*captions, *mentions)):
        return ()
    moves = {caption.span: number for caption, number in zip(sequence, numbers, strict=True)}
    targets = _targets(sequence, numbers)
    appearing = set(numbers) - targets.keys()
    touched = [mention for mention in mentions if targets.get(mention.number) != {mention.number}]
    if any(mention.number in appearing or len(targets.get(mention.number, {0})) > 1 for mention in touched):
        return ()
    edits = [(caption, moves.get(caption.span) or _only(targets[caption.number])) for caption in captions]
    edits += [(mention, _only(targets[mention.number])) for mention in touched if mention.number in targets]
    changed = [(numbering, number) for numbering, number in edits if number != numbering.number]
    return _repairs(parsed, label, changed)


def _targets(sequence: list[Numbering], numbers: Iterable[int]) -> dict[int, set[int]]:
    """Where each old number goes; more than one place for a repeated one."""
    targets: dict[int, set[int]] = {}
    for caption, number in zip(sequence, numbers, strict=True):
        targets.setdefault(caption.number, set()).add(number)
    return targets


def _only(numbers: set[int]) -> int:
    return next(iter(numbers)) if len(numbers) == 1 else -1


def _repairs(parsed: ParsedDocument, label: Label, edits: list[tuple[Numbering, int]]) -> tuple[Repair, ...]:
    fixed = in_html(parsed, label)
    repairs = []
    for numbering, number in sorted(edits, key=lambda edit: edit[0].span):
        span = Span(numbering.span.end - len(str(numbering.number)), numbering.span.end)
        before = parsed.document.text[span.start : span.end]
        if number < 0 or numbering.name in fixed or before != str(numbering.number) or parsed.protected_in(span):
            return ()
        repairs.append(Repair(span=span, before_text=before, after_text=str(number), kind="numbering"))
    return tuple(repairs)
