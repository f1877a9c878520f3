"""What an entry did, in one line for people: in the whole words that its author saw, with every line end shown.

An entry holds what differs, to the letter (``r`` put into ``occured``), and so does its stored ``summary``. The words
around stand on the tape: they are those of the moment at which the entry was made, whatever was edited since.
"""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter

from reviewer.ledger.events import ADDS, TOGGLES, switch
from reviewer.ledger.fold import History
from reviewer.markdown.locate import Located
from reviewer.markdown.word_reach import cut_words
from reviewer.model.edit import Action
from reviewer.model.entry import LedgerEntry
from reviewer.model.position import Span
from reviewer.patch.replay import visible
from reviewer.patch.units import Piece

WIDEST = 40
"""Characters on either side: of a longer word only what the entry has is told."""

LONGEST = 60
"""Characters of a text that are told."""

_PASSED = 40
"""Pieces on either side that are looked at for them: more would cost a long history its length for each entry."""

_PLAIN_HEAD, _PLAIN_TAIL = (
    re.compile(rf"(?:^|[ \n])([A-Za-z]{{0,{WIDEST - 1}}})\Z"),
    re.compile(rf"([A-Za-z]{{0,{WIDEST - 1}}})(?:[ \n]|\Z)"),
)
"""What is left and right of an edit in a plain word: looking up which characters hold words together takes longer."""

_END_OF_LINE, _FIRST_GAP = re.compile(r"\r\n|\n|\r"), re.compile(r"\s+")

_LEADING, _TRAILING = re.compile(r"\A\s+"), re.compile(r"\s+\Z")
_UNBROKEN, _UNBROKEN_END = re.compile(r"\S*"), re.compile(r"\S*\Z")

_BEFORE, _AFTER = attrgetter("before"), attrgetter("after")
_BLANKS = str.maketrans({" ": "␠", "\t": "⇥", "\r": "␍", "\u00a0": "⍽"})


def told_entries(history: History, names: Container[str] | None = None) -> Iterator[tuple[LedgerEntry, str]]:
    """Entries (those with these ids; None for all) in ledger order, each with what it did."""
    active: set[str] = set()
    for entry in history.entries:
        if names is None or entry.id in names:
            yield entry, _told(history, entry, active)
        switch(active, entry)


def _told(history: History, entry: LedgerEntry, active: set[str]) -> str:
    """``active`` is the set before the entry."""
    about = entry.refs[0] if entry.event in TOGGLES and entry.refs else entry.id
    changes = about in history.replay.records and (entry.event in ADDS or entry.event in TOGGLES)
    if not changes and about not in history.replay.marks:
        return entry.summary
    before, after = entry.before_text, entry.after_text
    sides = _sides(history, entry, active)
    return _line(entry, *(_widened(*sides, before, after) if sides else (before, after)))


def in_context(history: History, entry: LedgerEntry) -> tuple[str, str]:
    """What an entry took away and what it put there, each whole and between the words of its line, as its author saw
    them: up to ``WIDEST`` characters on either side, with an ellipsis where the line goes on."""
    active: set[str] = set()
    for earlier in history.entries[: entry.seq - 1]:
        switch(active, earlier)
    before, after = entry.before_text, entry.after_text
    left, right = _sides(history, entry, active) or ("", "")
    left = _END_OF_LINE.split(left)[-1] if _END_OF_LINE.search(left) else _from_a_word(left)
    if not left and all(text.endswith(("\n", "\r")) for text in (before, after) if text):
        right = ""  # it stands in lines of its own
    right = _END_OF_LINE.split(right)[0] if _END_OF_LINE.search(right) else _from_a_word(right[::-1])[::-1]
    return left + before + right, left + after + right


def _from_a_word(side: str) -> str:
    """A side of full length without the word that is cut at its outer end; one word alone stays as it is."""
    if len(side) < WIDEST:
        return side
    whole = _FIRST_GAP.split(side, maxsplit=1)
    return f"… {whole[1]}" if len(whole) > 1 else f"…{side}"


def _sides(history: History, entry: LedgerEntry, active: set[str]) -> tuple[str, str] | None:
    """What stood left and right of what an entry did, at most ``WIDEST`` characters each; None where nobody knows.

    ``active`` is the set before the entry; it is given back as it was.
    """
    about = entry.refs[0] if entry.event in TOGGLES and entry.refs else entry.id
    if about in history.replay.marks:
        ends = history.replay.marks[about] if entry.event == "flag" and entry.before_text else []
        return _beside_both(ends, active)
    if about not in history.replay.records or not (entry.event in ADDS or entry.event in TOGGLES):
        return None
    leaving = about in active
    active.discard(about)
    try:
        record = history.replay.records[about]
        gone = [piece for piece in record.deleted if visible(piece, active)]
        put = [piece for piece in record.inserted if active.isdisjoint(piece.deleters)]
        return _beside_both([*gone, *put], active)
    finally:
        if leaving:
            active.add(about)


def _beside_both(pieces: Sequence[Piece], active: AbstractSet[str]) -> tuple[str, str] | None:
    """What stood on both sides of these pieces."""
    if not pieces:
        return None
    return _beside(pieces[0], active, _BEFORE), _beside(pieces[-1], active, _AFTER)


def _beside(piece: Piece, active: AbstractSet[str], onward: Callable[[Piece], Piece]) -> str:
    """What stood before (or behind) a piece under an active set, as far as it is looked at."""
    back, found = onward is _BEFORE, ""
    for _ in range(_PASSED):
        following = onward(piece)
        if following is piece or len(found) >= WIDEST:
            break
        piece = following
        if visible(piece, active):
            found = piece.text[-WIDEST:] + found if back else found + piece.text[:WIDEST]
    return found[-WIDEST:] if back else found[:WIDEST]


def _widened(left: str, right: str, before: str, after: str) -> tuple[str, str]:
    """Both texts with the words that are cut at their ends."""
    head, tail = _PLAIN_HEAD.search(left), _PLAIN_TAIL.match(right)
    if head and tail and (before + after).isalnum() and (before + after).isascii():
        return head[1] + before + tail[1], head[1] + after + tail[1]
    start = len(left)
    words = cut_words(left + before + right, Located(Span(start, start + len(before)), before, after))
    back, forth = start - words.start, words.end - start - len(before)
    if not back and _are_other_blanks(_LEADING, before[:WIDEST], after[:WIDEST]):
        back = len(_UNBROKEN_END.search(left)[0])  # type: ignore[index]  # it matches nothing at least
    if not forth and _are_other_blanks(_TRAILING, before[-WIDEST:], after[-WIDEST:]):
        forth = len(_UNBROKEN.match(right)[0])  # type: ignore[index]
    first = left[start - back :] if back < WIDEST else ""
    last = right[:forth] if forth < WIDEST else ""
    return _without_shared_words(first + before + last, first + after + last)


def _are_other_blanks(edge: re.Pattern[str], before: str, after: str) -> bool:
    """Whether both texts have blanks at an edge, and not the same: a line was split there, or two were joined."""
    old, new = edge.search(before), edge.search(after)
    return bool(old and new and old[0] != new[0])


def _without_shared_words(before: str, after: str) -> tuple[str, str]:
    """A word that was only widened to is left out again: ``two`` put before ``three`` is no other ``three``."""
    short, long = sorted((before, after), key=len)
    rest = long
    if short and long.endswith(f" {short}"):
        rest = long[: -len(short)]
    elif short and long.startswith(f"{short} "):
        rest = long[len(short) :]
    if rest == long:
        return before, after
    return ("", rest) if long is after else (rest, "")


def _line(entry: LedgerEntry, before: str, after: str) -> str:
    old, new = _shown(before), _shown(after)
    if entry.action == Action.FLAG_ONLY.value:
        return f"flagged '{old}'" if before else "flagged"
    if old == new and before != after:
        old, new = _shown(before.translate(_BLANKS)), _shown(after.translate(_BLANKS))
    if before == after:
        return "changed no text"
    if not before:
        return f"inserted '{new}'"
    return f"replaced '{old}' with '{new}'" if after else f"removed '{old}'"


def _shown(text: str) -> str:
    """On one line, with each line end shown; blanks alone are shown, too."""
    marked = text.replace("\r\n", "⏎").replace("\n", "⏎")
    flat = " ".join(marked.split()) or marked.translate(_BLANKS)
    return flat if len(flat) <= LONGEST else f"{flat[: LONGEST - 1]}…"
