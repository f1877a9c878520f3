"""What edits do to protected bytes: from the parse of the original and the edits, and from both parses."""

from collections import Counter
from collections.abc import Iterable

from benchmarks.grading.edits import Edit, core
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind

MAY_CHANGE = frozenset({ProtectedKind.LINK_TARGET})
"""Only the link fixer and renumbering write inside a protected span, and only here (DESIGN §5)."""


def protected_bytes_changed(parsed: ParsedDocument, edits: Iterable[Edit]) -> tuple[int, int]:
    """Bytes (UTF-8) of protected spans that edits change: those that nobody may, and link targets that a rule rewrote.

    Characters that an edit keeps at its ends are not changed. Of what is left, each protected span counts that the new
    text does not hold whole and in the same order; text that is put inside a span counts as what is put there.
    """
    broken = links = 0
    for edit in edits:
        start, end, after = core(parsed.document.text, edit)
        position = 0
        for region in parsed.protected_in(Span(start, end)):
            low, high = max(region.span.start, start), min(region.span.end, end)
            kept = parsed.document.text[low:high]
            whole = region.span.start >= start and region.span.end <= end  # of one that is cut, an end was changed
            found = after.find(kept, position) if whole else -1
            if found >= 0:
                position = found + len(kept)
                continue
            size = len((kept or after).encode("utf-8"))
            if edit.by_program and region.kind in MAY_CHANGE:
                links += size
            else:
                broken += size
    return broken, links


def protected_changes(parsed: ParsedDocument, edited: bytes) -> tuple[list[str], int]:
    """Protected spans that are not what they were, and how many link targets are different (they may be)."""
    after = parse(read_document(edited, "edited"))
    old, new = (
        [(span.kind, p.document.text[span.span.start : span.span.end]) for span in p.protected] for p in (parsed, after)
    )
    if len(old) != len(new):
        lost, gained = Counter(old) - Counter(new), Counter(new) - Counter(old)
        return [
            f"{len(old)} protected spans before, {len(new)} after: {list(lost)[:3]} lost, {list(gained)[:3]} new"
        ], 0
    changed = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    bad = [(a, b) for a, b in changed if a[0] != b[0] or a[0] not in MAY_CHANGE]
    return [f"protected {a[0]} changed: {a[1]!r} to {b[1]!r}" for a, b in bad], len(changed) - len(bad)
