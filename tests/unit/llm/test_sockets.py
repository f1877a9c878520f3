"""Connections: only to the route, and none outlives its client."""

import socket
import threading
import time

import httpcore
import pytest
from no_network import watched

from reviewer.errors import SovereigntyError
from reviewer.llm.route import Route
from reviewer.llm.sockets import Closed, OpenSockets, PinnedNetwork


def network(route, sockets=None, resolve=None):
    def never(host):
        raise AssertionError(f"{host} was resolved again")

    return PinnedNetwork(route, sockets or OpenSockets(), resolve or never)


HERE = Route("http", "model.internal", 4321, addresses=("127.0.0.1",))


@pytest.mark.parametrize(("host", "port"), [("203.0.113.9", 4321), ("127.0.0.1", 4321), ("model.internal", 4322)])
def test_another_host_or_port_than_the_routes_is_refused_before_a_socket_is_made(host, port):
    with watched() as events, pytest.raises(SovereigntyError):
        network(HERE).connect_tcp(host, port)
    assert events == []


def test_the_pinned_address_is_connected_to_without_asking_anybody():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        route = Route("http", "model.internal", port, addresses=("127.0.0.1",))
        network(route).connect_tcp("model.internal", port, timeout=5).close()


def test_a_name_that_the_user_allowed_is_resolved_when_connecting():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        asked = []

        def resolve(host):
            asked.append(host)
            return ["127.0.0.1"]

        network(Route("http", "box.lan", port), resolve=resolve).connect_tcp("box.lan", port, timeout=5).close()
        assert asked == ["box.lan"]


def test_a_name_without_an_address_is_no_connection():
    def fails(host):
        raise socket.gaierror(-2, "Name or service not known")

    with pytest.raises(httpcore.ConnectError, match="not known"):
        network(Route("http", "box.lan", 1), resolve=fails).connect_tcp("box.lan", 1)
    with pytest.raises(httpcore.ConnectError):
        network(Route("http", "box.lan", 1), resolve=lambda host: []).connect_tcp("box.lan", 1)


def test_over_ipv6_too():
    try:
        server = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("this machine has no IPv6")
    with server:
        port = server.getsockname()[1]
        network(Route("http", "::1", port, addresses=("::1",))).connect_tcp("::1", port, timeout=5).close()


def test_after_closing_no_socket_is_admitted():
    sockets = OpenSockets()
    assert sockets.shut() == 0
    sock = socket.socket()
    with pytest.raises(Closed):
        sockets.admit(sock)
    assert sock.fileno() == -1


def test_closing_counts_what_it_ended():
    sockets = OpenSockets()
    left, right = socket.socketpair()
    with left, right:
        sockets.admit(left)
        assert sockets.shut() == 1
        assert right.recv(1) == b""


class ShutSoon(OpenSockets):
    """Shut by another thread when the socket of the first connection has had time to begin."""

    def admit(self, sock):
        super().admit(sock)
        threading.Timer(0.3, self.shut).start()


def test_closing_ends_a_connection_that_is_still_being_made(monkeypatch):
    monkeypatch.setattr("reviewer.llm.sockets.CONNECT_SECONDS", 60.0)
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        port = full.getsockname()[1]
        waiting = [socket.socket() for _ in range(4)]
        for sock in waiting:
            sock.setblocking(False)
            sock.connect_ex(("127.0.0.1", port))
        route = Route("http", "127.0.0.1", port, addresses=("127.0.0.1",))
        began = time.monotonic()
        with pytest.raises(httpcore.ConnectError):
            network(route, ShutSoon()).connect_tcp("127.0.0.1", port, 60)
        assert time.monotonic() - began < 15
        for sock in waiting:
            sock.close()


class ShutAtOnce(OpenSockets):
    """Shut when the socket is watched over but has not begun to connect."""

    def admit(self, sock):
        super().admit(sock)
        self.shut()


def test_closing_before_a_connection_begins_ends_it_too():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        route = Route("http", "127.0.0.1", port, addresses=("127.0.0.1",))
        with pytest.raises(Closed):
            network(route, ShutAtOnce()).connect_tcp("127.0.0.1", port, 60)


def test_reading_after_the_deadline_is_a_timeout():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        route = Route("http", "127.0.0.1", port, addresses=("127.0.0.1",))
        stream = network(route).connect_tcp("127.0.0.1", port, timeout=0.05)
        with pytest.raises(httpcore.ReadTimeout):
            stream.read(1, timeout=100)
        with pytest.raises(httpcore.ReadTimeout):
            stream.read(1, timeout=100)
        stream.close()
