"""What the tape knows of each change."""

from dataclasses import dataclass, field

from reviewer.patch.units import Piece


@dataclass(slots=True, eq=False)
class Record:
    """What the tape knows of a change: its pieces in tape order and what it needs to make sense.

    ``depends`` holds changes without which it has no exact place; ``parent`` is the innermost change inside whose
    inserted text this one's text stands. It and those that it ``bars`` are never in force together.
    """

    id: str
    txn: str
    number: int
    deleted: list[Piece] = field(default_factory=list)
    inserted: list[Piece] = field(default_factory=list)
    depends: set[str] = field(default_factory=set)
    dependents: set[str] = field(default_factory=set)
    bars: set[str] = field(default_factory=set)
    parent: str = ""
    depth: int = 1
