"""What of a ledger is in force now: the one answer for the annotated copy, the report and every listing."""

from reviewer.ledger.flags import standing_flags
from reviewer.ledger.fold import History
from reviewer.service.workspace.run_record import RunRecord


def in_force(history: History, record: RunRecord | None) -> frozenset[str]:
    """Ids of changes and hand edits that are in force, and of flags that are not settled."""
    return history.active | standing_flags(history, record.unfound if record is not None else ())
