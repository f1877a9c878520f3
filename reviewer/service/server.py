"""The orchestrator's server on this machine: started once in the background, found again, stopped exactly.

A server that ends with its client loses the record of most task runs (measured), so ours lives in its own process
session and stays up until ``stop_server``. ``$REVIEWCTL_HOME/server.json`` says which process it is.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from filelock import FileLock

from reviewer.errors import UserError
from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json
from reviewer.service.home import prefect_folder, reviewctl_home, server_log, server_record
from reviewer.service.workspace.artifacts import write_bytes

BATCH_SETTINGS: Mapping[str, str] = {
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "100",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "100",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "1",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_BATCH_SIZE": "500",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_READ_BATCH_SIZE": "100",
}
"""Ten times faster recording than the defaults, which write one row at a time (measured with Prefect 3.9.1)."""

START_LIMIT = 120.0
"""Seconds. The first start migrates a new database, which took over a minute on slow machines (agenticos#608)."""

NOBODY = 0
"""The process id in the record of a server that was stopped."""

_STOP_LIMIT = 20.0
_HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """A server of ours. ``born`` tells the process from a later one with the same id, where the system says it."""

    pid: int
    port: int
    url: str
    born: str


def ui_of(api: str) -> str:
    """Where a browser finds what the API at this URL has."""
    return api.rstrip("/").removesuffix("/api")


def server_environment() -> dict[str, str]:
    """What every process of ours that imports or runs Prefect gets: our folder, no analytics, batched recording."""
    return {
        **BATCH_SETTINGS,
        "PREFECT_HOME": str(prefect_folder()),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
    }


def healthy(url: str, timeout: float = 2.0) -> bool:
    """True when a Prefect API at ``url`` (``http://host:port/api``) says that it is well."""
    return _ask_health(url, timeout) == (http.client.OK, b"true")


def answers(url: str, timeout: float = 10.0) -> bool:
    """True when a Prefect API answers at ``url``, also when it first wants a key. Another HTTP server is none."""
    found = _ask_health(url, timeout)
    keyed = {http.client.UNAUTHORIZED, http.client.FORBIDDEN}
    return found is not None and (found[0] in keyed or found == (http.client.OK, b"true"))


def _ask_health(url: str, timeout: float) -> tuple[int, bytes] | None:
    try:
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=timeout)
    except (ValueError, http.client.HTTPException):
        return None
    try:
        connection.request("GET", f"{parts.path.rstrip('/')}/health")
        response = connection.getresponse()
        return response.status, response.read(16).strip()
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()


def running_server() -> ServerInfo | None:
    """Our server, if it is up and answers; never starts one."""
    info = _recorded()
    return info if info is not None and _is_alive(info) and healthy(info.url) else None


def ensure_server(say: Callable[[str], None] = lambda _: None) -> ServerInfo:
    """Our server, started where none is running; ``say`` gets one line before a start. Two callers start one server.

    Raises:
        UserError: ``server-not-started``, naming its log.
    """
    if (info := running_server()) is not None:
        return info
    home = reviewctl_home()
    home.mkdir(parents=True, exist_ok=True)
    with FileLock(home / "server.lock", timeout=START_LIMIT + 10):
        if (info := running_server()) is not None:
            return info
        if (left := _recorded()) is not None:
            _end(left)
        return _start(home, _free_port(left.port if left else None), say)


def stop_server() -> bool:
    """End our server, and no other process. Returns False when there was none.

    Its port is kept for the next start: workers and bookmarks know it.
    """
    info = _recorded()
    if info is None:
        return False
    ended = _end(info)
    _record(replace(info, pid=NOBODY, born=""))
    return ended


def _start(home: Path, port: int, say: Callable[[str], None]) -> ServerInfo:
    url = f"http://{_HOST}:{port}/api"
    log = server_log()
    say(f"starting the Prefect server at {url} (the first start takes up to a minute; log: {log})")
    environment = {k: v for k, v in os.environ.items() if k not in {"PREFECT_API_URL", "PREFECT_API_KEY"}}
    environment |= {**server_environment(), "PREFECT_SERVER_API_HOST": _HOST, "PREFECT_SERVER_API_PORT": str(port)}
    environment["PREFECT_LOGGING_LEVEL"] = "WARNING"
    Path(environment["PREFECT_HOME"]).mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "prefect", "server", "start"],
            cwd=home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    info = ServerInfo(process.pid, port, url, _birth(process.pid))
    _record(info)
    _wait_until_healthy(process, info, log)
    return info


def _wait_until_healthy(process: "subprocess.Popen[bytes]", info: ServerInfo, log: Path) -> None:
    limit = time.monotonic() + START_LIMIT
    while process.poll() is None and time.monotonic() < limit:
        if healthy(info.url, timeout=1.0):
            return
        time.sleep(0.1)
    reason = "it took too long" if process.poll() is None else f"it ended with status {process.returncode}"
    _end(info)
    server_record().unlink(missing_ok=True)
    raise UserError(
        "server-not-started",
        f"the Prefect server at {info.url} did not start: {reason}",
        f"read {log}; or set PREFECT_API_URL to a server of your own",
    )


def _record(info: ServerInfo) -> None:
    write_bytes(server_record(), json.dumps({"schema": 1, **asdict(info)}).encode() + b"\n")


def _recorded() -> ServerInfo | None:
    try:
        data = read_json(read_regular(server_record()))
        return ServerInfo(int(data["pid"]), int(data["port"]), str(data["url"]), str(data["born"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_alive(info: ServerInfo) -> bool:
    if info.pid <= NOBODY:
        return False
    try:
        os.kill(info.pid, 0)
    except OSError:
        return False
    return _birth(info.pid) == info.born


def _birth(pid: int) -> str:
    """Start time of a process in clock ticks, field 22 of ``/proc/PID/stat`` (proc(5)); empty elsewhere."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] == "Z" else fields[19]


def _end(info: ServerInfo) -> bool:
    if not _is_alive(info):
        return False
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(info.pid, number)
        except ProcessLookupError:
            return True
        limit = time.monotonic() + _STOP_LIMIT
        while time.monotonic() < limit:
            _reap(info.pid)
            if not _is_alive(info):
                return True
            time.sleep(0.05)
    return not _is_alive(info)


def _reap(pid: int) -> None:
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return


def _free_port(wanted: int | None) -> int:
    """The port of last time where it is free, so that a bookmark of the UI stays good; else any free one."""
    for port in (wanted, 0):
        if port is None:
            continue
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((_HOST, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise UserError("no-free-port", f"no free port on {_HOST}", "set PREFECT_API_URL to a running server")
