"""How far the model calls of a run are, and how long the rest takes."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from reviewer.service.models.chunk_reviews import Finished


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the chunks are. ``tokens_per_second`` is of replies of this run; None until something can be said."""

    done: int
    total: int
    ops: int
    tokens_per_second: float | None
    seconds_left: float | None


class Pace:
    """Progress from what has ended. ``stored``: chunks whose review of an earlier run should answer for them.

    The time left is that of the chunks that models are still to be asked about: a stored review takes none. Where one
    that should be stored was asked after all (other models, other background), the others are expected to be, too.
    """

    def __init__(self, seconds: Callable[[], float], stored: AbstractSet[str] = frozenset()) -> None:
        self._seconds = seconds
        self._began = seconds()
        self._stored = set(stored)
        self._asked = 0
        self._ops = 0
        self._tokens = 0

    def heard(self, finished: Finished) -> Progress:
        """Where the run is now that a further chunk has ended."""
        metrics, name = finished.edits.metrics, finished.edits.chunk_id
        if not metrics.stored:
            self._asked += 1
            if name in self._stored:
                self._stored.clear()
        self._stored.discard(name)
        self._ops += len(finished.edits.ops)
        self._tokens += metrics.completion_tokens
        spent = self._seconds() - self._began
        rate = self._tokens / spent if self._tokens and spent > 0 else None
        to_ask = max(finished.total - finished.number - len(self._stored), 0)
        left = spent / self._asked * to_ask if self._asked else None
        return Progress(finished.number, finished.total, self._ops, rate, left)
