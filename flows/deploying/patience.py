"""A worker waits for an API that is away, also for hours: a server is started anew, a machine sleeps.

Prefect's own gives up after some minutes, with tracebacks (3.9.1).
"""

import http
from collections.abc import Awaitable, Callable
from typing import Any

from httpx import HTTPStatusError, TransportError
from prefect.workers.process import ProcessWorker

Say = Callable[[str], None]
Work = Callable[[], Awaitable[Any]]

_REGULAR = ("get_and_submit_flow_runs", "sync_with_backend")
"""What a worker does again and again."""


def be_patient(worker: ProcessWorker, say: Say) -> None:
    """Let the worker go on while its API does not answer or fails; ``say`` hears of it once, and when it is back."""
    away: set[str] = set()
    for name in _REGULAR:
        setattr(worker, name, patient(getattr(worker, name), name, away, say))


def patient(work: Work, name: str, away: set[str], say: Say) -> Work:
    """The same work, which returns None where the API is away; ``away`` holds the names of those that wait for it."""

    async def attempt() -> Any:
        try:
            done = await work()
        except (TransportError, HTTPStatusError) as error:
            if (
                isinstance(error, HTTPStatusError)
                and error.response.status_code < http.HTTPStatus.INTERNAL_SERVER_ERROR
            ):
                raise
            if not away:
                say(f"the Prefect API does not answer ({type(error).__name__}); waiting for it")
            away.add(name)
            return None
        if name in away:
            away.discard(name)
            if not away:
                say("the Prefect API answers again")
        return done

    return attempt
