"""A unified diff between two whole states of a document, with as many hunks as it takes.

Lines end at LF alone, as git and GNU patch see them; the output applies byte for byte with both.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewer.ledger.compare import hunks
from reviewer.patch.site import CONTEXT
from reviewer.patch.unified import file_name, hunk_header, hunk_line, lf_lines


@dataclass(frozen=True, slots=True)
class _Region:
    """Lines ``[old, old_end)`` became lines ``[new, new_end)``; 0-based."""

    old: int
    old_end: int
    new: int
    new_end: int


def unified_diff(before: str, after: str, path: str) -> bytes:
    """The diff that turns ``before`` into ``after``; empty for equal texts."""
    old, new = lf_lines(before), lf_lines(after)
    regions = list(_regions(before, after, (old, new)))
    if not regions:
        return b""
    parts = [f"--- {file_name('a', path)}\n+++ {file_name('b', path)}\n"]
    parts += [_hunk(group, old, new) for group in _groups(regions)]
    return "".join(parts).encode("utf-8")


def _regions(before: str, after: str, lines: tuple[Sequence[str], Sequence[str]]) -> Iterator[_Region]:
    """Line ranges that differ, from the minimal edits; edits that share a line are one region."""
    old, new = lines
    old_starts, new_starts = _starts(old), _starts(new)
    pending: _Region | None = None
    shift = 0
    for edit in hunks(before, after):
        start = edit.span.start + shift
        region = _Region(
            *_touched(old_starts, edit.span.start, edit.span.end),
            *_touched(new_starts, start, start + len(edit.after_text)),
        )
        shift += len(edit.after_text) - len(edit.before_text)
        if pending and region.old < pending.old_end:
            pending = _Region(pending.old, region.old_end, pending.new, region.new_end)
            continue
        if pending:
            yield _trimmed(pending, old, new)
        pending = region
    if pending:
        yield _trimmed(pending, old, new)


def _touched(starts: Sequence[int], start: int, end: int) -> tuple[int, int]:
    first = max(bisect_right(starts, start) - 1, 0)
    return first, min(bisect_right(starts, end), len(starts))


def _trimmed(region: _Region, old: Sequence[str], new: Sequence[str]) -> _Region:
    a, a_end = region.old, min(region.old_end, len(old))
    b, b_end = region.new, min(region.new_end, len(new))
    while a < a_end and b < b_end and old[a] == new[b]:
        a, b = a + 1, b + 1
    while a < a_end and b < b_end and old[a_end - 1] == new[b_end - 1]:
        a_end, b_end = a_end - 1, b_end - 1
    return _Region(a, a_end, b, b_end)


def _groups(regions: Sequence[_Region]) -> Iterator[list[_Region]]:
    group = [regions[0]]
    for region in regions[1:]:
        if region.old - group[-1].old_end > 2 * CONTEXT:
            yield group
            group = []
        group.append(region)
    yield group


def _hunk(group: Sequence[_Region], old: Sequence[str], new: Sequence[str]) -> str:
    first = max(group[0].old - CONTEXT, 0)
    last = min(group[-1].old_end + CONTEXT, len(old))
    body: list[str] = []
    position = first
    for region in group:
        body += [hunk_line(" ", text) for text in old[position : region.old]]
        body += [hunk_line("-", text) for text in old[region.old : region.old_end]]
        body += [hunk_line("+", text) for text in new[region.new : region.new_end]]
        position = region.old_end
    body += [hunk_line(" ", text) for text in old[position:last]]
    added = sum(region.new_end - region.new - region.old_end + region.old for region in group)
    new_first = first + group[0].new - group[0].old
    header = hunk_header((first + 1, last - first), (new_first + 1, last - first + added))
    return header + "".join(body)


def _starts(lines: Sequence[str]) -> list[int]:
    """Offsets of the lines, and of the empty one after a last newline, where text can be added."""
    starts, position = [], 0
    for line in lines:
        starts.append(position)
        position += len(line)
    return starts if lines and not lines[-1].endswith("\n") else [*starts, position]
