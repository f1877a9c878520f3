"""A server for one run, where none may or can stay: it ends with the process that started it, whatever ended that.

It is a process in a session of its own, as our other server, so that Ctrl-C ends the run and not its record: with
Prefect's own temporary server, which gets the signal too, a run took 86 s to end (measured with Prefect 3.9.1).
"""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from reviewer.errors import UserError
from reviewer.service.home import reviewctl_home
from reviewer.service.server import START_LIMIT, healthy, server_environment

QUIET = 1.5
"""Seconds without a new record after which all is recorded: longer than the recorder's second between two writes."""

DRAIN_LIMIT = 60.0
"""Seconds. 500 task runs took 4.4 (measured with Prefect 3.9.1 and ``BATCH_SETTINGS``)."""

_OPEN = ["PENDING", "RUNNING", "SCHEDULED"]


@dataclass(frozen=True, slots=True)
class TemporaryServer:
    """``url`` is that of its API. ``home``: the state folder of this run where the user's cannot be written."""

    url: str
    home: Path | None


@contextmanager
def temporary_server() -> Iterator[TemporaryServer]:
    """A server for what runs inside. It goes on for some seconds after this process, to record what is still sent.

    Its database is that of our other server where the state folder can be written; else all is thrown away at its end.

    Raises:
        UserError: ``server-not-started``.
    """
    thrown_away = None if _writable(reviewctl_home()) else Path(tempfile.mkdtemp(prefix="reviewctl-"))
    process = _started(thrown_away)
    try:
        yield TemporaryServer(_url(process), thrown_away)
    finally:
        if process.stdin is not None:
            process.stdin.close()


def _writable(home: Path) -> bool:
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return True
    except OSError:
        return False


def _started(thrown_away: Path | None) -> "subprocess.Popen[bytes]":
    environment = {k: v for k, v in os.environ.items() if k not in {"PREFECT_API_URL", "PREFECT_API_KEY"}}
    environment |= {**server_environment(), "PREFECT_UI_ENABLED": "0", "PREFECT_LOGGING_LEVEL": "WARNING"}
    environment |= {"PREFECT__SERVER_EPHEMERAL": "1", "PREFECT__SERVER_FINAL": "1"}
    if thrown_away is not None:
        environment["PREFECT_HOME"] = str(thrown_away / "prefect")
    Path(environment["PREFECT_HOME"]).mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "reviewer.service.temporary_server_program"]
    with ((thrown_away or reviewctl_home()) / "temporary-server.log").open("ab") as log:
        return subprocess.Popen(  # noqa: S603 - our own program
            [*command, *([str(thrown_away)] if thrown_away else [])],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        )


def _url(process: "subprocess.Popen[bytes]") -> str:
    port = process.stdout.readline().decode().strip() if process.stdout is not None else ""
    url = f"http://127.0.0.1:{port}/api"
    limit = time.monotonic() + START_LIMIT
    while port and process.poll() is None and time.monotonic() < limit:
        if healthy(url, timeout=1.0):
            return url
        time.sleep(0.1)
    raise UserError(
        "server-not-started",
        "no Prefect server could be started for this run",
        "allow listening on 127.0.0.1, or set PREFECT_API_URL to a running server",
    )


def wait_until_recorded(url: str, since: str, limit: float = DRAIN_LIMIT) -> bool:
    """Wait until every task run of the flow runs that began after ``since`` (ISO 8601) is recorded as ended.

    Returns False when some were not after ``limit`` seconds.
    """
    runs = {"flow_runs": {"start_time": {"after_": since}}}
    waiting = {**runs, "task_runs": {"state": {"type": {"any_": _OPEN}}}}
    end = time.monotonic() + limit
    last, changed = (-1, -1), time.monotonic()
    while time.monotonic() < end:
        now = (_count(url, runs), _count(url, waiting))
        if now != last:
            last, changed = now, time.monotonic()
        elif now[1] == 0 and time.monotonic() - changed > QUIET:
            return True
        time.sleep(0.1)
    return False


def _count(url: str, asked: Mapping[str, object]) -> int:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
    try:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"{parts.path}/task_runs/count", json.dumps(asked), headers)
        return int(connection.getresponse().read())
    finally:
        connection.close()
