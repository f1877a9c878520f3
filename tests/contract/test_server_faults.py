"""Servers that are dead, broken, or something else altogether; and that text goes nowhere but to the endpoint."""

import socket
import time

import httpx
import pytest
from desks import KEYS, PROTOCOLS, SOON, InBackground, config, request
from model_servers import HELD, MODEL, Said, Server, running
from proxies import PROXY_NAMES, only_proxy

from reviewer.errors import BackendError, SovereigntyError
from reviewer.llm.open import open_client

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@pytest.fixture(params=sorted(PROTOCOLS))
def backend(request):
    return request.param


@pytest.fixture
def server(backend):
    with running(Server(PROTOCOLS[backend])) as server:
        yield server


def client_for(backend, url, **fields):
    return open_client(config(backend, url, **fields), environ=KEYS)


def failure(client, **fields):
    with pytest.raises(BackendError) as caught:
        client.chat(request(**fields))
    return caught.value


@pytest.fixture
def dead_url():
    """A port that nobody listens on, and that nobody else is given meanwhile."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"


def test_a_dead_endpoint_fails_at_once(backend, dead_url):
    client = client_for(backend, dead_url)
    began = time.monotonic()
    error = failure(client, timeout=300.0)
    assert error.code == "unreachable"
    assert client.endpoint in error.message
    assert time.monotonic() - began < SOON


def test_the_digest_of_a_dead_endpoint_is_unreachable(backend, dead_url):
    with pytest.raises(BackendError) as caught:
        client_for(backend, dead_url).digest("small")
    assert caught.value.code == "unreachable"


def test_tokens_of_a_dead_endpoint_are_not_counted(backend, dead_url):
    assert client_for(backend, dead_url).count_tokens("small", "text") is None


BROKEN = [
    b"",
    OK + b'Content-Length: 100\r\n\r\n{"mess',
    b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a',
]


@pytest.mark.parametrize("sent", BROKEN)
def test_a_reply_that_breaks_off_twice_is_broken_off(backend, server, sent):
    broken = []
    server.raw = lambda connection: broken.append(connection.sendall(sent))
    error = failure(client_for(backend, server.url))
    assert error.code == "broken-off"
    assert client_for(backend, server.url).endpoint in error.message
    assert len(broken) == 2


@pytest.mark.parametrize("sent", BROKEN)
def test_a_reply_that_breaks_off_is_asked_for_once_more(backend, server, sent):
    def once(connection):
        server.raw = None
        connection.sendall(sent)

    server.said = Said("whole")
    server.raw = once
    assert client_for(backend, server.url).chat(request()).text == "whole"


@pytest.mark.parametrize("sent", [b"220 mail ready\r\n\r\n", b"\x00\x01\x02\x03" * 10 + b"\r\n\r\n"])
def test_what_does_not_speak_http_is_a_bad_reply(backend, server, sent):
    server.raw = lambda connection: connection.sendall(sent)
    assert failure(client_for(backend, server.url)).code == "bad-reply"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>It works!</html>",
        b"[]",
        b"null",
        b"{}",
        b'{"message": 3, "choices": [], "content": "x"}',
        b"[" * 90_000,
    ],
)
def test_an_answer_of_another_shape_is_a_bad_reply(backend, server, body):
    server.refusal = (200, body)
    error = failure(client_for(backend, server.url))
    assert error.code == "bad-reply"
    assert server.url in error.message


def test_a_server_that_sends_byte_by_byte_does_not_stretch_the_time_limit(backend, server):
    def trickle(connection):
        connection.sendall(OK + b"Content-Length: 1000\r\n\r\n")
        for _ in range(int(HELD * 10)):
            connection.sendall(b" ")
            time.sleep(0.1)

    server.raw = trickle
    began = time.monotonic()
    assert failure(client_for(backend, server.url), timeout=0.5).code == "timeout"
    assert time.monotonic() - began < SOON


def test_closing_ends_a_call_in_the_middle_of_its_answer(backend, server):
    def stall(connection):
        connection.sendall(OK + b"Content-Length: 1000\r\n\r\n{")
        connection.recv(1)

    server.raw = stall
    client = client_for(backend, server.url)
    call = InBackground(client, request())
    assert server.waiting.wait(SOON)
    client.close()
    assert call.ends_soon()
    assert call.error.code == "closed"


def test_an_answer_without_end_is_cut_off(backend, server):
    def flood(connection):
        connection.sendall(OK + b"\r\n")
        while True:
            connection.sendall(b" " * 1_000_000)

    server.raw = flood
    assert failure(client_for(backend, server.url)).code == "bad-reply"


def test_a_path_that_a_server_does_not_have_is_not_taken_for_a_missing_model(backend, server):
    server.refusal = (404, {"error": {"message": "File Not Found", "type": "not_found_error", "code": 404}})
    error = failure(client_for(backend, server.url))
    assert error.code == "bad-status"
    assert "llm.backend" in error.hint


def test_a_prompt_that_does_not_fit_is_said_so_without_its_text(backend, server):
    said = "request (3030 tokens) exceeds the available context size (2048 tokens): Tue Haus is red."
    server.refusal = (400, {"error": {"code": 400, "message": said, "type": "exceed_context_size_error"}})
    error = failure(client_for(backend, server.url))
    assert (error.code, "context" in error.message, "num_ctx" in error.hint) == ("bad-status", True, True)
    assert "Haus" not in error.message


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_refused_and_what_it_points_to_hears_nothing(backend, server, status):
    with running(Server(PROTOCOLS[backend])) as other:
        head = f"HTTP/1.1 {status} Moved\r\nLocation: {other.url}/api/chat\r\nContent-Length: 0\r\n\r\n".encode()
        server.raw = lambda connection: connection.sendall(head)
        with pytest.raises(SovereigntyError) as caught:
            client_for(backend, server.url).chat(request())
        assert caught.value.code == "redirect"
        assert other.asked == []


@pytest.mark.parametrize("name", PROXY_NAMES)
def test_proxies_from_the_environment_hear_nothing(backend, server, name, monkeypatch):
    with only_proxy(monkeypatch, name) as proxy:
        server.said = Said("straight")
        client = client_for(backend, server.url)
        client.count_tokens(MODEL, "Tue Haus is red.")
        client.digest(MODEL)
        assert client.chat(request()).text == "straight"
        assert server.chats
        assert proxy.connections() == 0
        if "https" not in name.lower():
            assert_would_be_asked(proxy, server)


def test_proxies_hear_nothing_either_of_a_server_that_is_gone(backend, dead_url, monkeypatch):
    with only_proxy(monkeypatch, *PROXY_NAMES) as proxy:
        assert failure(client_for(backend, dead_url)).code == "unreachable"
        assert proxy.connections() == 0


def assert_would_be_asked(proxy, server):
    """A library that heeds the environment does ask this proxy: so nothing else kept our call from it."""
    with pytest.raises(httpx.TimeoutException):
        httpx.get(server.url, timeout=0.05)
    assert proxy.connections() == 1


@pytest.mark.parametrize("backend", ["ollama", "openai"])
def test_a_user_and_password_of_the_environment_reach_the_server_and_no_message_or_record(backend, server):
    server.refusal = (500, {"error": "x"})
    keys = {"REVIEWCTL_ENDPOINT_LOGIN": "me:s3cret", "OPENAI_API_KEY": "sk-1"}
    client = open_client(config(backend, server.url), environ=keys)
    error = failure(client)
    assert server.asked[-1].headers["authorization"] == "Basic bWU6czNjcmV0"
    assert "s3cret" not in client.endpoint + error.message + error.hint


@pytest.mark.parametrize("strict", ["ollama", "openai"])
def test_a_name_is_resolved_once_and_a_second_answer_redirects_nothing(strict):
    answers = [["127.0.0.1"], ["203.0.113.9"]]
    asked = []

    def resolve(host):
        asked.append(host)
        return answers.pop(0)

    with running(Server(PROTOCOLS[strict], Said("here"))) as server:
        client = open_client(config(strict, f"http://model.internal:{server.port}"), environ={}, resolve=resolve)
        assert [client.chat(request()).text for _ in range(3)] == ["here"] * 3
        assert asked == ["model.internal"]
        assert server.asked[-1].headers["host"] == f"model.internal:{server.port}"


def test_of_several_addresses_the_one_that_answers_is_taken(server, backend):
    def resolve(host):
        return ["127.0.0.2", "127.0.0.1"]

    url = f"http://model.internal:{server.port}"
    client = open_client(config(backend, url), environ=KEYS, resolve=resolve)
    server.said = Said("here")
    assert client.chat(request()).text == "here"
