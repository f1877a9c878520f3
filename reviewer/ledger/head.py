"""The head that was noted elsewhere (run.json) must be in the ledger: else entries were cut off its end (DESIGN §5).

A ledger that is ahead of that head is right: a run that was killed before it noted its end left it so. A ledger that
lacks it is consistent in itself, and going on from it would give ids a second time and take our changes for a person's.
"""

from pathlib import Path

from reviewer.errors import IntegrityError
from reviewer.ledger.fold import History
from reviewer.ledger.torn import WAY_OUT


def refuse_cut(ledger: Path, history: History, head: str | None) -> None:
    """Every reader and writer that knows a head asks this before it uses ``history``; nothing is written.

    Refused: a history without ``head``, whatever the documents on disk say. None or an empty head: none was noted.

    Raises:
        IntegrityError: ``entries-lost``.
    """
    if not head or head == history.snapshot.doc_hash or any(entry.entry_hash == head for entry in history.entries):
        return
    raise IntegrityError(
        "entries-lost",
        f"{ledger} lacks entries: {head}, with which the last run ended, is not in it",
        f"nothing was written; {WAY_OUT}",
    )
