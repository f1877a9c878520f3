"""Model kernels as task runs of the flow that is running; their calls are at most ``llm.concurrency`` at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from prefect.futures import PrefectFuture
from prefect.task_runners import ThreadPoolTaskRunner
from prefect.utilities.annotations import opaque

from reviewer.model.frozen import Frozen
from reviewer.service.models.chunk_reviews import Done, Submit
from reviewer.service.models.kernels import ModelTask
from tasks.held import released
from tasks.policy import CacheMode, run_options
from tasks.registry import TASKS

AHEAD = 2
"""Task runs beyond the calls that may be under way (``GuardedClient`` counts those): they are made ready meanwhile.

Without them a slot of the backend stood idle for some 20 of every 520 ms, on two busy cores.
"""


@contextmanager
def model_runs(
    concurrency: int,
    mode: CacheMode,
    *,
    refresh: bool,
    seen: Callable[[str, str], None],
    stop: Callable[[], None],
) -> Iterator[Submit]:
    """A way to run model kernels, on threads of their own: the flow's runner is bounded for other work.

    ``seen`` is told subject and final state name of each. What leaves early, an interruption above all, calls ``stop``
    first: threads that wait for a reply would be waited for.
    """
    runner: Any = ThreadPoolTaskRunner(max_workers=concurrency + AHEAD)
    with runner:

        def submit(task: ModelTask, done: Done) -> None:
            options, _ = run_options(task, mode, refresh=refresh)
            run: Any = TASKS[task.kernel].with_options(**options)
            # opaque: Prefect must not walk through the job in search of futures.
            future = runner.submit(run, parameters={"job": opaque(task)})
            future.add_done_callback(lambda ended: done(_value(task, ended, seen)))

        try:
            yield submit
        except BaseException:
            stop()
            raise


def _value(task: ModelTask, future: PrefectFuture[Any], seen: Callable[[str, str], None]) -> Frozen | BaseException:
    """The result, also of a state that failed with one; an exception where the run itself broke."""
    try:
        future.wait()
        seen(task.subject, future.state.name or "")
        value = released(future.state)
    except BaseException as error:  # noqa: BLE001 - handed to the thread that waits
        return error
    if isinstance(value, Frozen | BaseException):
        return value
    return TypeError(f"{task.kernel} of {task.subject} ended in state {future.state.name}")
