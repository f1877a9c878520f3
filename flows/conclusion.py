"""How a flow ends: always with a state that says what happened, and with a value that the caller can read.

States and messages go to the Prefect API, so they hold counts, codes, names, ids and reasons, never text of a document.
The outcome or error itself travels as the state's value, inside this process only.
"""

from collections.abc import Callable, Sequence
from typing import Any

from prefect import State
from prefect.logging import get_run_logger
from prefect.states import Completed

from reviewer.count_text import counted
from reviewer.errors import ReviewError
from reviewer.model.batch import BatchOutcome
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.plan_outcome import PlanOutcome
from reviewer.model.undo import UndoOutcome
from reviewer.report.batch import batch_line
from reviewer.service.models.told import is_of_a_chunk
from tasks.held import Held, failed, released

Outcome = ReviewOutcome | UndoOutcome | PlanOutcome | BatchOutcome
"""What a flow's final state holds; it ended well where ``status`` is ``completed``."""


NAMED = 20
"""So many changes that were not undone are named in a state's message; the artifact has more."""

_ID_SHOWN = 40


class Unfinished(Exception):  # noqa: N818 - it need not be an error
    """What Prefect raises where a flow is called from Python without ``return_state``.

    It says what the state's message says; ``value`` is the outcome, or the error that stopped the flow.
    """

    def __init__(self, message: str, value: object) -> None:
        super().__init__(message)
        self.value = value


def conclude(body: Callable[[], Outcome], *, text_allowed: bool) -> State[Any]:
    """Run the body of a flow: ``Completed``, or ``Failed`` named after the outcome's status or ``stopped``."""
    try:
        outcome = body()
    except ReviewError as error:
        said = f"{error.message}; {error.hint}" if text_allowed else error.code
        get_run_logger().error("Stopped: %s", said)
        return _unfinished("stopped", error.code, error, told=text_allowed)
    except Exception as error:  # noqa: BLE001 - the caller raises it again; Prefect would send its text to the API
        get_run_logger().error("Stopped by a bug: %s", type(error).__name__, exc_info=text_allowed)
        return _unfinished("stopped", type(error).__name__, error, told=text_allowed)
    if outcome.status != "completed":
        return _unfinished(outcome.status, _message(outcome), outcome)
    return Completed(message=_message(outcome), data=Held(outcome))


def refused(error: ReviewError, *, text_allowed: bool) -> State[Any]:
    """The final state of a flow whose parameters cannot be used. No document was read, so the message may tell all.

    What is wrong may stand in a configuration file, which an API on another machine does not have: it gets the code.
    """
    said = f"{error.message}; {error.hint}" if text_allowed else error.code
    get_run_logger().error("Stopped: %s", said)
    return _unfinished("stopped", said, error, told=text_allowed)


def _unfinished(name: str, message: str, value: object, *, told: bool = False) -> State[Any]:
    """A ``Failed`` state of which Prefect can raise something. ``told``: a traceback may show the error behind it."""
    state = failed(name, message, value)
    state.data = Unfinished(message, value)
    state.data.__cause__ = value if told and isinstance(value, Exception) else None
    return state


def _message(outcome: Outcome) -> str:
    if isinstance(outcome, UndoOutcome):
        return _undone(outcome)
    if isinstance(outcome, BatchOutcome):
        return batch_line(outcome)
    counts = outcome.counts
    if outcome.status != "completed":
        return _failures(outcome)
    made = f"{counted(counts.changes, 'change')}, {counted(counts.flags, 'flag')}, {counts.rejected} rejected"
    if isinstance(outcome, PlanOutcome):
        return f"planned, nothing is applied: {made}; {outcome.plan}"
    left = outcome.counts.not_chosen
    return f"{made}, {left} not chosen" if left else made


def _failures(outcome: ReviewOutcome | PlanOutcome) -> str:
    counts = outcome.counts
    others = sum(not is_of_a_chunk(line) for line in outcome.failures)
    said = [f"{counts.chunks_failed} of {counted(counts.chunks, 'chunk')} failed"] if counts.chunks_failed else []
    if others or not said:
        said.append(f"{counted(others, 'kernel or rule', 'kernels or rules')} failed")
    return ", ".join(said)


def _undone(outcome: UndoOutcome) -> str:
    dry = "dry run, nothing was written: " if outcome.dry_run else ""
    counts = f"{len(outcome.reverted)} reverted, {len(outcome.reapplied)} reapplied, {len(outcome.failed)} failed"
    said = [f"{item.id[:_ID_SHOWN]}: {item.reason}{_blocking(item.blocked_by)}" for item in outcome.failed[:NAMED]]
    more = [f"and {len(outcome.failed) - NAMED} more"] if len(outcome.failed) > NAMED else []
    return dry + "; ".join([counts, *said, *more])


def _blocking(names: Sequence[str]) -> str:
    more = ", …" if len(names) > NAMED else ""
    return f" ({', '.join(names[:NAMED])}{more})" if names else ""


def outcome_of(state: State[Any]) -> Outcome:
    """The outcome that a flow's final state holds, or its error raised again."""
    value = released(state)
    value = value.value if isinstance(value, Unfinished) else value
    if isinstance(value, Outcome):
        return value
    if isinstance(value, Exception):
        raise value
    raise RuntimeError(f"the flow ended as {state.name!r} without an outcome")
