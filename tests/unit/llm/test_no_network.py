"""The guard itself: what a test cannot do by accident."""

import socket
import threading

import httpx
import pytest
from no_network import LeftTheMachineError, watched

ELSEWHERE = ("203.0.113.9", 80)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: socket.create_connection(ELSEWHERE, 0.1),
        lambda: socket.socket().connect_ex(ELSEWHERE),
        lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ELSEWHERE),
        lambda: socket.getaddrinfo("model.example", 80),
        lambda: socket.gethostbyname("model.example"),
        lambda: httpx.get("http://203.0.113.9/"),
    ],
)
def test_other_machines_cannot_be_reached_or_looked_up(attempt):
    with pytest.raises(LeftTheMachineError):
        attempt()


def test_nor_from_another_thread():
    caught = []

    def attempt():
        try:
            socket.create_connection(ELSEWHERE, 0.1)
        except LeftTheMachineError as error:
            caught.append(error)

    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    assert len(caught) == 1


def test_this_machine_can_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname(), 5):
        assert socket.getaddrinfo("localhost", 80)


def test_a_watcher_sees_every_socket():
    with watched() as events:
        socket.socket().close()
    assert events == ["socket.__new__"]
