"""Runs whose worker is ended: their processes end with it, and Prefect would show them as running for ever."""

from collections.abc import Callable, Collection
from typing import Any
from uuid import UUID

from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import FlowRun
from prefect.states import Crashed, Scheduled
from prefect.workers.process import ProcessWorker, ProcessWorkerResult

_ENDED = "Its worker was ended. A retry goes on with what is stored."


def track(worker: ProcessWorker) -> Callable[[], set[UUID]]:
    """Note which runs the worker has; the function says which they are, also after it was ended."""
    start = worker.run
    under_way: set[UUID] = set()

    async def run(flow_run: FlowRun, *arguments: Any, **named: Any) -> ProcessWorkerResult:
        under_way.add(flow_run.id)
        result = await start(flow_run, *arguments, **named)
        under_way.discard(flow_run.id)  # a run that was cut off stays
        return result

    # Set on the one object: a class of its own would take the name "process" from Prefect's.
    setattr(worker, "run", run)  # noqa: B010
    # A run is submitted for seconds before it is run; nothing public tells of these (Prefect 3.9.1).
    return lambda: under_way | worker._submitting_flow_run_ids


def give_back(runs: Collection[UUID]) -> None:
    """Mark runs that had begun as crashed; those that had not are scheduled again, for another worker."""
    if not runs:
        return
    with get_client(sync_client=True) as client:
        for run in runs:
            state = client.read_flow_run(run).state
            if state is not None and state.is_running():
                client.set_flow_run_state(run, Crashed(message=_ENDED))
            elif state is not None and state.is_pending():
                client.set_flow_run_state(run, Scheduled())
