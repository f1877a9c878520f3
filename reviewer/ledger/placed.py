"""Where an edit of one state stands in the current one, so that it joins no word that its author did not see there.

The place of an insertion is the gap between two characters. Other changes may have put text into that gap, or hold text
there that is not in force: ``yet `` put before ``nother``, which ours made ``another``, stands before the ``a``.
"""

from reviewer.ledger.whole_words import met_at_the_ends
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import Gap, Translation, View
from reviewer.plan.word_reach import MARKS, is_joined

_NEAR = MARKS + 1


def placed(places: View, edit: TextEdit) -> Translation:
    """The edit's place in the current text, or the changes that it meets there.

    An insertion goes to the end of its gap (``View.translate``), or to the nearest place in it where it stands between
    the same words as in its author's text, also when changes are undone or redone. It meets what leaves it no such
    place.
    """
    if met := met_at_the_ends(places, edit):
        return Translation(None, met)
    usual = places.translate(edit.span)
    if edit.before_text or usual.span is None:
        return usual
    gaps = places.gaps(edit.span.start)
    if not gaps:
        return usual
    *others, last = gaps
    wanted = _Borders(places.text, edit)
    best = max((last, *others), key=wanted.kept)
    if not wanted.kept(best)[0]:
        return Translation(None, places.hidden_changes(edit.span.start))
    return usual if best is last else best.place


class _Borders:
    """Whether an insertion continues the words on its two sides, where its author put it."""

    def __init__(self, text: str, edit: TextEdit) -> None:
        at = edit.span.start
        self._put = edit.after_text
        self._before, self._after = text[max(at - _NEAR, 0) : at], text[at : at + _NEAR]

    def kept(self, gap: Gap) -> tuple[bool, bool, bool]:
        """Whether it is so in a gap as well: now, when what was undone comes back, and in a script without spaces as well."""
        now, always = (gap.before, gap.after), (gap.all_before, gap.all_after)
        wanted = self._joins(self._before, self._after)
        return (
            self._joins(*now) == wanted,
            self._joins(*always) == wanted,
            self._stands(*now) == self._stands(self._before, self._after),
        )

    def _joins(self, before: str, after: str) -> tuple[bool, bool]:
        put = self._put
        return is_joined(before + put[:_NEAR], len(before)), is_joined(put[-_NEAR:] + after, len(put[-_NEAR:]))

    def _stands(self, before: str, after: str) -> tuple[bool, bool]:
        put = self._put
        return put[:1].isalnum() and before[-1:].isalnum(), put[-1:].isalnum() and after[:1].isalnum()
