"""Connections that go only where the route says, end at a deadline, and can be ended from another thread.

One connection serves one call: calls last seconds, a loopback connection costs a fraction of a millisecond, and a kept
connection that its server has just dropped would fail a call for nothing.
"""

import socket
import ssl
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

import httpcore

from reviewer.errors import SovereigntyError
from reviewer.llm.route import Route
from reviewer.sovereignty import Resolver

CONNECT_SECONDS = 5.0
"""Longest wait for one address to accept. A server on this machine accepts or refuses at once."""


class Closed(Exception):  # noqa: N818 - a state, not a failure
    """The client was closed while or before it was used."""


class OpenSockets:
    """All sockets of one client. ``shut`` ends whatever waits on them, in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._shut = threading.Event()

    @property
    def closed(self) -> bool:
        """Whether ``shut`` was called."""
        return self._shut.is_set()

    def pause(self, seconds: float) -> bool:
        """Wait, no longer once ``shut`` is called. Returns whether it was."""
        return self._shut.wait(seconds)

    def admit(self, sock: socket.socket) -> None:
        """Watch over a socket. Raises ``Closed`` (and closes it) when it is too late."""
        with self._lock:
            if not self.closed:
                self._open.add(sock)
                return
        sock.close()
        raise Closed

    def secure(self, sock: socket.socket, context: ssl.SSLContext, name: str) -> ssl.SSLSocket:
        """The same connection as a TLS socket, without its handshake yet."""
        with self._lock:
            self._open.discard(sock)
            secured = context.wrap_socket(sock, server_hostname=name, do_handshake_on_connect=False)
            self._open.add(secured)
            late = self.closed
        if late:
            self.drop(secured)
            raise Closed
        return secured

    def drop(self, sock: socket.socket) -> None:
        """Close one socket."""
        with self._lock:
            self._open.discard(sock)
        sock.close()

    def shut(self) -> int:
        """End every connection and admit no further one. Returns how many were open.

        A closed descriptor does not wake a thread that waits on it, a shut-down connection does; and the call must be
        that of the plain socket, since that of a TLS socket is not for other threads.
        """
        with self._lock:
            self._shut.set()
            for sock in self._open:
                try:
                    socket.socket.shutdown(sock, socket.SHUT_RDWR)
                except OSError:
                    continue
            return len(self._open)


class PinnedNetwork(httpcore.NetworkBackend):
    """Opens connections to the addresses of one route, whatever a URL says."""

    def __init__(self, route: Route, sockets: OpenSockets, resolve: Resolver) -> None:
        self._route = route
        self._sockets = sockets
        self._resolve = resolve

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect, if host and port are the route's.

        Raises:
            SovereigntyError: ``remote-host``: something asked for another server.
            httpcore.ConnectError: no address accepts.
        """
        if (host.lower(), port) != (self._route.host, self._route.port):
            raise SovereigntyError(
                "remote-host",
                f"{host!r} is not the endpoint {self._route.shown!r}: no text was sent there",
                "name the server that is meant as llm.endpoint",
            )
        deadline = time.monotonic() + (timeout if timeout is not None else CONNECT_SECONDS)
        failure: OSError | None = None
        try:
            for family, address in self._targets():
                try:
                    return _Connection(self._connected(family, address, deadline), self._sockets, deadline)
                except OSError as error:
                    failure = error
        except OSError as error:  # the name has no address
            failure = error
        raise httpcore.ConnectError(_reason(failure)) from failure

    def _targets(self) -> Iterator[tuple[socket.AddressFamily, Any]]:
        if self._route.socket_path:
            yield socket.AF_UNIX, self._route.socket_path
            return
        for address in self._route.addresses or self._resolve(self._route.host):
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            yield family, (address, self._route.port)

    def _connected(self, family: socket.AddressFamily, address: Any, deadline: float) -> socket.socket:
        sock = socket.socket(family, socket.SOCK_STREAM)
        self._sockets.admit(sock)
        try:
            sock.settimeout(max(0.001, min(CONNECT_SECONDS, deadline - time.monotonic())))
            sock.connect(address)
            if family != socket.AF_UNIX:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._sockets.closed:  # shut before the connection stood: there was nothing to shut down yet
                raise Closed
        except BaseException:
            self._sockets.drop(sock)
            raise
        return sock


def _reason(failure: OSError | None) -> str:
    return "its name has no address" if failure is None else failure.strerror or str(failure)


class _Connection(httpcore.NetworkStream):
    """One connection. All reading and writing ends at its deadline, however the server spreads its bytes."""

    def __init__(self, sock: socket.socket, sockets: OpenSockets, deadline: float) -> None:
        self._sock = sock
        self._sockets = sockets
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self._set_time_left(httpcore.ReadTimeout)
        try:
            return self._sock.recv(max_bytes)
        except TimeoutError as error:
            raise httpcore.ReadTimeout from error
        except OSError as error:
            raise httpcore.ReadError(str(error)) from error

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._set_time_left(httpcore.WriteTimeout)
        try:
            self._sock.sendall(buffer)
        except TimeoutError as error:
            raise httpcore.WriteTimeout from error
        except OSError as error:
            raise httpcore.WriteError(str(error)) from error

    def close(self) -> None:
        self._sockets.drop(self._sock)

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        secured = self._sockets.secure(self._sock, ssl_context, server_hostname or "")
        try:
            secured.settimeout(max(0.001, min(CONNECT_SECONDS, self._deadline - time.monotonic())))
            secured.do_handshake()
        except OSError as error:
            self._sockets.drop(secured)
            raise httpcore.ConnectError(str(error)) from error
        return _Connection(secured, self._sockets, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        if info == "ssl_object":
            return self._sock if isinstance(self._sock, ssl.SSLSocket) else None
        return True if info == "is_readable" else None  # an idle connection is never used again

    def _set_time_left(self, late: type[httpcore.TimeoutException]) -> None:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise late
        self._sock.settimeout(left)
