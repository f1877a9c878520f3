"""Edits that people made by hand in a file: found by comparing with the state that this file last had (DESIGN §4, §5).

Each minimal hunk becomes one ``external`` entry. Our own active changes that a hand edit overlaps are taken out of
force first, with what needs them, by ``revert`` entries in the same transaction that name the hand edit: the person's
text wins and nothing is lost.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property

from reviewer.ledger.entries import Draft, Stamp, Transaction, free_txn, scope_place, transaction_of
from reviewer.ledger.fold import History, Recorded
from reviewer.ledger.ids import EntryId, highest, repeated
from reviewer.markdown.locate import Located
from reviewer.model.document import Document
from reviewer.model.position import Span
from reviewer.patch import relations
from reviewer.patch.replay import Replay, TextEdit
from reviewer.patch.view import View
from reviewer.plan.minimise import minimise

_LINES = 600
"""Up to this many lines on both sides of a gap between unique common lines are compared; more is one hunk."""

_WORDS = 600
"""Up to this many words on both sides are compared by word, then by character; more is one hunk."""


def hunks(basis: str, present: str) -> tuple[TextEdit, ...]:
    """What turned ``basis`` into ``present``: minimal, in order, not touching each other; empty for equal texts.

    Lines that are unique in both texts and in the same order are anchors (patience); between them lines, then
    characters are compared. Close to linear: stretches that are too large to compare become one hunk.
    """
    if basis == present:
        return ()
    old, new = _lines(basis), _lines(present)
    starts = _starts(old)
    found: list[TextEdit] = []
    for (first, last), (new_first, new_last) in _line_hunks(old, new):
        before, after = "".join(old[first:last]), "".join(new[new_first:new_last])
        found += _character_hunks(starts[first], before, after)
    return tuple(found)


def plan_external(history: History, observed: Document, view: frozenset[str], stamp: Stamp) -> Transaction | None:
    """Record the hand edits in ``observed``; ``view`` is the active set of the state that this file last had.

    None when there is nothing to record: the text is that of the view. A changed BOM alone is nothing. Where a person
    edited text that has since been taken out of force, the file as a whole is compared with the current state instead.
    """
    stamp = replace(stamp, txn=free_txn(history, stamp.txn))
    drafts = _Recorder(history, observed, view, stamp).drafts()
    if drafts is None:
        drafts = _Recorder(history, observed, history.active, stamp).drafts()
    return transaction_of(history, drafts or [], stamp)


class _Recorder:
    """Translates hunks from a file's own view to the current state and writes them down as entries."""

    def __init__(self, history: History, observed: Document, view: frozenset[str], stamp: Stamp) -> None:
        self.history = history
        self.replay = history.replay.clone()
        self.observed = observed
        self.view = view
        self.txn = stamp.txn
        self.known = set(history.by_id)
        self.reverts: list[Draft] = []

    def drafts(self) -> list[Draft] | None:
        """Reverts of what the hunks overlap, then the hunks; None when a hunk is on text that is not in force."""
        edits = hunks(self.replay.materialise(self.view), self.observed.text)
        first = highest("EXT", self.known) + 1
        names = [str(EntryId("EXT", first + index)) for index in range(len(edits))]
        places = View(self.replay, self.view)
        blocked = [(name, places.translate(edit.span).blocked_by) for name, edit in zip(names, edits, strict=True)]
        for name, blocking in blocked:
            if not self._deactivate(blocking, name):
                return None
        places = View(self.replay, self.view)
        found: list[Draft] = []
        shift = added = 0
        for name, edit in zip(names, edits, strict=True):
            moved = places.translate(edit.span)
            if moved.span is None:
                return None
            span = Span(moved.span.start + shift, moved.span.end + shift)
            found.append(self._draft(name, edit, span, scope_place(moved.place, added)))
            shift += len(edit.after_text) - (span.end - span.start)
            added += len(edit.after_text)
        return self.reverts + found

    def _draft(self, name: str, edit: TextEdit, span: Span, scope: dict[str, str]) -> Draft:
        basis = self.basis
        fields = {
            "scope": scope,
            "kind": "external",
            "source": {"type": "human", "file": self.observed.source_id},
            "refs": basis.extra,
            "basis_seq": basis.seq,
            "observed_hash": self.observed.doc_hash,
            "reason": "edited by hand",
        }
        action = ("replace" if edit.after_text else "delete") if edit.before_text else "insert"
        return Draft(name, "external", action, span, edit.before_text, edit.after_text, tuple(fields.items()))

    @cached_property
    def basis(self) -> Recorded:
        """The file's earlier state as the ledger writes it."""
        return self.history.seq_of(self.view)

    def _deactivate(self, blocking: Sequence[str], name: str) -> bool:
        """Take changes out of force, with what needs them; False when one of them was out of force before."""
        if any(change_id not in self.history.active for change_id in blocking):
            return False
        for change_id in relations.cascade(self.replay, blocking):
            self.reverts.append(revert_draft(self.replay, change_id, self.known, f"overlapped by hand edit {name}"))
        return True


def revert_draft(replay: Replay, change_id: str, known: set[str], reason: str) -> Draft:
    """Take a change out of force on ``replay`` and describe that as an entry; its id is added to ``known``."""
    name = repeated("REVERT", change_id, known)
    known.add(name)
    edit = replay.toggle(change_id, on=False)
    fields = {"is_revert": True, "reverted_id": change_id, "refs": (change_id,), "reason": reason, "kind": "revert"}
    return Draft(name, "revert", "revert", edit.span, edit.before_text, edit.after_text, tuple(fields.items()))


@dataclass(frozen=True, slots=True)
class _Region:
    old: Span
    new: Span


def _line_hunks(old: Sequence[str], new: Sequence[str]) -> Iterable[tuple[Span, Span]]:
    """Pairs of line ranges that differ."""
    for region in _between_anchors(old, new):
        a, b = old[region.old.start : region.old.end], new[region.new.start : region.new.end]
        if not a and not b:
            continue
        if len(a) > _LINES or len(b) > _LINES:
            yield region.old, region.new
            continue
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
            if tag != "equal":
                left, right = region.old.start, region.new.start
                yield Span(left + i1, left + i2), Span(right + j1, right + j2)


def _between_anchors(old: Sequence[str], new: Sequence[str]) -> Iterable[_Region]:
    """The stretches between matched lines: common ends, then lines unique on both sides in increasing order."""
    i = j = 0
    for a, b in [*_anchors(old, new), (len(old), len(new))]:
        while i < a and j < b and old[i] == new[j]:
            i, j = i + 1, j + 1
        end_a, end_b = a, b
        while end_a > i and end_b > j and old[end_a - 1] == new[end_b - 1]:
            end_a, end_b = end_a - 1, end_b - 1
        yield _Region(Span(i, end_a), Span(j, end_b))
        i, j = a, b


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    there = _unique(new)
    pairs = [(i, there[line]) for line, i in _unique(old).items() if line in there]
    return _increasing(sorted(pairs))


def _unique(lines: Sequence[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for index, line in enumerate(lines):
        places[line] = -1 if line in places else index
    return {line: index for line, index in places.items() if index >= 0}


def _increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest chain of pairs in which both numbers increase (patience sorting)."""
    tops: list[int] = []
    piles: list[int] = []
    previous: list[int] = []
    for index, (_, right) in enumerate(pairs):
        pile = bisect_left(tops, right)
        previous.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [right]
        piles[pile : pile + 1] = [index]
    chain = []
    index = piles[-1] if piles else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]


def _character_hunks(offset: int, before: str, after: str) -> Iterable[TextEdit]:
    """A changed stretch, cut down to the characters that changed; never inside a grapheme or CR LF."""
    least = minimise(Located(Span(offset, offset + len(before)), before, after))
    words_old, words_new = _words(least.before), _words(least.after)
    if min(len(least.before), len(least.after)) == 0 or max(len(words_old), len(words_new)) > _WORDS:
        yield TextEdit(least.span, least.before, least.after)
        return
    starts = _starts(words_old)
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, words_old, words_new, autojunk=False).get_opcodes():
        if tag != "equal":
            old, new = "".join(words_old[i1:i2]), "".join(words_new[j1:j2])
            start = least.span.start + starts[i1]
            cut = minimise(Located(Span(start, start + len(old)), old, new))
            yield TextEdit(cut.span, cut.before, cut.after)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|[^\S\r\n]+|\r\n|\W", text)


def _lines(text: str) -> list[str]:
    parts = text.split("\n")
    last = parts.pop()
    return [part + "\n" for part in parts] + ([last] if last else [])


def _starts(parts: Sequence[str]) -> list[int]:
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return starts
