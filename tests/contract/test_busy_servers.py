"""Servers that are busy, or not ready: asked again when they say so, as far as the call's own time goes."""

import pytest
from desks import KEYS, PROTOCOLS, SOON, InBackground, config, request
from model_servers import Said, Server, running

from reviewer.errors import BackendError
from reviewer.llm.open import open_client
from reviewer.llm.transport import UNTOLD, backoff

BUSY = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


@pytest.fixture(params=sorted(PROTOCOLS))
def backend(request):
    return request.param


@pytest.fixture
def server(backend):
    with running(Server(PROTOCOLS[backend], Said("done"))) as server:
        yield server


@pytest.fixture
def client(backend, server):
    return open_client(config(backend, server.url), environ=KEYS)


def busy_for(server, times, status=429):
    """The next calls are refused, then the model answers."""
    protocol, left = server.protocol, [status] * times

    def answer(server, asked):
        return (left.pop(), BUSY) if left else protocol(server, asked)

    server.protocol = answer


def failure(client, **fields):
    with pytest.raises(BackendError) as caught:
        client.chat(request(**fields))
    return caught.value


@pytest.mark.parametrize("status", [429, 503, 529])
def test_a_busy_server_that_says_when_is_asked_again(server, client, status):
    server.headers = {"Retry-After": "0"}
    busy_for(server, 2, status)
    assert client.chat(request()).text == "done"
    assert len(server.chats) == 3
    assert server.chats[0] == server.chats[2]


@pytest.mark.parametrize("said", [{}, {"Retry-After": "Wed, 21 Oct 2099 07:28:00 GMT"}, {"Retry-After": "-1"}])
def test_a_busy_server_that_does_not_say_when_is_asked_again_a_little_later(server, client, said):
    server.headers = said
    busy_for(server, 1)
    assert client.chat(request()).text == "done"
    assert len(server.chats) == 2


def test_waits_grow_and_differ():
    for attempt in range(UNTOLD):
        assert backoff(attempt, 0.0) == 0.25 * 2**attempt
        assert backoff(attempt, 1.0) == 0.75 * 2**attempt


def test_such_a_server_that_stays_busy_is_given_up(server, client):
    server.refusal = (429, BUSY)
    error = failure(client)
    assert (error.code, "busy" in error.hint) == ("bad-status", True)
    assert len(server.chats) == 1 + UNTOLD


def test_another_refusal_is_not_asked_again_whatever_it_says(server, client):
    server.headers = {"Retry-After": "0"}
    server.refusal = (500, BUSY)
    failure(client)
    assert len(server.chats) == 1


def test_a_server_that_is_always_busy_is_given_up(server, client):
    server.headers = {"Retry-After": "0"}
    server.refusal = (529, BUSY)
    assert failure(client).code == "bad-status"
    assert len(server.chats) == 6


def test_a_wait_that_is_longer_than_the_call_may_take_is_not_begun(server, client):
    server.headers = {"Retry-After": "3600"}
    server.refusal = (429, BUSY)
    assert failure(client).code == "bad-status"
    assert len(server.chats) == 1


def test_closing_ends_the_wait(server, client):
    server.headers = {"Retry-After": "50"}
    server.refusal = (429, BUSY)
    call = InBackground(client, request())
    assert server.waiting.wait(SOON)
    client.close()
    assert call.ends_soon()
    assert call.error.code == "closed"


def test_a_server_that_still_loads_its_model_is_told(server, client):
    server.refusal = (503, {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}})
    error = failure(client)
    assert (error.code, "still loading" in error.message) == ("bad-status", True)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (500, {"error": "unable to load model: /models/blobs/sha256-1f"}),
        (400, {"error": {"message": "Failed to load model small. Error: no memory"}}),
        (500, {"error": "llama runner process has terminated: error loading model vocabulary"}),
        (400, {"error": {"message": "No models loaded. Load one first.", "type": "invalid_request_error"}}),
    ],
)
def test_a_model_that_cannot_be_loaded_is_told_as_such(server, client, status, said):
    server.refusal = (status, said)
    assert failure(client).code == "model-not-loaded"


def test_a_refusal_that_quotes_such_words_is_an_ordinary_one(server, client):
    server.refusal = (400, {"error": {"message": "cannot parse: 'The crew was unable to load model trains.'"}})
    assert failure(client).code == "bad-status"
