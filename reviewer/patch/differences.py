"""Where two sequences differ: Myers' greedy search, bounded. E. Myers, An O(ND) Difference Algorithm (1986)."""

from collections.abc import Sequence

from reviewer.model.position import Span

_WORK = 4_000_000
"""Bound on (items on both sides) times (differences) of one stretch: a few seconds at worst."""

_DIFFERENCES = 1_500
"""Bound on the differences of one stretch."""


def differences(old: Sequence[str], new: Sequence[str]) -> list[tuple[Span, Span]]:
    """Pairs of ranges that differ, in order, never touching; as few items as possible, or one pair when it is too much.

    Myers' greedy search forward; the furthest points of each round are kept to walk back.
    """
    if not old or not new:
        return [(Span(0, len(old)), Span(0, len(new)))] if old or new else []
    limit = min(len(old) + len(new), _DIFFERENCES, max(_WORK // (len(old) + len(new)), 1))
    furthest = {1: 0}
    rounds: list[dict[int, int]] = []
    for size in range(limit + 1):
        rounds.append(dict(furthest))
        for diagonal in range(-size, size + 1, 2):
            x = _reach(furthest, diagonal, size)
            y = x - diagonal
            while x < len(old) and y < len(new) and old[x] == new[y]:
                x, y = x + 1, y + 1
            furthest[diagonal] = x
            if x >= len(old) and y >= len(new):
                return _joined(_walk_back(rounds, len(old), len(new)))
    return [(Span(0, len(old)), Span(0, len(new)))]


def _reach(furthest: dict[int, int], diagonal: int, size: int) -> int:
    """Where a diagonal starts in this round: one step right or down from its neighbours' furthest points."""
    down = diagonal == -size or (diagonal != size and furthest[diagonal - 1] < furthest[diagonal + 1])
    return furthest[diagonal + 1] if down else furthest[diagonal - 1] + 1


def _walk_back(rounds: Sequence[dict[int, int]], x: int, y: int) -> list[tuple[Span, Span]]:
    """Single insertions and deletions, in order."""
    steps = []
    for size in range(len(rounds) - 1, 0, -1):
        furthest, diagonal = rounds[size], x - y
        down = diagonal == -size or (diagonal != size and furthest[diagonal - 1] < furthest[diagonal + 1])
        before = diagonal + 1 if down else diagonal - 1
        from_x = furthest[before]
        from_y = from_x - before
        steps.append((Span(from_x, from_x + (not down)), Span(from_y, from_y + down)))
        x, y = from_x, from_y
    return steps[::-1]


def _joined(steps: Sequence[tuple[Span, Span]]) -> list[tuple[Span, Span]]:
    found: list[tuple[Span, Span]] = []
    for old, new in steps:
        if found and found[-1][0].end == old.start and found[-1][1].end == new.start:
            old, new = Span(found[-1][0].start, old.end), Span(found[-1][1].start, new.end)  # noqa: PLW2901
            found.pop()
        found.append((old, new))
    return found
