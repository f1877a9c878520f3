"""Where an edit of one state stands in the current one, so that it joins no word that its author did not see there.

The place of an insertion is the gap between two characters. Other changes may have put text into that gap, or hold text
there that is not in force: ``yet `` put before ``nother``, which ours made ``another``, stands before the ``a``.
"""

from dataclasses import dataclass

from reviewer.ledger.met import met
from reviewer.markdown.word_reach import NEAR, are_joined
from reviewer.model.position import Span
from reviewer.patch.gaps import Gap, gaps, hidden_changes, takers, undone_in
from reviewer.patch.relations import in_order
from reviewer.patch.replay import NO_FOOTING, Footing, TextEdit
from reviewer.patch.view import Translation, View


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
    usual = places.translate(edit.span)
    if others.now or usual.span is None:
        return Placed(None, in_order(replay, {*others.now, *usual.blocked_by}))
    here = Placed(usual.span, (), Footing(usual.place)) if edit.before_text else _in_gap(places, edit, usual)
    place, needs, bars = (
        here.footing.place,
        others.needs.union(here.footing.needs),
        others.bars.union(here.footing.bars),
    )
    if here.span is None or (place is None and not needs and not bars):
        return Placed(here.span, here.blocked_by)
    return Placed(here.span, (), Footing(place, in_order(replay, needs), in_order(replay, bars)))


def _in_gap(places: View, edit: TextEdit, usual: Translation) -> Placed:
    """Where in its gap an insertion stands, and what it needs there and bars."""
    at = edit.span.start
    there = Placed(usual.span, (), Footing(usual.place))
    if not (found := gaps(places, at)):
        return there
    wanted = _Borders(places.text, edit)
    kept = {gap: wanted.kept(gap, first=gap is found[0], last=gap is found[-1]) for gap in reversed(found)}
    best = max(kept, key=kept.__getitem__)
    now, always, *_ = kept[best]
    if not now:
        names = hidden_changes(places, at)
        return Placed(None, names) if names else there  # nobody is refused without a name
    undone = undone_in(places, at)
    chosen = usual if best is found[-1] and not undone else best.place
    needs = takers(places, at) if chosen.place is not None else ()
    return Placed(chosen.span, (), Footing(chosen.place, tuple(needs), () if always else tuple(undone)))


class _Borders:
    """Whether an insertion continues the words on its two sides, where its author put it."""

    def __init__(self, text: str, edit: TextEdit) -> None:
        at = edit.span.start
        self._put = edit.after_text
        self._before, self._after = text[max(at - NEAR, 0) : at], text[at : at + NEAR]

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
        return are_joined(before, self._put), are_joined(self._put, after), are_joined(before, after)

    def _stands(self, before: str, after: str) -> tuple[bool, bool]:
        put = self._put
        return put[:1].isalnum() and before[-1:].isalnum(), put[-1:].isalnum() and after[:1].isalnum()
