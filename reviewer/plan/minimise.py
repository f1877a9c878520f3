"""The smallest edit that does the same: what two texts share at both ends is taken away."""

from reviewer.markdown.cuts import may_cut
from reviewer.markdown.locate import Located
from reviewer.model.edit import EditOp
from reviewer.model.position import Span


def minimise(edit: Located) -> Located:
    """Trim the common prefix, then the common suffix.

    Never leaves a border inside CR LF or between a letter and its accent, in either text. An edit that changes nothing
    becomes empty at its end.
    """
    if edit.before[:1] != edit.after[:1] and edit.before[-1:] != edit.after[-1:]:
        return edit  # most are the smallest already, and are asked about more than once
    start = _common_prefix(edit.before, edit.after)
    end = _common_suffix(edit.before[start:], edit.after[start:])
    before_end, after_end = len(edit.before) - end, len(edit.after) - end
    span = Span(edit.span.start + start, edit.span.start + before_end)
    return Located(span, edit.before[start:before_end], edit.after[start:after_end])


def least_edit(op: EditOp) -> Located:
    """What an op changes, without what it only quotes."""
    return minimise(Located(op.span, op.before_text, op.after_text))


def _common_prefix(before: str, after: str) -> int:
    length = _shared(before, after)
    while length and not (may_cut(before, length) and may_cut(after, length)):
        length -= 1
    return length


def _common_suffix(before: str, after: str) -> int:
    length = _shared(before[::-1], after[::-1])
    while length and not (may_cut(before, len(before) - length) and may_cut(after, len(after) - length)):
        length -= 1
    return length


def _shared(first: str, second: str) -> int:
    """Length of the common prefix, by halving: comparing slices is far faster than characters."""
    low, high = 0, min(len(first), len(second))
    if first[:high] == second[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle
    return low
