"""A passage as a model is shown it, with the exact way back: one type that every transform composes into (seed §7).

``text`` is the source with *covers*: stretches that are shown otherwise. A cover with a name stands for what a model
must leave alone (a placeholder, or a word in the place of another); one without is markup that is not shown, or shown
plainer. All else is the source, character by character, so that every place of the one is a place of the other.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from reviewer.model.position import Span


class Cover(NamedTuple):
    """``source[start:end]`` is shown as ``shown``. ``name`` is what masks and logs call it, empty for markup.

    ``recipe`` names the transform that put it there.
    """

    start: int
    end: int
    shown: str
    name: str = ""
    recipe: str = ""


@dataclass(frozen=True)
class MaskedText:
    """``covers`` are in order and share no character. ``stems`` are what tokens of this text begin with.

    No stem occurs in ``source``, in any case of letters: a token can be told from the text by construction.
    """

    source: str
    covers: tuple[Cover, ...] = ()
    stems: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        """What is shown."""
        parts, at = [], 0
        for cover in self.covers:
            parts += [self.source[at : cover.start], cover.shown]
            at = cover.end
        return "".join([*parts, self.source[at:]])

    @property
    def named(self) -> tuple[Cover, ...]:
        """The covers that a model must leave alone."""
        return tuple(cover for cover in self.covers if cover.name)

    def free(self, start: int, end: int) -> bool:
        """Whether a range of the source is shown as it is."""
        for cover in self.covers[bisect_left(self._ends, start) :]:
            if cover.start >= max(end, start + 1):
                break
            if cover.end > start or cover.start > start:
                return False
        return True

    def covered(self, covers: Iterable[Cover], stem: str = "") -> "MaskedText":
        """The same with further covers, given by places in the source.

        One that lies inside another is left out; one that overlaps others takes them in whole.
        """
        new = [cover for cover in covers if not self._inside_another(cover)]
        stems = (*self.stems, stem) if stem else self.stems
        return MaskedText(self.source, tuple(_apart(self.covers, new)), stems)

    def _inside_another(self, new: Cover) -> bool:
        at = bisect_right(self.covers, (new.start, len(self.source)), key=lambda old: (old.start, old.end))
        return any(
            old.start <= new.start and new.end <= old.end and old[:2] != new[:2] and _meet(old, new)
            for old in self.covers[max(at - 2, 0) : at]
        )

    def within(self, shown: Span) -> range:
        """Indexes of the covers that are shown in a range of ``text``, or end or begin at its borders."""
        return range(bisect_left(self._shown_ends, shown.start), bisect_right(self._shown_starts, shown.end))

    def source_of(self, shown: Span) -> Span:
        """The range of the source that a range of ``text`` shows; markup that is not shown at its borders is left out.

        A border inside a cover stands for that cover as a whole.
        """
        start, end = self._source_at(shown.start, last=True), self._source_at(shown.end, last=False)
        for cover, at in zip(self.covers, self._shown_starts, strict=True):
            if at < shown.start < at + len(cover.shown):
                start = cover.start
            if at < shown.end < at + len(cover.shown):
                end = cover.end
        return Span(start, max(start, end))

    def shown_of(self, source: Span) -> Span:
        """The range of ``text`` that shows a range of the source; what is covered in part is shown whole."""
        start, end = source
        moved_start, moved_end = start, end
        for cover, at in zip(self.covers, self._shown_starts, strict=True):
            after = at + len(cover.shown)
            if cover.end <= start:
                moved_start = after + start - cover.end
            elif cover.start < start:
                moved_start = at
            if cover.end <= end and cover.start < end:
                moved_end = after + end - cover.end
            elif cover.start < end:
                moved_end = after
        return Span(moved_start, max(moved_start, moved_end))

    def shown_start(self, number: int) -> int:
        """Where the cover with this index begins in ``text``."""
        return self._shown_starts[number]

    def _source_at(self, shown: int, *, last: bool) -> int:
        """A place of ``text`` in the source; where nothing is shown in between, behind all of that, or before it."""
        index = bisect_right(self._shown_ends, shown) if last else bisect_left(self._shown_starts, shown)
        if index == 0:
            return shown
        return self.covers[index - 1].end + shown - self._shown_ends[index - 1]

    @cached_property
    def _ends(self) -> list[int]:
        return [cover.end for cover in self.covers]

    @cached_property
    def _shown_starts(self) -> list[int]:
        longer = accumulate((len(cover.shown) - (cover.end - cover.start) for cover in self.covers), initial=0)
        return [cover.start + shift for cover, shift in zip(self.covers, longer, strict=False)]

    @cached_property
    def _shown_ends(self) -> list[int]:
        return [at + len(cover.shown) for cover, at in zip(self.covers, self._shown_starts, strict=True)]


def _apart(covers: Iterable[Cover], new: Iterable[Cover]) -> list[Cover]:
    """Both in order; those that meet are one, which is the first new one among them, grown."""
    marked = [*((cover, False) for cover in covers), *((cover, True) for cover in new)]
    taken: list[tuple[Cover, bool]] = []
    for cover, fresh in sorted(marked, key=lambda pair: (pair[0].start, pair[0].end)):
        if not taken or not _meet(taken[-1][0], cover):
            taken.append((cover, fresh))
            continue
        before, known = taken[-1]
        told = before if known or not fresh else cover
        end = max(before.end, cover.end)
        taken[-1] = (told._replace(start=before.start, end=end), known or fresh)
    return [cover for cover, _ in taken]


def _meet(one: Cover, other: Cover) -> bool:
    """Whether two share a character, or one that is empty lies inside the other."""
    return (one.start < other.end and other.start < one.end) or one[:2] == other[:2]
