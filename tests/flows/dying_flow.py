"""A process with one run that sleeps: ``python dying_flow.py shell|worker SECONDS``.

``shell``: as ``flows.run`` runs flows. ``worker``: as the process of a deployment's run, with Prefect's own heartbeat.
It prints the run's id once it is running.
"""

import os
import sys
import time

from flows.api import connect

connect()

from prefect import flow, runtime, tags  # noqa: E402 - after the settings
from prefect.states import Completed  # noqa: E402

from flows.heartbeat import TAG  # noqa: E402
from flows.run import run_flow  # noqa: E402


@flow(name="sleeper")
def sleeper(seconds: float):
    """Sleep."""
    print(runtime.flow_run.id, flush=True)  # noqa: T201
    time.sleep(seconds)
    return Completed(message="awake")


if __name__ == "__main__":
    seconds = float(sys.argv[2])
    if sys.argv[1] == "worker":
        with tags(TAG):
            sleeper(seconds)
    else:
        try:
            run_flow(sleeper, {"seconds": seconds})
        except RuntimeError:  # it has no outcome of ours
            os._exit(0)
