"""The work pool: where runs wait for a worker."""

from prefect.client.orchestration import SyncPrefectClient
from prefect.client.schemas.actions import WorkPoolCreate
from prefect.exceptions import ObjectNotFound
from prefect.workers.process import ProcessWorker

from flows.deploying.done import Done, Step
from reviewer.errors import UserError

KIND = "process"
"""Runs are processes of the worker's machine: that is where the documents are."""


def ensure_pool(client: SyncPrefectClient, name: str) -> Step:
    """Create the pool where it is missing.

    Raises:
        UserError: ``wrong-pool``: one of that name exists and is of another kind.
    """
    if require_pool(client, name) is not None:
        return Step("work pool", name, Done.UNCHANGED)
    template = ProcessWorker.get_default_base_job_template()
    client.create_work_pool(WorkPoolCreate(name=name, type=KIND, base_job_template=template))
    return Step("work pool", name, Done.CREATED)


def require_pool(client: SyncPrefectClient, name: str) -> str | None:
    """The pool's id, None where there is none.

    Raises:
        UserError: ``wrong-pool``.
    """
    try:
        pool = client.read_work_pool(name)
    except ObjectNotFound:
        return None
    if pool.type != KIND:
        message = f"the work pool {name!r} is of type {pool.type!r}, not {KIND!r}"
        raise UserError("wrong-pool", message, f"delete it (prefect work-pool delete {name}), or use another server")
    return str(pool.id)
