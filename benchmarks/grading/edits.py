"""Edits of one document state: what stands where, what is put there, who says so."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of the original and what stands there now. ``who``: worker, tutor, fixer …; ``silent``: no note."""

    start: int
    end: int
    after: str
    who: str
    silent: bool = False
    op_id: str = ""
    kind: str = ""
    rule: str = ""
    confidence: float | None = None
    why: str = ""

    def done(self, text: str) -> str:
        """The text with this edit alone."""
        return text[: self.start] + self.after + text[self.end :]

    @property
    def by_program(self) -> bool:
        """Whether a rule made it, without a model."""
        return self.who == "fixer"


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with all of the edits.

    Raises:
        ValueError: two of them overlap.
    """
    parts, position = [], 0
    for edit in sorted(edits, key=lambda item: (item.start, item.end)):
        if edit.start < position:
            raise ValueError(f"edits overlap at character {edit.start}")
        parts += [text[position : edit.start], edit.after]
        position = edit.end
    return "".join([*parts, text[position:]])


def slice_after(text: str, edits: Sequence[Edit], start: int, end: int) -> tuple[int, int, str]:
    """What becomes of ``text[start:end]``: the offsets, grown to whole edits, and the text that stands there after."""
    near = [edit for edit in edits if edit.start <= end and edit.end >= start]
    near = [edit for edit in near if edit.start < end or edit.start == edit.end or edit.end > start]
    low = min([start, *(edit.start for edit in near)])
    high = max([end, *(edit.end for edit in near)])
    moved = [Edit(edit.start - low, edit.end - low, edit.after, edit.who) for edit in near]
    return low, high, apply(text[low:high], moved)


def core(text: str, edit: Edit) -> tuple[int, int, str]:
    """The edit without what is the same at its ends: offsets and new text."""
    before, after = text[edit.start : edit.end], edit.after
    head = common(before, after)
    tail = common(before[head:][::-1], after[head:][::-1])
    return edit.start + head, edit.end - tail, after[head : len(after) - tail]


def common(first: str, second: str) -> int:
    """How many characters two texts begin with alike."""
    length = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        length += 1
    return length


def in_words(text: str, edit: Edit) -> tuple[int, str, str]:
    """The edit grown to whole words, so that it reads the same whoever cut it: offset, old words, new words."""
    start, end, after = core(text, edit)
    low, high = start, end
    while low > 0 and not text[low - 1].isspace():
        low -= 1
    while high < len(text) and not text[high].isspace():
        high += 1
    return low, text[low:high], text[low:start] + after + text[end:high]
