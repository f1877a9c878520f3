"""What a model-backed validator said of one batch of candidates, and the record of that operation."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Literal

from reviewer.model.chunk_edits import RawReply
from reviewer.model.frozen import Frozen
from reviewer.model.verdict import Decision, Execution, Verdict

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


class Reference(Frozen):
    """A candidate of one operation: ``ref`` is its local reference, from 1 on, ``op_id`` the op that it is."""

    ref: int
    op_id: str


def references_of(op_ids: Iterable[str]) -> tuple[Reference, ...]:
    """The candidates of one operation, in order: the first is reference 1."""
    return tuple(Reference(ref=ref, op_id=op_id) for ref, op_id in enumerate(op_ids, 1))


class Operation(Frozen):
    """One batch, or the candidates that were too large for any, as ``stage2/validation.jsonl`` records it.

    ``references`` are its candidates in order, ``unavailable`` those of them of which nothing usable was said;
    ``ignored`` are numbers that the reply gave and that are the local reference of none.
    """

    validator: str
    chain: str
    chunk_id: str
    references: tuple[Reference, ...]
    ignored: tuple[int, ...] = ()
    unavailable: tuple[Reference, ...] = ()
    outcome: BatchOutcome
    reason: str = ""


class ValidatorCount(Frozen):
    """How often a validator of one run decided what."""

    validator: str
    execution: Execution
    approve: int = 0
    attention: int = 0
    reject: int = 0
    unavailable: int = 0


def counted(judged: Iterable[Iterable[Verdict]]) -> tuple[ValidatorCount, ...]:
    """The decisions of each validator, those without a model first, in the order in which they are first met."""
    counts: dict[tuple[Execution, str], Counter[Decision]] = defaultdict(Counter)
    for verdicts in judged:
        for verdict in verdicts:
            counts[verdict.execution, verdict.validator][verdict.decision] += 1
    found = [
        ValidatorCount.model_validate({"validator": validator, "execution": execution, **decisions})
        for (execution, validator), decisions in counts.items()
    ]
    return tuple(sorted(found, key=lambda count: count.execution))
