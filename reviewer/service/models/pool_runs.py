"""Model tasks on plain threads, without an orchestrator and without a cache: for tests and for measuring."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from reviewer.service.models.chunk_reviews import Done, Submit
from reviewer.service.models.kernels import ModelTask


@contextmanager
def pool_runs(concurrency: int) -> Iterator[Submit]:
    """At most ``concurrency`` tasks at a time; what a task raises is handed on."""
    with ThreadPoolExecutor(max_workers=concurrency) as pool:

        def submit(task: ModelTask, done: Done) -> None:
            pool.submit(_run, task, done)

        yield submit


def _run(task: ModelTask, done: Done) -> None:
    try:
        result = task.missed() if task.must_be_stored else task.compute()
    except BaseException as error:  # noqa: BLE001 - handed to the thread that waits
        done(error)
    else:
        done(result)
