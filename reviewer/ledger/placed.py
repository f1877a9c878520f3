"""Where an edit of one state stands in the current one, so that it joins no word that its author did not see there.

The place of an insertion is the gap between two characters. Other changes may have put text into that gap, or hold text
there that is not in force: ``yet `` put before ``nother``, which ours made ``another``, stands before the ``a``.
"""

from dataclasses import dataclass

from reviewer.ledger.met import Met, met
from reviewer.model.position import Span
from reviewer.patch.gaps import Gap, gaps, hidden_changes, takers, undone_in
from reviewer.patch.relations import in_order
from reviewer.patch.replay import NO_FOOTING, Footing, TextEdit
from reviewer.patch.view import Translation, View
from reviewer.plan.word_reach import MARKS, is_joined

_NEAR = MARKS + 1


@dataclass(frozen=True, slots=True)
class Placed:
    """The span in the current text and on what the edit stands there; or the changes that it meets (``span`` None)."""

    span: Span | None
    blocked_by: tuple[str, ...] = ()
    footing: Footing = NO_FOOTING


def placed(places: View, edit: TextEdit) -> Placed:
    """The edit's place in the current text, or the changes that it meets there.

    An insertion goes to the end of its gap (``View.translate``), or to the nearest place in it where it stands between
    the same words as in its author's text, also when what was undone comes back. It meets what leaves it no such place.
    """
    replay, others = places.replay, met(places, edit)
    found = places.translate(edit.span)
    if others.now or found.span is None:
        return Placed(None, in_order(replay, {*others.now, *found.blocked_by}))
    if not edit.before_text:
        found = _in_gap(places, edit, found, others)
        if found.span is None:
            return Placed(None, found.blocked_by)
    if found.place is None and not others.needs and not others.bars:
        return Placed(found.span)
    footing = Footing(found.place, in_order(replay, others.needs), in_order(replay, others.bars))
    return Placed(found.span, (), footing)


def _in_gap(places: View, edit: TextEdit, usual: Translation, others: Met) -> Translation:
    """Where in its gap an insertion stands; what it needs there and bars is added to ``others``."""
    at = edit.span.start
    if not (found := gaps(places, at)):
        return usual
    wanted = _Borders(places.text, edit)
    kept = {gap: wanted.kept(gap, first=gap is found[0], last=gap is found[-1]) for gap in reversed(found)}
    best = max(kept, key=kept.__getitem__)
    now, always, *_ = kept[best]
    if not now:
        names = hidden_changes(places, at)
        return Translation(None, names) if names else usual  # nobody is refused without a name
    undone = undone_in(places, at)
    if not always:
        others.bars.update(undone)
    place = usual if best is found[-1] and not undone else best.place
    if place.place is not None:
        others.needs.update(takers(places, at))
    return place


class _Borders:
    """Whether an insertion continues the words on its two sides, where its author put it."""

    def __init__(self, text: str, edit: TextEdit) -> None:
        at = edit.span.start
        self._put = edit.after_text
        self._before, self._after = text[max(at - _NEAR, 0) : at], text[at : at + _NEAR]

    def kept(self, gap: Gap, *, first: bool, last: bool) -> tuple[bool, ...]:
        """Whether it is so in a gap: now, when what was undone comes back, and in a script without spaces as well.

        What goes on with a word stands right beside it, at the ``first`` or ``last`` place.
        """
        now, always = (gap.before, gap.after), (gap.all_before, gap.all_after)
        joins, stands = (told(self._before, self._after) for told in (self._joins, self._stands))
        beside = (first or not joins[0]) and (last or not joins[1])
        return (
            beside and self._joins(*now) == joins,
            beside and self._joins(*always) == joins,
            self._stands(*now) == stands,
            self._stands(*always) == stands,
        )

    def _joins(self, before: str, after: str) -> tuple[bool, bool, bool]:
        """On the left, on the right, and whether the place itself is inside a word."""
        first, last = self._put[:_NEAR], self._put[-_NEAR:]
        inside = is_joined(before + after, len(before))
        return is_joined(before + first, len(before)), is_joined(last + after, len(last)), inside

    def _stands(self, before: str, after: str) -> tuple[bool, bool]:
        put = self._put
        return put[:1].isalnum() and before[-1:].isalnum(), put[-1:].isalnum() and after[:1].isalnum()
