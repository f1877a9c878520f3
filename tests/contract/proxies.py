"""A proxy that the environment names, and that only counts who connects to it."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

PROXY_NAMES = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


@dataclass
class Proxy:
    """A listening socket. The system takes connections for it, whether or not anybody accepts them."""

    listening: socket.socket

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listening.getsockname()[1]}"

    def connections(self) -> int:
        """How many came since this was last asked."""
        count = 0
        while True:
            try:
                self.listening.accept()[0].close()
            except BlockingIOError:
                return count
            count += 1


@contextmanager
def only_proxy(monkeypatch: pytest.MonkeyPatch, *names: str) -> Iterator[Proxy]:
    """The proxy of these variables; no other variable says anything about proxies."""
    for name in (*PROXY_NAMES, "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        proxy = Proxy(listening)
        for name in names:
            monkeypatch.setenv(name, proxy.url)
        yield proxy
