"""An API for one run from a shell: the configured one, else our server, else a temporary one that is drained."""

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from flows.api import configured_url, connect, point_to
from reviewer.errors import UserError
from reviewer.service.temporary_server import temporary_server, wait_until_recorded


@contextmanager
def connected(
    say: Callable[[str], None] = lambda _: None, allowed_hosts: Collection[str] = (), *, ephemeral: bool = False
) -> Iterator[str]:
    """Point this process to an API and give its URL.

    As ``connect``; where our server cannot be started, or with ``ephemeral``, a temporary one. All task runs are
    recorded before it is left, unless an exception, an interruption above all, leaves it: that is not kept waiting.

    Raises:
        SovereigntyError, UserError: as ``connect`` where an API is configured; ``server-not-started``.
        OSError: our home is no folder.
    """
    if not ephemeral:
        try:
            url = connect(say, allowed_hosts)
        except (NotADirectoryError, FileExistsError):
            raise  # a home that is no folder is a mistake of whoever set it, not a lack of rights
        except (UserError, OSError) as error:
            if configured_url() is not None or (isinstance(error, UserError) and error.code != "server-not-started"):
                raise
            reason = error.message if isinstance(error, UserError) else f"our server cannot start ({error.strerror})"
            say(f"{reason}; this run gets a server of its own")
        else:
            yield url
            return
    with _temporary() as url:
        yield url


@contextmanager
def _temporary() -> Iterator[str]:
    names = ("PREFECT_API_URL", "REVIEWCTL_HOME", "PREFECT_HOME")
    before = {name: os.environ.get(name) for name in names}
    with temporary_server() as server:
        if server.home is not None:
            os.environ["REVIEWCTL_HOME"] = str(server.home)
            os.environ["PREFECT_HOME"] = str(server.home / "prefect")
        since = datetime.now(UTC).isoformat()
        try:
            yield point_to(server.url)
            _drain()
            wait_until_recorded(server.url, since)
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value


def _drain() -> None:
    """Let Prefect's client send the logs and events that it still holds."""
    from prefect.events.worker import EventsWorker
    from prefect.logging.handlers import APILogWorker

    APILogWorker.instance().drain()
    EventsWorker.instance().drain()
