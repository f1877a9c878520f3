"""No test reaches another machine: the interpreter itself refuses, whatever library asks.

An audit hook sees every connect, every sent datagram and every look-up of a name that Python code makes, in all
threads, and cannot be removed; ``armed`` switches it on for the tests of a folder.
"""

import ipaddress
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_state = {"armed": 0, "installed": 0}
_watchers: list[list[str]] = []
_LOCAL_NAMES = frozenset({"", "localhost"})


class LeftTheMachineError(AssertionError):
    """A test tried to reach another machine."""


def is_here(host: object) -> bool:
    """Whether a host is this machine without asking a resolver."""
    if host is None:
        return True
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    if name in _LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if not _state["armed"] or not event.startswith("socket."):
        return
    for watcher in _watchers:
        watcher.append(event)
    host: object = None
    if event in {"socket.connect", "socket.sendto", "socket.sendmsg"}:
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) else None  # a path is a Unix socket
    elif event in {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}:
        host = arguments[0]
    if not is_here(host):
        raise LeftTheMachineError(f"a test tried to reach {host!r} ({event})")


@contextmanager
def armed() -> Iterator[None]:
    """While this is entered, nothing leaves the machine."""
    if not _state["installed"]:
        sys.addaudithook(_refuse)
        _state["installed"] = 1
    _state["armed"] += 1
    try:
        yield
    finally:
        _state["armed"] -= 1


@contextmanager
def watched() -> Iterator[list[str]]:
    """Every use of a socket or resolver while this is entered, as audit events; for code that must use none."""
    events: list[str] = []
    with armed():
        _watchers.append(events)
        try:
            yield events
        finally:
            _watchers.remove(events)
