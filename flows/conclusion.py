"""How a flow ends: always with a state that says what happened, and with a value that the caller can read.

States and messages go to the Prefect API, so they hold counts, codes and names, never text of a document. The error
itself travels as the state's value, inside this process only.
"""

from collections.abc import Callable
from typing import Any

from prefect import State
from prefect.logging import get_run_logger
from prefect.states import Completed

from reviewer.errors import ReviewError
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.undo import UndoOutcome
from tasks.held import Held, failed, released

Outcome = ReviewOutcome | UndoOutcome
"""What a flow's final state holds; it ended well where ``status`` is ``completed``."""


def conclude(body: Callable[[], Outcome], *, text_allowed: bool) -> State[Any]:
    """Run the body of a flow: ``Completed``, or ``Failed`` named after the outcome's status or ``stopped``."""
    try:
        outcome = body()
    except ReviewError as error:
        said = f"{error.message}; {error.hint}" if text_allowed else error.code
        get_run_logger().error("Stopped: %s", said)
        return failed("stopped", error.code, error)
    except Exception as error:  # noqa: BLE001 - the caller raises it again; Prefect would send its text to the API
        get_run_logger().error("Stopped by a bug: %s", type(error).__name__, exc_info=text_allowed)
        return failed("stopped", type(error).__name__, error)
    if outcome.status != "completed":
        return failed(outcome.status, _message(outcome), outcome)
    return Completed(message=_message(outcome), data=Held(outcome))


def _message(outcome: Outcome) -> str:
    if isinstance(outcome, UndoOutcome):
        return f"{len(outcome.reverted)} reverted, {len(outcome.reapplied)} reapplied, {len(outcome.failed)} failed"
    counts = outcome.counts
    if outcome.status != "completed":
        return f"{len(outcome.failures)} kernels or rules failed, {counts.chunks_failed} chunks failed"
    return f"{counts.changes} changes, {counts.flags} flags, {counts.rejected} rejected"


def outcome_of(state: State[Any]) -> Outcome:
    """The outcome that a flow's final state holds, or its error raised again."""
    value = released(state)
    if isinstance(value, ReviewOutcome | UndoOutcome):
        return value
    if isinstance(value, Exception):
        raise value
    raise RuntimeError(f"the flow ended as {state.name!r} without an outcome")
