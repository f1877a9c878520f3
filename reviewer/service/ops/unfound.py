"""Flags that the rules raised in an earlier review and do not raise any more: what they were about was mended."""

from collections.abc import Collection

from reviewer.ledger.flags import raised_by_rule, shows_any
from reviewer.ledger.fold import History


def unfound_flags(
    history: History, again: Collection[str], active: frozenset[str], before: Collection[str]
) -> tuple[str, ...]:
    """Ids of flags in force that were not raised again, by a review of the text in which ``active`` is in force.

    ``again`` are op ids and entry ids of all that was raised. Of a flag whose text that review did not see, what was
    known ``before`` stays true.
    """
    return tuple(
        name
        for name, entry in history.flags.items()
        if raised_by_rule(entry)
        and name not in again
        and entry.op_id not in again
        and (shows_any(history, name, active) or name in before)
    )
