"""Kernels as task runs of the flow that is running."""

from collections.abc import Callable
from functools import partial
from typing import Any

from prefect.futures import PrefectFuture
from prefect.logging import get_run_logger
from prefect.utilities.annotations import opaque

from reviewer.model.frozen import Frozen
from reviewer.model.results import KernelFailure
from reviewer.service.files.documents import DocumentRef
from reviewer.service.stages.kernels import Kernel, KernelInput
from reviewer.service.stages.pipeline import KernelFailed, Pending, Run
from tasks.held import released
from tasks.policy import CacheMode, make_job, run_options
from tasks.registry import TASKS


def prefect_run(
    document: DocumentRef, mode: CacheMode, *, refresh: bool = False, seen: Callable[[str, str], None]
) -> Run:
    """A way to run kernels: each is submitted to the flow's task runner.

    ``seen`` is told the name and final state name of each (``Cached`` when it was served from the store). A damaged
    stored result is computed again, with one warning.
    """

    def start(kernel: Kernel, source: KernelInput) -> Pending:
        job = make_job(kernel, document, source, mode)
        options, stored = run_options(job, mode, refresh=refresh)
        if stored == "damaged":
            get_run_logger().warning("The stored result of %s is damaged; it is computed again.", kernel.name)
        # opaque: Prefect must not walk through configuration and results in search of futures.
        future = TASKS[kernel.name].with_options(**options).submit(job=opaque(job))
        return partial(_value, kernel, future, seen)

    return start


def _value(kernel: Kernel, future: PrefectFuture[Any], seen: Callable[[str, str], None]) -> Frozen:
    future.wait()
    state = future.state
    seen(kernel.name, state.name or "")
    value = released(state)
    if isinstance(value, kernel.result):
        return value
    if not isinstance(value, KernelFailure):
        value = KernelFailure(kernel=kernel.name, error=f"{state.name}: {type(value).__name__}")
    raise KernelFailed(value)
