"""How a count and what is counted are written in messages, reports and logs: the one writer."""


def counted(count: int, noun: str, many: str = "") -> str:
    """``1 change``, ``3 changes``; ``many`` where the plural is not the noun and an *s* (``2 entries``)."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"


def verb(count: int, one: str, many: str) -> str:
    """The verb that goes with so many: ``1 entry has``, ``2 entries have``."""
    return one if count == 1 else many
