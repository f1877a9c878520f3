"""Ids of ledger entries: ``RVW-0034``, ``REVERT-RVW-0034``, ``REVERT-RVW-0034.2``, ``EXT-0001``, ``DEC-0001``.

Numbers have at least four digits and are ordered as numbers, so that ``RVW-10000`` comes after ``RVW-9999`` (seed §12,
DESIGN §4). They are given once and never again, also after a revert.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

_CHANGE = re.compile(r"RVW-(?:([A-Z][A-Z0-9]*)-)?([0-9]{4,18})")
_ENTRY = re.compile(r"(?:(REVERT|REAPPLY)-)?(RVW|EXT|DEC)-([0-9]{4,18})(?:\.([2-9]|[1-9][0-9]+))?")

LONGEST_GIVEN = 12
"""Digits. What is allotted later may have up to 18, which no ledger will reach."""


@dataclass(frozen=True, slots=True, order=True)
class ChangeID:
    """A change's number; ``namespace`` only changes how it is displayed (seed §12)."""

    seq: int
    namespace: str = ""

    @property
    def canonical(self) -> str:
        """``RVW-0034``."""
        return f"RVW-{self.seq:04d}"

    @property
    def display(self) -> str:
        """``RVW-0034``, or ``RVW-NS-0034`` with a namespace."""
        return f"RVW-{self.namespace}-{self.seq:04d}" if self.namespace else self.canonical

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a canonical or displayed id.

        Refused (ValueError): anything else, zero, and a number padded beyond four digits (``RVW-00034``).
        """
        match = _CHANGE.fullmatch(text)
        if match is None or not _plain_number(match[2]):
            raise ValueError(f"{text!r} is not a change id; it looks like RVW-0034")
        return cls(int(match[2]), match[1] or "")


def _plain_number(digits: str) -> bool:
    return int(digits) > 0 and (len(digits) == 4 or digits[0] != "0")


def is_change_id(text: str) -> bool:
    """Whether ``text`` is a canonical change id that an op may bring along (seed §6, invariant 1).

    At most ``LONGEST_GIVEN`` digits: ids are allotted after the highest, and must stay readable.
    """
    match = _CHANGE.fullmatch(text)
    return match is not None and match[1] is None and len(match[2]) <= LONGEST_GIVEN and _plain_number(match[2])


@dataclass(frozen=True, slots=True)
class EntryId:
    """Any ledger entry's id, taken apart. ``verb`` is empty, REVERT or REAPPLY; ``nth`` counts repetitions from 1."""

    kind: str
    number: int
    verb: str = ""
    nth: int = 1

    def __str__(self) -> str:
        """The id as it is written."""
        verb = f"{self.verb}-" if self.verb else ""
        return f"{verb}{self.kind}-{self.number:04d}" + (f".{self.nth}" if self.nth > 1 else "")


def parse_entry_id(text: str) -> EntryId:
    """Take an entry's id apart.

    Refused (ValueError): anything that ``EntryId`` would not write.
    """
    match = _ENTRY.fullmatch(text)
    if match is None or not _plain_number(match[3]) or (match[4] and not match[1]):
        raise ValueError(f"{text!r} is not a ledger id; it looks like RVW-0034, REVERT-RVW-0034 or EXT-0001")
    return EntryId(match[2], int(match[3]), match[1] or "", int(match[4] or 1))


def sort_key(text: str) -> tuple[str, int, str, int]:
    """Orders ids by kind, then number, then verb; what is not an id comes first, by its text."""
    try:
        entry = parse_entry_id(text)
    except ValueError:
        return ("", 0, text, 0)
    return (entry.kind, entry.number, entry.verb, entry.nth)


def repeated(verb: str, change_id: str, known: Iterable[str]) -> str:
    """The next free id of undoing (``REVERT``) or redoing (``REAPPLY``) a change, given the ids in the ledger."""
    taken = known if isinstance(known, set | frozenset | dict) else set(known)
    base = parse_entry_id(change_id)
    nth = 1
    while (name := str(EntryId(base.kind, base.number, verb, nth))) in taken:
        nth += 1
    return name


def highest(kind: str, known: Iterable[str]) -> int:
    """The highest number of a kind (RVW, EXT, DEC) among ids, 0 when there is none."""
    numbers = [0]
    for text in known:
        match = _ENTRY.fullmatch(text)
        if match and match[2] == kind:
            numbers.append(int(match[3]))
    return max(numbers)
