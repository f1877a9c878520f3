"""A run from a shell says that it lives, so that one whose process was killed is not shown as running for ever.

Prefect's own heartbeat costs a second at the end of each flow: leaving it joins a thread that sleeps (3.9.1). This one
sends the same events from a thread that ends at once; the automation for dead runs reads both.
"""

import contextvars
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from prefect import Flow, State
from prefect.client.schemas.objects import FlowRun
from prefect.events import emit_event
from prefect.events.related import tags_as_related_resources
from prefect.events.schemas.events import RelatedResource

TAG = "reviewctl"
"""Every run of ours has it: those of deployments by ``deployments/prefect.yaml``, those of a shell here."""

EVERY = 30.0
"""Seconds, as the deployments have it; the automation waits for four of them."""

_EVENT = "prefect.flow-run.heartbeat"


@contextmanager
def beating(flow: Flow[..., Any], every: float = EVERY) -> Iterator[Flow[..., Any]]:
    """The flow, of which each run that begins inside sends heartbeats until the block is left."""
    ended = threading.Event()

    def begin(flow: Flow[..., Any], flow_run: FlowRun, state: State[Any]) -> None:
        # The thread must see the settings of this one, or it would look for another API.
        context = contextvars.copy_context()
        arguments = (_beat, ended, _parts(flow, flow_run), every)
        threading.Thread(target=context.run, args=arguments, name="heartbeat", daemon=True).start()

    try:
        yield flow.with_options(on_running=[*flow.on_running_hooks, begin])
    finally:
        ended.set()


def _parts(flow: Flow[..., Any], run: FlowRun) -> dict[str, Any]:
    resource = {"prefect.resource.id": f"prefect.flow-run.{run.id}", "prefect.resource.name": run.name or ""}
    of_flow = {
        "prefect.resource.id": f"prefect.flow.{run.flow_id}",
        "prefect.resource.role": "flow",
        "prefect.resource.name": flow.name,
    }
    related = [RelatedResource.model_validate(of_flow), *tags_as_related_resources(set(run.tags))]
    return {"event": _EVENT, "resource": resource, "related": related}


def _beat(ended: threading.Event, parts: dict[str, Any], every: float) -> None:
    while True:
        emit_event(**parts)
        if ended.wait(every):
            return
