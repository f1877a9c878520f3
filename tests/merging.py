"""``merge`` as tests look at it: what is kept, and the records of what gave way."""

from reviewer.plan.merge import gave_way, merge


def settled(ops):
    """The ops that are kept and the refusals of the others."""
    found = merge(ops)
    return found.ops, tuple(map(gave_way, found.overlapped))
