"""CriticMarkup: ``{++ ++}``, ``{-- --}``, ``{~~ ~> ~~}``, ``{== ==}``, ``{>> <<}``.

Looked for in prose, where code, math and targets are already replaced; so marks inside those do not count.
"""

from bisect import bisect_right

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, Prose

_MARK = lazy_pattern(r"\{(?P<open>\+\+|--|~~|==|>>)|(?P<close>\+\+|--|~~|==|<<)\}")
_OPENERS = ("{++", "{--", "{~~", "{==", "{>>")
_PARTNER = {">>": "<<"}


def critic_spans(prose: Prose) -> list[tuple[int, int]]:
    """Prose spans of CriticMarkup. One may run over several paragraphs, never over a heading, and never out of a cell.

    An opener without a closer is ordinary text.
    """
    if not any(opener in prose.text for opener in _OPENERS):
        return []
    marks = [(m.start(), m.end(), m["open"], m["close"]) for m in _MARK.finditer(prose.text)]
    borders = _borders(prose) if marks else []
    following = _next_closers(marks)
    found: list[tuple[int, int]] = []
    position = 0
    for index, (start, _, opener, _) in enumerate(marks):
        if opener is None or start < position:
            continue
        closer = following[index]
        if closer < 0:
            continue
        end = marks[closer][1]
        if bisect_right(borders, start) == bisect_right(borders, end - 1):
            found.append((start, end))
            position = end
    return found


def _next_closers(marks: list[tuple[int, int, str | None, str | None]]) -> list[int]:
    """For each opener the index of the next closer of its kind, or -1."""
    nearest: dict[str, int] = {}
    result = [-1] * len(marks)
    for index in range(len(marks) - 1, -1, -1):
        _, _, opener, closer = marks[index]
        if closer is not None:
            nearest[closer] = index
        elif opener is not None:
            result[index] = nearest.get(_PARTNER.get(opener, opener), -1)
    return result


def _borders(prose: Prose) -> list[int]:
    """Starts of the regions that a mark must stay in: headings and cells alone, other prose between them together."""
    borders = []
    alone = True
    for block in prose.blocks:
        single = block.kind in (BlockKind.HEADING, BlockKind.TABLE)
        if single or alone:
            borders.append(block.start)
        alone = single
    return borders
