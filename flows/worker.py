"""A worker for our pool, in this process: each run it starts is a process of its own, with this one's settings."""

import asyncio
import os
import signal
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from flows.api import connect
from flows.deploying.declared import pool_name
from reviewer.errors import UserError

if TYPE_CHECKING:
    from prefect.workers.process import ProcessWorker

Say = Callable[[str], None]


def run_worker(
    say: Say, name: str | None = None, limit: int | None = None, allowed_hosts: Collection[str] = ()
) -> None:
    """Take runs from our pool until SIGINT or SIGTERM, which end it and the runs under way within seconds.

    Runs that had begun are marked as crashed, and a retry goes on with what is stored; those that had not wait for the
    next worker. ``limit``: so many runs at the same time. Runs log to standard output.

    Raises:
        UserError: ``no-pool``, ``wrong-pool``; as ``connect`` and ``refusals.told``.
    """
    os.environ.setdefault("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "INFO")
    url = connect(say, allowed_hosts)
    _require_pool(url)
    from prefect.workers.process import ProcessWorker

    from flows.deploying.patience import be_patient
    from flows.deploying.refusals import told
    from flows.deploying.under_way import give_back, track

    worker = ProcessWorker(work_pool_name=pool_name(), name=name, limit=limit, create_pool_if_not_found=False)
    say(f"worker {worker.name!r} takes runs of pool {pool_name()!r} at {url} (Ctrl-C ends it)")
    under_way = track(worker)
    be_patient(worker, say)
    with told(url):
        asyncio.run(_until_told(worker))
        give_back(under_way())
    say("worker ended")


def _require_pool(url: str) -> None:
    from prefect.client.orchestration import get_client

    from flows.deploying.pool import require_pool
    from flows.deploying.refusals import told

    with told(url), get_client(sync_client=True) as client:
        if require_pool(client, pool_name()) is None:
            message = f"the Prefect API at {url!r} has no work pool {pool_name()!r}"
            raise UserError("no-pool", message, "run: reviewctl deploy FOLDER")


async def _until_told(worker: "ProcessWorker") -> None:
    """Run the worker until a signal comes; a second one ends the process as signals do."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def ask(number: int, _: Any) -> None:
        signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(asked.set)

    for number in before:
        signal.signal(number, ask)
    working = asyncio.create_task(worker.start(printer=lambda *_: None))
    waiting = asyncio.create_task(asked.wait())
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        working.cancel()
        waiting.cancel()
        outcomes = await asyncio.gather(working, waiting, return_exceptions=True)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if isinstance(outcomes[0], Exception):
        raise _first(outcomes[0])


def _first(error: Exception) -> Exception:
    """What stopped the worker, out of the groups that its tasks make of it."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
