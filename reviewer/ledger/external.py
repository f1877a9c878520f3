"""Edits that people made by hand in a file: found by comparing with the state that this file last had (DESIGN §4, §5).

Each minimal hunk becomes one ``external`` entry, of whole words where a word has other changes in it. Our own active
changes that a hand edit overlaps are taken out of force first, with what needs them, by ``revert`` entries in the same
transaction that name the hand edit: the person's text wins and nothing is lost.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property

from reviewer.ledger.compare import hunks, reach, surroundings
from reviewer.ledger.entries import Draft, Stamp, Transaction, free_txn, scope_of, transaction_of
from reviewer.ledger.events import footing_of
from reviewer.ledger.fold import History, Recorded
from reviewer.ledger.ids import EntryId, highest
from reviewer.ledger.new_words import NewWords
from reviewer.ledger.placed import placed
from reviewer.ledger.put_back import put_back
from reviewer.ledger.undo import reapply_draft, revert_draft
from reviewer.ledger.untied import untied
from reviewer.ledger.whole_words import whole_words
from reviewer.model.document import Document
from reviewer.model.position import Span
from reviewer.patch import relations
from reviewer.patch.replay import TextEdit
from reviewer.patch.view import View


def plan_external(history: History, observed: Document, view: frozenset[str], stamp: Stamp) -> Transaction | None:
    """Record the hand edits in ``observed``; ``view`` is the active set of the state that this file last had.

    None when there is nothing to record: the text is that of the view. A changed BOM alone is nothing. Where a person
    edited text that has since been taken out of force, that text comes back with the edit; where it cannot, the file as
    a whole is compared with the current state instead.
    """
    stamp = replace(stamp, txn=free_txn(history, stamp.txn))
    drafts = _Recorder(history, observed, view, stamp).drafts()
    if drafts is None:
        drafts = _Recorder(history, observed, history.active, stamp, AS_A_WHOLE).drafts()
    return transaction_of(history, drafts or [], stamp)


BY_HAND = "edited by hand"
AS_A_WHOLE = "edited by hand; the file as a whole took the place of the present state"
"""Reasons of ``external`` entries: for the second, what another file had there is in ``before_text``."""

_PUT_BACK, _OVERLAPPED, _EDITED_AS = "put back by hand", "overlapped by hand edit", "edited by hand as"
FOR_HAND_EDITS = (_PUT_BACK, _OVERLAPPED, _EDITED_AS)
"""Beginnings of the reasons of entries that undo or redo something for a hand edit."""

_ATTEMPTS = 8
"""Rounds in which what stands in the way of a hunk, or of a change that comes back, is looked for."""


_TELLING = 3
"""Characters from which on equal text beside a hunk is no coincidence."""


class _Recorder:
    """Translates hunks from a file's own view to the current state and writes them down as entries."""

    def __init__(
        self, history: History, observed: Document, view: frozenset[str], stamp: Stamp, reason: str = BY_HAND
    ) -> None:
        self.history = history
        self.reason = reason
        self.replay = history.replay.clone()
        self.observed = observed
        self.view = view
        self.txn = stamp.txn
        self.known = set(history.by_id)
        self.reverts: list[Draft] = []

    def drafts(self) -> list[Draft] | None:
        """What has to go or to come back for the hunks, then the hunks; None when a hunk has no place all the same."""
        places = View(self.replay, self.view)
        edits = self._hunks(places)
        if self._undo_what_was_put_back(places, edits):
            places = View(self.replay, self.view)
            edits = self._hunks(places)
        edits = whole_words(places, edits)
        first = highest("EXT", self.known) + 1
        names = [str(EntryId("EXT", first + index)) for index in range(len(edits))]
        named = list(zip(names, edits, strict=True))
        for _ in range(_ATTEMPTS):
            room = self._make_room(named)
            found = None if room is None else self._placed(room, named)
            if found is None:
                return None
            mixed = self._in_words_that_nobody_wrote(found)
            if not mixed:
                return self.reverts + found
            if not names or not self._settle(mixed, names[0]):
                return None
        return None

    def _placed(self, room: View, edits: Sequence[tuple[str, TextEdit]]) -> list[Draft] | None:
        """The hunks as entries, each where it stands when those before it are made; None when one has no place."""
        found: list[Draft] = []
        shift = added = 0
        for name, edit in edits:
            moved = placed(room, edit)
            if moved.span is None:
                return None
            span = Span(moved.span.start + shift, moved.span.end + shift)
            found.append(self._draft(name, edit, span, scope_of(moved.footing, added)))
            shift += len(edit.after_text) - (span.end - span.start)
            added += len(edit.after_text)
        return found

    def _in_words_that_nobody_wrote(self, drafts: Sequence[Draft]) -> tuple[str, ...]:
        """Changes that would be mixed with the hunks in a word, or with what comes or goes for these; () for none.

        Where the file is the present state, all of the result is what its author wrote.
        """
        if not self.reverts and self.view == self.history.active:
            return ()
        after = self.replay.clone()
        for draft in drafts:
            after.change(draft.id, self.txn, draft.span, draft.after_text, footing_of(dict(draft.fields)["scope"]))
        written = self.view.union(draft.id for draft in drafts)
        found = NewWords(self.history).first(after, self.history.active, after.active, written)
        if found is None:
            return ()
        theirs = View(after, written)
        names = (set().union(*map(theirs.obstacles, pieces)) for pieces in (found.pieces, found.around))
        return relations.in_order(self.replay, next(filter(None, names), set()))

    def _hunks(self, places: View) -> tuple[TextEdit, ...]:
        return untied(places, hunks(places.text, self.observed.text))

    def _make_room(self, edits: Sequence[tuple[str, TextEdit]]) -> View | None:
        """Settle what stands in the way of the hunks, also what shows only when that is gone; then the way to the text.

        None where it cannot be settled.
        """
        for _ in range(_ATTEMPTS):
            places = View(self.replay, self.view)
            blocked = [(name, found) for name, edit in edits if (found := self._blocking(places, edit))]
            if not blocked:
                return places
            if not all(self._settle(blocking, name) for name, blocking in blocked):
                return None
        return None

    def _undo_what_was_put_back(self, places: View, edits: Sequence[TextEdit]) -> bool:
        """Whether a person undid changes; from here on the file is compared with its state without those."""
        undone = put_back(self.history, places, edits)
        self.view -= frozenset(undone)
        for name in undone:
            if name in self.replay.enabled:
                draft = revert_draft(self.replay, name, self.known, _PUT_BACK)
                source = {"type": "human", "file": self.observed.source_id}
                self.reverts.append(replace(draft, fields=(*draft.fields, ("source", source))))
        return bool(undone)

    def _blocking(self, places: View, edit: TextEdit) -> tuple[str, ...]:
        """Changes that the hunk overlaps, wherever else in the text the same hunk could be told.

        Of two equal words in a row it is arbitrary which one a comparison calls deleted: when ours took one away and
        the person the other, both would be gone. The same goes for what we did beside it and the person did as well,
        together with an edit that a comparison cannot tell apart from it.
        """
        exact = placed(places, edit).blocked_by
        near = self._ours(places.differences(reach(places.text, edit)))
        beside = self._ours(places.differences(surroundings(places.text, edit.span)))
        told = {name for name in near if not self._apart(name, edit)}
        told |= {name for name in beside if self._is_done_in(name, edit) and not self._takes_typed(name, edit)}
        return relations.in_order(self.replay, {*exact, *told})

    def _ours(self, names: Collection[str]) -> set[str]:
        """Those in force now that the file did not show."""
        return {name for name in names if name in self.replay.enabled and name not in self.view}

    def _is_done_in(self, name: str, edit: TextEdit) -> bool:
        """Whether the hunk holds what the change put in, or takes away what it took away."""
        change = self.history.by_id[name]
        put, gone = change.after_text.strip(), "" if change.after_text else change.before_text.strip()
        return (len(put) >= _TELLING and put in edit.after_text) or (len(gone) > 1 and gone in edit.before_text)

    def _apart(self, name: str, edit: TextEdit) -> bool:
        """Whether a change only stands beside the hunk: both are kept.

        An insertion beside a change is told twice only where the one's text is the other's, or a telling part of it,
        also turned around: put before an equal letter, "ab" is "ba" behind it. What another person typed goes only when
        all of it is in the hunk.
        """
        ours, theirs = self.history.by_id[name].after_text, edit.after_text
        if not edit.before_text and not _is_told_in(ours, theirs) and not _is_told_in(theirs, ours):
            return True
        return self._takes_typed(name, edit)

    def _takes_typed(self, name: str, edit: TextEdit) -> bool:
        """Whether text that somebody typed would go with the change, and is not in the hunk."""
        leaving = (self.history.by_id[item] for item in relations.cascade(self.replay, [name]))
        typed = [found.after_text for found in leaving if found.event == "external"]
        return any(text and text not in 2 * edit.after_text for text in typed)

    def _draft(self, name: str, edit: TextEdit, span: Span, scope: dict[str, str]) -> Draft:
        basis = self.basis
        fields = {
            "scope": scope,
            "kind": "external",
            "source": {"type": "human", "file": self.observed.source_id},
            "refs": basis.extra,
            "basis_seq": basis.seq,
            "observed_hash": self.observed.doc_hash,
            "reason": self.reason,
        }
        action = ("replace" if edit.after_text else "delete") if edit.before_text else "insert"
        return Draft(name, "external", action, span, edit.before_text, edit.after_text, tuple(fields.items()))

    @cached_property
    def basis(self) -> Recorded:
        """The file's earlier state as the ledger writes it."""
        return self.history.seq_of(self.view)

    def _settle(self, blocking: Sequence[str], name: str) -> bool:
        """Make the current text around a hunk what its author saw; False when that cannot be done.

        Our changes that the hunk overlaps go, with what needs them. A change that was undone and still stands in this
        file comes back where the person edited its very text: only that place follows the file, not all of it.
        """
        mine = [change_id for change_id in blocking if change_id in self.history.active]
        self._deactivate(mine, name)
        back = {change_id for change_id in blocking if change_id not in mine and change_id not in self.replay.enabled}
        for _ in range(_ATTEMPTS):
            refusals = relations.reapply_refusals(self.replay, relations.in_order(self.replay, back))
            if not refusals:
                break
            for refusal in refusals:
                if refusal.reason == "needs":
                    back.update(refusal.blocked_by)
                else:
                    self._deactivate([other for other in refusal.blocked_by if other not in self.view], name)
        else:
            return False
        if not back <= self.view:
            return False
        for change_id in relations.in_order(self.replay, back):
            self.reverts.append(reapply_draft(self.replay, change_id, self.known, f"{_EDITED_AS} {name}"))
        return True

    def _deactivate(self, blocking: Sequence[str], name: str) -> None:
        for change_id in relations.cascade(self.replay, blocking):
            self.reverts.append(revert_draft(self.replay, change_id, self.known, f"{_OVERLAPPED} {name}"))


def _is_told_in(part: str, whole: str) -> bool:
    least = min(_TELLING, len(whole)) or 1
    return least <= len(part) <= len(whole) and part in 2 * whole
