"""Which document a number belongs to."""

from enum import StrEnum


class Whose(StrEnum):
    """OURS is checked and may be rewritten; ANOTHERS is neither; UNCLEAR is neither, and forbids a renumbering."""

    OURS = "ours"
    ANOTHERS = "another's"
    UNCLEAR = "unclear"
