"""Which Prefect API the flows talk to. Decided before Prefect is imported, because it reads its settings on import."""

import os
import sys
import tomllib
from collections.abc import Callable, Collection
from pathlib import Path
from urllib.parse import urlsplit

from reviewer.errors import UserError
from reviewer.service.server import answers, ensure_server, running_server, server_environment
from reviewer.sovereignty import is_loopback, require_local, without_secrets

_QUIET = {
    # No server inside this process: it would end with a backlog and lose task runs (measured).
    "PREFECT_SERVER_ALLOW_EPHEMERAL_MODE": "false",
    # The command line says itself what went wrong; the API still gets the flow's log.
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL",
}


def connect(say: Callable[[str], None] = lambda _: None, allowed_hosts: Collection[str] = ()) -> str:
    """Point this process to an API and return its URL: the configured one, else our server, started if need be.

    A run's parameters hold paths, names and the configuration with its glossary, so an API on another machine is used
    only where its host is in ``allowed_hosts``.

    Raises:
        SovereigntyError: ``remote-host``, before a byte is sent.
        UserError: ``api-unreachable`` when the configured API does not answer; ``server-not-started``.
    """
    configured = configured_url()
    if configured is None:
        return start_our_own(say)
    require_local(configured, allowed_hosts)
    if not answers(configured):
        raise UserError(
            "api-unreachable",
            f"no Prefect API answers at {without_secrets(configured)!r}",
            "start it, or unset PREFECT_API_URL to use a server of our own",
        )
    return point_to(configured)


def start_our_own(say: Callable[[str], None]) -> str:
    """Point this process to our server, started if need be, and return its URL.

    Where it is started it also gets the automation for dead runs: runs from a shell may die, too.

    Raises:
        UserError: ``server-not-started``.
    """
    found = running_server()
    if found is not None:
        return point_to(found.url)
    url = point_to(ensure_server(say).url)
    from flows.deploying.dead_runs import watch_over_runs

    watch_over_runs()
    return url


def connect_if_up(allowed_hosts: Collection[str] = ()) -> str | None:
    """As ``connect``, but never starts a server: None when none is configured or running."""
    if configured_url() is not None:
        return connect(allowed_hosts=allowed_hosts)
    info = running_server()
    return point_to(info.url) if info is not None else None


def configured_url() -> str | None:
    """``PREFECT_API_URL``, else that of the active profile in a ``PREFECT_HOME`` which the user configured."""
    if url := os.environ.get("PREFECT_API_URL"):
        return url
    home = os.environ.get("PREFECT_HOME")
    if not home:
        return None
    try:
        profiles = tomllib.loads((Path(home).expanduser() / "profiles.toml").read_text(encoding="utf-8"))
        active = os.environ.get("PREFECT_PROFILE") or profiles["active"]
        url = profiles["profiles"][active]["PREFECT_API_URL"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return str(url)


def point_to(url: str) -> str:
    """Point this process to the API at ``url``; no proxy sees what goes to this machine. Returns the URL."""
    for name, value in {**server_environment(), **_QUIET}.items():
        os.environ.setdefault(name, value)
    os.environ["PREFECT_API_URL"] = url
    if is_loopback(url):
        _bypass_proxies(urlsplit(url).hostname or "")
    if "prefect" in sys.modules:
        from prefect.context import refresh_global_settings_context

        refresh_global_settings_context()
    return url


def _bypass_proxies(host: str) -> None:
    """A proxy from the environment must not see what goes to this machine."""
    for name in ("NO_PROXY", "no_proxy"):
        listed = [entry for entry in os.environ.get(name, "").split(",") if entry]
        if host not in listed:
            os.environ[name] = ",".join([*listed, host])
