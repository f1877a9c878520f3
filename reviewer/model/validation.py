"""What a model-backed validator said of one batch of candidates, and the record of that operation."""

from typing import Literal

from reviewer.model.chunk_edits import RawReply
from reviewer.model.frozen import Frozen
from reviewer.model.verdict import Verdict

BatchOutcome = Literal["ok", "recovered", "failed"]
"""``recovered``: every candidate is decided, and something in the reply was ignored; ``failed``: some are not."""


class BatchVerdicts(Frozen):
    """One verdict for each candidate, by its number in the batch (the first is number 1).

    ``ignored`` are numbers that the reply gave and nobody asked about; ``reason`` why the outcome is not ``ok``.
    """

    validator: str
    verdicts: tuple[Verdict, ...]
    ignored: tuple[int, ...] = ()
    outcome: BatchOutcome
    reason: str = ""
    replies: tuple[RawReply, ...] = ()

    @property
    def unavailable(self) -> tuple[int, ...]:
        """Numbers of the candidates of which nothing usable was said."""
        return tuple(ref for ref, verdict in enumerate(self.verdicts, 1) if verdict.decision == "unavailable")


class Operation(Frozen):
    """One batch, or one candidate that was too large for any, as ``stage2/validation.jsonl`` records it.

    ``references`` are op ids in the order of the local references, which count from 1; ``ignored`` are local
    references, ``unavailable`` op ids.
    """

    validator: str
    chain: str
    chunk_id: str
    references: tuple[str, ...]
    ignored: tuple[int, ...] = ()
    unavailable: tuple[str, ...] = ()
    outcome: BatchOutcome
    reason: str = ""
