"""The body of every task that asks a model."""

from typing import Any

from prefect import State

from reviewer.model.frozen import Frozen
from reviewer.service.models.kernels import ModelTask
from tasks.held import failed


def ask(job: ModelTask) -> Frozen | State[Any]:
    """The result; one that may not be stored is a ``Failed`` state that holds it, named after how it ended.

    The state's message names the chunk or node by its id only as far as that is a hash: it goes to the API.
    """
    result = job.missed() if job.must_be_stored else job.compute()
    ended = job.ended(result)
    if ended is None:
        return result
    return failed(ended, f"{job.kernel}: {ended}", result)
